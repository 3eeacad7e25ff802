"""Boxes in longitude and latitude that no view box fills."""

from __future__ import annotations

from math import pi

import pytest

from environments.regions import LatLonBox, view_bounded_by


@pytest.mark.parametrize(
    "box", [LatLonBox(0, pi, -0.1, 0.1), LatLonBox(0, 1, 0.5, pi / 2), LatLonBox(0, 1, -pi / 2, -0.5)]
)
def test_half_the_sphere_and_a_pole_have_no_view_box(box: LatLonBox) -> None:
    assert view_bounded_by(box) is None
