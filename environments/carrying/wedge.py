"""What one box says elsewhere: the thing is somewhere along its ray."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from environments.carrying.upright import view_rows_around
from environments.regions import ViewBox, view_corners

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from environments.carrying.walls import Walls

    Floats = NDArray[np.float64]

NEAREST, FARTHEST = 0.3, 20.0
"""Metres from the camera between which a thing is looked for where nothing else bounds it."""
_STEPS = 60
_WIDEST = np.radians(170)


class Wedge(NamedTuple):
    """Where another viewpoint may see a thing of which one box is known.

    Attributes:
        box: around all places along the ray that the viewpoint sees.
        nearest, farthest: metres from the first camera between which the thing is.
        sweep: radians between its first and last place, seen from the viewpoint: how little the wedge says.
    """

    box: ViewBox
    nearest: float
    farthest: float
    sweep: float


def wedge(box: ViewBox, camera: Floats, other: Floats, walls: Walls) -> Wedge | None:
    """The wedge of a box at a camera (3,) as another camera (3,) sees it; None where walls hide every place of it, or
    the places fill half of its sphere.

    Walls bound the ray: nothing is seen behind the first one.
    """
    metres = np.geomspace(NEAREST, FARTHEST, _STEPS)
    middle = view_corners(box).sum(axis=0)
    rays = np.concatenate([[middle / np.linalg.norm(middle)], view_corners(box)])
    places = camera + metres[:, np.newaxis, np.newaxis] * rays
    reached = ~walls.between(camera, places[:, 0])
    seen = reached & ~walls.between(other, places[:, 0])
    if not seen.any():
        return None
    ways = places[seen] - other
    ways /= np.maximum(np.linalg.norm(ways, axis=-1, keepdims=True), 1e-9)
    if (np.linalg.norm(places[seen, 0] - other, axis=-1) < NEAREST).any():
        return None
    mean = ways.reshape(-1, 3).mean(axis=0)
    if (ways @ mean <= 0).any():
        return None
    flat = places[seen].reshape(1, -1, 3)
    row = view_rows_around(flat, np.ones(flat.shape[:2], np.bool_), other)[0]
    if row[2:].max() > _WIDEST:
        return None
    first, last = ways[0, 0], ways[-1, 0]
    sweep = float(np.arccos(np.clip(first @ last, -1, 1)))
    return Wedge(ViewBox(*row.tolist()), float(metres[seen][0]), float(metres[seen][-1]), sweep)
