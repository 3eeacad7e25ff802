"""What others find, as the design of the landmarks has it."""

from __future__ import annotations

from math import radians

import pytest

from environments.regions import Approximation, LatLonBox, Mask, Polygon, ViewBox, iou
from environments.regions.approximations import in_region_of_soon, pixels_of_touchdown


@pytest.mark.parametrize(
    ("first", "second", "compat", "expected"),
    [
        ((0, 0, 90, 90), (45, 0, 90, 90), "sph", 1 / 3),
        ((0, 0, 90, 90), (45, 0, 90, 90), "fov", 1 / 3),
        ((175, 10, 30, 20), (-175, 10, 30, 20), "sph", 0.5),
        ((175, 10, 30, 20), (-175, 10, 30, 20), "fov", 0.505719),
        ((175, 10, 30, 20), (-175, 10, 30, 20), "planar", 0),
        ((0, -70, 40, 40), (60, -70, 40, 40), "sph", 0),
        ((0, -70, 40, 40), (60, -70, 40, 40), "fov", 0.321851),
        ((0, 60, 60, 30), (20, 60, 60, 30), "sph", 0.5),
        ((0, 60, 60, 30), (20, 60, 60, 30), "fov", 0.714286),
    ],
)
def test_overlaps_of_others(
    first: tuple[float, ...], second: tuple[float, ...], compat: Approximation, expected: float
) -> None:
    one, other = (ViewBox(*map(radians, box)) for box in (first, second))
    assert iou(one, other, compat=compat) == pytest.approx(expected, abs=1e-6)


def test_soon_finds_nothing_over_the_seam() -> None:
    square = Polygon(((-0.1, -0.1), (-0.1, 0.1), (0.1, 0.1), (0.1, -0.1)))
    over = Polygon(((3.1, -0.1), (3.1, 0.1), (-3.1, 0.1), (-3.1, -0.1)))
    assert in_region_of_soon(square, (0.05, 0.05))
    assert not in_region_of_soon(square, (0.15, 0.05))
    assert not in_region_of_soon(over, (3.14, 0.0))
    assert in_region_of_soon(over, (0.0, 0.0))  # the wrong side of the sphere


def test_soon_takes_a_box_by_its_corners() -> None:
    assert in_region_of_soon(ViewBox(0, 0, 0.4, 0.2), (0.1, 0.05))
    assert not in_region_of_soon(
        ViewBox(3.1, 0, 0.4, 0.2), (3.1, 0)
    )  # its corners lie on both sides of the seam
    assert in_region_of_soon(LatLonBox(0, 0.5, -0.1, 0.1), (0.2, 0.05))
    assert in_region_of_soon(Mask((5, 2, 25), 8, 4), (0.9, 1.0))


def test_touchdown_counts_pixels() -> None:
    assert pixels_of_touchdown((0, 0), (radians(7.76), 0)) == pytest.approx(80, abs=0.1)
