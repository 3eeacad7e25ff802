"""A place in the forms of other viewers and simulators."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from environments.connectivity import read_connectivity
from environments.demo import DemoHouse
from environments.errors import ConfigurationError, ImageNotFoundError
from environments.geometry import as_rotation, direction, rotation
from environments.scan import EncodedImage, Projection, Scan
from environments.testing import tiny_scan
from environments.tours.export import FORMS, connectivity, export_tour
from environments.tours.pannellum import pannellum
from environments.tours.photo_sphere_viewer import photo_sphere_viewer
from pangea_server.app.command_line import app
from pangea_server.app.env import TourForm

SCAN = "demo-house"


def leaning() -> Scan:
    """The tiny scan, whose cameras look elsewhere and lean."""
    scan = tiny_scan()
    turned = {
        name: replace(each, orientation=as_rotation(rotation(0.4 * number, 0.1 * number)), height=1.5)
        for number, (name, each) in enumerate(scan.viewpoints.items())
    }
    return replace(scan, viewpoints=turned)


def pictures(scan: Scan) -> dict[str, str]:
    return {name: f"{name}.jpg" for name in scan.viewpoints}


def test_matterports_form_is_read_again_as_it_was(tmp_path: Path) -> None:
    scan = leaning()
    file = tmp_path / f"{scan.scan_id}_connectivity.json"
    file.write_text(json.dumps(connectivity(scan)))
    again = read_connectivity(file, tmp_path)
    assert again.scan_id == scan.scan_id
    assert again.graph.edges() == scan.graph.edges()
    for name, viewpoint in scan.viewpoints.items():
        found = again.viewpoints[name]
        assert (found.position, found.height) == (viewpoint.position, viewpoint.height)
        assert np.allclose(found.orientation, viewpoint.orientation)


@pytest.mark.parametrize("form", ["pannellum", "photo-sphere-viewer"])
def test_neighbours_are_where_the_picture_shows_them(form: str) -> None:
    scan = leaning()
    for name, viewpoint in scan.viewpoints.items():
        links = shown(scan, form, name)
        assert set(links) == {*scan.graph.neighbors(name)}
        for other, (yaw, pitch) in links.items():
            there = np.subtract(scan.viewpoints[other].position, viewpoint.position)
            seen = np.array(viewpoint.orientation) @ direction(yaw, pitch)
            assert np.allclose(seen, there / np.linalg.norm(there), atol=1e-4)


def shown(scan: Scan, form: str, name: str) -> dict[str, tuple[float, float]]:
    """By neighbour: radians to the right of the picture's middle, and up."""
    if form == "pannellum":
        spots = pannellum(scan, pictures(scan))["scenes"][name]["hotSpots"]
        return {each["sceneId"]: (math.radians(each["yaw"]), math.radians(each["pitch"])) for each in spots}
    [node] = [each for each in photo_sphere_viewer(scan, pictures(scan)) if each["id"] == name]
    return {each["nodeId"]: (each["position"]["yaw"], each["position"]["pitch"]) for each in node["links"]}


def test_north_is_where_headings_begin() -> None:
    scan = leaning()
    scenes = pannellum(scan, pictures(scan))["scenes"]
    nodes = {each["id"]: each for each in photo_sphere_viewer(scan, pictures(scan))}
    for number, name in enumerate(scan.viewpoints):
        heading = math.degrees(0.4 * number)
        assert scenes[name]["northOffset"] == pytest.approx(heading, abs=1e-3)
        assert nodes[name]["panoData"]["poseHeading"] == pytest.approx(heading % 360, abs=1e-3)


def test_every_form_has_a_name_on_the_command_line() -> None:
    assert [each.value for each in TourForm] == [*FORMS]


@pytest.mark.parametrize("form", FORMS)
def test_the_command_writes_a_folder_that_says_all(tmp_path: Path, form: str) -> None:
    output = tmp_path / "tour"
    told = CliRunner().invoke(app, ["env", "export", "demo", "--output", str(output), "--format", form])
    assert told.exit_code == 0, told.output
    described = output / FORMS[form].file.format(scan=SCAN)
    assert str(described) in told.output.replace("\n", "")
    json.loads(described.read_text())
    names = {each.name for each in output.iterdir()} - {described.name}
    house = DemoHouse().scan(SCAN)
    assert names == ({f"{each}.jpg" for each in house.viewpoints} if FORMS[form].with_pictures else set())


def test_what_is_there_and_what_cannot_be_copied_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="is there already"):
        export_tour(DemoHouse(), SCAN, "pannellum", tmp_path)
    output = tmp_path / "tour"

    class Lost(DemoHouse):
        def image(self, scan_id: str, viewpoint_id: str, face: str) -> EncodedImage:
            if viewpoint_id == "kitchen-table":
                raise ImageNotFoundError("It is lost.", remedy="Find it.")
            return super().image(scan_id, viewpoint_id, face)

    with pytest.raises(ImageNotFoundError):
        export_tour(Lost(), SCAN, "pannellum", output)
    told = CliRunner().invoke(app, ["env", "export", f"folder:{tmp_path}", "--output", str(output)])
    assert told.exit_code != 0
    assert [*tmp_path.iterdir()] == []
    (tmp_path / "file").touch()
    with pytest.raises(ConfigurationError, match="cannot be written: File exists"):
        export_tour(DemoHouse(), SCAN, "pannellum", tmp_path / "file" / "tour")


def test_skyboxes_need_another_form(tmp_path: Path) -> None:
    class Skyboxes(DemoHouse):
        def scan(self, scan_id: str) -> Scan:
            return replace(super().scan(scan_id), projection=Projection.CUBEMAP)

    with pytest.raises(ConfigurationError, match="has skyboxes"):
        export_tour(Skyboxes(), SCAN, "pannellum", tmp_path / "tour")
    assert export_tour(Skyboxes(), SCAN, "matterport3d", tmp_path / "tour").is_file()
