"""Dynamic time warping: the project's only implementation, for walks, words and sound."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from environments.errors import ConfigurationError, InvalidDataError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import ArrayLike, NDArray

    Costs = Callable[[slice, slice], NDArray[np.float64]]

_ROWS_AT_ONCE = 64
_STEPS_AT_ONCE = 4096
_MOST_STEPS = 2**26  # pairs, a byte each


class Warping(NamedTuple):
    """An alignment of two sequences.

    Attributes:
        cost: sum of the costs along ``path``.
        path: (k, 2) int64, from (0, 0) to (n - 1, m - 1); each step advances the first, the second, or both.
    """

    cost: float
    path: NDArray[np.int64]


def dtw(
    cost: ArrayLike,
    method: Literal["exact", "fastdtw"] = "exact",
    radius: int = 1,
    *,
    band: float | None = None,
) -> Warping:
    """The cheapest monotone alignment of two sequences.

    Args:
        cost: (n, m) finite numbers: the cost of aligning item i of the first with item j of the second.
        method: ``exact`` needs time and memory in proportion to n * m. ``fastdtw`` (Salvador and Chan 2007) looks only
            near the path found at half the resolution; its path may cost more than the cheapest.
        radius: of ``fastdtw``, in items; a larger radius is slower and closer to exact.
        band: of ``exact``: how far the path may leave the diagonal from corner to corner (Sakoe and Chiba 1978), as a
            share of m if below 1, or in items of the second sequence. The path is the cheapest within the band.

    Raises:
        InvalidDataError: ``cost`` is not a matrix of finite numbers with at least one row and column.
        ConfigurationError: there is no such method, it does not support a band, or the band is negative.

    Source: Sakoe and Chiba 1978, symmetric steps of weight 1. Our choice: between equal steps, both advance.
    """
    matrix = np.ascontiguousarray(cost, dtype=np.float64)
    if matrix.ndim != 2 or matrix.size == 0 or not np.isfinite(matrix).all():
        raise _not_to_be_warped(f"A cost matrix of shape {matrix.shape}")
    if method == "exact":
        n, m = matrix.shape
        path = _cheapest_path(lambda rows, columns: matrix[rows, columns], n, m, *_band(n, m, band))
    elif method == "fastdtw" and band is None:
        path = _fastdtw_path(matrix, radius)
    elif method == "fastdtw":
        raise ConfigurationError("fastdtw has a radius, but no band.", remedy="Use the method 'exact'.")
    else:
        raise ConfigurationError(f"There is no DTW method {method!r}.", remedy="Use 'exact' or 'fastdtw'.")
    return Warping(float(matrix[path[:, 0], path[:, 1]].sum()), path)


def dtw_path(costs: Costs, n: int, m: int, *, band: float | None = None) -> NDArray[np.int64]:
    """The path (k, 2) of exact ``dtw``, in one byte per pair of items: ``costs`` is asked for some rows at a time.

    Args:
        costs: the finite costs of a slice of the first sequence, with n items, and one of the second, with m.
        band: see ``dtw``.

    Raises:
        ConfigurationError: the band is negative.
    """
    return _cheapest_path(costs, n, m, *_band(n, m, band))


def dtw_vectors(
    first: ArrayLike,
    second: ArrayLike,
    *,
    band: float | None = None,
    near: ArrayLike | None = None,
) -> Warping:
    """The cheapest monotone alignment of two sequences of vectors, their Euclidean distance being the cost.

    No cost matrix is kept: memory is one byte per pair of items in the band, and time is proportional to their number.

    Args:
        first, second: (n, d) and (m, d) of finite numbers.
        band: see ``dtw``; all pairs when None.
        near: (n,) increasing: the items of the second on which the band is centred, instead of the diagonal.

    Raises:
        InvalidDataError: the arguments are not two such sequences of at least one vector, or ``near`` does not fit.
        ConfigurationError: the band is negative.
    """
    from scipy.spatial.distance import cdist

    one, other = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    fit = one.ndim == other.ndim == 2 and one.shape[1:] == other.shape[1:] and one.size and other.size
    if not fit or not (np.isfinite(one).all() and np.isfinite(other).all()):
        raise _not_to_be_warped(f"Sequences of the shapes {one.shape} and {other.shape}")
    low, stop = _band(len(one), len(other), band, near)
    path = _cheapest_path(
        lambda rows, columns: cdist(one[rows], other[columns]), len(one), len(other), low, stop
    )
    steps = (path[first : first + _STEPS_AT_ONCE].T for first in range(0, len(path), _STEPS_AT_ONCE))
    distances = [np.linalg.norm(one[rows] - other[columns], axis=1) for rows, columns in steps]
    return Warping(float(np.concatenate(distances).sum()), path)


def _band(
    n: int, m: int, band: float | None, near: ArrayLike | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first column of every row's band, and the column after its last. Neighbouring rows always overlap or
    touch."""
    if band is None:
        return np.zeros(n, np.int64), np.full(n, m, np.int64)
    if band < 0:
        raise ConfigurationError(
            f"The band {band} is negative.", remedy="Give a share of the length, or a number of items."
        )
    centre = np.arange(n + 1) * m / n if near is None else _centre(n, m, near)
    reach = int(np.ceil(band * m)) if band < 1 else int(band)
    low = np.maximum(np.floor(centre[:-1]).astype(np.int64) - reach, 0)
    stop = np.minimum(np.ceil(centre[1:]).astype(np.int64) + reach, m)
    return np.minimum(low, m - 1), np.maximum(stop, 1)


def _centre(n: int, m: int, near: ArrayLike) -> NDArray[np.float64]:
    expected = np.asarray(near, dtype=np.float64)
    if expected.shape != (n,) or not (np.diff(expected) >= 0).all() or expected[0] < 0 or expected[-1] >= m:
        raise InvalidDataError(
            f"The band's centre of shape {expected.shape} does not fit {n} and {m} items.",
            remedy=f"Give {n} increasing numbers from 0 to {m - 1}.",
        )
    return np.concatenate([[0.0], expected[1:], [float(m)]])


def _cheapest_path(
    costs: Costs, n: int, m: int, low: NDArray[np.int64], stop: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Exact DTW within a band; keeps only the totals of one row, and the steps of ``_MOST_STEPS`` pairs.

    Where there are more, the totals before each block of rows are kept, and the block's steps are found again from
    them on the way back: twice the time, and a path that is the same.
    """
    from environments.metrics.kernels import FIRST, trace_back

    total = np.full(m + 1, np.inf)
    total[0] = 0.0
    blocks = list(_blocks(stop - low))
    before: list[NDArray[np.float64]] = []
    steps = np.zeros(0, np.uint8)
    for rows in blocks:
        before.append(total[low[rows.start] : stop[rows.stop - 1] + 1].copy())
        steps = _steps(costs, rows, low, stop, total)
    parts: list[NDArray[np.int64]] = []
    last = m - 1
    for rows, known in zip(reversed(blocks), reversed(before), strict=True):
        if rows is not blocks[-1]:
            total = np.full(m + 1, np.inf)
            total[low[rows.start] : stop[rows.stop - 1] + 1] = known
            steps = _steps(costs, rows, low, stop, total)
        part = trace_back(steps, low[rows], _begin(low[rows], stop[rows]), last + 1)
        column = int(part[0, 1])
        last = column - (steps[column - low[rows.start]] != FIRST)
        parts.append(part + np.array([rows.start, 0]))
    return np.concatenate(parts[::-1])


def _blocks(widths: NDArray[np.int64]) -> Iterator[slice]:
    """Consecutive rows with at most ``_MOST_STEPS`` pairs, or ``_ROWS_AT_ONCE`` rows."""
    ends, first = np.cumsum(widths), 0
    while first < len(ends):
        done = ends[first - 1] if first else 0
        fitting = int(np.searchsorted(ends, done + _MOST_STEPS, side="right"))
        end = min(max(fitting, first + _ROWS_AT_ONCE), len(ends))
        yield slice(first, end)
        first = end


def _begin(low: NDArray[np.int64], stop: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where the steps of each row begin."""
    return np.concatenate([[0], np.cumsum(stop - low)])


def _steps(
    costs: Costs, block: slice, low: NDArray[np.int64], stop: NDArray[np.int64], total: NDArray[np.float64]
) -> NDArray[np.uint8]:
    """The steps to each pair of a block of rows; ``total`` is of the row before it, then of its last row."""
    from environments.metrics.kernels import advance

    begin = _begin(low[block], stop[block])
    steps = np.empty(begin[-1], np.uint8)
    for first in range(block.start, block.stop, _ROWS_AT_ONCE):
        rows = slice(first, min(first + _ROWS_AT_ONCE, block.stop))
        columns = slice(int(low[first]), int(stop[rows.stop - 1]))
        here = begin[first - block.start : rows.stop - block.start]
        advance(costs(rows, columns), columns.start, low[rows], stop[rows], here, total, steps)
    return steps


def _fastdtw_path(cost: NDArray[np.float64], radius: int) -> NDArray[np.int64]:
    """Warp positions; where fastdtw merges items, their mean position represents all of them."""
    from fastdtw import fastdtw

    def between(i: Any, j: Any) -> float:
        return float(cost[int(i), int(j)])

    n, m = cost.shape
    return np.array(fastdtw(np.arange(n), np.arange(m), radius=radius, dist=between)[1], dtype=np.int64)


def _not_to_be_warped(what: str) -> InvalidDataError:
    return InvalidDataError(
        f"{what} cannot be warped.",
        remedy="Give two sequences of at least one item each, and finite costs.",
    )
