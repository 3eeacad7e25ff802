from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from environments import (
    ConfigurationError,
    ConnectivityError,
    ImageNotFoundError,
    Matterport3D,
    ScanNotFoundError,
)
from environments.matterport3d import SKYBOX

SCAN_ID = "gZ6f7yhEvPG"
VIEWPOINT = "47d8a8282c1c4a7fb3eeeacc45e9d959"
Edit = Callable[[list[Any]], object]
Face = Callable[[float, float], tuple[float, float, float]]

# The direction in which the pixel (s, t) of each face looks, s to the right and t down, both in [-1, 1]: of our
# faces in the panorama's frame (environments/scan.py), and of the faces of OpenGL's cube textures (specification
# 4.6, table 8.19), into which the simulator's NavGraph.cpp loads the skyboxes.
OUR_FACES: dict[str, Face] = {
    "front": lambda s, t: (s, 1, -t),
    "right": lambda s, t: (1, -s, -t),
    "back": lambda s, t: (-s, -1, -t),
    "left": lambda s, t: (-1, s, -t),
    "up": lambda s, t: (s, t, 1),
    "down": lambda s, t: (s, -t, -1),
}
SIMULATOR_SKYBOXES: dict[int, Face] = {
    2: lambda s, t: (1, -t, -s),
    4: lambda s, t: (-1, -t, s),
    0: lambda s, t: (s, 1, t),
    5: lambda s, t: (s, -1, -t),
    1: lambda s, t: (s, -t, 1),
    3: lambda s, t: (-s, -t, -1),
}


def pose_rotation(directory: Path) -> NDArray[np.float64]:
    entries = json.loads((directory / "connectivity" / f"{SCAN_ID}_connectivity.json").read_bytes())
    pose = next(entry["pose"] for entry in entries if entry["image_id"] == VIEWPOINT)
    return np.reshape(pose, (4, 4))[:3, :3].astype(np.float64)


def simulator_direction(
    texture: tuple[float, float, float], pose: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Where the simulator shows a texel: with heading 0 its View turns the model by half a turn about z and looks
    along +y, and its image is read bottom row first; together, the texel at pose * texture appears at the opposite
    of that direction."""
    x, y, z = pose @ texture
    camera = np.array([-x, z, y])  # View: a half turn about z, then a quarter turn back about x
    camera[1] *= -1  # rows read from below
    right, up, forward = camera[0], camera[1], -camera[2]
    return np.array([right, forward, up])  # heading 0: right is +x, forward +y, up +z


@pytest.mark.parametrize("face", SKYBOX)
def test_every_pixel_looks_where_the_simulator_shows_it(matterport: Path, face: str) -> None:
    orientation = np.array(Matterport3D(matterport).scan(SCAN_ID).viewpoints[VIEWPOINT].orientation)
    pose = pose_rotation(matterport)
    for s, t in [(0, 0), (0.9, 0.2), (-0.3, 0.8)]:
        ours = orientation @ OUR_FACES[face](s, t)
        simulators = simulator_direction(SIMULATOR_SKYBOXES[SKYBOX[face]](s, t), pose)
        assert ours == pytest.approx(simulators, abs=1e-5)


def test_up_is_up(matterport: Path) -> None:
    for viewpoint in Matterport3D(matterport).scan(SCAN_ID).viewpoints.values():
        assert np.array(viewpoint.orientation) @ [0, 0, 1] == pytest.approx([0, 0, 1], abs=0.05)


def test_positions_heights_and_edges_come_from_the_file(matterport: Path) -> None:
    scan = Matterport3D(matterport).scan(SCAN_ID)
    assert len(scan.viewpoints) == 8
    assert scan.viewpoints[VIEWPOINT].position == (-0.0034508, 0.0112371, 1.42388)
    assert scan.viewpoints[VIEWPOINT].height == pytest.approx(1.42689, abs=1e-5)
    assert len(scan.graph.neighbors(VIEWPOINT)) == 5


@pytest.mark.parametrize(
    "layout", ["v1/scans/{}/matterport_skybox_images", "{}/matterport_skybox_images", "."]
)
def test_images_are_found_in_every_published_layout(matterport: Path, layout: str) -> None:
    published = matterport / "data" / "v1" / "scans" / SCAN_ID / "matterport_skybox_images"
    expected = (published / f"{VIEWPOINT}_skybox1_sami.jpg").read_bytes()
    shutil.copytree(published, matterport / layout.format(SCAN_ID), dirs_exist_ok=True)
    shutil.rmtree(published)
    assert Matterport3D(matterport).image(SCAN_ID, VIEWPOINT, "front").data == expected


def test_the_directory_may_hold_the_files_itself(matterport: Path) -> None:
    assert Matterport3D(matterport / "connectivity").scan_ids() == [SCAN_ID]


def test_a_graph_is_read_once(matterport: Path) -> None:
    environment = Matterport3D(matterport)
    assert environment.scan(SCAN_ID) is environment.scan(SCAN_ID)


@pytest.mark.usefixtures("backwards")
def test_scans_are_sorted(matterport: Path) -> None:
    connectivity = matterport / "connectivity"
    shutil.copy(connectivity / f"{SCAN_ID}_connectivity.json", connectivity / "aaa_connectivity.json")
    assert Matterport3D(matterport).scan_ids() == ["aaa", SCAN_ID]


def test_a_missing_image_is_named(matterport: Path) -> None:
    shutil.rmtree(matterport / "data")
    with pytest.raises(ImageNotFoundError, match=rf"data/v1/scans/{SCAN_ID}/.*{VIEWPOINT}_skybox0_sami.jpg"):
        Matterport3D(matterport).image(SCAN_ID, VIEWPOINT, "up")


def test_a_directory_without_graphs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"connectivity/SCAN_connectivity\.json"):
        Matterport3D(tmp_path)


def test_a_scan_id_is_not_a_path(matterport: Path) -> None:
    with pytest.raises(ScanNotFoundError, match="connectivity"):
        Matterport3D(matterport).scan(f"../connectivity/{SCAN_ID}")


def edited(directory: Path, edit: Edit) -> Matterport3D:
    file = directory / "connectivity" / f"{SCAN_ID}_connectivity.json"
    entries = json.loads(file.read_bytes())
    edit(entries)
    file.write_text(json.dumps(entries), encoding="utf-8")
    return Matterport3D(directory)


def test_entries_not_included_are_left_out_with_their_edges(matterport: Path) -> None:
    whole = Matterport3D(matterport).scan(SCAN_ID).graph
    scan = edited(matterport, lambda entries: entries[7].update(included=False)).scan(SCAN_ID)
    assert VIEWPOINT not in scan.viewpoints
    assert len(scan.graph.edges()) == len(whole.edges()) - 5


MALFORMED: dict[str, Edit] = {
    r"Expected `object`, got `int` - at `\$\[2\]`": lambda entries: entries.__setitem__(2, 5),
    r"missing required field `pose` - at `\$\[1\]`": lambda entries: entries[1].pop("pose"),
    r"matching regex .* - at `\$\[0\]\.image_id`": lambda entries: entries[0].update(image_id="../x"),
    r"Expected `bool`, got `str` - at `\$\[0\]\.included`": lambda entries: entries[0].update(included="yes"),
    r"length >= 16 - at `\$\[3\]\.pose`": lambda entries: entries[3]["pose"].pop(),
    "is not JSON": lambda entries: entries[4]["pose"].__setitem__(0, float("nan")),
    "entry 5: pose is not a row-major": lambda entries: entries[5]["pose"].__setitem__(0, 9),
    "entry 6: unobstructed is not a list of 8": lambda entries: entries[6]["unobstructed"].pop(),
    r"got `str` - at `\$\[0\]\.height`": lambda entries: entries[0].update(height="tall"),
    "entry 7: image_id .* is already used by entry 1": lambda entries: entries[7].update(
        image_id=entries[1]["image_id"]
    ),
    "entry 0: entry 4 is unobstructed": lambda entries: entries[0]["unobstructed"].__setitem__(4, True),
    "includes none of its 8": lambda entries: [entry.update(included=False) for entry in entries],
    "at least one viewpoint": lambda entries: entries.clear(),
}


@pytest.mark.parametrize("message", MALFORMED)
def test_malformed_entries_are_named(matterport: Path, message: str) -> None:
    environment = edited(matterport, MALFORMED[message])
    with pytest.raises(ConnectivityError, match=message) as refusal:
        environment.scan(SCAN_ID)
    assert f"{SCAN_ID}_connectivity.json" in refusal.value.message
    assert refusal.value.remedy


@pytest.mark.parametrize("content", [b"", b'[{"image_id": ', b"\xff\xfe"])
def test_a_file_that_is_no_json_is_named(matterport: Path, content: bytes) -> None:
    (matterport / "connectivity" / f"{SCAN_ID}_connectivity.json").write_bytes(content)
    with pytest.raises(ConnectivityError, match=f"{SCAN_ID}_connectivity.json is not JSON"):
        Matterport3D(matterport).scan(SCAN_ID)
