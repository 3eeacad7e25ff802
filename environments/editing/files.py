"""The files of a place that is edited: opened, begun from pictures alone, and written whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from environments.check.files import unused_panoramas
from environments.editing.apply import HIGHEST
from environments.editing.pictures import blur_pictures, write_whole
from environments.editing.place import Edge, EditedPlace, Spot, content_of, edge_between, place_of
from environments.errors import ConfigurationError, EditError, PlaceChangedError
from environments.files import is_id, read_json_as
from environments.mapping.photographs import viewpoint_name
from environments.mapping.place import MAP_NAME
from environments.own_places.folder import GRAPH_NAME, PanoramaFolder
from environments.own_places.graph_json import read_content, scan_of
from environments.own_places.plan_pictures import plan_files

if TYPE_CHECKING:
    from collections.abc import Iterator

ORIGINAL = f"{GRAPH_NAME}.orig"


class StepDoubt(msgspec.Struct):
    """How doubtful a step of ``map.json`` is, 0 to 1."""

    ends: tuple[str, str]
    doubt: float | None


class MapDoubts(msgspec.Struct):
    """What ``map.json`` says of doubts."""

    steps: list[StepDoubt]


def folder_of(directory: Path, scan_id: str | None) -> Path:
    """The folder with the ``graph.json`` of a scan of a place, or with pictures alone.

    Raises:
        ConfigurationError: there are several scans and none was named, there is no such scan, or the place is described
            by other files.
    """
    if (directory / GRAPH_NAME).is_file():
        return directory
    graphs = {graph.parent.name: graph.parent for graph in sorted(directory.glob(f"*/{GRAPH_NAME}"))}
    if not graphs:
        _refuse_other_files(directory)
        return directory
    if scan_id is None and len(graphs) > 1:
        raise ConfigurationError(
            f"{directory} has {len(graphs)} scans.", remedy=f"Name one with --scan: {', '.join(graphs)}."
        )
    name = scan_id or next(iter(graphs))
    if name not in graphs:
        raise ConfigurationError(
            f"{directory} has no scan {name!r}.", remedy=f"Known are {', '.join(graphs)}."
        )
    return graphs[name]


def begin_place(folder: Path, height: float | None) -> None:
    """Write the ``graph.json`` of pictures that have none: the first of them is the origin, and the others wait.

    Args:
        height: of every camera above the floor, metres.

    Raises:
        ConfigurationError: the height is missing, there is no panorama, or the folder cannot name a scan.
    """
    pictures = waiting_pictures(folder, [], [])
    if not pictures:
        raise ConfigurationError(
            f"{folder} has neither {GRAPH_NAME} nor panoramas.",
            remedy="Put equirectangular pictures into it, twice as wide as high: .jpg, .png or .webp.",
        )
    if height is None or not 0 < height <= HIGHEST:
        raise ConfigurationError(
            f"{folder} has no {GRAPH_NAME} yet, and pictures alone do not say how large a place is.",
            remedy="Say how high the cameras were above the floor: --height 1.55.",
        )
    if not is_id(folder.name):
        raise ConfigurationError(
            f"A place cannot be named {folder.name!r}.",
            remedy="Rename the folder: letters, digits, '_' and '-'.",
        )
    first, image = next(iter(pictures.items()))
    spot = Spot(first, image, (0.0, 0.0, height), 0.0, height)
    write_whole(folder / GRAPH_NAME, text_of(EditedPlace(folder.name, {first: spot})))


def open_place(folder: Path) -> tuple[EditedPlace, str]:
    """The place that a folder's ``graph.json`` describes, and the digest of that file.

    Raises:
        ConnectivityError: the file is malformed.
    """
    file = folder / GRAPH_NAME
    digest = digest_of(file)
    content = read_content(file, folder)
    if digest_of(file) != digest:
        raise PlaceChangedError(f"{file} was being written just now.", remedy="Try again.")
    images = scan_of(content, folder).images
    waiting = waiting_pictures(folder, images.values(), images)
    return place_of(content, waiting, plan_files(folder)), digest


def waiting_pictures(folder: Path, used: Collection[Path], names: Collection[str]) -> dict[str, str]:
    """Panoramas of a folder that no viewpoint has, by the id that each would have."""
    taken, found = set(names), {}
    for file in unused_panoramas(folder, used, folder):
        name = next(each for each in _names(viewpoint_name(file)) if each not in taken)
        taken.add(name)
        found[name] = file.name
    return found


def doubts_in(folder: Path) -> dict[Edge, float]:
    """The doubt of each step of which ``pangea env map`` has one; none where it did not make the place.

    Raises:
        ConnectivityError: ``map.json`` is malformed.
    """
    file = folder / MAP_NAME
    if not file.is_file():
        return {}
    told = read_json_as(MapDoubts, file, "Remove it: nothing but the order of the edges is lost.", folder)
    return {edge_between(*step.ends): step.doubt for step in told.steps if step.doubt is not None}


def save_place(folder: Path, before: EditedPlace, place: EditedPlace, digest: str) -> str:
    """Write the pictures in which other boxes are blurred, then ``graph.json``, whose first one is kept beside it.

    Returns:
        The new digest.

    Raises:
        PlaceChangedError: the file is another one than that of ``digest``.
        EditError: it cannot be written, or a picture was replaced meanwhile.
    """
    file, original = folder / GRAPH_NAME, folder / ORIGINAL
    try:
        if digest_of(file) != digest:
            raise PlaceChangedError(
                f"{file.name} was changed by another program.",
                remedy="Take what is on disk: what was edited here since it was last written is lost.",
            )
        if not original.exists():
            write_whole(original, file.read_bytes())
        blur_pictures(folder, before.blurred, place.blurred)
        text = text_of(place)
        write_whole(file, text)
    except OSError as error:
        raise EditError(
            f"{folder} cannot be written: {error.strerror}.",
            remedy="Make room, or allow it; then do the last edit again.",
        ) from error
    return sha256(text).hexdigest()


def text_of(place: EditedPlace) -> bytes:
    """The bytes of ``graph.json``: a viewpoint and an edge a line, so that two versions can be compared."""
    content = content_of(place)
    return (json.dumps(content, indent=1, ensure_ascii=False) + "\n").encode()


def digest_of(file: Path) -> str:
    """Of a file that is not there, the empty text."""
    return sha256(file.read_bytes()).hexdigest() if file.is_file() else ""


def _names(name: str) -> Iterator[str]:
    yield name
    number = 2
    while True:
        yield f"{name}-{number}"
        number += 1


def _refuse_other_files(directory: Path) -> None:
    """Raise ConfigurationError where a place is described by tables, or by files of the 2021 toolkit."""
    try:
        PanoramaFolder(directory)
    except ConfigurationError:
        return
    raise ConfigurationError(
        f"{directory} is described by tables or by pano*.json, which are not edited.",
        remedy=f"Write its {GRAPH_NAME} first: environments/README.md describes it.",
    )
