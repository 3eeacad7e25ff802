from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from environments import GraphError, NavigationGraph, is_unseen, sample_paths, sample_varied_paths
from environments.connectivity import read_connectivity
from environments.path_rules import ANYWHERE, PathRules
from environments.sampling import Sampler
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


def line(*steps: float) -> NavigationGraph:
    """Viewpoints in a row, so many metres apart."""
    places = {str(n): (float(x), 0.0, 0.0) for n, x in enumerate(np.cumsum([0.0, *steps]).tolist())}
    return NavigationGraph(places, pairwise(places))


@pytest.mark.parametrize(
    ("graph", "count"),
    [
        (line(1, 2, 2), 2),  # of four viewpoints and 5 m, there and back
        (line(1, 2, 1.99), 0),
        (line(2.5, 2.5), 0),  # of three viewpoints
        (line(*[1] * 7), 2 * (3 + 2)),  # of six and seven viewpoints; eight are too many
    ],
)
def test_paths_have_four_to_seven_viewpoints_and_five_metres(graph: NavigationGraph, count: int) -> None:
    assert len(sample_paths(graph, count, seed=0)) == count
    with pytest.raises(GraphError) as refusal:
        sample_paths(graph, count + 1, seed=0)
    assert refusal.value.context == {"available": count}


@pytest.mark.parametrize(
    ("graph", "count"),
    [
        (line(2, 2, 2, 2), 2),
        (line(2, 2, 2, 1.99), 0),
        (line(4, 4, 4), 0),  # four viewpoints
        (line(*[0.55] * 15), 2),
        (line(*[0.5] * 16), 0),  # seventeen viewpoints
        (line(12, 12, 6, 6), 2),  # in three legs of up to 12 m
        (line(12, 12, 12, 12), 0),
        (line(2.9, 12.1, 2.9, 12.1), 0),  # no step is a leg, and no two are
    ],
)
def test_varied_paths_have_five_to_sixteen_viewpoints_eight_metres_and_three_legs(
    graph: NavigationGraph, count: int
) -> None:
    with pytest.raises(GraphError) as refusal:
        sample_varied_paths(graph, 3, seed=0)
    assert refusal.value.context == {"available": count}
    whole = tuple(graph.viewpoint_ids)
    assert set(sample_varied_paths(graph, count, seed=0)) == ({whole, whole[::-1]} if count else set())


def test_small_places_can_allow_shorter_paths() -> None:
    paths = sample_paths(tiny_scan().graph, 10, seed=0, min_viewpoints=2, max_viewpoints=2, min_length=0.0)
    assert len(paths) == 10


def real_graph() -> NavigationGraph:
    (file,) = (Path(__file__).parents[1] / "data" / "matterport3d" / "connectivity").glob("gZ6f7yhEvPG*")
    return read_connectivity(file, file.parent).graph


@st.composite
def graphs(draw: st.DrawFn) -> NavigationGraph:
    """Any graph: places at random, edges at random, parts that are not joined among them."""
    count = draw(st.integers(2, 24))
    places = draw(st.lists(st.tuples(*[st.floats(-12, 12)] * 3), min_size=count, max_size=count, unique=True))
    pairs = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).filter(lambda p: p[0] != p[1])
    edges = draw(st.lists(pairs, max_size=60))
    return NavigationGraph(
        {str(n): place for n, place in enumerate(places)}, [(str(a), str(b)) for a, b in edges]
    )


def all_there_are(sampler: Sampler, graph: NavigationGraph, seed: int) -> list[tuple[str, ...]]:
    """Up to 20 paths."""
    try:
        return sampler(graph, 20, seed, ANYWHERE)
    except GraphError as error:
        available = error.context["available"]
        assert isinstance(available, int)
        return sampler(graph, available, seed, ANYWHERE)


@given(graph=graphs(), seed=st.integers(0, 2**32 - 1))
def test_shortest_paths_keep_their_promises_in_any_graph(graph: NavigationGraph, seed: int) -> None:
    paths = all_there_are(sample_paths, graph, seed)
    assert len(set(paths)) == len(paths)
    for path in paths:
        assert 4 <= len(path) <= 7
        length = graph.path_length(path)
        assert length >= 5.0
        assert length == pytest.approx(graph.distance(path[0], path[-1]))


@given(seed=st.integers(0, 2**32 - 1), side=st.integers(4, 9))
@settings(max_examples=25)
def test_varied_paths_keep_their_promises(seed: int, side: int) -> None:
    graph = grid(side)
    paths = sample_varied_paths(graph, 20, seed)
    assert len(set(paths)) == len(paths) == 20
    for path in paths:
        assert len(set(path)) == len(path)
        assert 5 <= len(path) <= 16
        assert graph.path_length(path) >= 8.0
    assert sample_varied_paths(graph, 20, seed) == paths
    assert sample_varied_paths(graph, 7, seed) == paths[:7]


def test_varied_paths_are_longer_more_varied_and_not_only_the_shortest() -> None:
    graph = grid(9)
    short, varied = sample_paths(graph, 300, seed=5), sample_varied_paths(graph, 300, seed=5)
    lengths = [np.array([graph.path_length(path) for path in paths]) for paths in (short, varied)]
    assert lengths[1].mean() > lengths[0].mean() + 2.0
    assert lengths[1].std() > 1.5 * lengths[0].std()
    detours = [graph.path_length(path) > graph.distance(path[0], path[-1]) + 0.1 for path in varied]
    assert 0.2 < np.mean(detours) < 0.8


def test_varied_paths_of_a_real_house() -> None:
    graph = real_graph()
    for path in sample_varied_paths(graph, 30, seed=1):
        graph.check_path(path)


def test_a_graph_without_varied_paths_says_how_many_were_found() -> None:
    with pytest.raises(
        GraphError, match=r"50 varied paths were asked for, but only [0-9] of 5 to 16 viewpoints"
    ):
        sample_varied_paths(tiny_scan().graph, 50, seed=0)


@given(st.lists(st.text(min_size=1), unique=True, min_size=1), st.floats(0, 1), st.floats(0, 1))
def test_a_scan_stays_in_its_split_whatever_else_there_is(
    scan_ids: list[str], share: float, other: float
) -> None:
    less, more = sorted([share, other])
    for scan_id in scan_ids:
        assert is_unseen(scan_id, less) <= is_unseen(scan_id, more)
        assert not is_unseen(scan_id, 0.0)
        assert is_unseen(scan_id, 1.0)


def test_the_share_of_unseen_scans_is_what_was_asked_for() -> None:
    assert np.mean([is_unseen(f"scan{n}", 0.2) for n in range(5000)]) == pytest.approx(0.2, abs=0.02)


def test_a_scan_is_in_the_split_that_its_name_gave_it_before() -> None:
    """The first hexadecimal digit of SHA-256 of each name is c, 3, 2, 1, 3, 2, c and a: half of 16 is 8."""
    assert [name for name in "abcdefgh" if is_unseen(name, 0.5)] == ["b", "c", "d", "e", "f"]


@pytest.mark.parametrize("sampler", [sample_paths, sample_varied_paths])
def test_paths_obey_the_rules_of_their_place(sampler: Sampler) -> None:
    starts, forbidden = {"0-0", "5-5", "3-3"}, {"3-3", "2-1", "1-2"}
    rules = PathRules(frozenset(starts), frozenset(forbidden))
    paths = sampler(grid(6), 20, 1, rules)
    assert {path[0] for path in paths} == {"0-0", "5-5"}
    assert not forbidden & {name for path in paths for name in path}
    assert all(rules.fault_of(path) == "" for path in paths)


@pytest.mark.parametrize("sampler", [sample_paths, sample_varied_paths])
def test_a_place_that_allows_no_path_has_none(sampler: Sampler) -> None:
    everything = PathRules(forbidden=frozenset(grid(4).viewpoint_ids))
    with pytest.raises(GraphError, match=r"only 0 .* that its starts and forbidden viewpoints allow"):
        sampler(grid(4), 1, 1, everything)


def test_a_path_against_the_rules_is_told() -> None:
    rules = PathRules(frozenset({"a"}), frozenset({"c"}))
    assert rules.fault_of(["a", "b", "c"]) == "the place allows no path through 'c'"
    assert rules.fault_of(["b", "a"]) == "the place allows no path that starts in 'b'"
    assert rules.fault_of(["a", "b"]) == PathRules().fault_of(["c"]) == ""
