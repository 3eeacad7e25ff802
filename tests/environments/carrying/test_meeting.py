"""Where rays meet, by numbers that are worked out by hand."""

from __future__ import annotations

from math import atan2, hypot, pi, radians, sqrt

import numpy as np
import pytest

from environments.carrying.triangulation import ApartError, NoMeetingError, meet
from environments.geometry import Vector
from environments.regions import ViewBox

LEFT, RIGHT = (-2.0, 0.0, 1.0), (2.0, 0.0, 1.0)


def towards(camera: Vector, point: Vector, size: float = 0.1, other: float = 0.1) -> ViewBox:
    x, y, z = np.subtract(point, camera)
    return ViewBox(atan2(x, y), atan2(z, hypot(x, y)), size, other)


def test_the_spread_of_two_rays_that_meet() -> None:
    """Both are 10.05 m long; across them the deviation is 0.4 degrees and 8 % of the boxes' 0.2 radians."""
    cameras, point = ((-1.0, 0.0, 1.0), (1.0, 0.0, 1.0)), (0.0, 10.0, 1.0)
    met = meet([towards(each, point, 0.2) for each in cameras], np.array(cameras))
    off = (radians(0.4) + 0.08 * 0.2) * sqrt(101)
    assert met.position == pytest.approx(point, abs=1e-9)
    assert met.spread == pytest.approx([off * sqrt(101 / 200), off * sqrt(101 / 2), off / sqrt(2)])


def test_a_box_counts_by_its_larger_side() -> None:
    boxes = [towards(each, (0.0, 4.0, 1.0), 0.1, 0.3) for each in (LEFT, RIGHT)]
    turned = [towards(each, (0.0, 4.0, 1.0), 0.3, 0.1) for each in (LEFT, RIGHT)]
    cameras = np.array([LEFT, RIGHT])
    assert meet(boxes, cameras).spread == pytest.approx(meet(turned, cameras).spread)


@pytest.mark.parametrize(
    ("off", "size", "apart"),
    [(0.49, 0.1, False), (0.52, 0.1, True), (0.52, 0.3, False), (0.72, 0.3, True)],
)
def test_rays_may_pass_half_a_metre_or_half_the_thing_from_where_they_meet(
    off: float, size: float, apart: bool
) -> None:
    """From 4.47 m, a box of 0.3 radians is a thing of 0.68 m to each side; the miss is 0.7 % less than ``off``.
    They are nearest to each other before the place that they look at, since they rise and fall."""
    boxes = [towards(LEFT, (0.0, 4.0, 1.0 + off), size), towards(RIGHT, (0.0, 4.0, 1.0 - off), size)]
    if apart:
        with pytest.raises(ApartError, match="passes"):
            meet(boxes, np.array([LEFT, RIGHT]))
    else:
        assert meet(boxes, np.array([LEFT, RIGHT])).position == pytest.approx([0.0, 3.75, 1.0], abs=0.03)


def test_the_spread_grows_with_what_rays_miss() -> None:
    boxes = [towards(LEFT, (0.0, 4.0, 1.3)), towards(RIGHT, (0.0, 4.0, 0.7))]
    met = meet([towards(each, (0.0, 4.0, 1.0)) for each in (LEFT, RIGHT)], np.array([LEFT, RIGHT]))
    missed = meet(boxes, np.array([LEFT, RIGHT]))
    metres = sqrt(20)
    miss = 0.3 * metres / hypot(metres, 0.3)  # of each of both rays
    grown = 2 * (miss / ((radians(0.4) + 0.08 * 0.1) * metres)) ** 2  # of one degree of freedom
    assert missed.spread[0] / met.spread[0] == pytest.approx(sqrt(grown), rel=0.01)


@pytest.mark.parametrize(("degrees", "parallel"), [(1.9, True), (2.1, False)])
def test_rays_are_parallel_up_to_two_degrees(degrees: float, parallel: bool) -> None:
    half = radians(degrees) / 2
    boxes, cameras = [ViewBox(half, 0.0, 0.1, 0.1), ViewBox(-half, 0.0, 0.1, 0.1)], np.array([LEFT, RIGHT])
    if parallel:
        with pytest.raises(NoMeetingError, match="within 2° of parallel") as refusal:
            meet(boxes, cameras)
        assert not isinstance(refusal.value, ApartError)
    else:
        assert meet(boxes, cameras).position[1] == pytest.approx(2 / np.tan(half))


def test_rays_that_look_at_each_other_are_parallel() -> None:
    with pytest.raises(NoMeetingError, match="parallel"):
        meet([ViewBox(pi / 2, 0.0, 0.1, 0.1), ViewBox(-pi / 2, 0.0, 0.1, 0.1)], np.array([LEFT, RIGHT]))


def test_two_rays_that_cross_are_enough_among_parallel_ones() -> None:
    cameras = np.array([LEFT, (-2.0, -3.0, 1.0), RIGHT])
    boxes = [towards(each, (0.0, 4.0, 1.0)) for each in (LEFT, RIGHT)]
    behind = towards((-2.0, -3.0, 1.0), (0.0, 4.0, 1.0))
    assert meet([boxes[0], behind, boxes[1]], cameras).position == pytest.approx([0.0, 4.0, 1.0], abs=1e-9)
