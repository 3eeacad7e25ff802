"""From loose regions to the edges of things: on pictures that are drawn here, and on the demo house."""

from __future__ import annotations

from dataclasses import replace
from math import radians

import numpy as np
import pytest

from environments.demo import DemoHouse
from environments.errors import SegmenterError
from environments.regions import Polygon, Region, ViewBox, as_polygon, contains, iou
from environments.segmenting.grabcut import GrabCut
from environments.segmenting.protocol import Segmented, check_segmented
from environments.segmenting.snapping import SIDE, picture_around, prompt_of, region_of
from environments.sightings import sighting
from environments.tiles.sphere import look_around, perspective

THING = ViewBox(0.4, -0.2, radians(20), radians(12))
AT_THE_SEAM = replace(THING, heading=np.pi - 0.05)
BELOW = replace(THING, elevation=radians(-75))


def loose(box: ViewBox) -> ViewBox:
    return replace(box, width=1.25 * box.width, height=1.3 * box.height)


def pixels_of(thing: Region, drawn: Region) -> Segmented:
    """What a segmenter without fault answers."""
    return Segmented(picture_around(drawn).cells(thing))


@pytest.mark.parametrize("thing", [THING, AT_THE_SEAM, BELOW])
def test_a_box_is_laid_around_what_was_found(thing: ViewBox) -> None:
    drawn = loose(thing)
    found = region_of(pixels_of(thing, drawn).pixels, picture_around(drawn), drawn)
    assert isinstance(found, ViewBox)
    assert iou(found, thing) > 0.95 > iou(drawn, thing)


@pytest.mark.parametrize("thing", [THING, AT_THE_SEAM, BELOW])
def test_a_polygon_stays_one(thing: ViewBox) -> None:
    drawn = as_polygon(loose(thing))
    found = region_of(pixels_of(thing, drawn).pixels, picture_around(drawn), drawn)
    assert isinstance(found, Polygon)
    assert len(found.points) < 12
    assert iou(found, thing) > 0.95


def test_specks_are_no_part_of_a_thing() -> None:
    drawn = loose(THING)
    pixels = pixels_of(THING, drawn).pixels.copy()
    pixels[2:5, 2:5] = True
    assert iou(region_of(pixels, picture_around(drawn), drawn), THING) > 0.95


@pytest.mark.parametrize("share", [0.0, 0.001])
def test_where_nothing_stands_out_nothing_is_proposed(share: float) -> None:
    pixels = np.zeros((SIDE, SIDE), np.bool_)
    pixels[: round(share * SIDE), : round(share * SIDE)] = True
    with pytest.raises(SegmenterError, match="No thing stands out"):
        region_of(pixels, picture_around(THING), THING)


def test_what_is_too_wide_for_a_picture_is_refused() -> None:
    with pytest.raises(SegmenterError, match="too wide"):
        picture_around(ViewBox(0, 0, radians(150), radians(40)))


def test_a_prompt_says_where_the_region_is_and_what_is_on_the_thing() -> None:
    camera = picture_around(THING)
    prompt = prompt_of(
        THING, camera, [(0.4, -0.2), (0.4 + np.pi, 0.0)]
    )  # the second one is behind the camera
    left, top, right, bottom = prompt.box
    assert left + right == pytest.approx(SIDE) == top + bottom
    assert (right - left) / SIDE == pytest.approx(1 / 1.35)
    ((x, y, is_on),) = prompt.points
    assert is_on
    assert (x, y) == pytest.approx((SIDE / 2, SIDE / 2))


def test_the_edges_of_a_sofa_are_found() -> None:
    house = DemoHouse()
    labels = house.labels("demo-house")
    assert labels is not None
    seen = sighting(labels, "red-sofa", "living-room-sofa")
    assert seen is not None
    assert seen.box is not None
    drawn = loose(seen.box)
    camera = picture_around(drawn)
    look = look_around(house, "demo-house", "living-room-sofa", 2048)
    shown = np.asarray(
        perspective(look, camera.heading, camera.elevation, camera.field_of_view, (SIDE, SIDE))
    )
    first, second = (GrabCut().segment(shown, prompt_of(drawn, camera)) for _ in range(2))
    assert (first.pixels == second.pixels).all()  # the same picture has the same edges
    found = region_of(first.pixels, camera, drawn)
    assert iou(found, seen.box) > iou(drawn, seen.box) + 0.1
    on = [(seen.box.heading, seen.box.elevation)]
    assert contains(found, np.array([[np.sin(on[0][0]), np.cos(on[0][0]), np.sin(on[0][1])]])).all()


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (Segmented(np.zeros((3, 5), np.bool_)), "pixels"),
        (Segmented(np.zeros((4, 5), np.uint8)), "pixels"),
        (Segmented(np.zeros((4, 5), np.bool_), 1.5), "1.5 sure"),
        (Segmented(np.zeros((4, 5), np.bool_), float("nan")), "nan sure"),
    ],
)
def test_an_answer_to_another_picture_is_refused(found: Segmented, told: str) -> None:
    with pytest.raises(SegmenterError, match=told):
        check_segmented(found, np.zeros((4, 5, 3), np.uint8))
