"""Fixes of 5 m: scale and north to what they can say, whatever the model's axes, with wrong fixes among them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from environments.geometry import rotation, wrap_angle
from environments.mapping.gps import NOISE, Fix, east_north, fix_of, grounded

Floats = NDArray[np.float64]
COUNT = 40
NAMES = [f"p{number}" for number in range(COUNT)]


def streets(seed: int, wide: float = 150.0) -> tuple[Floats, Floats]:
    """Cameras (n, 3) in metres, and their fixes (n, 2)."""
    rng = np.random.default_rng(seed)
    centres = rng.uniform(-wide, wide, (COUNT, 3)) * (1, 1, 0.02)
    return centres, centres[:, :2] + rng.normal(0, NOISE, (COUNT, 2))


@given(seed=st.integers(0, 99), heading=st.floats(-3, 3), scale=st.floats(0.05, 20), wrong=st.integers(0, 10))
def test_scale_and_north_are_found(seed: int, heading: float, scale: float, wrong: int) -> None:
    centres, fixes = streets(seed)
    fixes[:wrong] += (200.0, -350.0)
    model = centres @ rotation(heading) / scale + (
        7.0,
        -3.0,
        1.0,
    )  # headings of the model are less by ``heading``
    found = grounded(NAMES, model, fixes)
    assert found is not None
    assert found.scale == pytest.approx(scale, rel=5 * found.sure)
    assert abs(wrap_angle(found.north - heading)) < 5 * found.sure
    assert not found.fits[:wrong].any()
    assert found.fits.sum() >= COUNT - wrong - 3
    assert float(np.median(found.residuals[found.fits])) < 2 * NOISE


@given(seed=st.integers(0, 99))
def test_of_fixes_that_are_no_wider_apart_than_inexact_nothing_follows(seed: int) -> None:
    centres, fixes = streets(seed, wide=1.0)
    assert grounded(NAMES, centres, fixes) is None


def test_of_fixes_that_do_not_agree_nothing_follows() -> None:
    rng = np.random.default_rng(0)
    assert grounded(NAMES, rng.uniform(-99, 99, (COUNT, 3)), rng.uniform(-400, 400, (COUNT, 2))) is None


@pytest.mark.parametrize(
    ("latitude", "longitude"), [(0.0, 0.0), (51.5, -0.1), (-17.7, 179.9999), (69.6, 18.9)]
)
def test_degrees_become_metres(latitude: float, longitude: float) -> None:
    minute = 1 / 60
    east = (longitude + minute + 180) % 360 - 180
    fixes = [Fix(latitude, longitude), Fix(latitude + minute, longitude), Fix(latitude, east)]
    at, north, across = east_north(fixes)
    assert np.linalg.norm(north - at) == pytest.approx(1852, rel=0.006)  # a nautical mile
    assert np.linalg.norm(across - at) == pytest.approx(1852 * np.cos(np.radians(latitude)), rel=0.006)
    assert (north - at)[1] > 0 < (across - at)[0]


@pytest.mark.parametrize(
    ("told", "fix"),
    [
        ({1: "N", 2: (51, 30, 36), 3: "W", 4: (0, 7.5, 0)}, Fix(51.51, -0.125)),
        ({1: "S", 2: (17, 42, 0), 3: "E", 4: (179, 0, 0), 16: "T", 17: 400.0}, Fix(-17.7, 179.0, 40.0)),
        ({1: "N", 2: (51, 30, 0), 3: "E", 4: (1, 0, 0), 16: "M", 17: 90.0}, Fix(51.5, 1.0)),
        ({1: "N", 2: (0, 0, 0), 3: "E", 4: (0, 0, 0)}, None),
        ({1: "N", 2: (float("nan"), 0, 0), 3: "E", 4: (1, 0, 0)}, None),
        ({2: (51, 30, 0)}, None),
        ({1: b"N", 2: 51.0, 3: "E", 4: (1, 0, 0)}, None),
        ({}, None),
    ],
)
def test_a_fix_is_read_from_its_tags(told: dict[int, object], fix: Fix | None) -> None:
    found = fix_of(told)
    assert (found is None) == (fix is None)
    if fix and found:
        assert found[:2] == pytest.approx(fix[:2])
        assert found.direction == fix.direction
