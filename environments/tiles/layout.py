"""The files of a panorama's tiles on disk, and what is known of them without decoding."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path

from environments.errors import ImageNotFoundError
from environments.scan import CUBE_FACES

TILE_SIZE = 512
MANIFEST = "manifest.json"
PREVIEW = "preview.jpg"


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tile pyramid of one panorama, as its ``manifest.json`` says.

    Attributes:
        tile_size: pixels of a tile's side.
        face_sizes: pixels of a face's side at each level, coarsest first; multiples of ``tile_size``.
        fingerprint: of the source images and of the way they were cut; if it changes, the tiles change.
    """

    tile_size: int
    face_sizes: tuple[int, ...]
    fingerprint: str

    def tiles(self) -> Iterator[Path]:
        """Files of all tiles, relative to the viewpoint's directory."""
        for level, size in enumerate(self.face_sizes):
            side = range(size // self.tile_size)
            yield from (tile_path(level, *place) for place in product(CUBE_FACES, side, side))

    def has(self, level: int, face: str, row: int, column: int) -> bool:
        """Whether there is such a tile."""
        if face not in CUBE_FACES or not 0 <= level < len(self.face_sizes):
            return False
        side = self.face_sizes[level] // self.tile_size
        return 0 <= row < side and 0 <= column < side


def pyramid(face_size: int) -> tuple[int, ...]:
    """Sizes of a face at each level: doubling from one tile up to ``face_size``, rounded up to whole tiles."""
    top = max(1, -(-face_size // TILE_SIZE)) * TILE_SIZE
    sizes = [TILE_SIZE]
    while sizes[-1] * 2 < top:
        sizes.append(sizes[-1] * 2)
    return tuple(sizes) if sizes[-1] == top else (*sizes, top)


def tile_path(level: int, face: str, row: int, column: int) -> Path:
    """A tile's file, relative to its viewpoint's directory."""
    return Path("tiles", str(level), face, f"{row}_{column}.webp")


def write_manifest(directory: Path, tile_set: TileSet) -> None:
    (directory / MANIFEST).write_text(json.dumps(asdict(tile_set)) + "\n", encoding="utf-8")


def read_manifest(directory: Path) -> TileSet | None:
    """Read the tiles in a viewpoint's directory; None if they have not been built."""
    try:
        content = json.loads((directory / MANIFEST).read_bytes())
        return TileSet(content["tile_size"], tuple(content["face_sizes"]), content["fingerprint"])
    except (OSError, ValueError, KeyError, TypeError):
        return None  # tiles without a valid manifest are built again


def is_built(directory: Path, tile_set: TileSet) -> bool:
    """Whether all of these tiles exist with content; after a power cut or an interrupted copy, some are empty."""
    files = (Path(PREVIEW), *tile_set.tiles())
    try:
        return read_manifest(directory) == tile_set and all(
            (directory / file).stat().st_size for file in files
        )
    except OSError:
        return False


class TileFolder:
    """Tiles that were built into a directory: ``DIRECTORY/<scan_id>/<viewpoint_id>/``.

    Ids become parts of paths unchecked: use only ids that the environment has.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._known: dict[Path, tuple[int, TileSet | None]] = {}

    def has_scan(self, scan_id: str) -> bool:
        """Whether any tiles of a scan were built."""
        return (self.directory / scan_id).is_dir()

    def tile_set(self, scan_id: str, viewpoint_id: str) -> TileSet | None:
        """The tiles of a viewpoint; None if none were built."""
        folder = self.directory / scan_id / viewpoint_id
        try:
            changed = (folder / MANIFEST).stat().st_mtime_ns
        except OSError:
            return None
        if self._known.get(folder, (0, None))[0] != changed:
            self._known[folder] = changed, read_manifest(folder)
        return self._known[folder][1]

    def preview(self, scan_id: str, viewpoint_id: str) -> bytes:
        """The six faces in one small JPEG.

        Raises:
            ImageNotFoundError: the preview has not been built.
        """
        return self._read(scan_id, viewpoint_id, Path(PREVIEW))

    def tile(self, scan_id: str, viewpoint_id: str, level: int, face: str, row: int, column: int) -> bytes:
        """One tile, a WebP image.

        Raises:
            ImageNotFoundError: the pyramid has no such tile, or has not been built.
        """
        tile_set = self.tile_set(scan_id, viewpoint_id)
        if tile_set is None:
            raise _not_built(scan_id, viewpoint_id)
        if not tile_set.has(level, face, row, column):
            raise ImageNotFoundError(
                f"The viewpoint {viewpoint_id!r} has no tile {level}/{face}/{row}/{column}.",
                remedy=f"Its levels have faces of {', '.join(map(str, tile_set.face_sizes))} pixels.",
            )
        return self._read(scan_id, viewpoint_id, tile_path(level, face, row, column))

    def _read(self, scan_id: str, viewpoint_id: str, file: Path) -> bytes:
        try:
            return (self.directory / scan_id / viewpoint_id / file).read_bytes()
        except OSError as exc:
            raise _not_built(scan_id, viewpoint_id) from exc


def _not_built(scan_id: str, viewpoint_id: str) -> ImageNotFoundError:
    return ImageNotFoundError(
        f"There are no tiles of viewpoint {viewpoint_id!r} of scan {scan_id!r}.",
        remedy="Make them with `pangea env build`.",
    )
