from __future__ import annotations

import networkx
import numpy as np
import pytest

from environments import GraphError, NavigationGraph, NoPathError, ViewpointNotFoundError
from environments import graph as graph_module
from environments.testing import tiny_scan


@pytest.fixture
def graph() -> NavigationGraph:
    return tiny_scan().graph


def test_neighbors_and_edges(graph: NavigationGraph) -> None:
    assert graph.neighbors("b") == ("a", "c", "f")
    assert graph.neighbors("attic") == ()
    assert ("b", "f", 2.0) in graph.edges()
    assert len(graph.edges()) == 5
    assert "a" in graph
    assert "z" not in graph


def test_distances_are_geodesic(graph: NavigationGraph) -> None:
    assert graph.distance("a", "e") == 8.0
    assert graph.distance("f", "e") == 8.0  # 4 m through the wall
    assert graph.distance("a", "a") == 0.0
    assert graph.distances_between(["a", "b"], ["f", "attic"]).tolist() == [[4.0, np.inf], [2.0, np.inf]]


def test_distances_equal_those_of_networkx(graph: NavigationGraph) -> None:
    lengths = dict(networkx.all_pairs_dijkstra_path_length(graph.nx, weight="weight"))
    for source in graph.viewpoint_ids:
        for target in graph.viewpoint_ids:
            distance = graph.distances[graph.index(source), graph.index(target)]
            assert distance == lengths[source].get(target, np.inf)


def test_shortest_path_has_both_ends(graph: NavigationGraph) -> None:
    assert graph.shortest_path("f", "d") == ["f", "b", "c", "d"]
    assert graph.shortest_path("a", "a") == ["a"]


def test_direction_looks_from_the_first_to_the_second(graph: NavigationGraph) -> None:
    assert graph.direction("a", "b") == pytest.approx((0.0, 0.0))
    assert graph.direction("b", "f") == pytest.approx((np.pi / 2, 0.0))
    assert graph.direction("a", "attic") == pytest.approx((0.0, np.pi / 2))


def test_path_length_adds_up_edges(graph: NavigationGraph) -> None:
    assert graph.path_length(["a", "b", "f", "b", "c"]) == 8.0
    assert graph.path_length(["a"]) == 0.0
    assert graph.path_length(["a", "a", "b"]) == 2.0  # standing still


def test_a_step_that_is_no_edge_is_named(graph: NavigationGraph) -> None:
    with pytest.raises(GraphError, match=r"Step 2 of the path, from 'b' to 'd'.*a step leads to: a, c, f"):
        graph.path_length(["a", "b", "d"])


def test_an_empty_path_is_refused(graph: NavigationGraph) -> None:
    with pytest.raises(GraphError, match="empty"):
        graph.check_path([])


def test_unknown_viewpoint_suggests_near_names(graph: NavigationGraph) -> None:
    with pytest.raises(ViewpointNotFoundError, match=r"no viewpoint 'atic'\. Perhaps attic was meant"):
        graph.check_path(["a", "atic"])
    with pytest.raises(ViewpointNotFoundError, match="Known are a, attic, b"):
        graph.position("zzz")


def test_an_id_that_is_not_text_is_unknown(graph: NavigationGraph) -> None:
    with pytest.raises(ViewpointNotFoundError, match=r"\[1\]"):
        graph.index([1])  # type: ignore[arg-type]


def test_separate_parts_have_no_path(graph: NavigationGraph) -> None:
    with pytest.raises(NoPathError, match="'a' and viewpoint 'attic'"):
        graph.shortest_path("a", "attic")


def test_no_direction_to_the_same_place(graph: NavigationGraph) -> None:
    with pytest.raises(GraphError, match="no direction from viewpoint 'a' to 'a'"):
        graph.direction("a", "a")


def test_edges_must_join_two_known_viewpoints() -> None:
    with pytest.raises(ViewpointNotFoundError, match="'y'"):
        NavigationGraph({"x": (0, 0, 0)}, [("x", "y")])
    with pytest.raises(GraphError, match="to itself"):
        NavigationGraph({"x": (0, 0, 0)}, [("x", "x")])


def test_viewpoints_at_one_place_stay_joined() -> None:
    graph = NavigationGraph({"x": (0, 0, 0), "y": (0, 0, 0), "z": (0, 3, 4)}, [("x", "y"), ("y", "z")])
    assert graph.distance("x", "z") == 5.0
    assert graph.shortest_path("x", "z") == ["x", "y", "z"]


def test_networkx_graph_cannot_be_changed(graph: NavigationGraph) -> None:
    assert graph.nx.nodes["f"]["position"] == (2.0, 2.0, 1.5)
    with pytest.raises(networkx.NetworkXError):
        graph.nx.add_edge("a", "attic")


def test_both_ways_to_distances_agree(graph: NavigationGraph, monkeypatch: pytest.MonkeyPatch) -> None:
    small = graph.distances_between(graph.viewpoint_ids, graph.viewpoint_ids)
    reached = [each.tolist() for each in graph.reach("f")]
    monkeypatch.setattr(graph_module, "ALL_PAIRS_LIMIT", 0)
    alone = tiny_scan().graph
    assert (alone.distances_between(alone.viewpoint_ids, alone.viewpoint_ids) == small).all()
    assert [alone.shortest_path(*ends) for ends in ("fd", "af", "ef")] == [[*"fbcd"], [*"abf"], [*"edcbf"]]
    assert [each.tolist() for each in alone.reach("f")] == reached


def test_reach_counts_metres_and_steps() -> None:
    graph = tiny_scan().graph
    distances, steps = graph.reach("a")
    assert dict(zip(graph.viewpoint_ids, steps.tolist(), strict=True)) == {
        **{"a": 0, "b": 1, "c": 2, "d": 3, "e": 4, "f": 2},
        "attic": -1,
    }
    assert distances.tolist() == [0.0, 2.0, 4.0, 6.0, 8.0, 4.0, float("inf")]


def test_what_is_listed_is_in_the_order_of_the_viewpoints_and_neighbours_by_their_ids() -> None:
    places = {name: (metres, 0.0, 0.0) for name, metres in (("z", 3.0), ("m", 1.0), ("b", 0.0), ("a", 2.0))}
    graph = NavigationGraph(places, [("a", "z"), ("m", "b"), ("a", "m"), ("z", "a")])
    assert graph.edges() == [("z", "a", 1.0), ("m", "b", 1.0), ("m", "a", 1.0)]
    assert (graph.neighbors("m"), graph.neighbors("a")) == (("a", "b"), ("m", "z"))
    assert [each.tolist() for each in graph.reach("b")] == [[3.0, 1.0, 0.0, 2.0], [3, 1, 0, 2]]
    assert graph.edge_lengths.tolist()[:2] == [[0.0, np.inf, np.inf, 1.0], [np.inf, 0.0, 1.0, 1.0]]


@pytest.mark.parametrize("table", ["distances", "edge_lengths"])
def test_tables_that_are_kept_cannot_be_changed(graph: NavigationGraph, table: str) -> None:
    with pytest.raises(ValueError, match="read-only"):
        getattr(graph, table)[0, 0] = 1.0
