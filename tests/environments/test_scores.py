"""Scores of walks in ``tiny_scan``, reckoned by hand: a - b - c - d - e along a corridor, f beside b, 2 m each."""

from __future__ import annotations

from itertools import combinations
from math import dist, exp, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from environments import (
    RXR_KEYS,
    GraphError,
    NavigationGraph,
    NoPathError,
    PangeaError,
    ViewpointNotFoundError,
    cls,
    compare,
    navigation_error,
    ndtw,
    oracle_success,
    path_dtw,
    score_path,
    score_paths,
    sdtw,
    spl,
    success,
)
from environments.metrics.batch import Scorer
from environments.testing import tiny_scan

GRAPH = tiny_scan().graph
OTHER = NavigationGraph(
    {"a": (0.0, 0.0, 0.0), "b": (0.3, 0.0, 0.0), "c": (0.3, 0.7, 0.1)}, [("a", "b"), ("b", "c")]
)
REFERENCE = ["a", "b", "c", "d"]


@st.composite
def walks(draw: st.DrawFn) -> list[str]:
    walk = [draw(st.sampled_from("abcdef"))]
    for _ in range(draw(st.integers(0, 8))):
        walk.append(draw(st.sampled_from(GRAPH.neighbors(walk[-1]))))
    return walk


def test_the_guides_own_walk_is_perfect() -> None:
    scores = score_path(GRAPH, REFERENCE, REFERENCE)
    assert scores.as_rxr() == {
        "ne": 0.0,
        "sr": 1.0,
        "spl": 1.0,
        "osr": 1.0,
        "cls": 1.0,
        "dtw": 0.0,
        "ndtw": 1.0,
        "sdtw": 1.0,
        "path_length": 6.0,
    }


def test_a_detour_costs_path_length_and_fidelity() -> None:
    walk = compare(GRAPH, ["a", "b", "f", "b", "c", "d"], REFERENCE)
    assert spl(walk) == pytest.approx(6 / 10)
    assert path_dtw(walk) == 2.0  # only f is off the path
    assert ndtw(walk) == pytest.approx(exp(-2 / 12))
    assert cls(walk) == pytest.approx(6 / (6 + 4))  # all covered, 4 m too long


def test_stopping_early_within_three_metres_succeeds() -> None:
    scores = score_path(GRAPH, ["a", "b", "c"], REFERENCE)
    assert (scores.navigation_error, scores.success) == (2.0, 1.0)
    assert scores.spl == 1.0  # walked less than the shortest path
    assert scores.sdtw == pytest.approx(exp(-2 / 12))
    coverage = (3 + exp(-2 / 3)) / 4
    assert scores.cls == pytest.approx(coverage * (6 * coverage) / (6 * coverage + 6 * coverage - 4))


def test_passing_the_goal_is_oracle_success_only() -> None:
    walk = compare(GRAPH, [*REFERENCE, "c", "b"], REFERENCE)
    assert navigation_error(walk) == 4.0
    assert (success(walk), oracle_success(walk)) == (0.0, 1.0)
    assert (spl(walk), sdtw(walk)) == (0.0, 0.0)


def test_success_is_strictly_under_three_metres() -> None:
    graph = NavigationGraph({"x": (0, 0, 0), "y": (0, 3, 0), "z": (0, 5.9, 0)}, [("x", "y"), ("y", "z")])
    assert success(compare(graph, ["x"], ["x", "y"])) == 0.0
    assert success(compare(graph, ["y"], ["x", "y", "z"])) == 1.0


def test_success_is_geodesic_not_through_walls() -> None:
    graph = NavigationGraph({"x": (0, 0, 0), "y": (0, 9, 0), "z": (1, 0, 0)}, [("x", "y"), ("y", "z")])
    assert success(compare(graph, ["x"], ["x", "y", "z"])) == 0.0


def test_standing_still_where_start_is_goal_scores_one() -> None:
    still, round_trip = compare(GRAPH, ["a"], ["a"]), compare(GRAPH, ["a", "b", "a"], ["a"])
    assert (spl(still), cls(still)) == (1.0, 1.0)
    assert (spl(round_trip), cls(round_trip)) == (0.0, 0.0)


def test_cls_equals_the_authors_example() -> None:
    """A 3 x 4 grid with edges of length 1; their doctest hands over the longer path as the walked one."""
    places = {f"{x}{y}": (float(x), float(y), 0.0) for x in range(4) for y in range(3)}
    near = [(a, b) for a, b in combinations(places, 2) if dist(places[a], places[b]) == 1]
    grid = NavigationGraph(places, near)
    path = ["00", "10", "11", "21", "22", "32"]
    assert cls(compare(grid, path, ["00", "01", "11", "21", "31", "32"])) == pytest.approx(0.819949151)
    assert cls(compare(grid, path, ["01", "11", "21", "31"])) == pytest.approx(0.441971961)


@given(walks(), walks())
def test_scores_keep_their_bounds(walked: list[str], reference: list[str]) -> None:
    scores = score_path(GRAPH, walked, reference)
    assert 0.0 <= scores.spl <= scores.success <= scores.oracle_success <= 1.0
    assert 0.0 <= scores.sdtw <= scores.ndtw <= 1.0
    assert 0.0 <= scores.cls <= 1.0
    assert scores.dtw >= scores.navigation_error


@given(walks())
def test_every_walk_is_faithful_to_itself(walked: list[str]) -> None:
    walk = compare(GRAPH, walked, walked)
    assert ndtw(walk) == 1.0
    assert cls(walk) == pytest.approx(1.0)


@given(walks(), walks())
def test_all_scores_at_once_equal_those_one_by_one(walked: list[str], reference: list[str]) -> None:
    scores, walk = score_path(GRAPH, walked, reference), compare(GRAPH, walked, reference)
    assert (scores.success, scores.spl, scores.cls) == (success(walk), spl(walk), cls(walk))
    assert (scores.dtw, scores.ndtw, scores.sdtw) == (path_dtw(walk), ndtw(walk), sdtw(walk))


NO_WALKS: list[list[str]] = [[], ["a", "c"], ["z"], ["attic"]]
paths = st.lists(
    st.tuples(walks() | st.sampled_from(NO_WALKS), walks() | st.sampled_from(NO_WALKS)), max_size=5
)


@given(paths)
@pytest.mark.parametrize("limit", [1000, 0])
def test_many_walks_at_once_score_as_they_do_alone(
    limit: int, pairs: list[tuple[list[str], list[str]]]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("environments.metrics.batch.ALL_PAIRS_LIMIT", limit)
        scores = score_paths(GRAPH, [walked for walked, _ in pairs], [reference for _, reference in pairs])
    assert scores.shape == (len(pairs), len(RXR_KEYS))
    for row, (walked, reference) in zip(scores.tolist(), pairs, strict=True):
        assert row == pytest.approx(alone(walked, reference), rel=0, abs=0, nan_ok=True)


@given(paths)
@pytest.mark.parametrize(("limit", "most"), [(1000, 2**22), (1000, 1), (0, 2**22)])
def test_walks_in_many_places_score_as_they_do_alone(
    limit: int, most: int, pairs: list[tuple[list[str], list[str]]]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("environments.metrics.batch.ALL_PAIRS_LIMIT", limit)
        patch.setattr("environments.metrics.batch.MOST_PAIRS", most)
        scorer, walked, references = Scorer(), [pair[0] for pair in pairs], [pair[1] for pair in pairs]
        graphs = [(GRAPH, OTHER)[number % 2] for number in range(len(pairs))]
        for count in (len(pairs) // 2, len(pairs)):
            scores = scorer.scores(graphs[:count], walked[:count], references[:count])
            expected = [alone(*pair, graph) for pair, graph in zip(pairs[:count], graphs, strict=False)]
            assert scores.shape == (count, len(RXR_KEYS))
            for row, one in zip(scores.tolist(), expected, strict=True):
                assert row == pytest.approx(one, rel=0, abs=0, nan_ok=True)


def alone(walked: list[str], reference: list[str], graph: NavigationGraph = GRAPH) -> list[float]:
    try:
        return list(score_path(graph, walked, reference).as_rxr().values())
    except PangeaError:
        return [nan] * len(RXR_KEYS)


def test_what_is_no_walk_is_refused() -> None:
    with pytest.raises(GraphError, match="Step 1"):
        score_path(GRAPH, ["a", "c"], REFERENCE)
    with pytest.raises(GraphError, match="Step 2"):
        score_path(GRAPH, ["a"], ["a", "b", "d"])
    with pytest.raises(ViewpointNotFoundError, match="'z'"):
        score_path(GRAPH, ["a", "z"], REFERENCE)
    with pytest.raises(GraphError, match="empty"):
        score_path(GRAPH, [], REFERENCE)
    with pytest.raises(GraphError, match="reference path is empty"):
        score_path(GRAPH, ["a"], [])
    with pytest.raises(NoPathError, match="'attic'"):
        score_path(GRAPH, ["attic"], REFERENCE)
