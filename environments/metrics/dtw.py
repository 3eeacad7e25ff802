"""Dynamic time warping: the project's only kernel, for walks and for words alike."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from environments.errors import ConfigurationError, InvalidDataError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    Kernel = Callable[[NDArray[np.float64]], NDArray[np.int64]]


class Warping(NamedTuple):
    """An alignment of two sequences.

    Attributes:
        cost: sum of the costs along ``path``.
        path: (k, 2) int64, from (0, 0) to (n - 1, m - 1); each step advances the first, the second, or both.
    """

    cost: float
    path: NDArray[np.int64]


def dtw(cost: ArrayLike, method: Literal["exact", "fastdtw"] = "exact", radius: int = 1) -> Warping:
    """The cheapest monotone alignment of two sequences.

    Args:
        cost: (n, m) of finite numbers: what it costs to align item i of the first with item j of the second.
        method: ``exact`` takes time and memory in n * m. ``fastdtw`` (Salvador and Chan 2007) looks only near the
            path found at half the resolution; its path may cost more than the cheapest.
        radius: of ``fastdtw``, in items; a wider one is slower and nearer to exact.

    Raises:
        InvalidDataError: ``cost`` is not a matrix of finite numbers with at least one row and column.
        ConfigurationError: there is no such method.

    Source: Sakoe and Chiba 1978, symmetric steps of weight 1. Our choice: of equal steps, both advance.
    """
    matrix = np.ascontiguousarray(cost, dtype=np.float64)
    if matrix.ndim != 2 or matrix.size == 0 or not np.isfinite(matrix).all():
        raise InvalidDataError(
            f"A cost matrix of shape {matrix.shape} cannot be warped.",
            remedy="Give two sequences of at least one item each, and finite costs.",
        )
    if method == "exact":
        path = _exact_kernel()(matrix)
    elif method == "fastdtw":
        path = _fastdtw_path(matrix, radius)
    else:
        raise ConfigurationError(f"There is no DTW method {method!r}.", remedy="Use 'exact' or 'fastdtw'.")
    return Warping(float(matrix[path[:, 0], path[:, 1]].sum()), path)


@cache
def _exact_kernel() -> Kernel:
    import numba

    compiled: Kernel
    try:
        compiled = numba.njit(cache=True)(_exact_path)
    except RuntimeError:  # neither this folder nor the user's cache can be written: compile in every process
        compiled = numba.njit()(_exact_path)
    return compiled


def _exact_path(cost: NDArray[np.float64]) -> NDArray[np.int64]:
    n, m = cost.shape
    total = np.full((n + 1, m + 1), np.inf)
    total[0, 0] = 0.0
    for i in range(n):
        for j in range(m):
            total[i + 1, j + 1] = cost[i, j] + min(total[i, j], total[i, j + 1], total[i + 1, j])
    path = np.empty((n + m - 1, 2), dtype=np.int64)
    i, j, k = n, m, n + m - 1
    while i > 0:
        k -= 1
        path[k, 0], path[k, 1] = i - 1, j - 1
        both, first, second = total[i - 1, j - 1], total[i - 1, j], total[i, j - 1]
        if both <= first and both <= second:
            i, j = i - 1, j - 1
        elif first <= second:
            i -= 1
        else:
            j -= 1
    return path[k:].copy()


def _fastdtw_path(cost: NDArray[np.float64], radius: int) -> NDArray[np.int64]:
    """Warps positions; where fastdtw merges items, their mean position stands for all of them."""
    from fastdtw import fastdtw

    def between(i: Any, j: Any) -> float:
        return float(cost[int(i), int(j)])

    n, m = cost.shape
    return np.array(fastdtw(np.arange(n), np.arange(m), radius=radius, dist=between)[1], dtype=np.int64)
