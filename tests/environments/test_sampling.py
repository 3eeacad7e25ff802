from __future__ import annotations

import pytest

from environments import GraphError, NavigationGraph, sample_paths
from environments.testing import tiny_scan


def grid(side: int) -> NavigationGraph:
    places = {f"{x}-{y}": (2.0 * x, 2.5 * y, 0.0) for x in range(side) for y in range(side)}
    east = [(f"{x}-{y}", f"{x + 1}-{y}") for x in range(side - 1) for y in range(side)]
    north = [(f"{x}-{y}", f"{x}-{y + 1}") for x in range(side) for y in range(side - 1)]
    return NavigationGraph(places, east + north)


def test_paths_are_shortest_long_enough_and_different() -> None:
    graph = grid(6)
    paths = sample_paths(graph, 50, seed=1)
    assert len(set(paths)) == 50
    for path in paths:
        assert 4 <= len(path) <= 7
        assert graph.path_length(path) >= 5.0
        assert graph.path_length(path) == pytest.approx(graph.distance(path[0], path[-1]))


def test_a_seed_gives_the_same_paths_again() -> None:
    assert sample_paths(grid(5), 9, seed=3) == sample_paths(grid(5), 9, seed=3)
    assert sample_paths(grid(5), 9, seed=3) != sample_paths(grid(5), 9, seed=4)


def test_a_few_are_the_first_of_many() -> None:
    assert sample_paths(grid(5), 30, seed=3)[:9] == sample_paths(grid(5), 9, seed=3)


def test_paths_from_all_over_are_chosen() -> None:
    assert len({path[0] for path in sample_paths(grid(6), 100, seed=0)}) > 25


def test_asking_for_more_than_there_are_says_how_many() -> None:
    expected = {tuple("abcd"), tuple("abcde"), tuple("bcde"), tuple("fbcd"), tuple("fbcde")}
    assert {min(path, path[::-1]) for path in sample_paths(tiny_scan().graph, 10, seed=0)} == {
        min(path, path[::-1]) for path in expected
    }
    with pytest.raises(GraphError, match="11 paths were asked for, but this graph has only 10"):
        sample_paths(tiny_scan().graph, 11, seed=0)


def test_small_places_can_allow_shorter_paths() -> None:
    paths = sample_paths(tiny_scan().graph, 10, seed=0, min_viewpoints=2, max_viewpoints=2, min_length=0.0)
    assert len(paths) == 10
