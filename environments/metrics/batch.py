"""Scores of many walks at once: the numbers of ``score_path`` to the last bit, computed column by column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from environments.errors import PangeaError
from environments.graph import ALL_PAIRS_LIMIT
from environments.metrics.atlas import Atlas, DistanceTable, Walks
from environments.metrics.path import SUCCESS_DISTANCE
from environments.metrics.report import RXR_KEYS, score_path

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from environments.graph import NavigationGraph

    Path = Sequence[str]
    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

AT_ONCE = 1024
"""Number of walks of similar length whose distances to their references fit into a processor's cache."""
MOST_PAIRS = 2**22
"""Pairs of viewpoints, of all walks that are scored together: 32 MB of distances."""


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


class Scorer:
    """Scores walks in several graphs at once, and keeps the tables of those that it has met."""

    def __init__(self) -> None:
        self._places: dict[NavigationGraph, int] = {}
        self._atlas = Atlas([])

    def scores(
        self, graphs: Sequence[NavigationGraph], walked: Sequence[Path], references: Sequence[Path]
    ) -> Floats:
        """Scores (n, 9) of n walks, each in its own graph; otherwise as ``score_paths``."""
        scores = np.empty((len(graphs), len(RXR_KEYS)))
        rows = np.array([len(graph) <= ALL_PAIRS_LIMIT for graph in graphs], np.bool_).nonzero()[0]
        some = rows.tolist()
        places = self._placed([graphs[row] for row in some])
        walks, targets = (
            self._atlas.walks(places, [paths[row] for row in some]) for paths in (walked, references)
        )
        scores[rows] = score_walks(self._atlas, places, walks, targets)
        for row in set(range(len(graphs))).difference(some):
            scores[row] = _alone(graphs[row], walked[row], references[row])
        return scores

    def _placed(self, graphs: Sequence[NavigationGraph]) -> Ints:
        """The places of these graphs in the atlas, to which those are added that it lacks."""
        new = list(dict.fromkeys(graph for graph in graphs if graph not in self._places))
        for graph in new:
            self._places[graph] = len(self._places)
        if new:
            self._atlas = self._atlas.with_graphs(new)
        return np.array([self._places[graph] for graph in graphs], np.int64)


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
    for some in _alike(rows, walks.lengths, targets.lengths):
        some = np.resize(some, max(2, len(some)))  # numpy would sum a single column in another order
        with np.errstate(invalid="ignore"):  # rows that are not walks, and become NaN
            scores[some] = _score_alike(atlas, places[some], walks, targets, some)
    return scores


def _alike(rows: Ints, walked: Ints, expected: Ints) -> Iterator[Ints]:
    """The rows, sorted by length, in parts that fit into memory also where a walk is very long."""
    waiting = [rows[first : first + AT_ONCE] for first in range(0, len(rows), AT_ONCE)][::-1]
    while waiting:
        some = waiting.pop()
        if len(some) > 1 and len(some) * int(walked[some].max()) * int(expected[some].max()) > MOST_PAIRS:
            waiting += [some[len(some) // 2 :], some[: len(some) // 2]]
        else:
            yield some


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
    closeness = _with_length_score(coverage, coverage * expected, length)
    scores = (error, arrived, spl, oracle, closeness, cost, fidelity, arrived * fidelity, length)
    refused = ~np.isfinite(length + expected + apart[0, 0])
    return np.where(refused[:, None], np.nan, np.column_stack(scores))


def _covered(apart: Floats, lengths: Ints) -> Floats:
    """The coverage of each reference path, in [0, 1]."""
    near = np.exp(-apart.min(axis=0) / SUCCESS_DISTANCE)
    return _sums(near, lengths) / lengths


def _with_length_score(coverage: Floats, expected: Floats, length: Floats) -> Floats:
    return np.divide(
        coverage * expected,
        expected + np.abs(expected - length),
        out=coverage.copy(),
        where=expected != length,
    )


def _warped(apart: Floats, walked: Ints, lengths: Ints) -> Floats:
    """DTW in metres: the sum over the cheapest alignment of the first ``walked`` rows and ``lengths`` columns of
    each."""
    total = _totals(apart)
    rows, columns, walk = walked - 1, lengths - 1, np.arange(len(walked))
    steps: list[Floats] = []
    lasted = np.zeros(len(walked), np.int64)
    while len(walk):
        steps.append(np.zeros(len(walked)))
        steps[-1][walk] = apart[rows, columns, walk]
        lasted[walk] += 1
        both, above, left = (
            total[rows + first, columns + second, walk] for first, second in ((0, 0), (0, 1), (1, 0))
        )
        beside = both > np.minimum(above, left)
        on = above > left
        rows, columns = rows - ~(beside & on), columns - ~(beside & ~on)
        going = np.minimum(rows, columns) >= 0
        rows, columns, walk = rows[going], columns[going], walk[going]
    return _sums(np.array(steps), lasted, backwards=True)


def _totals(apart: Floats) -> Floats:
    """The least cost (w + 1, r + 1, n) to each pair of items, counted from 1."""
    w, r, n = apart.shape
    total = np.full((w + 1, r + 1, n), np.inf)
    total[0, 0] = 0.0
    for i in range(w):
        ways = np.minimum(total[i, :-1], total[i, 1:])
        for j in range(r):
            np.minimum(ways[j], total[i + 1, j], out=ways[j])
            np.add(ways[j], apart[i, j], out=total[i + 1, j + 1])
    return total


def _sums(values: Floats, lengths: Ints, *, backwards: bool = False) -> Floats:
    """The sum of the first ``lengths`` of each column, to the last bit as if each were alone.

    Args:
        values: (longest, n).
        backwards: from the last of them to the first.
    """
    sums = np.empty(len(lengths))
    for length in np.unique(lengths).tolist():
        some = np.flatnonzero(lengths == length)
        rows = np.ascontiguousarray(values[:length, some].T[:, :: -1 if backwards else 1])
        sums[some] = rows.sum(axis=1)
    return sums
