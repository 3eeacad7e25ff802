"""What is seen stands where geometry says: on pixels of real Chromium, for every way a panorama can be stored."""

from __future__ import annotations

import base64
import io
import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page

import environments.demo
from environments import Matterport3D, PanoramaFolder, Viewpoint, open_environment
from environments.geometry import heading_elevation
from tests.browser.house_tiles import house_tiles
from tests.browser.painted import (
    GREY,
    MARKS,
    SCAN,
    Mark,
    Picture,
    Screen,
    folder_of_equirectangular,
    matterport_skyboxes,
)
from tests.browser.panorama_site import PanoramaSite, stalls

SCREEN = Screen(900, 700)
HOUSE = Path(environments.demo.__file__).parent / "house"
LOOKS = [(0, 0), (90, 0), (180, 0), (-90, 0), (45, 0), (20, 40), (90, 80), (180, -80), (-135, -30)]


@pytest.fixture(scope="module", params=["equirectangular", "tiles", "skyboxes"])
def site(
    request: pytest.FixtureRequest, viewer_page: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[PanoramaSite]:
    folder = tmp_path_factory.mktemp("scan")
    tiles = tmp_path_factory.mktemp("tiles") if request.param == "tiles" else None
    environment = (
        Matterport3D(matterport_skyboxes(folder))
        if request.param == "skyboxes"
        else PanoramaFolder(folder_of_equirectangular(folder))
    )
    with PanoramaSite.of(viewer_page, environment, SCAN, tiles).running() as running:
        yield running


def test_every_mark_is_where_geometry_says(site: PanoramaSite, page: Page) -> None:
    page.set_viewport_size({"width": SCREEN.width, "height": SCREEN.height})
    page.goto(f"{site.origin}/index.html?viewpoint=a")
    page.wait_for_function("window.viewer?.scan")  # until then the name is its element's
    seen = set()
    for heading, elevation in LOOKS:
        look_at(page, math.radians(heading), math.radians(elevation))
        picture = screenshot(page)
        for mark in MARKS:
            place = SCREEN.place(mark.look, math.radians(heading), math.radians(elevation))
            if place:
                seen.add(mark.name)
                assert colour_at(picture, place) == pytest.approx(mark.colour, abs=40), (
                    f"{mark.name} is not at {place} when looking along {heading}, {elevation} degrees"
                )
    assert seen == {mark.name for mark in MARKS}


def test_turning_right_by_90_degrees_looks_along_x(site: PanoramaSite, page: Page) -> None:
    page.goto(f"{site.origin}/index.html?viewpoint=a&heading=0")
    page.wait_for_selector("[data-sharp]")
    look_at(page, math.radians(90), 0.0)
    picture = screenshot(page)
    height, width, _ = picture.shape
    assert colour_at(picture, (width / 2, height / 2)) == pytest.approx(mark_named("east").colour, abs=40)
    matrix = page.evaluate("viewer.snapshot().extrinsic_matrix")
    look = [-matrix[2], -matrix[6], -matrix[10]]  # the camera looks along its own -z, in a y-up world
    assert look == pytest.approx([1, 0, 0], abs=1e-9)


def test_a_step_arrives_with_the_same_look(viewer_page: Path, page: Page, tmp_path: Path) -> None:
    """The two viewpoints' images are turned differently; what lies far away stays where it was."""
    environment = PanoramaFolder(folder_of_equirectangular(tmp_path))
    with PanoramaSite.of(viewer_page, environment, SCAN).running() as site:
        page.goto(f"{site.origin}/index.html?viewpoint=a")
        page.wait_for_selector("[data-sharp]")
        before = screenshot(page)
        page.evaluate("viewer.moveTo('b')")
        page.wait_for_selector("[data-viewpoint-id=b][data-sharp]:not([data-moving])")
        after = screenshot(page)
    height, width, _ = after.shape
    centre = (width / 2, height / 2)
    assert colour_at(before, centre) == pytest.approx(mark_named("north").colour, abs=40)
    assert colour_at(after, centre) == pytest.approx(mark_named("north").colour, abs=40)


def marks_missed(page: Page, expected: list[tuple[Mark, tuple[float, float]]]) -> list[str]:
    """Which marks are not at their places on the screen, nor come there within ten seconds."""
    deadline = time.monotonic() + 10
    while True:
        picture = screenshot(page)
        missed = [
            mark.name
            for mark, place in expected
            if colour_at(picture, place) != pytest.approx(mark.colour, abs=80)
        ]
        if not missed or time.monotonic() > deadline:
            return missed


def test_a_poster_is_seen_the_right_way_before_anything_is_loaded(
    viewer_page: Path, page: Page, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    environment = PanoramaFolder(folder_of_equirectangular(tmp_path, width=1024))
    with PanoramaSite.of(viewer_page, environment, SCAN, tmp_path_factory.mktemp("tiles")).running() as site:
        preview = base64.b64encode(site.images["/a/preview"]).decode()
        site.faults["/a/"] = stalls(30)
        poster = quote(f"data:image/jpeg;base64,{preview}")
        page.set_viewport_size({"width": SCREEN.width, "height": SCREEN.height})
        heading, elevation = math.radians(30), math.radians(10)
        page.goto(
            f"{site.origin}/index.html?viewpoint=a&heading={heading}&elevation={elevation}&poster={poster}"
        )
        places = [(mark, SCREEN.place(mark.look, heading, elevation)) for mark in MARKS]
        shown = [(mark, place) for mark, place in places if place]
        assert len(shown) >= 3
        assert marks_missed(page, shown) == []
        site.faults.clear()
        page.get_by_test_id("viewer-retry").click()
        page.wait_for_selector("[data-sharp]")
        assert page.locator(".viewer-poster").count() == 0


@pytest.mark.parametrize("cut", [True, False], ids=["tiles", "equirectangular"])
def test_named_objects_of_the_demo_house_are_in_front_of_who_looks_at_them(
    cut: bool, viewer_page: Path, page: Page
) -> None:
    house, tiles = open_environment("demo"), house_tiles() if cut else None
    with PanoramaSite.of(viewer_page, house, "demo-house", tiles).running() as site:
        page.set_viewport_size({"width": 480, "height": 360})  # each of its pixels is drawn without a GPU
        page.goto(f"{site.origin}/index.html")
        page.wait_for_selector("[data-sharp]")
        for sighting in clear_sightings():
            page.evaluate("viewpoint => viewer.moveTo(viewpoint, { animate: false })", sighting.viewpoint_id)
            look_at(page, sighting.heading, sighting.elevation)
            picture = screenshot(page)
            height, width, _ = picture.shape
            assert colour_at(picture, (width / 2, height / 2)) == pytest.approx(sighting.colour, abs=30), (
                sighting
            )


def test_a_look_straight_along_an_axis_is_drawn_whole(viewer_page: Path, page: Page) -> None:
    """Corners of the cube's tiles then lie right beside the camera, where drawing without a GPU went wrong."""
    house, viewpoint_id = open_environment("demo"), "hallway-coats"
    screen = Screen(900, 500)
    panorama = house_picture(f"{viewpoint_id}.jpg")
    with PanoramaSite.of(viewer_page, house, "demo-house", house_tiles()).running() as site:
        page.set_viewport_size({"width": screen.width, "height": screen.height})
        page.goto(f"{site.origin}/index.html?viewpoint={viewpoint_id}")
        page.wait_for_selector("[data-sharp]")
        for heading in (0.0, math.pi / 2, math.pi, -math.pi / 2):
            look_at(page, heading, 0.0)
            assert share_of_wrong_places(screenshot(page), screen, panorama, heading) < 0.007, heading


def share_of_wrong_places(picture: Picture, screen: Screen, panorama: Picture, heading: float) -> float:
    """Of a level look: how much of the screen does not show what the panorama has there."""
    wrong = []
    for turn, elevation in product(np.arange(-0.9, 0.91, 0.06), np.arange(-0.5, 0.51, 0.05)):
        place = screen.place(Mark("", heading + turn, elevation, GREY).look, heading, 0.0)
        if place is None:
            continue
        around = patch(panorama, math.remainder(heading + turn, math.tau), elevation, 0.012).reshape(-1, 3)
        wrong.append(np.abs(np.median(around, axis=0) - colour_at(picture, place)).mean() > 45)
    return float(np.mean(wrong))


@dataclass(frozen=True)
class Sighting:
    """A viewpoint from which an object's middle is not hidden, where it lies, and its colour there."""

    object_id: str
    viewpoint_id: str
    heading: float
    elevation: float
    colour: tuple[float, ...]


def clear_sightings() -> list[Sighting]:
    """One for each object that can be seen clearly, by its box and the pixel masks."""
    scan = open_environment("demo").scan("demo-house")
    sightings = {
        entry["object_id"]: sighting
        for entry in json.loads((HOUSE / "objects.json").read_bytes())["objects"]
        for viewpoint_id in entry["seen_from"]
        if (sighting := clear_sighting(entry, scan.viewpoints[viewpoint_id]))
    }
    assert len(sightings) >= 5
    return list(sightings.values())[::3]


def clear_sighting(entry: dict[str, Any], viewpoint: Viewpoint) -> Sighting | None:
    viewpoint_id = viewpoint.viewpoint_id
    heading, elevation = map(float, heading_elevation(np.mean(entry["box"], axis=0) - viewpoint.position))
    if elevation < -0.6:  # where rings lie on the floor
        return None
    around = patch(house_picture(f"{viewpoint_id}.ids.png"), heading, elevation, 0.03)
    if not (around == entry["number"]).all():
        return None
    colours = patch(house_picture(f"{viewpoint_id}.jpg"), heading, elevation, 0.012)
    if colours.reshape(-1, 3).std(axis=0).max() > 12:
        return None
    red, green, blue = np.median(colours.reshape(-1, 3), axis=0)
    return Sighting(entry["object_id"], viewpoint_id, heading, elevation, (red, green, blue))


@cache
def house_picture(name: str) -> Picture:
    """A panorama of the demo house (h, w, 3), or the numbers of the objects that it shows (h, w)."""
    with Image.open(HOUSE / name) as image:
        return np.asarray(image if name.endswith(".ids.png") else image.convert("RGB"))


def patch(image: Picture, heading: float, elevation: float, reach: float) -> Picture:
    """The pixels of an equirectangular image around a direction, so many radians to each side."""
    height, width = image.shape[:2]
    steps = round(reach * width / (2 * math.pi))
    column = round((heading / (2 * math.pi) + 0.5) * width) + np.arange(-steps, steps + 1)
    row = round((0.5 - elevation / math.pi) * height) + np.arange(-steps, steps + 1)
    pixels: Picture = image[row][:, column % width]
    return pixels


LOOK = """
async ([heading, elevation]) => {
  const drawn = new Promise((resolve) => viewer.on('camerachange', resolve))
  const before = [viewer.heading, viewer.elevation].join()
  viewer.lookAt(heading, elevation)
  if ([viewer.heading, viewer.elevation].join() !== before) await drawn
}
"""
STILL = """
() => {
  const canvas = document.querySelector('#viewer canvas')
  return canvas?.style.transform === '' && document.querySelector('#viewer').hasAttribute('data-sharp')
}
"""
"""The still camera is drawn with all of the canvas's pixels, a moving one with some that are spread over it."""


def look_at(page: Page, heading: float, elevation: float) -> None:
    """Resolves when the picture of this look is on the screen, as finely as it gets."""
    page.evaluate(LOOK, [heading, elevation])
    wait_for_still_picture(page)


def wait_for_still_picture(page: Page, *, timeout: float = 30_000) -> None:
    """``timeout`` in milliseconds."""
    page.wait_for_function(STILL, timeout=timeout)


def screenshot(page: Page) -> Picture:
    return np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))


def colour_at(picture: Picture, place: tuple[float, float]) -> tuple[float, ...]:
    """The median of a few pixels: markers on the floor and edges of discs do not count."""
    x, y = round(place[0]), round(place[1])
    red, green, blue = np.median(picture[y - 4 : y + 5, x - 4 : x + 5].reshape(-1, 3), axis=0)
    return float(red), float(green), float(blue)


def mark_named(name: str) -> Mark:
    return next(mark for mark in MARKS if mark.name == name)
