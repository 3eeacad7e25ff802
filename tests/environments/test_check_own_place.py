"""Rules over the numbers and the files of a place that somebody wrote by hand."""

from __future__ import annotations

import json
import shutil
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from environments import Matterport3D, NavigationGraph, PanoramaFolder, Scan
from environments.check import PlaceFinding, Severity, Sureness, check_environment, steps_of
from environments.check.numbers import check_numbers
from environments.demo import DemoHouse
from environments.scan import Projection, Viewpoint

HOUSE = DemoHouse().scan("demo-house")


def changed(turn: Any, height: float | None = 1.55) -> Scan:
    """The demo house with other positions."""
    positions = {name: turn(*HOUSE.graph.position(name)) for name in HOUSE.viewpoints}
    viewpoints = {name: Viewpoint(name, place, height=height) for name, place in positions.items()}
    edges = [(a, b) for a, b, _ in HOUSE.graph.edges()]
    return Scan("changed", viewpoints, NavigationGraph(positions, edges), Projection.EQUIRECTANGULAR)


def kinds(scan: Scan, headings: dict[str, float] | None = None) -> set[str]:
    return {finding.kind for finding in check_numbers(scan, headings or {})}


def test_the_demo_house_has_right_numbers() -> None:
    assert kinds(changed(lambda x, y, z: (x, y, z)), {"balcony": 6.28, "study-desk": -6.28}) == set()


@pytest.mark.parametrize("scale", [100, 1000])
def test_positions_in_centimetres_and_in_millimetres(scale: float) -> None:
    (found,) = check_numbers(changed(lambda x, y, z: (scale * x, scale * y, scale * z)), {})
    assert (found.kind, found.sure) == ("positions not in metres", Sureness.LIKELY)


@pytest.mark.parametrize(
    "turn", [lambda x, y, z: (x, z, y), lambda x, y, z: (z, y, x), lambda x, y, z: (y, z, x)]
)
def test_axes_are_exchanged(turn: Any) -> None:
    assert kinds(changed(turn)) == {"axes exchanged"}


@pytest.mark.parametrize(
    ("height", "wrong"), [(155, True), (10.1, True), (10, False), (0, True), (-1.5, True), (None, False)]
)
def test_a_height_that_no_camera_has(height: float | None, wrong: bool) -> None:
    found = list(check_numbers(changed(lambda x, y, z: (x, y, z), height), {}))
    assert [each.kind for each in found] == ["doubtful height"] * (wrong * len(HOUSE.viewpoints))


def test_headings_in_degrees() -> None:
    (found,) = check_numbers(HOUSE, {"balcony": 90.0, "study-desk": 0.5, "study-door": -45})
    assert (found.kind, found.viewpoint_ids) == ("headings in degrees", ("balcony", "study-door"))
    assert found.what == "2 headings are beyond a whole turn of 6.28 radians, such as 90."


@pytest.mark.shared_data
def test_the_numbers_of_real_buildings_are_right(shared: Path) -> None:
    buildings = Matterport3D(shared / "data" / "matterport3d")
    assert len(buildings.scan_ids()) == 56
    assert [
        finding for scan_id in buildings.scan_ids() for finding in check_numbers(buildings.scan(scan_id), {})
    ] == []


def noise(file: Path, seed: int, size: tuple[int, int] = (512, 256)) -> None:
    pixels = np.random.default_rng(seed).integers(0, 255, (8, 16, 3), np.uint8)
    Image.fromarray(np.hstack([pixels, pixels[:, ::-1]])).resize(size).save(file)


def files(folder: Path) -> list[PlaceFinding]:
    wanted = {"small picture", "one picture twice", "unused picture"}
    looked = chain.from_iterable(check_environment(PanoramaFolder(folder), compare=False))
    return [finding for finding in looked if finding.kind in wanted]


@pytest.fixture
def pictured(folder: Path) -> Path:
    noise(folder / "hall.jpg", 1)
    noise(folder / "more" / "kitchen.png", 2)
    return folder


def test_files_that_are_right(pictured: Path) -> None:
    noise(pictured / "plan.png", 3, (300, 200))
    noise(pictured / "hall.ids.png", 3)
    noise(pictured / "hall.depth.png", 3)
    (pictured / "notes.txt").write_text("measured on Monday")
    (pictured / "broken.jpg").write_bytes(b"")
    assert files(pictured) == []


def test_a_picture_that_no_viewpoint_has(pictured: Path) -> None:
    noise(pictured / "more" / "attic.jpg", 3)
    (found,) = files(pictured)
    assert (found.kind, found.what) == ("unused picture", "No viewpoint has attic.jpg.")


@pytest.mark.parametrize(("width", "small"), [(256, False), (254, True)])
def test_a_picture_is_small_below_half_of_the_usual_width(pictured: Path, width: int, small: bool) -> None:
    noise(pictured / "hall.jpg", 1, (width, width // 2))
    assert [(each.kind, each.viewpoint_ids) for each in files(pictured)] == [
        ("small picture", ("hall",))
    ] * small


def test_one_file_twice_and_one_picture_saved_twice(pictured: Path) -> None:
    with Image.open(pictured / "hall.jpg") as picture:
        picture.save(pictured / "more" / "kitchen.png")
    (saved,) = files(pictured)
    assert (saved.kind, saved.viewpoint_ids, saved.sure) == (
        "one picture twice",
        ("hall", "kitchen"),
        Sureness.LIKELY,
    )
    shutil.copyfile(pictured / "more" / "kitchen.png", pictured / "hall.jpg")
    (copied,) = files(pictured)
    assert (copied.kind, copied.sure) == ("one picture twice", Sureness.CERTAIN)


def test_plain_pictures_are_not_taken_for_one(pictured: Path) -> None:
    Image.new("L", (512, 256), 90).save(pictured / "hall.jpg")
    Image.new("L", (512, 256), 90).save(pictured / "more" / "kitchen.png")
    assert files(pictured) == []


def test_pictures_are_not_compared_where_nothing_lies_where_the_numbers_say(
    pictured: Path, cottage: dict[str, Any]
) -> None:
    cottage["viewpoints"][1]["heading"] = 90
    (pictured / "graph.json").write_text(json.dumps(cottage))
    (left_out,) = (
        finding
        for finding in chain.from_iterable(check_environment(PanoramaFolder(pictured)))
        if finding.kind == "pictures not compared"
    )
    assert (left_out.severity, left_out.what) == (
        Severity.NOTE,
        "Nothing lies where the numbers say: headings in degrees.",
    )


@pytest.mark.parametrize(
    ("chosen", "steps"),
    [({}, 1 + 2 + 1 + 2 + 1 + 1), ({"compare": False}, 1 + 2 + 1), ({"images": False}, 1)],
)
def test_the_bar_knows_how_long_it_takes(pictured: Path, chosen: dict[str, bool], steps: int) -> None:
    environment = PanoramaFolder(pictured)
    assert steps_of(environment, **chosen) == steps
    assert len(list(check_environment(environment, **chosen))) == steps
