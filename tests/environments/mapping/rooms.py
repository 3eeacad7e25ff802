"""Two rooms with a doorway, as a model with true positions: what cameras in them see, without pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from environments.geometry import rotation
from environments.mapping.model import Matches, Model

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

EYE = 1.5
WALL = 4.0  # metres, x of the wall between the rooms, each 4 m x 4 m and 2.4 m high
DOOR = (1.5, 2.5)
STANDS = {
    "west": (1.0, 2.0),
    "west-door": (3.0, 2.0),
    "west-corner": (3.2, 0.6),
    "east-door": (5.0, 2.0),
    "east-corner": (4.8, 0.6),
    "east": (7.0, 2.0),
}


def two_rooms(stands: dict[str, tuple[float, float]] = STANDS) -> Model:
    """In metres, z up, the floor at 0; headings of all kinds, all upright."""
    names = tuple(sorted(stands))
    centres = np.array([(*stands[name], EYE) for name in names])
    points = surfaces()
    sightings = [
        (row, point)
        for row, centre in enumerate(centres)
        for point in np.flatnonzero(sees(centre, points)).tolist()
    ]
    turns = rotation(np.arange(len(names)) * 1.0)
    return Model(names, centres, turns, points, np.array(sightings, np.int64))


def surfaces() -> Floats:
    """Points (n, 3) on the floor and the outer walls."""
    x, y = np.meshgrid(np.arange(0.2, 8, 0.4), np.arange(0.2, 4, 0.4))
    floor = np.stack([x, y, np.zeros_like(x)], axis=-1).reshape(-1, 3)
    x, z = np.meshgrid(np.arange(0.2, 8, 0.4), np.arange(0.3, 2.4, 0.4))
    walls = [np.stack([x, np.full_like(x, y), z], axis=-1).reshape(-1, 3) for y in (0.0, 4.0)]
    y, z = np.meshgrid(np.arange(0.2, 4, 0.4), np.arange(0.3, 2.4, 0.4))
    walls += [np.stack([np.full_like(y, x), y, z], axis=-1).reshape(-1, 3) for x in (0.0, 8.0)]
    return np.concatenate([floor, *walls])


def sees(centre: Floats, points: Floats) -> NDArray[np.bool_]:
    """Which points (n,) are not behind the wall between the rooms."""
    across = (points[:, 0] - WALL) * (centre[0] - WALL) < 0
    share = (WALL - centre[0]) / np.where(across, points[:, 0] - centre[0], 1)
    at = centre[1] + share * (points[:, 1] - centre[1])
    seen: NDArray[np.bool_] = ~across | ((at > DOOR[0]) & (at < DOOR[1]))
    return seen


def matches_of(model: Model) -> dict[tuple[str, str], Matches]:
    """What each two see in common, without error."""
    found = {}
    seen = [set(model.sightings[model.sightings[:, 0] == row, 1].tolist()) for row in range(len(model.names))]
    for a in range(len(model.names)):
        for b in range(a + 1, len(model.names)):
            both = sorted(seen[a] & seen[b])
            found[model.names[a], model.names[b]] = Matches(rays(model, a, both), rays(model, b, both))
    return found


def rays(model: Model, row: int, points: list[int]) -> Floats:
    """Unit vectors to points in a panorama's own frame."""
    away = (model.points[points] - model.centres[row]) @ model.turns[row]
    unit: Floats = away / np.linalg.norm(away, axis=1)[:, None]
    return unit
