"""The navigation graph of a scan: its edges, its distances, and the check of a walk."""

from __future__ import annotations

import math
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from environments.distances import Links, all_distances
from environments.errors import GraphError, NoPathError, ViewpointNotFoundError
from environments.geometry import heading_elevation
from environments.nearest import not_among

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    import networkx
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from environments.geometry import Vector

    Tree = tuple[NDArray[np.float64], NDArray[np.int32]]

ALL_PAIRS_LIMIT = 1000
"""Up to this number of viewpoints, the first query of a distance computes all distances (8 MB, tens of ms)."""


class NavigationGraph:
    """Viewpoints of one scan, and the edges along which a person may step in both directions.

    Args:
        positions: position of each viewpoint in metres, world frame (z up).
        edges: pairs of viewpoint ids; an edge's length is the distance between its ends.

    Raises:
        ViewpointNotFoundError: an edge ends at no viewpoint.
        GraphError: an edge joins a viewpoint to itself.

    Attributes:
        viewpoint_ids: in the order of ``positions``.
    """

    def __init__(self, positions: Mapping[str, Vector], edges: Iterable[tuple[str, str]]) -> None:
        self.viewpoint_ids = tuple(positions)
        self._positions = dict(positions)
        self._index = {viewpoint_id: index for index, viewpoint_id in enumerate(self.viewpoint_ids)}
        self._neighbors: dict[str, dict[str, float]] = {viewpoint_id: {} for viewpoint_id in positions}
        self._trees: dict[int, Tree] = {}
        try:
            self._join(edges)
        except KeyError as missing:
            raise self._not_found(missing.args[0]) from None

    def _join(self, edges: Iterable[tuple[str, str]]) -> None:
        positions, neighbors = self._positions, self._neighbors
        for a, b in edges:
            if a == b:
                raise GraphError(f"An edge joins viewpoint {a!r} to itself.", remedy="Remove that edge.")
            neighbors[a][b] = neighbors[b][a] = math.dist(positions[a], positions[b])

    def __len__(self) -> int:
        return len(self.viewpoint_ids)

    def __contains__(self, viewpoint_id: object) -> bool:
        return viewpoint_id in self._index

    @cached_property
    def nx(self) -> networkx.Graph[str]:
        """The graph as a frozen networkx graph: nodes have ``position``, edges ``weight`` in metres."""
        import networkx

        graph: networkx.Graph[str] = networkx.Graph()
        for viewpoint_id, position in self._positions.items():
            graph.add_node(viewpoint_id, position=position)
        for a, b, length in self.edges():
            graph.add_edge(a, b, weight=length)
        networkx.freeze(graph)
        return graph

    def edges(self) -> list[tuple[str, str, float]]:
        """All edges, each once: two viewpoint ids and the length in metres."""
        return [
            (a, b, length)
            for a, neighbors in self._neighbors.items()
            for b, length in neighbors.items()
            if self._index[a] < self._index[b]
        ]

    def index(self, viewpoint_id: str) -> int:
        """Row and column of a viewpoint in ``distances``.

        Raises:
            ViewpointNotFoundError: the graph has no such viewpoint.
        """
        try:
            return self._index[viewpoint_id]
        except (KeyError, TypeError):
            raise self._not_found(viewpoint_id) from None

    def _not_found(self, viewpoint_id: object) -> ViewpointNotFoundError:
        return ViewpointNotFoundError(
            f"The navigation graph has no viewpoint {viewpoint_id!r}.",
            remedy=not_among(str(viewpoint_id), self.viewpoint_ids),
            viewpoint_id=viewpoint_id,
        )

    def position(self, viewpoint_id: str) -> Vector:
        """Camera centre in metres, z up."""
        self.index(viewpoint_id)
        return self._positions[viewpoint_id]

    def neighbors(self, viewpoint_id: str) -> tuple[str, ...]:
        """The viewpoints that are one step away, sorted by id."""
        self.index(viewpoint_id)
        return tuple(sorted(self._neighbors[viewpoint_id]))

    def direction(self, a: str, b: str) -> tuple[float, float]:
        """Heading and elevation (radians) from viewpoint ``a`` towards ``b``, which need not be neighbours.

        Raises:
            GraphError: both are at the same place.
        """
        look = np.subtract(self.position(b), self.position(a))
        if not look.any():
            raise GraphError(
                f"There is no direction from viewpoint {a!r} to {b!r}: both are at the same place.",
                remedy="Name two viewpoints that are apart.",
            )
        heading, elevation = heading_elevation(look)
        return float(heading), float(elevation)

    @cached_property
    def _links(self) -> Links:
        ends = self._neighbors.values()
        return Links(
            np.array([len(neighbors) for neighbors in ends], np.int64),
            np.array([self._index[b] for neighbors in ends for b in neighbors], np.int64),
            np.array([length for neighbors in ends for length in neighbors.values()], np.float64),
        )

    @cached_property
    def _weights(self) -> csr_array:
        from scipy.sparse import csr_array

        links = self._links
        return csr_array((links.lengths, (links.begins(), links.ends)), shape=(len(self), len(self)))

    @cached_property
    def _all_trees(self) -> Tree:
        from scipy.sparse.csgraph import dijkstra

        return dijkstra(self._weights, return_predecessors=True)

    def _tree(self, source: int) -> Tree:
        """Distances (n,) from one viewpoint, and the predecessor (n,) of each, negative if there is none."""
        if len(self) <= ALL_PAIRS_LIMIT:
            distances, predecessors = self._all_trees
            return distances[source], predecessors[source]
        if source not in self._trees:
            from scipy.sparse.csgraph import dijkstra

            distances, predecessors = dijkstra(self._weights, indices=[source], return_predecessors=True)
            self._trees[source] = distances[0], predecessors[0]
        return self._trees[source]

    @cached_property
    def distances(self) -> NDArray[np.float64]:
        """Geodesic distances (n, n) in metres, in the order of ``viewpoint_ids``; inf where not joined."""
        distances = self.measured_distances()
        distances.flags.writeable = False
        return distances

    def measured_distances(self) -> NDArray[np.float64]:
        """``distances``, which are not kept."""
        distances = all_distances(self._links)
        if distances is None:
            from scipy.sparse.csgraph import dijkstra

            distances = dijkstra(self._weights)
        return distances

    @cached_property
    def edge_lengths(self) -> NDArray[np.float64]:
        """Lengths of the edges (n, n) in metres, in the order of ``viewpoint_ids``; inf where there is none.

        Standing still is a step of 0.
        """
        lengths = self.measured_edge_lengths()
        lengths.flags.writeable = False
        return lengths

    def measured_edge_lengths(self) -> NDArray[np.float64]:
        """``edge_lengths``, which are not kept."""
        lengths = np.full((len(self), len(self)), np.inf)
        lengths[self._links.begins(), self._links.ends] = self._links.lengths
        np.fill_diagonal(lengths, 0.0)
        return lengths

    def distances_between(self, sources: Sequence[str], targets: Sequence[str]) -> NDArray[np.float64]:
        """Geodesic distances (len(sources), len(targets)) in metres; inf where there is no path."""
        rows, columns = [self.index(source) for source in sources], [self.index(target) for target in targets]
        if len(self) <= ALL_PAIRS_LIMIT:
            return self.distances.take(rows, axis=0).take(columns, axis=1)
        return np.array([self._tree(row)[0][columns] for row in rows])

    def distance(self, a: str, b: str) -> float:
        """Geodesic distance in metres: the length of the shortest path.

        Raises:
            ViewpointNotFoundError: unknown id.
            NoPathError: the two are not joined.
        """
        distance = float(self._tree(self.index(a))[0][self.index(b)])
        if not np.isfinite(distance):
            raise NoPathError(
                f"No path joins viewpoint {a!r} and viewpoint {b!r}.",
                remedy="They lie in separate parts of the graph; choose two in the same part.",
            )
        return distance

    def reach(self, source: str) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """The distance of each viewpoint from one: metres (n,), inf if not joined, and steps (n,), -1 if not joined.

        Both are along the shortest path, in the order of ``viewpoint_ids``.
        """
        start = self.index(source)
        distances, predecessors = self._tree(start)
        steps = np.full(len(self), -1)
        steps[start] = 0
        for viewpoint in np.argsort(distances, kind="stable"):
            if predecessors[viewpoint] >= 0:
                steps[viewpoint] = steps[predecessors[viewpoint]] + 1
        return distances, steps

    def shortest_path(self, a: str, b: str) -> list[str]:
        """Viewpoint ids of the shortest path, both ends included.

        Raises:
            ViewpointNotFoundError: unknown id.
            NoPathError: the two are not joined.
        """
        self.distance(a, b)
        source, step = self.index(a), self.index(b)
        predecessors = self._tree(source)[1]
        path = [b]
        while step != source:
            step = int(predecessors[step])
            path.append(self.viewpoint_ids[step])
        return path[::-1]

    def check_path(self, path: Sequence[str]) -> None:
        """Refuse a path that is not a walk: a walk has at least one viewpoint, and every step is an edge.

        The same viewpoint twice in a row is standing still, and allowed, as in R2R's eval.py.

        Raises:
            ViewpointNotFoundError: unknown id.
            GraphError: the path is empty, or a step is not an edge; the message names it.
        """
        if not path:
            raise GraphError("The path is empty.", remedy="Give at least the viewpoint where it starts.")
        for viewpoint_id in path:
            self.index(viewpoint_id)
        for step, (a, b) in enumerate(pairwise(path), start=1):
            if a != b and b not in self._neighbors[a]:
                raise GraphError(
                    f"Step {step} of the path, from {a!r} to {b!r}, is not an edge of the navigation graph.",
                    remedy=f"From there a step leads to: {', '.join(self.neighbors(a)) or 'nowhere'}.",
                    step=step,
                )

    def path_length(self, path: Sequence[str]) -> float:
        """Length of a walk in metres, 0.0 for a single viewpoint.

        Raises:
            ViewpointNotFoundError, GraphError: as ``check_path``.
        """
        self.check_path(path)
        return sum(self._neighbors[a][b] for a, b in pairwise(path) if a != b)
