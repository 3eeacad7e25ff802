"""How many metres a unit of a model is: by the eye height, since all cameras stand equally far above their floors; or
by one distance that somebody measured.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from environments.mapping.model import Model

    Floats = NDArray[np.float64]

STEEP = 2.5
"""Metres aside for a metre down: the floor is looked for within this slope, where its height is exact."""
ALIKE = 0.02
"""Share by which heights above one floor differ."""
OTHER = 0.1
"""Share by which another surface's height differs."""
FEWEST = 30
"""Sightings that make a floor."""


class EyeLevel(NamedTuple):
    """How far below the cameras the floor is.

    Attributes:
        height: in units of the model.
        sightings: of points at this height below their camera.
        rival: sightings of the next best height, as a share of these: near 1, the floor may be a table.
    """

    height: float
    sightings: int
    rival: float


def eye_level(model: Model) -> EyeLevel | None:
    """The height below their cameras at which most points are seen; None where fewer than ``FEWEST`` are at any.

    Args:
        model: with z up.
    """
    away = model.points[model.sightings[:, 1]] - model.centres[model.sightings[:, 0]]
    down, aside = -away[:, 2], np.hypot(away[:, 0], away[:, 1])
    heights = np.sort(np.log(down[(down > 0) & (aside < STEEP * down)]))
    if not len(heights):
        return None
    votes = _within(heights, heights, np.log1p(ALIKE))
    best = int(votes.argmax())
    if votes[best] < FEWEST:
        return None
    others = np.abs(heights - heights[best]) > np.log1p(OTHER)
    rival = int(votes[others].max()) if others.any() else 0
    near = np.abs(heights - heights[best]) <= np.log1p(ALIKE)
    return EyeLevel(float(np.exp(np.median(heights[near]))), int(votes[best]), rival / int(votes[best]))


class MeasuredDistance(NamedTuple):
    """Between two photographs, as somebody measured it; in metres."""

    a: str
    b: str
    metres: float


class MetricScale(NamedTuple):
    """How many metres a unit of a model is.

    Attributes:
        eye: metres of the cameras above the floor; None where no floor is seen.
        floor: by which they are known.
    """

    metres: float
    eye: float | None
    floor: EyeLevel | None


def scales(models: Sequence[Model], known: float | MeasuredDistance) -> list[MetricScale | None]:
    """The scale of each model; None where nothing says it.

    Args:
        models: with z up.
        known: the eye height in metres, or a distance. This says the eye height in the model that has both of its
            photographs, and so the scale of the others.
    """
    floors = [eye_level(model) for model in models]
    if not isinstance(known, MeasuredDistance):
        return [_by_floor(floor, known) for floor in floors]
    spanned = next((row for row, model in enumerate(models) if {known.a, known.b} <= set(model.names)), None)
    if spanned is None:
        return [None] * len(models)
    metres, floor = known.metres / _apart(models[spanned], known), floors[spanned]
    eye = floor.height * metres if floor else None
    found = [_by_floor(each, eye) for each in floors]
    found[spanned] = MetricScale(metres, eye, floor)
    return found


def _by_floor(floor: EyeLevel | None, eye: float | None) -> MetricScale | None:
    return MetricScale(eye / floor.height, eye, floor) if floor and eye else None


def _apart(model: Model, known: MeasuredDistance) -> float:
    one, other = (model.centres[model.names.index(name)] for name in (known.a, known.b))
    return float(np.linalg.norm(one - other))


def _within(values: Floats, places: Floats, reach: float) -> NDArray[np.int64]:
    """How many of the sorted values are near each place."""
    counted: NDArray[np.int64] = np.searchsorted(values, places + reach, "right") - np.searchsorted(
        values, places - reach, "left"
    )
    return counted
