"""Simple rooms for carrying: boxes along the axes, seen from cameras, with depth pictures by casting rays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from environments.carrying.upright import surface, view_rows_around
from environments.floor_plan import FloorPlan
from environments.geometry import Vector
from environments.graph import NavigationGraph
from environments.regions import ViewBox
from environments.regions.grid import cell_directions
from environments.scan import Projection, Scan, Viewpoint

Corners = tuple[Vector, Vector]
CHEST: Corners = ((3.6, 3.7, 0.0), (4.4, 4.3, 1.0))
CAMERAS: dict[str, Vector] = {"south": (4.2, 0.0, 1.5), "west": (0.0, 4.4, 1.5), "corner": (0.5, 0.5, 1.5)}
ROOM: Corners = ((-1.0, -1.0, 0.0), (8.0, 8.0, 3.0))


def scan_of(cameras: Mapping[str, Vector] = CAMERAS, plan: FloorPlan | None = None) -> Scan:
    places = {name: Viewpoint(name, position) for name, position in cameras.items()}
    return Scan("room", places, NavigationGraph(cameras, []), Projection.EQUIRECTANGULAR, None, plan)


def seen(camera: Vector, thing: Corners = CHEST) -> ViewBox:
    """The tightest view box around a thing."""
    low, high = np.array(thing)
    x, y, z = (high - low) / 2
    points = surface(np.array([[*(low + high) / 2, 0.0, y, x, z]]))
    row = view_rows_around(points, np.ones(points.shape[:2], bool), np.array(camera))[0]
    return ViewBox(*row.tolist())


class Cast:
    """Depth pictures of a room with things in it; ``sky``: without walls."""

    def __init__(
        self, things: Sequence[Corners], cameras: Mapping[str, Vector] = CAMERAS, *, sky: bool = False
    ) -> None:
        self._things, self._cameras, self._sky = things, cameras, sky

    def distances(self, viewpoint_id: str) -> np.ndarray:
        camera = np.array(self._cameras[viewpoint_id])
        looks = cell_directions(256, 512)
        looks = np.where(np.abs(looks) < 1e-9, 1e-9, looks)
        shown = np.full(looks.shape[:2], np.nan) if self._sky else _slabs(camera, looks, ROOM)[1]
        for thing in self._things:
            near, far = _slabs(camera, looks, thing)
            shown = np.where((near < far) & (near > 0), np.fmin(near, shown), shown)
        return shown


def _slabs(camera: np.ndarray, looks: np.ndarray, box: Corners) -> tuple[np.ndarray, np.ndarray]:
    """Metres at which rays enter and leave a box."""
    one, other = ((np.array(corner) - camera) / looks for corner in box)
    return np.minimum(one, other).max(axis=-1), np.maximum(one, other).min(axis=-1)
