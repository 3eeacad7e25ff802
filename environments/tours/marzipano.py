"""Tours of Marzipano's tool, read: ``app-files/data.js``, and cubes of tiles beside it.

Source: what the tool exports. Radians, to the right of the picture's middle, and *down*. A level's place in the list
names its folder of tiles; the one for previews has none.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from environments.errors import InvalidDataError
from environments.tours.scene import Cube, Scene, SceneLink, file_beside

FACES = ("f", "r", "b", "l", "u", "d")
"""In the order of ``scan.CUBE_FACES``."""


class _Level(msgspec.Struct, rename="camel"):
    tile_size: int
    size: int
    fallback_only: bool = False


class _MarzipanoHotSpot(msgspec.Struct, rename="camel"):
    yaw: float
    pitch: float
    target: str


class _Scene(msgspec.Struct, rename="camel"):
    id: str
    levels: list[_Level]
    face_size: int = 0
    link_hotspots: list[_MarzipanoHotSpot] = []


class _MarzipanoTour(msgspec.Struct, rename="camel"):
    scenes: list[_Scene]


def read_marzipano(content: Any, folder: Path) -> list[Scene]:
    """The scenes of a tour whose tiles are in a folder.

    Raises:
        msgspec.ValidationError: it has another form.
        InvalidDataError: a scene cannot be used.
    """
    scenes = msgspec.convert(content, _MarzipanoTour).scenes
    if len({each.id for each in scenes}) < len(scenes):
        raise InvalidDataError("Two scenes have one id.", remedy="Export the tour again.")
    return [
        Scene(
            each.id,
            _tiles(each, folder),
            [SceneLink(spot.target, spot.yaw, -spot.pitch) for spot in each.link_hotspots],
        )
        for each in scenes
    ]


def _tiles(scene: _Scene, folder: Path) -> Cube:
    levels = [
        (number, each)
        for number, each in enumerate(scene.levels)
        if not each.fallback_only and min(each.size, each.tile_size) > 0
    ]
    if not levels:
        raise InvalidDataError(f"{scene.id} has no tiles.", remedy="Export the tour again.")
    number, level = next((each for each in levels if each[1].size >= scene.face_size > 0), levels[-1])

    def tile(face: int, row: int, column: int) -> Path:
        return file_beside(folder, f"tiles/{scene.id}/{number}/{FACES[face]}/{row}/{column}.jpg", scene.id)

    return Cube(tile, -(-level.size // level.tile_size), level.tile_size)
