"""All distances in a small graph by numpy alone: importing scipy.sparse takes longer than most of its users need."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

MOST_VIEWPOINTS = 512
MOST_ROUNDS = 20
"""A shortest path of the largest Matterport3D scan has 38 steps, a street of StreetLearn hundreds."""
SWEEPS = 3
"""Sweeps of a round: a check for changes costs as much as half a sweep."""


class Links(NamedTuple):
    """The edges of n viewpoints, each in both directions, m in all.

    Attributes:
        degrees: (n,) number of edges from each viewpoint.
        ends: (m,) where they lead to, one viewpoint's after another's.
        lengths: (m,) metres.
    """

    degrees: Ints
    ends: Ints
    lengths: Floats

    def begins(self) -> Ints:
        """The viewpoint (m,) from which each edge leads."""
        return np.repeat(np.arange(len(self.degrees)), self.degrees)


def all_distances(links: Links) -> Floats | None:
    """Distances (n, n) from each viewpoint to each, in metres; inf where no path leads. None where the graph is too
    large, or its paths have too many steps, for this to be quick.

    Bellman and Ford's relaxation for all sources at once. Lengths are summed from the source on, as Dijkstra's
    algorithm does, so that the results are equal to the last bit: rounding keeps the order of sums, and the least sum
    over all paths is the same whatever finds it.
    """
    count = len(links.degrees)
    if count > MOST_VIEWPOINTS:
        return None
    most_linked_first = np.argsort(-links.degrees, kind="stable")
    rank = np.argsort(most_linked_first)
    steps = list(_steps(links, most_linked_first, rank))
    totals = np.where(
        np.eye(count, dtype=bool), 0.0, np.inf
    )  # to each viewpoint from each source, both by rank
    found, sources = np.empty((count, count)), np.arange(count)
    for _ in range(MOST_ROUNDS):
        changed = _relax(totals, steps)
        found[sources[~changed]] = totals[:, ~changed].T
        sources, totals = sources[changed], totals.compress(changed, axis=1)
        if not len(sources):
            return found.take(rank, axis=0).take(rank, axis=1)
    return None


def _steps(links: Links, order: Ints, rank: Ints) -> Iterable[tuple[Ints, Floats]]:
    """The first edge of each viewpoint that has one, then the second of each that has two, and so on.

    Where these (k,) edges of the k first viewpoints of the order lead to, by rank, and their lengths (k, 1).
    """
    degrees = links.degrees[order]
    begin = (np.cumsum(links.degrees) - links.degrees)[order]
    for number in range(int(degrees.max(initial=0))):
        edges = begin[: np.count_nonzero(degrees > number)] + number
        yield rank[links.ends[edges]], links.lengths[edges][:, None]


def _relax(totals: Floats, steps: Iterable[tuple[Ints, Floats]]) -> NDArray[np.bool_]:
    """Relax all edges a few times, in place; tells for which sources the last time still changed a total."""
    room = np.empty_like(totals)
    for sweep in range(SWEEPS):
        before = totals.copy() if sweep == SWEEPS - 1 else totals
        for ends, lengths in steps:
            ways, reached = room[: len(ends)], totals[: len(ends)]
            totals.take(ends, axis=0, out=ways, mode="clip")  # other modes copy ``out``
            np.add(ways, lengths, out=ways)
            np.minimum(reached, ways, out=reached)
    changed: NDArray[np.bool_] = (before != totals).any(axis=0)
    return changed
