"""Renders the demo house: ``python -m environments.demo.render``.

Needs Blender as a Python module and Python 3.11; README.md in this folder says what to install.
Writes ``graph.json``, ``floor_plan.json``, ``objects.json``, ``<viewpoint_id>.jpg`` and ``<viewpoint_id>.ids.png`` into
``house/``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from environments.demo.drawing import floor_plan
from environments.demo.house import HOUSE, graph
from environments.demo.masks import pixel_boxes
from environments.folders import make_folder

if TYPE_CHECKING:
    from environments.demo.blender.studio import Picture, Studio
    from environments.demo.model.plan import House, Piece, Room

HOUSE_FOLDER = Path(__file__).parent / "house"
_IDS_WIDTH = 1024


def main() -> None:
    """Write the graph and the objects, then render the panoramas that are missing."""
    options = _options()
    studio = _studio_class()(HOUSE, {piece.name: number for number, _, piece in _named(HOUSE)})
    make_folder(options.output)
    viewpoints = graph(HOUSE)["viewpoints"]
    _identify(studio, viewpoints, options)
    views = {v["viewpoint_id"]: pixel_boxes(_identities(options.output, v)) for v in viewpoints}
    _write(options.output / "graph.json", graph(HOUSE))
    _write(options.output / "floor_plan.json", asdict(floor_plan(HOUSE)))
    _write(options.output / "objects.json", _objects(studio, views))
    for viewpoint in viewpoints:
        image = options.output / viewpoint["image"]
        if options.force or not image.exists():
            picture = studio.photograph(viewpoint["position"], options.width, options.samples)
            Image.fromarray(picture).save(image, quality=86, optimize=True)


def _studio_class() -> type[Studio]:
    try:
        from environments.demo.blender.studio import Studio
    except ModuleNotFoundError as error:  # the scripts for Blender are left out of the installed package
        raise SystemExit(
            f"The demo house cannot be rendered here: there is no module {error.name!r}."
            " In a clone of the repository, install Blender as environments/demo/README.md says."
        ) from error
    return Studio


def _identify(studio: Studio, viewpoints: list[dict[str, Any]], options: argparse.Namespace) -> None:
    missing = [v for v in viewpoints if options.force or not _identity_file(options.output, v).exists()]
    pictures = studio.identify((v["position"] for v in missing), _IDS_WIDTH)
    for viewpoint, picture in zip(missing, pictures, strict=True):
        Image.fromarray(picture).save(_identity_file(options.output, viewpoint), optimize=True)


def _identities(folder: Path, viewpoint: dict[str, Any]) -> Picture:
    with Image.open(_identity_file(folder, viewpoint)) as picture:
        return np.asarray(picture)


def _identity_file(folder: Path, viewpoint: dict[str, Any]) -> Path:
    return folder / f"{viewpoint['viewpoint_id']}.ids.png"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Render the demo house.")
    parser.add_argument("--output", type=Path, default=HOUSE_FOLDER, help="folder to write (%(default)s)")
    parser.add_argument("--width", type=int, default=2048, help="of each panorama in pixels (%(default)s)")
    parser.add_argument("--samples", type=int, default=1, help="light paths per pixel (%(default)s)")
    parser.add_argument("--force", action="store_true", help="render again what is already there")
    return parser.parse_args()


def _named(house: House) -> Iterator[tuple[int, Room, Piece]]:
    pieces = [(room, piece) for _, room, piece in house.pieces() if piece.label]
    for number, (room, piece) in enumerate(pieces, start=1):
        yield number, room, piece


def _objects(studio: Studio, views: dict[str, dict[int, list[int]]]) -> dict[str, Any]:
    return {
        "scan_id": HOUSE.scan_id,
        "image_size": [_IDS_WIDTH, _IDS_WIDTH // 2],
        "objects": [
            {
                "object_id": piece.name,
                "number": number,
                "label": piece.label,
                "room": room.room_id,
                "box": [[round(c, 3) for c in corner] for corner in studio.bounds(piece.name)],
                "seen_from": {view: boxes[number] for view, boxes in views.items() if number in boxes},
            }
            for number, room, piece in _named(HOUSE)
        ],
    }


def _write(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
