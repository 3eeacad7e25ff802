"""What walls hide, where a scan has a floor plan that is no sketch."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from environments.floor_plan import FloorPlan

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

_STOREY = 3.0
"""Metres of the highest storey, which the plan does not say."""
_THICK = 0.15
"""Metres that a point may lie behind a wall's centre line and still be on the wall."""


class Walls:
    """The walls of a floor plan, as upright rectangles from their floor to the next one. Doorways are open up to it.

    Windows are walls in a plan, so what is seen through one is taken for hidden.
    """

    def __init__(self, plan: FloorPlan | None) -> None:
        floors = plan.floors if plan and not plan.sketch else ()
        tops = [*(above.z for _, above in pairwise(floors)), *(floor.z + _STOREY for floor in floors[-1:])]
        told = [
            (*start, *end, floor.z, top)
            for floor, top in zip(floors, tops, strict=True)
            for start, end in floor.walls
        ]
        self._rows: Floats = np.array(told, np.float64).reshape(-1, 6)

    def __len__(self) -> int:
        return len(self._rows)

    def between(self, camera: Floats, points: Floats) -> Bools:
        """Whether a wall stands between a camera (3,) and points (..., 3)."""
        flat = points.reshape(-1, 3)
        hidden = np.zeros(len(flat), np.bool_)
        way = flat - camera
        metres = np.linalg.norm(way[:, :2], axis=1)
        for row in self._rows[self._near(camera, flat)]:
            start, along, low, high = row[:2], row[2:4] - row[:2], row[4], row[5]
            across = way[:, 0] * along[1] - way[:, 1] * along[0]
            gap = start - camera[:2]
            with np.errstate(divide="ignore", invalid="ignore"):
                share = (gap[0] * along[1] - gap[1] * along[0]) / across
                place = (gap[0] * way[:, 1] - gap[1] * way[:, 0]) / across
                z = camera[2] + share * way[:, 2]
            hit = (share > 0) & (share * metres < metres - _THICK) & (place >= 0) & (place <= 1)
            hidden |= hit & (z >= low) & (z <= high)
        return hidden.reshape(points.shape[:-1])

    def _near(self, camera: Floats, points: Floats) -> Bools:
        """Which walls' boxes meet the box around the camera and the points."""
        low, high = np.minimum(points.min(axis=0), camera), np.maximum(points.max(axis=0), camera)
        x, y = np.sort(self._rows[:, [0, 2]]), np.sort(self._rows[:, [1, 3]])
        z = self._rows[:, 4:]
        found = np.ones(len(self._rows), np.bool_)
        for axis, span in enumerate((x, y, z)):
            found &= (span[:, 0] <= high[axis]) & (span[:, 1] >= low[axis])
        return found
