"""Places whose pictures are not here: people would walk there without seeing anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from environments import Environment
from environments.errors import ImageNotFoundError
from environments.scan import FACES
from environments.tiles.layout import TileFolder


def without_pictures(
    places: Environment, tiles: TileFolder, viewpoints: Mapping[str, str]
) -> Iterator[tuple[str, ImageNotFoundError]]:
    """Scans without pictures, in order, and why; one viewpoint of each is looked at.

    Args:
        tiles: what is cut into tiles needs no pictures any more.
        viewpoints: by scan.
    """
    for scan_id, viewpoint_id in sorted(viewpoints.items()):
        if tiles.tile_set(scan_id, viewpoint_id) is None:
            try:
                places.image(scan_id, viewpoint_id, FACES[places.scan(scan_id).projection][0])
            except ImageNotFoundError as error:
                yield scan_id, error
