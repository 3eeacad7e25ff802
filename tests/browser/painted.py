"""Places whose panoramas are painted from marks in known directions: every pixel on the screen can be foretold."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Picture = NDArray[np.uint8]
Directions = NDArray[np.float64]
SCAN = "painted"
GREY = (90, 90, 90)
RADIUS = math.radians(5)


@dataclass(frozen=True)
class Mark:
    """A disc of one colour around a direction of the world."""

    name: str
    heading: float
    elevation: float
    colour: tuple[int, int, int]

    @property
    def look(self) -> Directions:
        level = math.cos(self.elevation)
        return np.array(
            [math.sin(self.heading) * level, math.cos(self.heading) * level, math.sin(self.elevation)]
        )


def _mark(name: str, heading: float, elevation: float, colour: tuple[int, int, int]) -> Mark:
    return Mark(name, math.radians(heading), math.radians(elevation), colour)


MARKS = (
    _mark("north", 0, 0, (255, 0, 0)),
    _mark("east", 90, 0, (0, 255, 0)),
    _mark("south", 180, 0, (0, 0, 255)),
    _mark("west", -90, 0, (255, 255, 0)),
    _mark("above, a little east", 90, 70, (255, 0, 255)),
    _mark("below, a little south", 180, -70, (0, 255, 255)),
    _mark("north-east, up", 45, 35, (255, 255, 255)),
    _mark("south-west, down", -135, -35, (0, 0, 0)),
    _mark("beside the edge of two faces", 42, 0, (255, 128, 0)),
)


def paint(world: Directions) -> Picture:
    """The colours (h, w, 3) that are seen along directions (h, w, 3) of the world."""
    unit = world / np.linalg.norm(world, axis=-1, keepdims=True)
    picture = np.full(world.shape, GREY, np.uint8)
    for mark in MARKS:
        picture[unit @ mark.look > math.cos(RADIUS)] = mark.colour
    return picture


def turned(heading: float) -> Directions:
    """(3, 3): from a level frame that looks along ``heading`` to the world."""
    sine, cosine = math.sin(heading), math.cos(heading)
    return np.array([[cosine, sine, 0], [-sine, cosine, 0], [0, 0, 1]])


def equirectangular(width: int, heading: float) -> Picture:
    """An image whose centre column looks along ``heading``."""
    columns = (np.arange(width) + 0.5) / width * 2 * math.pi - math.pi
    rows = math.pi / 2 - (np.arange(width // 2) + 0.5) / (width // 2) * math.pi
    across, up = np.meshgrid(columns, rows)
    own = np.stack([np.sin(across) * np.cos(up), np.cos(across) * np.cos(up), np.sin(up)], axis=-1)
    return paint(own @ turned(heading).T)


def folder_of_equirectangular(directory: Path, *, width: int = 2048, heading: float = 0.7) -> Path:
    """Two viewpoints, two metres apart along +y; their images are turned by ``heading``."""
    Image.fromarray(equirectangular(width, heading)).save(directory / "a.jpg", quality=95)
    Image.fromarray(equirectangular(width, 0.0)).save(directory / "b.jpg", quality=95)
    viewpoints = [
        {"viewpoint_id": "a", "image": "a.jpg", "position": [0, 0, 1.6], "heading": heading},
        {"viewpoint_id": "b", "image": "b.jpg", "position": [0, 2, 1.6]},
    ]
    graph = {"scan_id": SCAN, "viewpoints": viewpoints, "edges": [["a", "b"]]}
    (directory / "graph.json").write_text(json.dumps(graph))
    return directory


# Of each Matterport skybox, the direction of a pixel (s to the right, t down, both in [-1, 1]) in the frame of the
# pose's camera (x right, y down, z ahead). The camera faces skybox 3; 1, 2, 3, 4 stand in a ring that turns to the
# right; the bottom edge of 0 (above) and the top edge of 5 (below) meet skybox 1, which lies behind the camera.
SKYBOXES: dict[int, Callable[[Directions, Directions, Directions], tuple[Directions, ...]]] = {
    3: lambda s, t, one: (s, t, one),
    4: lambda s, t, one: (one, t, -s),
    1: lambda s, t, one: (-s, t, -one),
    2: lambda s, t, one: (-one, t, s),
    0: lambda s, t, one: (-s, -one, -t),
    5: lambda s, t, one: (-s, one, t),
}


def matterport_skyboxes(directory: Path, *, heading: float = 0.7, side: int = 512) -> Path:
    """One viewpoint whose pose's camera looks along ``heading``."""
    sine, cosine = math.sin(heading), math.cos(heading)
    right, down, ahead = (cosine, -sine, 0.0), (0.0, 0.0, -1.0), (sine, cosine, 0.0)
    pose = np.eye(4)
    pose[:3, :3] = np.array([right, down, ahead]).T
    pose[:3, 3] = 0, 0, 1.6
    entry = {
        "image_id": "a",
        "pose": pose.ravel().tolist(),
        "included": True,
        "visible": [False],
        "unobstructed": [False],
        "height": 1.6,
    }
    (directory / f"{SCAN}_connectivity.json").write_text(json.dumps([entry]))
    axis = (np.arange(side) + 0.5) / side * 2 - 1
    s, t = np.meshgrid(axis, axis)
    for number, look in SKYBOXES.items():
        own = np.stack(look(s, t, np.ones_like(s)), axis=-1)
        picture = Image.fromarray(paint(own @ pose[:3, :3].T))
        picture.save(directory / f"a_skybox{number}_sami.jpg", quality=95)
    return directory


@dataclass(frozen=True)
class Screen:
    """A camera's picture: ``width`` by ``height`` pixels, ``field_of_view`` across the shorter side."""

    width: int
    height: int
    field_of_view: float = math.radians(75)

    def place(self, look: Directions, heading: float, elevation: float) -> tuple[float, float] | None:
        """The pixel that shows a direction of the world; None when it is out of the picture."""
        ahead = Mark("", heading, elevation, GREY).look
        right = np.array([math.cos(heading), -math.sin(heading), 0.0])
        up = np.cross(right, ahead)
        depth = float(look @ ahead)
        if depth <= 0.05:
            return None
        focal = min(self.width, self.height) / 2 / math.tan(self.field_of_view / 2)
        x = self.width / 2 + focal * float(look @ right) / depth
        y = self.height / 2 - focal * float(look @ up) / depth
        return (x, y) if 8 < x < self.width - 8 and 8 < y < self.height - 8 else None
