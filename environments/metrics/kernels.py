"""The loops of warping, as machine code. Importing this module imports numba: do so when it is first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from environments.compilation import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST, SECOND = 1, 2  # which sequence advances in a step of a warping; 0: both do


@compiled
def advance(
    cost: NDArray[np.float64],
    first_column: int,
    low: NDArray[np.int64],
    stop: NDArray[np.int64],
    begin: NDArray[np.int64],
    total: NDArray[np.float64],
    steps: NDArray[np.uint8],
) -> None:
    """``total[j + 1]`` is the least cost to column j of the previous row, then of this row; inf outside the band."""
    for i in range(len(low)):
        both, left = total[low[i]], np.inf
        total[low[i]] = np.inf
        for j in range(low[i], stop[i]):
            above = total[j + 1]
            one = min(above, left)
            steps[begin[i] + j - low[i]] = (both > one) * (FIRST + (above > left))  # no branch to mispredict
            left = cost[i, j - first_column] + min(both, one)
            total[j + 1], both = left, above


@compiled
def trace_back(
    steps: NDArray[np.uint8], low: NDArray[np.int64], begin: NDArray[np.int64], m: int
) -> NDArray[np.int64]:
    i, j = len(low) - 1, m - 1
    k = i + j + 1
    path = np.empty((k, 2), dtype=np.int64)
    while i >= 0:
        k -= 1
        path[k, 0], path[k, 1] = i, j
        step = steps[begin[i] + j - low[i]]
        if step != SECOND:
            i -= 1
        if step != FIRST:
            j -= 1
    return path[k:].copy()
