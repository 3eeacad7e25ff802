"""Distances without scipy are those that scipy.sparse.csgraph computes, to the last bit."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from environments import NavigationGraph
from environments.distances import MOST_VIEWPOINTS, Links, all_distances


def links_of(graph: NavigationGraph) -> Links:
    ends = [[(graph.index(b), length) for b, length in neighbors] for neighbors in neighbors_of(graph)]
    return Links(
        np.array([len(each) for each in ends], np.int64),
        np.array([end for each in ends for end, _ in each], np.int64),
        np.array([length for each in ends for _, length in each], np.float64),
    )


def neighbors_of(graph: NavigationGraph) -> list[list[tuple[str, float]]]:
    lengths = {(a, b): length for a, b, length in graph.edges()}
    lengths |= {(b, a): length for (a, b), length in lengths.items()}
    return [[(b, lengths[a, b]) for b in graph.neighbors(a)] for a in graph.viewpoint_ids]


def scattered(seed: int, count: int, edges: int) -> NavigationGraph:
    """Viewpoints at random places, some at the same one, and edges between any of them."""
    chance = random.Random(seed)
    places = [(chance.uniform(0, 30), chance.uniform(0, 30), chance.choice([0.0, 2.7])) for _ in range(count)]
    positions = {str(number): chance.choice(places) for number in range(count)}
    pairs = [chance.sample(list(positions), 2) for _ in range(edges)] if count > 1 else []
    return NavigationGraph(positions, [(a, b) for a, b in pairs])


def in_a_row(count: int) -> NavigationGraph:
    ids = [str(number) for number in range(count)]
    return NavigationGraph({name: (0.1 * int(name), 0.0, 0.0) for name in ids}, pairwise(ids))


@pytest.mark.parametrize("seed", range(20))
def test_they_are_equal_to_the_last_bit(seed: int) -> None:
    count = (1, 2, 10, 60, 150)[seed % 5]
    links = links_of(scattered(seed, count, edges=count * (1 + seed // 5) // 2))
    found = all_distances(links)
    matrix = csr_array((links.lengths, (links.begins(), links.ends)), shape=(count, count))
    assert found is not None
    assert np.array_equal(found, dijkstra(matrix))


@pytest.mark.parametrize("count", [200, MOST_VIEWPOINTS + 1])
def test_of_long_paths_and_large_graphs_scipy_computes_them(count: int) -> None:
    graph = in_a_row(count)
    assert all_distances(links_of(graph)) is None
    assert graph.distances[0, -1] == pytest.approx(0.1 * (count - 1))
    assert np.isfinite(graph.distances).all()
