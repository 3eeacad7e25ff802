"""What holds for all regions: hypothesis looks for one for which it does not."""

from __future__ import annotations

from dataclasses import replace
from math import pi

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from environments.errors import InvalidDataError
from environments.geometry import direction, heading_elevation
from environments.regions import (
    LatLonBox,
    Mask,
    Polygon,
    Region,
    ViewBox,
    area,
    as_mask,
    as_polygon,
    bounding_latlon,
    bounding_view,
    centre,
    contains,
    iou,
    region_as_json,
    region_from_json,
    shared_area,
    union_area,
    union_iou,
    view_bounded_by,
    view_corners,
)
from tests.benchmarks.regions.counting import counted
from tests.environments.regions.cases import random_polygon

TINY, WIDE = np.radians(0.2), pi - 1e-6
EXACT = 1e-12
headings, elevations = st.floats(-pi, pi), st.floats(-pi / 2, pi / 2)
sizes = st.one_of(st.floats(TINY, WIDE), st.sampled_from([TINY, WIDE, pi / 2]))
views = st.builds(ViewBox, headings, elevations, sizes, sizes)


@st.composite
def _latlons(draw: st.DrawFn) -> LatLonBox:
    low, high = sorted([draw(elevations), draw(elevations)])
    if high - low < TINY:
        low, high = (low - TINY, high) if low > 0 else (low, high + TINY)
    return LatLonBox(draw(headings), draw(st.floats(TINY, 2 * pi)), low, high)


latlons = _latlons()
polygons = st.builds(
    lambda seed, heading, elevation: random_polygon(np.random.default_rng(seed), heading, elevation),
    st.integers(0, 2**32 - 1),
    headings,
    st.floats(-1.5, 1.5),
)
masks = st.builds(
    lambda seed, rows, columns: Mask.of(
        np.random.default_rng(seed).permutation(rows * columns).reshape(rows, -1) < 3
    ),
    st.integers(0, 2**32 - 1),
    st.integers(2, 8),
    st.integers(2, 16),
)
regions: st.SearchStrategy[Region] = st.one_of(views, latlons, polygons, masks)
exactly = settings(max_examples=60, deadline=None)


@given(regions, regions)
@exactly
def test_overlap_is_symmetric_and_no_larger_than_either(first: Region, second: Region) -> None:
    shared = shared_area([first], [second])
    assert shared == pytest.approx(shared_area([second], [first]), abs=EXACT)
    assert -EXACT <= shared <= min(area(first), area(second)) + EXACT
    assert iou(first, second) == pytest.approx(iou(second, first), abs=1e-9)
    assert union_area([first, second]) == pytest.approx(area(first) + area(second) - shared, abs=EXACT)


@given(regions)
@exactly
def test_a_region_is_itself(region: Region) -> None:
    assert iou(region, region) == pytest.approx(1, abs=1e-9)
    assert union_area([region, region, region]) == pytest.approx(area(region), abs=EXACT)
    assert region_from_json(region_as_json(region)) == region


@given(views, st.floats(0.3, 1), st.floats(0.3, 1))
@exactly
def test_what_lies_inside_is_shared_whole(outer: ViewBox, across: float, along: float) -> None:
    inner = replace(outer, width=outer.width * across, height=outer.height * along)
    middle = replace(outer, width=(outer.width + inner.width) / 2, height=(outer.height + inner.height) / 2)
    assert shared_area([inner], [outer]) == pytest.approx(area(inner), abs=EXACT)
    assert iou(inner, outer) <= iou(middle, outer) + EXACT


@given(views, views, st.floats(-10, 10))
@exactly
def test_turning_both_around_the_vertical_changes_nothing(
    first: ViewBox, second: ViewBox, turn: float
) -> None:
    turned = [replace(box, heading=box.heading + turn) for box in (first, second)]
    assert shared_area(*([box] for box in turned)) == pytest.approx(shared_area([first], [second]), abs=1e-10)


@given(latlons, latlons, st.floats(-10, 10))
@exactly
def test_the_seam_is_nowhere(first: LatLonBox, second: LatLonBox, turn: float) -> None:
    turned = [replace(box, west=box.west + turn) for box in (first, second)]
    assert iou(turned[0], turned[1]) == pytest.approx(iou(first, second), abs=1e-9)


@given(views, regions)
@exactly
def test_a_view_box_is_its_polygon(view: ViewBox, other: Region) -> None:
    if max(view.width, view.height) > 3:
        return  # whose corners are too near to opposite for points of 16 digits
    polygon = as_polygon(view)
    assert area(polygon) == pytest.approx(area(view), abs=EXACT)
    assert shared_area([polygon], [other]) == pytest.approx(shared_area([view], [other]), abs=1e-11)


@given(regions)
@example(LatLonBox(0, pi, 0, pi / 2))  # half a circle wide: the corners lie 1e-17 in front of the camera
@example(ViewBox(3.8e-13, -5.96e-8, pi / 2, WIDE))  # its sides run almost from pole to pole
@example(ViewBox(1 / 3, 3.5e-155, TINY, TINY))  # its corners lie 1e-158 from the sides of its bounds
@exactly
def test_bounds_hold_their_region(region: Region) -> None:
    box, view = bounding_latlon(region), bounding_view([region])
    assert shared_area([region], [box]) == pytest.approx(area(region), abs=1e-11)
    if view is not None and max(view.width, view.height) < WIDE:
        assert shared_area([region], [view]) == pytest.approx(area(region), abs=1e-11)
    assert abs(centre(region)[1]) <= pi / 2


@given(views)
@exactly
def test_a_view_box_comes_back_from_the_box_around_it(view: ViewBox) -> None:
    if abs(view.elevation) + view.height / 2 > 1.5 or view.width > 3:
        return  # a pole is inside, or nearly
    found = view_bounded_by(bounding_latlon(view))
    assert found is not None
    assert iou(found, view) == pytest.approx(1, abs=1e-7)


@given(views)
@exactly
def test_a_box_holds_its_centre_and_corners(view: ViewBox) -> None:
    assert contains(view, direction(view.heading, view.elevation))
    assert contains(view, view_corners(view)).all()
    assert not contains(view, -direction(view.heading, view.elevation))


@given(regions, st.integers(0, 2**32 - 1))
@settings(max_examples=20, deadline=None)
def test_areas_are_those_of_the_directions_inside(region: Region, seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(20_000, 3))
    share = contains(region, points / np.linalg.norm(points, axis=1, keepdims=True)).mean()
    expected = area(region) / (4 * pi)
    assert abs(share - expected) < 5.5 * np.sqrt(expected * (1 - expected) / len(points)) + 1e-3


def test_poles_are_inside_once() -> None:
    up, down = ViewBox(0.3, pi / 2, 1, 0.5), LatLonBox(2, 0.1, -pi / 2, -1)
    assert contains(up, [0, 0, 1])
    assert not contains(up, [0, 0, -1])
    assert contains(down, [[0, 0, -1.0]]).all()
    around = bounding_latlon(up)
    assert (around.width, around.high) == pytest.approx((2 * pi, pi / 2))
    assert around.low == pytest.approx(heading_elevation(view_corners(up))[1].min())
    half = [ViewBox(0, pi / 2, 1, 1), ViewBox(pi / 2, pi / 2, 1, 1)]
    assert iou(half[0], half[1]) == pytest.approx(1, abs=EXACT)


def test_boxes_that_touch_share_nothing() -> None:
    left, right = ViewBox(-0.2, 0, 0.4, 0.4), ViewBox(0.2, 0, 0.4, 0.4)
    assert iou(left, right) == pytest.approx(0, abs=EXACT)
    assert iou(LatLonBox(0, 1, 0, 1), LatLonBox(1, 1, 0, 1)) == pytest.approx(0, abs=EXACT)
    assert union_iou([left], []) == 0


def test_nearly_equal_boxes_differ_by_their_difference() -> None:
    box = ViewBox(1, 0.5, 0.4, 0.3)
    for step in (1e-6, 1e-9, 1e-12):
        moved = replace(box, width=box.width + step)
        assert 1 - iou(box, moved) == pytest.approx(1 - area(box) / area(moved), abs=1e-13)


def test_a_polygon_may_go_around_the_viewer() -> None:
    low = [(heading, 0.1) for heading in np.linspace(3, -3, 12)]
    high = [(heading, 0.4) for heading in np.linspace(-3, 3, 12)]
    ribbon = Polygon(tuple((float(h), float(e)) for h, e in [*high, *low]))
    assert bounding_view([ribbon]) is None
    assert area(ribbon) == pytest.approx(6 * (np.sin(0.4) - np.sin(0.1)), rel=0.03)  # great circles bulge
    assert iou(ribbon, as_mask(ribbon)) > 0.95


def test_unions_of_many_boxes_are_exact() -> None:
    rng = np.random.default_rng(1)
    boxes = [ViewBox(*rng.uniform((-1, -1, 0.2, 0.2), (1, 1, 0.8, 0.8))) for _ in range(20)]
    points = rng.normal(size=(200_000, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    share = np.any([contains(box, points) for box in boxes], axis=0).mean()
    expected = union_area(boxes) / (4 * pi)
    assert abs(share - expected) < 5 * np.sqrt(expected / len(points))
    assert union_area(boxes[::-1]) == pytest.approx(union_area(boxes), abs=EXACT)


def test_counted_points_agree() -> None:
    found = counted(7, 2000)
    assert found.over_three <= 0.01
    assert found.furthest < 5.5


def test_no_region_is_drawn_the_wrong_way_round() -> None:
    polygon = as_polygon(ViewBox(0, 0, 0.4, 0.4))
    with pytest.raises(InvalidDataError, match="over half the sphere"):
        Polygon(polygon.points[::-1])
