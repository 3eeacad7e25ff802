"""Cuts of the sphere: what lies where on them, and what people's shapes on them are in the world."""

from __future__ import annotations

from math import atan, pi, radians, tan
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from environments import InvalidDataError
from environments.geometry import direction
from environments.regions import (
    LatLonBox,
    Mask,
    Polygon,
    Region,
    ViewBox,
    as_mask,
    bounding_view,
    contains,
    iou,
)
from pangea_server.dataset.formats.landmarks.label_studio.brush import packed
from pangea_server.dataset.formats.landmarks.label_studio.cuts import (
    GRID,
    SIDE,
    USUAL,
    Cut,
    ShapeValue,
    cut_around,
    drawn,
    is_still,
    shape_of,
)

SEAM = ViewBox(3.1, -0.2, 0.4, 0.3)
POLE = ViewBox(0.3, 1.5, 0.6, 0.5)
STAR = Polygon(((3.0, 0.0), (3.1, 0.3), (-3.1, 0.05), (-3.0, 0.3), (-2.9, -0.2)))
SHAPES: list[Region] = [
    SEAM,
    POLE,
    ViewBox(-1.0, -pi / 2, 0.3, 0.3),
    ViewBox(0.5, 0.1, 2.4, 0.5),
    LatLonBox(3.0, 0.5, -0.2, 0.1),
    LatLonBox(-pi, 2 * pi, 1.2, pi / 2),
    LatLonBox(0.5, 1.0, 1.2, pi / 2),
    STAR,
    as_mask(ViewBox(3.1, 0.2, 0.4, 0.3), 2048, 1024),
]


def value(told: dict[str, Any]) -> ShapeValue:
    return msgspec.json.decode(msgspec.json.encode(told), type=ShapeValue)


def cut_at(heading: float, elevation: float, view: float = USUAL, **size: int) -> Cut:
    return Cut(
        scan_id="s", viewpoint_id="v", heading=heading, elevation=elevation, field_of_view=view, **size
    )


def cut_of(region: Region) -> Cut:
    cut = cut_around("s", "v", region)
    assert cut is not None
    return cut


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_what_is_drawn_is_read_as_what_it_was(shape: Region) -> None:
    cut = cut_of(shape)
    kind, told = drawn(shape, cut)
    back = shape_of(value(told), cut)
    assert is_still(value(told), shape, cut)
    if isinstance(shape, ViewBox):
        assert kind == "rectangle"
        assert isinstance(back, ViewBox)
        assert (back.heading, back.elevation) == (shape.heading, shape.elevation)
        assert (back.width, back.height) == pytest.approx((shape.width, shape.height), abs=1e-12)
    elif isinstance(shape, Polygon):
        assert kind == "polygon"
        assert iou(back, shape) == pytest.approx(1, abs=1e-9)
    elif kind == "polygon":
        assert iou(back, shape) > 0.999  # its parallels go in steps
    else:
        assert kind == "brush"
        assert iou(back, shape) > 0.98  # its edge goes through cells and pixels


@settings(max_examples=60, deadline=None)
@given(
    st.floats(-3.14, 3.14), st.floats(-1.57, 1.57), st.floats(-0.5, 0.5), st.floats(-0.5, 0.5),
    st.floats(0.02, 0.3), st.floats(0.02, 0.3),
)  # fmt: skip
def test_view_boxes_beside_the_middle_are_polygons_of_the_same_sides(
    heading: float, elevation: float, right: float, up: float, width: float, height: float
) -> None:
    """Anywhere, over the seam and around the poles."""
    cut = cut_at(heading, elevation)
    look = cut.directions(np.array([512 + 512 * tan(right), 512 - 512 * tan(up)]))
    shape = ViewBox(float(np.arctan2(look[0], look[1])), float(np.arcsin(look[2])), width, height)
    assume(cut.holds(shape) and (shape.heading, shape.elevation) != (heading, elevation))
    kind, told = drawn(shape, cut)
    assert kind == "polygon"
    assert iou(shape_of(value(told), cut), shape) == pytest.approx(1, abs=1e-8)


def test_a_rectangle_off_the_middle_has_great_circles_for_sides() -> None:
    cut = cut_at(0.0, 0.0)
    shape = shape_of(value({"x": 50, "y": 25, "width": 50, "height": 25, "rotation": 0}), cut)
    assert isinstance(shape, Polygon)
    corners = {(round(heading, 9), round(elevation, 9)) for heading, elevation in shape.points}
    slant = atan(0.5 / tan(pi / 4)), atan(0.5 * np.cos(pi / 4))
    assert corners == {
        (0.0, 0.0), (0.0, round(slant[0], 9)), (round(pi / 4, 9), round(slant[1], 9)), (round(pi / 4, 9), 0.0)
    }  # fmt: skip
    assert contains(shape, direction(0.4, 0.2))
    assert not contains(shape, direction(0.4, -0.01))
    around = bounding_view([shape])
    assert around is not None
    assert iou(around, shape) < 0.95


def test_a_rectangle_is_turned_about_its_upper_left_corner_clockwise() -> None:
    """As Label Studio has it: on a picture that is wider than high, in pixels."""
    cut = cut_at(0.2, -0.1, width=200, height=100)
    turned = shape_of(value({"x": 50, "y": 50, "width": 10, "height": 10, "rotation": 90}), cut)
    corners = np.array([[100, 50], [100, 70], [90, 70], [90, 50]])
    as_drawn = shape_of(value({"points": (corners / [2, 1]).tolist(), "closed": True}), cut)
    assert iou(turned, as_drawn) == pytest.approx(1, abs=1e-9)
    whole_turn = shape_of(value({"x": 45, "y": 45, "width": 10, "height": 10, "rotation": 360}), cut)
    assert isinstance(whole_turn, ViewBox)


def test_what_label_studios_arithmetic_moves_is_still() -> None:
    cut = cut_of(SEAM)
    _, told = drawn(SEAM, cut)
    assert is_still(value(told | {"x": told["x"] + 2e-4}), SEAM, cut)
    assert not is_still(value(told | {"x": told["x"] + 0.1}), SEAM, cut)
    assert not is_still(value(told | {"rotation": 5}), SEAM, cut)
    assert not is_still(value({"points": [[1, 1], [2, 1], [2, 2]]}), SEAM, cut)
    assert not is_still(value({"points": [[1, 1], [2, 1]]}), STAR, cut_of(STAR))
    assert not is_still(value({}), SHAPES[-1], cut_of(SHAPES[-1]))


def test_too_wide_regions_have_no_cut() -> None:
    assert cut_around("s", "v", ViewBox(0, 0, radians(149), 0.5)) is None
    assert cut_around("s", "v", LatLonBox(-pi, 2 * pi, -0.1, 0.1)) is None
    assert cut_around("s", "v", LatLonBox(-pi, 2 * pi, -pi / 2, 1.2)) is None  # all but what is overhead
    wide = cut_around("s", "v", ViewBox(0, 0, radians(140), 0.5))
    assert wide is not None
    assert wide.field_of_view < radians(150)


def test_a_brush_across_the_seam_is_a_mask_of_the_world() -> None:
    cut = cut_at(pi, 0.0, width=200, height=200)
    painted = np.zeros((200, 200), np.bool_)
    painted[80:120, 60:140] = True
    shape = shape_of(value({"format": "rle", "rle": packed(painted)}), cut)
    assert isinstance(shape, Mask)
    assert (shape.rows, shape.columns) == GRID
    box = ViewBox(pi, 0.0, 2 * atan(0.4), 2 * atan(0.2))
    assert iou(shape, box) > 0.98


@pytest.mark.parametrize(
    ("told", "named"),
    [
        ({}, "no rectangle, polygon or brush"),
        ({"x": 10, "y": 10, "width": 5}, "no rectangle, polygon or brush"),
        ({"x": -1, "y": 10, "width": 5, "height": 5}, "x and y are [-1.0, 10.0] per cent"),
        ({"x": 96, "y": 10, "width": 5, "height": 5}, "x + width and y + height are [101.0, 15.0] per cent"),
        ({"x": 10, "y": 10, "width": 0, "height": 5}, "width, height and rotation of a rectangle are [0.0, 5.0, 0.0]"),
        ({"x": 10, "y": 10, "width": 5, "height": 500, "rotation": 3}, "width, height and rotation"),
        ({"points": [[1, 1], [2, 1]]}, "points of a Polygon is 2"),
        ({"points": [[1, 1], [2, 1], [101, 2]]}, "points are [101.0, 2.0] per cent"),
        ({"points": [[1, 1], [9, 9], [9, 1], [1, 9]]}, "an edge that crosses the edge after points[2]"),
        ({"points": [[1, 1], [9, 9], [9, 1]], "closed": False}, "A polygon is open"),
        ({"rle": [1, 2]}, "rle ends after 2 bytes"),
        ({"rle": None}, "rle: Expected `array`, got `null`"),
        ({"rle": [0.5]}, "rle: Expected `int`, got `float`"),
        ({"rle": packed(np.zeros((SIDE, SIDE), np.bool_))}, "A brush of 0 pixels shows no cell"),
        ({"rle": packed(np.zeros((9, 9), np.bool_))}, "rle has 324 values"),
    ],
)  # fmt: skip
def test_what_is_no_shape_is_refused(told: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidDataError) as refused:
        shape_of(value(told), cut_at(0.0, 0.0))
    assert named in refused.value.message
    assert refused.value.remedy


@pytest.mark.parametrize(
    ("cut", "named"),
    [
        (cut_at(7.0, 0.0), "heading, elevation and field_of_view of a cut are [7.0"),
        (cut_at(0.0, 90.0), "90.0"),
        (cut_at(0.0, 0.0, pi), "heading, elevation and field_of_view"),
        (cut_at(0.0, 0.0, 90.0), "heading, elevation and field_of_view"),
        (cut_at(0.0, 0.0, width=0), "A cut has 0 x 1024 pixels"),
        (cut_at(0.0, 0.0, width=2**20, height=2**20), "A cut has 1048576 x 1048576 pixels"),
    ],
)
def test_cuts_that_are_none_are_refused(cut: Cut, named: str) -> None:
    with pytest.raises(InvalidDataError) as refused:
        cut.check()
    assert named in refused.value.message
