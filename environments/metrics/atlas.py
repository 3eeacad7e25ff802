"""Several navigation graphs in one table, and walks as rows of numbers in it. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, repeat
from typing import TYPE_CHECKING

import numpy as np

from environments.graph import ALL_PAIRS_LIMIT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from environments.graph import NavigationGraph

    Ints = NDArray[np.int64]


class Atlas:
    """Graphs whose distances lie one after the other, so that walks in any of them are measured at once.

    A graph that is too large for a table of all its distances is left out.

    Attributes:
        distances, edge_lengths: as those of ``NavigationGraph``, metres, each graph's table as a stretch of its own.
        sizes: viewpoints of each graph.
        begin: where its stretch begins.
    """

    def __init__(self, graphs: Sequence[NavigationGraph]) -> None:
        graphs = [graph for graph in graphs if len(graph) <= ALL_PAIRS_LIMIT]
        self._place = {graph: place for place, graph in enumerate(graphs)}
        indices = [{name: at for at, name in enumerate(graph.viewpoint_ids)} for graph in graphs]
        self._number_in = [*(index.get for index in indices), {}.get]  # the last is place -1's
        self.sizes = np.array([len(graph) for graph in graphs], np.int64)
        self.begin = np.cumsum(self.sizes**2) - self.sizes**2
        self.distances = _joined(graph.distances for graph in graphs)
        self.edge_lengths = _joined(graph.edge_lengths for graph in graphs)

    def places(self, graphs: Sequence[NavigationGraph]) -> Ints:
        """Which of the atlas' graphs each of these is; -1 for one that was left out."""
        return np.fromiter(map(self._place.get, graphs, repeat(-1)), np.int64, len(graphs))

    def walks(self, places: Ints, paths: Sequence[Sequence[str]]) -> Walks:
        """Paths as numbers, each in the graph at its place; -1 for a viewpoint that the graph has not."""
        lengths = np.fromiter(map(len, paths), np.int64, len(paths))
        named = map(map, [self._number_in[place] for place in places.tolist()], paths, repeat(repeat(-1)))
        viewpoints = np.fromiter(chain.from_iterable(named), np.int64, int(lengths.sum()))
        return Walks(viewpoints, np.cumsum(lengths) - lengths, lengths)


def _joined(tables: Iterable[NDArray[np.float64]]) -> NDArray[np.float64]:
    return np.concatenate([np.empty(0), *(table.ravel() for table in tables)])


@dataclass(frozen=True, slots=True)
class Walks:
    """Paths one after the other: ``viewpoints`` of all, and where each begins and how many it has, (n,)."""

    viewpoints: Ints
    begin: Ints
    lengths: Ints

    def known(self) -> NDArray[np.bool_]:
        """(n,): those that have a viewpoint, and none that is not in the graph."""
        known = self.lengths > 0
        strangers = np.flatnonzero(self.viewpoints < 0)
        known[np.searchsorted(self.begin, strangers, side="right") - 1] = False
        return known

    def columns(self, rows: Ints) -> Ints:
        """(longest, len(rows)): a path in each column; the shorter ones stand still at their end."""
        steps = np.arange(self.lengths[rows].max())[:, None]
        return self.viewpoints[self.begin[rows] + np.minimum(steps, self.lengths[rows] - 1)]
