"""Storeys by the heights of cameras."""

from __future__ import annotations

import numpy as np

from environments.mapping.storeys import ON_STAIRS, storeys


def test_cameras_on_one_floor_are_on_one_storey() -> None:
    assert storeys(np.array([1.55, 1.5, 1.62, 1.4])).tolist() == [0, 0, 0, 0]


def test_two_storeys_and_the_stairs_between_them() -> None:
    heights = np.array([4.4, 1.5, 1.6, 2.4, 3.3, 4.5, 1.55, 4.45])
    assert storeys(heights).tolist() == [1, 0, 0, ON_STAIRS, ON_STAIRS, 1, 0, 1]


def test_a_cellar_is_the_lowest() -> None:
    assert storeys(np.array([1.5, 1.5, 1.5, -1.2, -1.2])).tolist() == [1, 1, 1, 0, 0]


def test_one_camera_is_on_the_only_storey() -> None:
    assert storeys(np.array([7.0])).tolist() == [0]
