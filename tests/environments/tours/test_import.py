"""Tours of other programs become places: pictures, directions, steps; and what they do not say is told."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from environments import open_environment
from environments.errors import ConfigurationError, ConnectivityError, ImageNotFoundError, InvalidDataError
from environments.geometry import direction
from environments.pictures import decode_image
from environments.scan import CUBE_FACES, Scan
from environments.tiles.cut import FACE_AXES
from environments.tours.pannellum import pannellum
from environments.tours.photo_sphere_viewer import photo_sphere_viewer
from environments.tours.read import import_tour
from pangea_server.app.command_line import app
from tests.environments.tours.test_export import leaning, pictures

COLOURS = dict(
    zip(
        CUBE_FACES,
        [(200, 40, 40), (40, 200, 40), (40, 40, 200), (200, 200, 40), (240, 240, 240), (20, 20, 20)],
        strict=True,
    )
)
SIDE, TILE = 96, 64


def level(scan: Scan) -> Scan:
    from dataclasses import replace

    from environments.geometry import as_rotation, rotation

    turned = {
        name: replace(each, orientation=as_rotation(rotation(0.4 * number)))
        for number, (name, each) in enumerate(scan.viewpoints.items())
    }
    return replace(scan, viewpoints=turned)


def written(folder: Path, write: Callable[[Scan, Any], Any], name: str) -> Path:
    """The tiny scan as a tour, with pictures of one colour each."""
    scan = level(leaning())
    for number, file in enumerate(pictures(scan).values()):
        Image.new("RGB", (64, 32), (20 * number, 90, 200)).save(folder / file)
    (folder / name).write_text(json.dumps(write(scan, pictures(scan))))
    return folder / name


def marzipano(folder: Path, pitch: float = 0.3) -> Path:
    """Two panoramas whose faces have one colour each, as Marzipano's tool cuts them."""

    def scene(name: str, other: str, yaw: float) -> dict[str, Any]:
        for face, letter in zip(CUBE_FACES, "frblud", strict=True):
            picture = Image.new("RGB", (SIDE, SIDE), COLOURS[face])
            for row in range(2):
                for column in range(2):
                    file = folder / "tiles" / name / "1" / letter / str(row) / f"{column}.jpg"
                    file.parent.mkdir(parents=True, exist_ok=True)
                    box = (
                        column * TILE,
                        row * TILE,
                        min(SIDE, column * TILE + TILE),
                        min(SIDE, row * TILE + TILE),
                    )
                    picture.crop(box).save(file)
        return {
            "id": name,
            "name": name.title(),
            "levels": [{"tileSize": 32, "size": 32, "fallbackOnly": True}, {"tileSize": TILE, "size": SIDE}],
            "faceSize": 90,
            "initialViewParameters": {"yaw": 0.1, "pitch": 0, "fov": 1.4},
            "linkHotspots": [{"yaw": yaw, "pitch": pitch, "rotation": 0, "target": other}],
            "infoHotspots": [],
        }

    content = {
        "scenes": [scene("0-hall", "1-kitchen", 0.5), scene("1-kitchen", "0-hall", -1.0)],
        "name": "Home",
    }
    file = folder / "data.js"
    file.write_text(f"var APP_DATA = {json.dumps(content, indent=2)};\n")
    return file


@pytest.mark.parametrize(("write", "name"), [(pannellum, "tour.json"), (photo_sphere_viewer, "nodes.json")])
def test_what_was_exported_comes_back(tmp_path: Path, write: Any, name: str) -> None:
    """Steps of this scan are all 2 m long, so that it has the places that it had; but for the attic, which no step
    joins."""
    made = import_tour(written(tmp_path, write, name), tmp_path / "place", step=2.0, height=1.5)
    scan, again = level(leaning()), open_environment(f"folder:{tmp_path / 'place'}").scan("place")
    assert again.graph.edges() == scan.graph.edges()
    assert (made.viewpoints, made.steps) == (len(scan.viewpoints), len(scan.graph.edges()))
    for viewpoint in scan.viewpoints.values():
        found = again.viewpoints[viewpoint.viewpoint_id]
        assert np.allclose(found.orientation, viewpoint.orientation, atol=1e-5)
        if viewpoint.viewpoint_id != "attic":
            assert found.position == pytest.approx(viewpoint.position, abs=1e-3)
    assert {each.kind for each in made.findings} == {"lengths not known", "separate part"}
    picture = open_environment(f"folder:{tmp_path / 'place'}").image("place", "c", "equirectangular")
    assert decode_image(picture).getpixel((3, 3)) == pytest.approx((40, 90, 200), abs=3)


def test_a_cube_of_tiles_becomes_one_picture_that_shows_each_face_where_it_was(tmp_path: Path) -> None:
    import_tour(marzipano(tmp_path), tmp_path / "place", step=2.0)
    place = open_environment(f"folder:{tmp_path / 'place'}")
    picture = decode_image(place.image("place", "0-hall", "equirectangular"))
    assert picture.size == (4 * SIDE, 2 * SIDE)
    for face in CUBE_FACES:
        x, y, z = FACE_AXES[face][0]
        column = (math.atan2(x, y) / (2 * math.pi) + 0.5) * picture.width
        row = (0.5 - math.asin(z) / math.pi) * picture.height
        at = (min(int(column), picture.width - 1), min(max(int(row), 2), picture.height - 3))
        assert picture.getpixel(at) == pytest.approx(COLOURS[face], abs=6), face


def test_marzipanos_pitch_is_downwards_and_two_arrows_on_the_floor_are_level(tmp_path: Path) -> None:
    made = import_tour(marzipano(tmp_path), tmp_path / "place", step=2.0)
    scan = open_environment(f"folder:{tmp_path / 'place'}").scan("place")
    hall, kitchen = (np.array(scan.viewpoints[name].position) for name in ("0-hall", "1-kitchen"))
    assert kitchen - hall == pytest.approx(2 * direction(0.5), abs=1e-3)
    assert [each.kind for each in made.findings] == ["lengths not known"]


def test_positions_by_gps_need_no_length(tmp_path: Path) -> None:
    tour = written(tmp_path, photo_sphere_viewer, "nodes.json")
    nodes = json.loads(tour.read_text())
    for number, node in enumerate(nodes):
        node["gps"] = [11.0, 48.0 + 1e-5 * number, 500]
        for link in node["links"]:
            del link["position"]
    tour.write_text(json.dumps(nodes))
    made = import_tour(tour, tmp_path / "place")
    scan = open_environment(f"folder:{tmp_path / 'place'}").scan("place")
    assert scan.graph.distance("a", "b") == pytest.approx(1.11, abs=0.01)
    assert [each.kind for each in made.findings] == ["separate part"]


@pytest.mark.parametrize("program", ["pannellum", "marzipano", "photo sphere viewer"])
def test_a_hot_spot_to_a_panorama_that_is_not_there_is_named(tmp_path: Path, program: str) -> None:
    if program == "pannellum":
        tour = written(tmp_path, pannellum, "tour.json")
        content = json.loads(tour.read_text())
        content["scenes"]["a"]["hotSpots"].append(
            {"type": "scene", "sceneId": "wine-cellar", "yaw": 3, "pitch": 0}
        )
        tour.write_text(json.dumps(content))
    elif program == "marzipano":
        tour = marzipano(tmp_path)
        spot = '{"yaw": 3, "pitch": 0, "target": "wine-cellar"}, '
        tour.write_text(tour.read_text().replace('"linkHotspots": [', f'"linkHotspots": [{spot}', 1))
    else:
        tour = written(tmp_path, photo_sphere_viewer, "nodes.json")
        content = json.loads(tour.read_text())
        content[0]["links"].append({"nodeId": "wine-cellar"})
        tour.write_text(json.dumps(content))
    made = import_tour(tour, tmp_path / "place", step=2.0)
    (found,) = [each for each in made.findings if each.kind == "hot spot to nowhere"]
    assert "wine-cellar" in found.what
    assert len(found.viewpoint_ids) == 1


def test_names_become_ids_each_once(tmp_path: Path) -> None:
    tour = written(tmp_path, pannellum, "tour.json")
    renamed = tour.read_text().replace('"a"', '"Küche 1"').replace('"b"', '"Küche/1"')
    tour.write_text(renamed)
    import_tour(tour, tmp_path / "place", step=2.0)
    scan = open_environment(f"folder:{tmp_path / 'place'}").scan("place")
    assert {"K-che-1", "K-che-1-2"} < scan.viewpoints.keys()


BAD: dict[str, tuple[Callable[[dict[str, Any]], Any], type[Exception], str]] = {
    "no tour": (lambda tour: {"viewpoints": []}, InvalidDataError, "no tour that is known"),
    "nothing in it": (lambda tour: tour | {"scenes": {}}, InvalidDataError, "no panoramas"),
    "another type": (
        lambda tour: tour | {"scenes": {"a": {"northOffset": "west"}}}, InvalidDataError, "northOffset",
    ),
    "no picture": (lambda tour: tour | {"scenes": {"a": {}}}, InvalidDataError, "a has no picture"),
    "a part of a sphere": (
        lambda tour: tour | {"scenes": {"a": {"panorama": "a.jpg", "haov": 180}}}, InvalidDataError, "180 x 180",
    ),
    "at an address": (
        lambda tour: tour | {"scenes": {"a": {"panorama": "https://example.org/a.jpg"}}},
        InvalidDataError, "is at https",
    ),
    "outside": (
        lambda tour: tour | {"scenes": {"a": {"panorama": "../a.jpg"}}}, InvalidDataError, "is at ../a.jpg",
    ),
    "lost": (lambda tour: tour | {"scenes": {"a": {"panorama": "z.jpg"}}}, ImageNotFoundError, "z.jpg is not there"),
    "not 2:1": (
        lambda tour: tour | {"scenes": {"a": {"panorama": "square.jpg"}}}, InvalidDataError, "32 x 32",
    ),
    "no tiles": (
        lambda tour: tour | {"scenes": {"a": {"multiRes": {
            "path": "/%l/%s%y_%x", "extension": "jpg", "tileResolution": 0, "maxLevel": 1, "cubeResolution": 9}}}},
        InvalidDataError, "has no tiles",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_read_is_named_and_nothing_is_written(tmp_path: Path, case: str) -> None:
    change, error, message = BAD[case]
    tour = written(tmp_path, pannellum, "tour.json")
    Image.new("RGB", (32, 32)).save(tmp_path / "square.jpg")
    tour.write_text(json.dumps(change(json.loads(tour.read_text()))))
    before = {*tmp_path.iterdir()}
    with pytest.raises(error, match=message):
        import_tour(tour, tmp_path / "place", step=2.0)
    assert {*tmp_path.iterdir()} == before


def test_files_that_are_no_tours_are_refused(tmp_path: Path) -> None:
    script = tmp_path / "data.js"
    script.write_text("alert(1)")
    with pytest.raises(InvalidDataError, match="sets one variable"):
        import_tour(script, tmp_path / "place", step=2.0)
    with pytest.raises(ConnectivityError, match="cannot be read"):
        import_tour(tmp_path / "none.json", tmp_path / "place", step=2.0)
    tour = written(tmp_path, photo_sphere_viewer, "nodes.json")
    nodes = json.loads(tour.read_text())
    tour.write_text(json.dumps([nodes[0] | {"sphereCorrection": {"pan": "20deg"}}]))
    with pytest.raises(InvalidDataError, match="sphereCorrection"):
        import_tour(tour, tmp_path / "place", step=2.0)
    tour.write_text(json.dumps([nodes[0], nodes[0]]))
    with pytest.raises(InvalidDataError, match="one id"):
        import_tour(tour, tmp_path / "place", step=2.0)


def test_a_pyramid_of_pannellum_is_put_together(tmp_path: Path) -> None:
    """As its script cuts them: the same tiles, named otherwise."""
    marzipano(tmp_path)
    (tmp_path / "tiles" / "0-hall" / "1").rename(tmp_path / "tiles" / "0-hall" / "2")
    for file in [*(tmp_path / "tiles" / "0-hall").rglob("*.jpg")]:
        face, row, column = file.parts[-3:]
        file.rename(tmp_path / "tiles" / "0-hall" / "2" / f"{face}{row}_{column}")
    scene = {
        "type": "multires",
        "multiRes": {
            "basePath": "tiles/0-hall", "path": "/%l/%s%y_%x", "extension": "jpg",
            "tileResolution": TILE, "maxLevel": 2, "cubeResolution": SIDE,
        },
    }  # fmt: skip
    tour = tmp_path / "tour.json"
    tour.write_text(json.dumps({"default": {"firstScene": "hall"}, "scenes": {"hall": scene}}))
    import_tour(tour, tmp_path / "place", step=2.0)
    place = open_environment(f"folder:{tmp_path / 'place'}")
    picture = decode_image(place.image("place", "hall", "equirectangular"))
    assert picture.getpixel((2 * SIDE, SIDE)) == pytest.approx(COLOURS["front"], abs=6)


def test_the_command_says_what_it_made_and_what_is_not_known(tmp_path: Path) -> None:
    tour = written(tmp_path, pannellum, "tour.json")
    output = tmp_path / "place"
    told = CliRunner().invoke(app, ["env", "import", str(tour), "--output", str(output)])
    assert told.exit_code != 0
    assert not output.exists()
    assert isinstance(told.exception, ConfigurationError) or "how far" in told.output
    told = CliRunner().invoke(app, ["env", "import", str(tour), "--output", str(output), "--step", "2"])
    assert told.exit_code == 0, told.output
    words = " ".join(told.output.split())
    assert "7 viewpoints, 5 steps" in words
    assert "Every step is 2 m long" in words
    assert "pangea env edit" in words
