"""Several navigation graphs in one table, and walks as rows of numbers in it. No I/O."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from environments.graph import NavigationGraph

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]


STRANGER = -1
"""A viewpoint that is not in the graph."""


@dataclass(frozen=True, slots=True)
class DistanceTable:
    """All distances in a graph of n viewpoints.

    Attributes:
        numbers: of the viewpoints, by their ids; ``STRANGER`` for any other.
        distances, edge_lengths: (n, n) metres, as in ``NavigationGraph``.
    """

    numbers: Mapping[str, int] = field(default_factory=lambda: _numbers(()))
    distances: Floats = field(default_factory=lambda: np.empty((0, 0)))
    edge_lengths: Floats = field(default_factory=lambda: np.empty((0, 0)))

    @classmethod
    def of(cls, graph: NavigationGraph) -> DistanceTable:
        return cls(_numbers(graph.viewpoint_ids), graph.distances, graph.edge_lengths)


class Atlas:
    """Graphs whose distances are stored one after the other, so that walks in any of them are measured at once.

    A graph's place is its index in the given order.

    Attributes:
        distances, edge_lengths: of all graphs in metres, one graph's table after another.
        sizes: number of viewpoints of each graph.
        begin: start of each graph's table.
    """

    def __init__(self, tables: Sequence[DistanceTable]) -> None:
        self._number([table.numbers for table in tables])
        self.distances = self._joined(table.distances for table in tables)
        self.edge_lengths = self._joined(table.edge_lengths for table in tables)

    def with_graphs(self, graphs: Sequence[NavigationGraph]) -> Atlas:
        """An atlas with these graphs behind its own; they keep no tables themselves."""
        wider = Atlas([])
        wider._number([*self._numbers, *(_numbers(graph.viewpoint_ids) for graph in graphs)])
        wider.distances = wider._joined(
            chain([self.distances], (graph.measured_distances() for graph in graphs))
        )
        wider.edge_lengths = wider._joined(
            chain([self.edge_lengths], (graph.measured_edge_lengths() for graph in graphs))
        )
        return wider

    def _number(self, numbers: list[Mapping[str, int]]) -> None:
        self._numbers = numbers
        self.sizes = np.array([len(each) for each in numbers], np.int64)
        self.begin = np.cumsum(self.sizes**2) - self.sizes**2

    def _joined(self, tables: Iterable[Floats]) -> Floats:
        """The tables of all graphs, of which one at a time is in memory."""
        joined, begin = np.empty(int((self.sizes**2).sum())), 0
        for table in tables:
            joined[begin : begin + table.size] = table.ravel()
            begin += table.size
        return joined

    def walks(self, places: Ints, paths: Sequence[Sequence[str]]) -> Walks:
        """Number the viewpoints of paths, each in the graph at its place."""
        return Walks.named([self._numbers[place] for place in places.tolist()], paths)


@dataclass(frozen=True, slots=True)
class Walks:
    """Paths as numbers in their graphs.

    Attributes:
        viewpoints: of all paths, one path after another.
        begin, lengths: (n,) the start of each path and its number of viewpoints; 0 also if one of them is not in the
            graph, so that the path is not a walk.
    """

    viewpoints: Ints
    begin: Ints
    lengths: Ints

    @classmethod
    def in_graph(cls, graph: NavigationGraph, paths: Sequence[Sequence[str]]) -> Walks:
        return cls.named(repeat(_numbers(graph.viewpoint_ids), len(paths)), paths)

    @classmethod
    def named(cls, numbers: Iterable[Mapping[str, int]], paths: Sequence[Sequence[str]]) -> Walks:
        """Number the viewpoints of each path by its own numbering."""
        lengths = np.fromiter(map(len, paths), np.int64, len(paths))
        looked_up = map(map, (known.__getitem__ for known in numbers), paths)
        viewpoints = np.fromiter(chain.from_iterable(looked_up), np.int64, int(lengths.sum()))
        return cls(viewpoints, np.cumsum(lengths) - lengths, lengths).without_strangers()

    def without_strangers(self) -> Walks:
        """Set the length of paths with unknown viewpoints to 0."""
        lengths = self.lengths.copy()
        strangers = np.flatnonzero(self.viewpoints == STRANGER)
        lengths[np.searchsorted(self.begin, strangers, side="right") - 1] = 0
        return Walks(self.viewpoints, self.begin, lengths)

    @classmethod
    def joined(cls, parts: Sequence[Walks]) -> Walks:
        """Concatenate several walks, in order."""
        sizes = np.array([len(part.viewpoints) for part in parts], np.int64)
        shifted = [part.begin + shift for part, shift in zip(parts, np.cumsum(sizes) - sizes, strict=True)]
        none = np.empty(0, np.int64)
        return cls(
            np.concatenate([none, *(part.viewpoints for part in parts)]),
            np.concatenate([none, *shifted]),
            np.concatenate([none, *(part.lengths for part in parts)]),
        )

    def of(self, rows: Ints) -> Walks:
        """The walks of some rows, which may repeat."""
        return Walks(self.viewpoints, self.begin[rows], self.lengths[rows])

    def columns(self, rows: Ints) -> Ints:
        """Viewpoints (longest, len(rows)) with a path in each column; shorter ones repeat their last viewpoint."""
        steps = np.arange(self.lengths[rows].max())[:, None]
        return self.viewpoints[self.begin[rows] + np.minimum(steps, self.lengths[rows] - 1)]


class _ViewpointNumbers(dict[str, int]):
    def __missing__(self, name: str) -> int:
        return STRANGER


def _numbers(viewpoint_ids: Sequence[str]) -> _ViewpointNumbers:
    return _ViewpointNumbers({viewpoint_id: number for number, viewpoint_id in enumerate(viewpoint_ids)})
