"""Gibson's published layout, with a graph in the form of the Matterport3D simulator."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from environments import (
    ConfigurationError,
    ConnectivityError,
    Environment,
    ImageNotFoundError,
    open_environment,
)
from environments.gibson import Gibson
from environments.testing import EnvironmentContract

CAMERAS = {"aaa": (1.0, 2.0, 1.4), "bbb": (1.0, 4.5, 1.4), "ccc": (0.0, 0.0, 0.0)}
LOOKS_EAST = [
    [0.0, 0.0, -1.0],
    [-1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
]  # columns: right is -y, up is z, back is -x


def point(place: tuple[float, ...]) -> list[dict[str, Any]]:
    rows = [[*row, x] for row, x in zip(LOOKS_EAST, place, strict=True)]
    return [{"camera_rt_matrix": "of another convention"}, {"camera_rt_matrix": [*rows, [0, 0, 0, 1]]}]


@pytest.fixture
def gibson(tmp_path: Path) -> Path:
    space = tmp_path / "Allensville"
    for folder in ("pano/points", "pano/rgb"):
        (space / folder).mkdir(parents=True)
    (space / "camera_poses.csv").write_text(
        "".join(f"{uuid},{x},{y},{z},1,0,0,0\n" for uuid, (x, y, z) in CAMERAS.items())
    )
    for uuid, place in CAMERAS.items():
        (space / "pano" / "points" / f"point_{uuid}.json").write_text(json.dumps(point(place)))
        Image.new("RGB", (16, 8)).save(
            space / "pano" / "rgb" / f"point_{uuid}_view_equirectangular_domain_rgb.png"
        )
    (tmp_path / "connectivity").mkdir()
    entries = [
        {
            "image_id": uuid,
            "pose": np.eye(4).ravel().tolist(),
            "included": uuid != "ccc",
            "visible": [True, True, False],
            "unobstructed": [uuid == "bbb", uuid == "aaa", False],
            "height": 1.4,
        }
        for uuid in CAMERAS
    ]
    (tmp_path / "connectivity" / "Allensville_connectivity.json").write_text(json.dumps(entries))
    return tmp_path


class TestGibson(EnvironmentContract):
    @pytest.fixture(autouse=True)
    def _directory(self, gibson: Path) -> None:
        self.directory = gibson

    def make(self) -> Environment:
        return Gibson(self.directory)


def test_edges_come_from_the_graph_and_poses_from_the_data_set(gibson: Path) -> None:
    scan = open_environment(f"gibson:{gibson}").scan("Allensville")
    assert scan.graph.edges() == [("aaa", "bbb", 2.5)]
    assert scan.viewpoints["aaa"].position == (1.0, 2.0, 1.4)
    assert scan.viewpoints["aaa"].height == 1.4
    right, forward, up = np.array(scan.viewpoints["aaa"].orientation).T
    assert right.tolist() == [0.0, -1.0, 0.0]
    assert forward.tolist() == [1.0, 0.0, 0.0]
    assert up.tolist() == [0.0, 0.0, 1.0]


def test_a_space_without_a_graph_says_where_one_is_looked_for(gibson: Path) -> None:
    (gibson / "connectivity" / "Allensville_connectivity.json").unlink()
    with pytest.raises(ConnectivityError, match=r"connectivity/Allensville_connectivity\.json is not there"):
        Gibson(gibson).scan("Allensville")


@pytest.mark.parametrize(
    "content",
    [
        "[]",
        "{}",
        '[{}, {"camera_rt_matrix": [[1, 0, 0, 0]]}]',
        json.dumps([{}, {"camera_rt_matrix": [[2, 0, 0, 0]] * 3}]),
    ],
)
def test_a_pose_that_is_none_is_named(gibson: Path, content: str) -> None:
    (gibson / "Allensville" / "pano" / "points" / "point_bbb.json").write_text(content)
    with pytest.raises(ConnectivityError, match=r"point_bbb\.json: its second entry has no camera_rt_matrix"):
        Gibson(gibson).scan("Allensville")


def test_a_space_is_read_once(gibson: Path) -> None:
    environment = Gibson(gibson)
    assert environment.scan("Allensville") is environment.scan("Allensville")


@pytest.mark.usefixtures("backwards")
def test_spaces_are_sorted(gibson: Path) -> None:
    shutil.copytree(gibson / "Allensville", gibson / "Aaa")
    assert Gibson(gibson).scan_ids() == ["Aaa", "Allensville"]


def test_a_missing_image_is_named(gibson: Path) -> None:
    next(gibson.rglob("point_aaa_view*")).unlink()
    with pytest.raises(ImageNotFoundError, match=r"point_aaa_view.* is not there"):
        Gibson(gibson).image("Allensville", "aaa", "equirectangular")


def test_a_directory_without_spaces_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="There is no SPACE"):
        Gibson(tmp_path)
