"""Renders the demo house: ``python -m environments.demo.render``.

Needs Blender as a Python module and Python 3.11; README.md in this folder says what to install.
Writes ``graph.json``, ``floor_plan.json``, ``objects.json``, ``<viewpoint_id>.ids.png``,
``<viewpoint_id>.depth.png`` and ``<viewpoint_id>.jpg`` into ``house/``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from environments.demo.drawing import floor_plan
from environments.demo.house import HOUSE, graph
from environments.demo.masks import pixel_boxes, solid_angle
from environments.demo.model.plan import Stand
from environments.demo.model.sight import edges, feet
from environments.folders import make_folder

if TYPE_CHECKING:
    from environments.demo.blender.studio import Picture, Studio
    from environments.demo.model.plan import House, Piece, PlanRoom
    from environments.geometry import Vector

    Shots = Callable[[Iterable[Vector], int], Iterator[Any]]

HOUSE_FOLDER = Path(__file__).parent / "house"
IDS_WIDTH = 1024
"""Of the pictures of identities and depths, in pixels."""


def main() -> None:
    """Render the demo house into its folder, or another."""
    parser = rendering_options("Render the demo house.", width=4096, samples=4)
    parser.set_defaults(output=HOUSE_FOLDER)
    render_house(HOUSE, parser.parse_args())


def rendering_options(description: str, *, width: int, samples: int) -> argparse.ArgumentParser:
    """What every rendering of a house can be asked for, with its defaults."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--output", type=Path, help="folder to write")
    parser.add_argument("--width", type=int, default=width, help="of each panorama in pixels (%(default)s)")
    parser.add_argument("--samples", type=int, default=samples, help="light paths per pixel (%(default)s)")
    parser.add_argument(
        "--spacing",
        type=float,
        help="metres: more viewpoints on the level edges that are longer, such as 1.2",
    )
    parser.add_argument("--force", action="store_true", help="render again what is already there")
    parser.add_argument(
        "--no-pictures",
        dest="pictures",
        action="store_false",
        help="graph and ground truth alone, without colours",
    )
    return parser


def render_house(house: House, options: argparse.Namespace) -> None:
    """Write the graph and the ground truth, then render the panoramas that are missing."""
    house = denser(house, options.spacing) if options.spacing else house
    studio = _studio_class()(house, {piece.name: number for number, _, piece in _named(house)})
    make_folder(options.output)
    viewpoints = graph(house)["viewpoints"]
    _shoot(studio.identify, "ids", viewpoints, options)
    _shoot(studio.measure, "depth", viewpoints, options)
    _write(options.output / "graph.json", graph(house))
    _write(options.output / "floor_plan.json", asdict(floor_plan(house)))
    _write(options.output / "objects.json", _objects(house, studio, options))
    for viewpoint in _counted("panoramas", viewpoints) if options.pictures else ():
        image = options.output / viewpoint["image"]
        if options.force or not image.exists():
            picture = studio.photograph(viewpoint["position"], options.width, options.samples)
            Image.fromarray(picture).save(image, quality=86, optimize=True)


def _studio_class() -> Any:
    try:
        from environments.demo.blender.studio import Studio
    except ModuleNotFoundError as error:  # the scripts for Blender are left out of the installed package
        raise SystemExit(
            f"The house cannot be rendered here: there is no module {error.name!r}."
            " In a clone of the repository, install Blender as environments/demo/README.md says."
        ) from error
    return Studio


def _shoot(shots: Shots, kind: str, viewpoints: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """Save the pictures of one kind that are missing."""
    files = [options.output / f"{viewpoint['viewpoint_id']}.{kind}.png" for viewpoint in viewpoints]
    missing = [
        (file, viewpoint["position"])
        for file, viewpoint in zip(files, viewpoints, strict=True)
        if options.force or not file.exists()
    ]
    pictures = shots((position for _, position in missing), IDS_WIDTH)
    for (file, _), picture in zip(_counted(f"pictures of {kind}", missing), pictures, strict=True):
        Image.fromarray(picture).save(file, optimize=True)


def _named(house: House) -> Iterator[tuple[int, PlanRoom, Piece]]:
    pieces = [(room, piece) for _, room, piece in house.pieces() if piece.label]
    for number, (room, piece) in enumerate(pieces, start=1):
        yield number, room, piece


def _objects(house: House, studio: Studio, options: argparse.Namespace) -> dict[str, Any]:
    positions = {each["viewpoint_id"]: each["position"] for each in graph(house)["viewpoints"]}
    pictures = {view: _identities(options.output / f"{view}.ids.png") for view in positions}
    boxes = {view: pixel_boxes(picture) for view, picture in pictures.items()}
    return {
        "scan_id": house.scan_id,
        "image_size": [IDS_WIDTH, IDS_WIDTH // 2],
        "objects": [
            {
                "object_id": piece.name,
                "number": number,
                "label": piece.label,
                "room": room.room_id,
                "box": [[round(c, 3) for c in corner] for corner in studio.bounds(piece.name)],
                "seen_from": {view: found[number] for view, found in boxes.items() if number in found},
                **_unhidden(studio, piece.name, number, positions, pictures),
            }
            for number, room, piece in _counted("things", list(_named(house)))
        ],
    }


def _counted(what: str, each: Sequence[Any]) -> Iterator[Any]:
    """Each of them; the terminal is told how many are done."""
    for number, one in enumerate(each, start=1):
        sys.stderr.write(f"\r{what}: {number} of {len(each)} ")
        yield one
    sys.stderr.write("\n")


def _unhidden(
    studio: Studio, name: str, number: int, positions: dict[str, Vector], pictures: dict[str, Picture]
) -> dict[str, Any]:
    """Where a piece would be seen if nothing hid it, and how much of that is hidden, from where any of it is seen."""
    seen = [view for view, picture in pictures.items() if (picture == number).any()]
    outlines = studio.outline(name, (positions[view] for view in seen), IDS_WIDTH)
    whole_from, hidden = {}, {}
    for view, outline in zip(seen, outlines, strict=True):
        whole = outline == number
        whole_from[view] = pixel_boxes(outline)[number]
        hidden[view] = round(1 - solid_angle(whole & (pictures[view] == number)) / solid_angle(whole), 4)
    return {"whole_from": whole_from, "hidden": hidden}


def _identities(file: Path) -> Picture:
    with Image.open(file) as picture:
        return np.asarray(picture)


def _write(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()


if TYPE_CHECKING:
    from environments.demo.model.plan import House


def denser(house: House, spacing: float) -> House:
    """The house with viewpoints on its level edges, so that neighbours on them are about ``spacing`` metres apart.

    Each edge is divided evenly, into as many parts as bring them nearest to ``spacing``. Stairs stay as they are.

    Args:
        spacing: metres, more than 0.
    """
    places = feet(house)
    more: dict[float, list[Stand]] = {level.floor: [] for level in house.levels}
    for a, b in edges(house):
        start, end = places[a], places[b]
        parts = round(dist(start, end) / spacing)
        if start[2] == end[2] and start[2] in more:
            more[start[2]] += [
                Stand(f"{a}--{b}-{i}", (_at(start[0], end[0], i / parts), _at(start[1], end[1], i / parts)))
                for i in range(1, parts)
            ]
    levels = [replace(level, stands=(*level.stands, *more[level.floor])) for level in house.levels]
    return replace(house, levels=tuple(levels))


def _at(start: float, end: float, share: float) -> float:
    return round(start + (end - start) * share, 3)
