"""What must hold on the real buildings, paths and walks."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest

from environments import Matterport3D, score_path
from environments.geometry import CameraPose, camera_pose, direction

pytestmark = pytest.mark.shared_data


@pytest.fixture(scope="module")
def buildings(shared: Path) -> Matterport3D:
    return Matterport3D(shared / "data" / "matterport3d")


@pytest.fixture(scope="module")
def args(shared: Path) -> dict[str, Any]:
    sample: dict[str, Any] = json.loads((shared / "data" / "pangea_sample" / "args.json").read_bytes())
    return sample


@pytest.fixture(scope="module")
def snapshots(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "data" / "pangea_sample" / "snapshots.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def poses(snapshots: list[dict[str, Any]]) -> CameraPose:
    return camera_pose([snapshot["exmat"] for snapshot in snapshots])


def test_all_scans_load(buildings: Matterport3D) -> None:
    assert len(buildings.scan_ids()) == 56
    for scan_id in buildings.scan_ids():
        scan = buildings.scan(scan_id)
        heights = [viewpoint.height for viewpoint in scan.viewpoints.values() if viewpoint.height is not None]
        assert len(heights) == len(scan.viewpoints)
        assert 0.0 < min(heights) <= max(heights) < 8.1
        assert all(viewpoint.orientation[2][2] > 0.9 for viewpoint in scan.viewpoints.values())  # upright


def test_lengths_of_paths_are_the_published_distances(buildings: Matterport3D, shared: Path) -> None:
    paths = json.loads((shared / "data" / "r2r" / "R2R_val_seen.json").read_bytes())
    lengths = {
        path["path_id"]: buildings.scan(path["scan"]).graph.path_length(path["path"]) for path in paths
    }
    differing = {path["path_id"] for path in paths if round(lengths[path["path_id"]], 2) != path["distance"]}
    assert len(paths) == 340
    assert differing == {4554}  # wrong in the published file: 13.38
    assert lengths[4554] == pytest.approx(11.42, abs=0.005)


def test_published_paths_are_shortest_paths(buildings: Matterport3D, shared: Path) -> None:
    for path in json.loads((shared / "data" / "r2r" / "R2R_val_seen.json").read_bytes()):
        graph = buildings.scan(path["scan"]).graph
        assert graph.distance(path["path"][0], path["path"][-1]) == pytest.approx(
            graph.path_length(path["path"])
        )


def test_distances_equal_those_of_networkx(buildings: Matterport3D) -> None:
    graph = buildings.scan("17DRP5sb8fy").graph
    for source, lengths in networkx.all_pairs_dijkstra_path_length(graph.nx, weight="weight"):
        ours = graph.distances_between([source], list(lengths))[0]
        assert ours == pytest.approx(list(lengths.values()), abs=1e-9)


def test_scans_in_several_parts_have_isolated_viewpoints(buildings: Matterport3D) -> None:
    parts: dict[str, int] = {}
    for scan_id in buildings.scan_ids():
        graph = buildings.scan(scan_id).graph
        parts[scan_id] = networkx.number_connected_components(graph.nx)
        isolated = [viewpoint_id for viewpoint_id in graph.viewpoint_ids if not graph.neighbors(viewpoint_id)]
        assert parts[scan_id] == 1 + len(isolated)
    several = {scan_id: count for scan_id, count in parts.items() if count > 1}
    assert several == {
        "B6ByNegPMKs": 4,
        "JF19kD82Mey": 2,
        "PuKPg4mmafe": 2,
        "SN83YJsR3w2": 2,
        "r1Q1Z4BcV1o": 2,
    }


def test_the_published_follower_scores_as_the_public_graph_allows(
    buildings: Matterport3D, shared: Path
) -> None:
    sample = json.loads((shared / "data" / "rxr_sample.json").read_bytes())
    guide, follower = sample["guide"], sample["follower"]
    scores = score_path(buildings.scan(guide["scan"]).graph, follower["path"], guide["path"]).as_rxr()
    assert (scores["ne"], scores["sr"]) == (0.0, 1.0)
    assert scores["spl"] == pytest.approx(0.948222, abs=1e-6)
    assert scores["dtw"] == pytest.approx(1.575959, abs=1e-6)
    assert scores["spl"] == pytest.approx(follower["metrics"]["spl"], rel=0.001)
    for key in ("dtw", "ndtw", "sdtw"):
        assert scores[key] == pytest.approx(follower["metrics"][key], rel=0.02)


def test_published_scores_fit_the_formula(shared: Path) -> None:
    sample = json.loads((shared / "data" / "rxr_sample.json").read_bytes())
    metrics = sample["follower"]["metrics"]
    assert np.exp(-metrics["dtw"] / (3 * len(sample["guide"]["path"]))) == pytest.approx(
        metrics["ndtw"], abs=1e-9
    )


def test_the_trace_visits_the_path(snapshots: list[dict[str, Any]], args: dict[str, Any]) -> None:
    assert [viewpoint_id for viewpoint_id, _ in itertools.groupby(row["id"] for row in snapshots)] == args[
        "path"
    ]


def test_the_trace_begins_with_the_heading(poses: CameraPose, args: dict[str, Any]) -> None:
    assert poses.heading[0] == pytest.approx(args["heading"], abs=1e-6)
    assert poses.elevation[0] == pytest.approx(0.0, abs=1e-6)


def test_cameras_stand_at_their_viewpoints(
    buildings: Matterport3D, snapshots: list[dict[str, Any]], poses: CameraPose, args: dict[str, Any]
) -> None:
    graph = buildings.scan(args["scan"]).graph
    assert poses.position == pytest.approx(
        np.array([graph.position(row["id"]) for row in snapshots]), abs=2e-4
    )


def test_cameras_look_along_the_edge_when_stepping(
    buildings: Matterport3D, snapshots: list[dict[str, Any]], poses: CameraPose, args: dict[str, Any]
) -> None:
    """The 2021 viewer turns the camera towards the next viewpoint before it steps there."""
    graph = buildings.scan(args["scan"]).graph
    ids = [row["id"] for row in snapshots]
    steps = [step for step in range(1, len(ids)) if ids[step] != ids[step - 1]]
    assert len(steps) == 5
    for step in steps:
        along = direction(*graph.direction(ids[step - 1], ids[step]))
        assert direction(poses.heading[step], poses.elevation[step]) == pytest.approx(along, abs=5e-4)


def test_the_guides_own_walk_is_perfect(buildings: Matterport3D, args: dict[str, Any]) -> None:
    scores = score_path(buildings.scan(args["scan"]).graph, args["path"], args["path"])
    assert (scores.success, scores.ndtw) == (1.0, 1.0)
