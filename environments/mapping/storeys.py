"""Storeys: heights at which several cameras stand, each of them a storey above the last."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

LEVEL = 0.35
"""Metres; cameras of a storey are within this of its middle one: a step, a sill, a tripod set anew."""
LOWEST_CEILING = 1.8
"""Metres between two storeys."""
FEWEST = 2
"""Cameras of a storey; one alone stands on stairs or on a landing."""
ON_STAIRS = -1


def storeys(heights: Floats) -> Ints:
    """The storey (n,) of each of at least one camera, the lowest 0, by its height in metres; ``ON_STAIRS`` where it is
    on none.

    The height with the most cameras is a storey, then the next of those that are far enough from it, and so on.
    """
    floors: list[float] = []
    while len(free := _far_from(floors, heights)):
        near = np.abs(free[:, None] - heights[None, :]) <= LEVEL
        best = int(near.sum(axis=1).argmax())
        if floors and near[best].sum() < FEWEST:
            break
        floors.append(float(np.median(heights[near[best]])))
    floors.sort()
    apart = np.abs(heights[:, None] - np.array(floors)[None, :])
    return np.where(apart.min(axis=1) <= LEVEL, apart.argmin(axis=1), ON_STAIRS)


def _far_from(floors: list[float], heights: Floats) -> Floats:
    far = [height for height in heights if all(abs(height - floor) >= LOWEST_CEILING for floor in floors)]
    return np.array(far)
