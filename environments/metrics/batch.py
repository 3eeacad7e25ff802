"""Scores of many walks at once: the same numbers as ``score_path``, computed column by column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from environments.errors import PangeaError
from environments.graph import ALL_PAIRS_LIMIT
from environments.metrics.atlas import Atlas, DistanceTable, Walks
from environments.metrics.path import SUCCESS_DISTANCE
from environments.metrics.report import RXR_KEYS, score_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from environments.graph import NavigationGraph

    Path = Sequence[str]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

AT_ONCE = 1024
"""Number of walks of similar length whose distances to their references fit into a processor's cache."""


def score_paths(graph: NavigationGraph, walked: Sequence[Path], references: Sequence[Path]) -> Floats:
    """Score walks in one graph, each against its own reference path.

    Args:
        walked, references: n paths each, of viewpoint ids.

    Returns:
        Scores (n, 9), with columns in the order of ``RXR_KEYS``. A walk that ``score_path`` would refuse is a row of
        NaN.
    """
    if len(graph) > ALL_PAIRS_LIMIT:
        alone = [_alone(graph, *pair) for pair in zip(walked, references, strict=True)]
        return np.array(alone).reshape(-1, len(RXR_KEYS))
    atlas, places = Atlas([DistanceTable.of(graph)]), np.zeros(len(walked), np.int64)
    return score_walks(atlas, places, Walks.in_graph(graph, walked), Walks.in_graph(graph, references))


def _alone(graph: NavigationGraph, walked: Path, reference: Path) -> list[float]:
    """Score one walk in a graph that is too large for a table of all distances."""
    try:
        return list(score_path(graph, walked, reference).as_rxr().values())
    except PangeaError:
        return [np.nan] * len(RXR_KEYS)


def score_walks(atlas: Atlas, places: Ints, walks: Walks, targets: Walks) -> Floats:
    """Score n walks in the graphs of an atlas, each in the graph at its place."""
    scores = np.full((len(places), len(RXR_KEYS)), np.nan)
    rows = np.flatnonzero((walks.lengths > 0) & (targets.lengths > 0))
    rows = rows[np.lexsort((targets.lengths[rows], walks.lengths[rows]))]
    for first in range(0, len(rows), AT_ONCE):
        some = rows[first : first + AT_ONCE]
        with np.errstate(invalid="ignore"):  # rows that are not walks, and become NaN
            scores[some] = _score_alike(atlas, places[some], walks, targets, some)
    return scores


def _score_alike(atlas: Atlas, places: Ints, walks: Walks, targets: Walks, rows: Ints) -> Floats:
    """Scores (n, 9) of these n rows: walks of at most w viewpoints against references of at most r."""
    begin, size = atlas.begin[places], atlas.sizes[places]
    walk, target = walks.columns(rows), targets.columns(rows)
    length, expected = (
        atlas.edge_lengths.take(begin + path[:-1] * size + path[1:]).sum(axis=0) for path in (walk, target)
    )
    apart = atlas.distances.take((begin + walk * size)[:, None] + target)  # (w, r, n)
    error, shortest, nearest = apart[-1, -1], apart[0, -1], apart[:, -1].min(axis=0)
    arrived = (error < SUCCESS_DISTANCE).astype(np.float64)
    cost = _warped(apart, walks.lengths[rows], targets.lengths[rows])
    fidelity = np.exp(-cost / (SUCCESS_DISTANCE * targets.lengths[rows]))
    coverage = _covered(apart, targets.lengths[rows])
    spl = arrived * np.divide(
        shortest, np.maximum(shortest, length), out=np.ones_like(length), where=length > 0
    )
    oracle = (nearest < SUCCESS_DISTANCE).astype(np.float64)
    closeness = coverage * _length_score(coverage * expected, length)
    scores = (error, arrived, spl, oracle, closeness, cost, fidelity, arrived * fidelity, length)
    refused = ~np.isfinite(length + expected + apart[0, 0])
    return np.where(refused[:, None], np.nan, np.column_stack(scores))


def _covered(apart: Floats, lengths: Ints) -> Floats:
    """The coverage of each reference path, in [0, 1]."""
    near = np.exp(-apart.min(axis=0) / SUCCESS_DISTANCE)
    near[np.arange(len(near))[:, None] >= lengths] = 0.0
    coverage: Floats = near.sum(axis=0) / lengths
    return coverage


def _length_score(expected: Floats, length: Floats) -> Floats:
    ones = np.ones_like(length)
    return np.divide(expected, expected + np.abs(expected - length), out=ones, where=expected != length)


def _warped(apart: Floats, walked: Ints, lengths: Ints) -> Floats:
    """DTW in metres: the sum over the cheapest alignment of the first ``walked`` rows and ``lengths`` columns of
    each."""
    w, r, n = apart.shape
    cost = np.empty(n)
    total = np.full((r + 1, n), np.inf)
    total[0] = 0.0
    for i in range(w):
        ways = np.minimum(total[:-1], total[1:])
        total[0] = np.inf
        for j in range(r):
            np.minimum(ways[j], total[j], out=ways[j])
            np.add(ways[j], apart[i, j], out=total[j + 1])
        ended = np.flatnonzero(walked == i + 1)
        cost[ended] = total[lengths[ended], ended]
    return cost
