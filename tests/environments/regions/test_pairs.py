"""View boxes compared without numba: the same as with it, where sides coincide and of boxes near half a circle too."""

from __future__ import annotations

import numpy as np
import pytest

from environments.regions import ViewBox, area, view_corners, view_ious
from environments.regions.pairs import overlaps_of_views, view_areas, view_reaches


def random_pairs(widest: float, chance: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Boxes and others near them: moved and turned at random, the same, in the same middle, and side by side."""
    count = 700
    middles = np.column_stack([chance.uniform(-4, 4, count), chance.uniform(-1.57, 1.57, count)])
    first = np.hstack([middles, chance.uniform(widest / 10, widest, (count, 2))])
    second = first + chance.normal(0, widest / 5, first.shape)
    second[:, 1] = second[:, 1].clip(-np.pi / 2, np.pi / 2)
    second[:, 2:] = np.abs(second[:, 2:]).clip(1e-4, 3.1415)
    second[::7] = first[::7]
    second[1::7, :2] = first[1::7, :2]
    first[2::7, 1] = second[2::7, 1] = 0
    second[2::7, 0] = first[2::7, 0] + (first[2::7, 2] + second[2::7, 2]) / 2
    return first, second


@pytest.mark.parametrize("widest", [0.01, 0.5, 1.5, 2.5, 3.141])
def test_overlaps_are_those_of_the_compiled_loops(widest: float) -> None:
    first, second = random_pairs(widest, np.random.default_rng(3))
    found, expected = overlaps_of_views(first, second), view_ious(first, second)
    assert found == pytest.approx(expected, abs=1e-10)
    assert (expected[::7] > 1 - 1e-9).all()
    assert (expected[2::7] < 1e-9).all()
    assert np.mean((expected > 0.01) & (expected < 0.99)) > 0.2


@pytest.mark.parametrize("moved", [1e-14, 1e-12, 1e-10, 1e-9, 1e-8, 1e-6])
def test_sides_that_nearly_coincide_cost_a_millionth(moved: float) -> None:
    first, _ = random_pairs(2.0, np.random.default_rng(5))
    second = first + np.random.default_rng(6).normal(0, moved, first.shape)
    second[:, 1] = second[:, 1].clip(-np.pi / 2, np.pi / 2)
    second[::2, 3] /= 2
    assert overlaps_of_views(first, second) == pytest.approx(view_ious(first, second), abs=1e-6)


def test_areas_and_reaches_are_those_of_each_box() -> None:
    rows, _ = random_pairs(3.141, np.random.default_rng(4))
    boxes = [ViewBox(*row) for row in rows.tolist()]
    assert view_areas(rows) == pytest.approx([area(box) for box in boxes], rel=1e-12)
    for box, reach in zip(boxes, view_reaches(rows), strict=True):
        corners = view_corners(box)
        middle = corners.sum(axis=0) / np.linalg.norm(corners.sum(axis=0))
        assert np.arccos(corners @ middle) == pytest.approx(np.full(4, reach), abs=1e-6)


def test_none_are_none() -> None:
    assert overlaps_of_views(np.empty((0, 4)), np.empty((0, 4))).shape == (0,)
