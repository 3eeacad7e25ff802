"""Areas and overlaps that were computed before, by another program and by counting points."""

from __future__ import annotations

from math import degrees, pi, radians

import pytest

from environments.regions import (
    LatLonBox,
    Polygon,
    Region,
    ViewBox,
    area,
    bounding_latlon,
    bounding_view,
    iou,
    shared_area,
    union_area,
    union_iou,
    view_ious,
)


def view(*degrees: float) -> ViewBox:
    heading, elevation, width, height = map(radians, degrees)
    return ViewBox(heading, elevation, width, height)


def latlon(*degrees: float) -> LatLonBox:
    west, width, low, high = map(radians, degrees)
    return LatLonBox(west, width, low, high)


VIEWS = [
    ((0, 0, 90, 90), (45, 0, 90, 90), 0.312914381),
    ((175, 10, 30, 20), (-175, 10, 30, 20), 0.501991517),
    ((0, -70, 40, 40), (60, -70, 40, 40), 0.287005122),
    ((0, 60, 60, 30), (20, 60, 60, 30), 0.602664839),
]
PLURAL = [view(-20, 0, 10, 10), view(20, 0, 10, 10)]


def test_areas() -> None:
    assert area(view(30, -20, 60, 40)) == pytest.approx(0.687419005, abs=1e-9)
    assert area(view(0, 0, 90, 90)) == pytest.approx(2 * pi / 3, abs=1e-12)
    assert area(latlon(-180, 360, -90, 90)) == pytest.approx(4 * pi, abs=1e-12)


@pytest.mark.parametrize(("first", "second", "expected"), VIEWS)
def test_overlaps_of_view_boxes(first: tuple[float, ...], second: tuple[float, ...], expected: float) -> None:
    assert iou(view(*first), view(*second)) == pytest.approx(expected, abs=1e-9)
    rows = [[radians(angle) for angle in box] for box in (first, second)]
    assert view_ious(rows[:1], rows[1:]) == pytest.approx([expected], abs=1e-9)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((170, 40, -30, 10), (-175, 30, -20, 30), 0.327909600),
        ((-180, 350, -80, -40), (150, 60, -60, 0), 0.069541588),
    ],
)
def test_overlaps_of_boxes_in_longitude_and_latitude(
    first: tuple[float, ...], second: tuple[float, ...], expected: float
) -> None:
    assert iou(latlon(*first), latlon(*second)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("box", "width", "height"),
    [
        (ViewBox(-1.85840737, -0.17453292, 1.57079637, 1.57079637), 0.2830691, 0.5),
        (ViewBox(1.6327126, -0.274889349, 1.30899691, 1.30899691), 0.2527521, 0.4166667),
    ],
)
def test_boxes_around_the_published_views_of_marky(box: ViewBox, width: float, height: float) -> None:
    around = bounding_latlon(box)
    assert (around.width / (2 * pi), (around.high - around.low) / pi) == pytest.approx(
        (width, height), abs=1e-7
    )


def test_the_box_around_two_boxes() -> None:
    around = bounding_view(PLURAL)
    assert around is not None
    assert [
        degrees(angle) for angle in (around.heading, around.elevation, around.width, around.height)
    ] == pytest.approx([0, 0, 50, 10.985998], abs=1e-6)
    assert iou(around, around) == pytest.approx(1, abs=1e-12)
    assert union_iou(PLURAL, [around]) == pytest.approx(0.375437818, abs=1e-9)
    inwards = bounding_view([view(-16, 0, 10, 10), view(16, 0, 10, 10)])
    assert inwards is not None
    assert iou(around, inwards) == pytest.approx(0.823344, abs=1e-6)


def test_overlaps_of_plural_phrases() -> None:
    assert union_iou(PLURAL, [*PLURAL, view(0, 0, 10, 10)]) == pytest.approx(2 / 3, abs=1e-9)
    inwards = [view(-16, 0, 10, 10), view(16, 0, 10, 10)]
    assert union_iou(PLURAL, inwards) == pytest.approx(0.428139331, abs=1e-9)


BOXES: list[Region] = [
    ViewBox(3.0, -0.4, 0.3, 1.2),
    ViewBox(0.0, 0.0, 3.14159, 3.14159),
    LatLonBox(3.0, 6.2, -1.5, 1.2),
]


@pytest.mark.parametrize("region", BOXES, ids=str)
def test_the_area_of_one_box_is_that_of_a_union_of_it(region: Region) -> None:
    assert area(region) == pytest.approx(union_area([region]), rel=1e-14)


def test_polygons_whose_slabs_share_meridians_from_pole_to_pole() -> None:
    """In steps of 15 degrees; the areas were counted on 200,000 directions spread over the sphere."""
    over_a_pole = polygon((1, 5), (-12, -1), (2, 4), (2, -5))
    wide = polygon((-8, -5), (3, -2), (-3, 4), (11, 0))
    areas, shared = (area(over_a_pole), area(wide)), shared_area([over_a_pole], [wide])
    assert [*areas, shared] == pytest.approx([0.6455, 5.6897, 0.4849], abs=2e-3)
    assert union_area([over_a_pole, wide]) == pytest.approx(sum(areas) - shared, abs=1e-12)


def polygon(*points: tuple[int, int]) -> Polygon:
    return Polygon(tuple((heading * pi / 12, elevation * pi / 12) for heading, elevation in points))
