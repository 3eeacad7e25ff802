"""The loops of the scores, as machine code. Importing this module imports numba: do so when it is first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from environments.compilation import compiled
from environments.metrics.path import SUCCESS_DISTANCE

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
    """``total[j + 1]`` is the cheapest way to column j of the row before, then of this one; inf out of the band."""
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


@compiled
def score_all(
    distances: NDArray[np.float64],
    edge_lengths: NDArray[np.float64],
    walked: NDArray[np.int64],
    walked_begin: NDArray[np.int64],
    references: NDArray[np.int64],
    references_begin: NDArray[np.int64],
    scores: NDArray[np.float64],
) -> None:
    """One row of ``scores`` (n, 9) for each walk, as ``score_path`` has them; a row stays as it is without walks."""
    for row in range(len(scores)):
        walk = walked[walked_begin[row] : walked_begin[row + 1]]
        reference = references[references_begin[row] : references_begin[row + 1]]
        length, expected = walk_length(edge_lengths, walk), walk_length(edge_lengths, reference)
        if np.isfinite(length + expected) and np.isfinite(distances[walk[0], reference[0]]):
            score_one(distances, walk, reference, length, expected, scores[row])


@compiled
def walk_length(edge_lengths: NDArray[np.float64], path: NDArray[np.int64]) -> float:
    """Metres; inf for what is no walk: it is empty, has a number below 0, or a step that is not an edge."""
    if len(path) == 0 or path.min() < 0:
        return np.inf
    length = 0.0
    for step in range(1, len(path)):
        length += edge_lengths[path[step - 1], path[step]]
    return length


@compiled
def score_one(
    distances: NDArray[np.float64],
    walk: NDArray[np.int64],
    reference: NDArray[np.int64],
    length: float,
    expected: float,
    scores: NDArray[np.float64],
) -> None:
    goal = reference[-1]
    error, shortest = distances[walk[-1], goal], distances[walk[0], goal]
    nearest = np.inf
    for viewpoint in walk:
        nearest = min(nearest, distances[viewpoint, goal])
    arrived = 1.0 if error < SUCCESS_DISTANCE else 0.0
    coverage, cost = covered(distances, walk, reference), warped(distances, walk, reference)
    fidelity = np.exp(-cost / (SUCCESS_DISTANCE * len(reference)))
    scores[0] = error
    scores[1] = arrived
    scores[2] = arrived if length == 0.0 else arrived * shortest / max(shortest, length)
    scores[3] = 1.0 if nearest < SUCCESS_DISTANCE else 0.0
    scores[4] = coverage * length_score(coverage * expected, length)
    scores[5] = cost
    scores[6] = fidelity
    scores[7] = arrived * fidelity
    scores[8] = length


@compiled
def covered(distances: NDArray[np.float64], walk: NDArray[np.int64], reference: NDArray[np.int64]) -> float:
    """How much of the reference was passed near by, in [0, 1]."""
    total = 0.0
    for target in reference:
        nearest = np.inf
        for viewpoint in walk:
            nearest = min(nearest, distances[viewpoint, target])
        total += np.exp(-nearest / SUCCESS_DISTANCE)
    return total / len(reference)


@compiled
def length_score(expected: float, length: float) -> float:
    return 1.0 if expected == length else expected / (expected + abs(expected - length))


@compiled
def warped(distances: NDArray[np.float64], walk: NDArray[np.int64], reference: NDArray[np.int64]) -> float:
    """Metres, summed over the cheapest alignment of the two paths."""
    total = np.full(len(reference) + 1, np.inf)
    total[0] = 0.0
    for viewpoint in walk:
        both, left = total[0], np.inf
        total[0] = np.inf
        for j, target in enumerate(reference):
            above = total[j + 1]
            left = distances[viewpoint, target] + min(both, above, left)
            total[j + 1], both = left, above
    return total[-1]  # type: ignore[no-any-return]
