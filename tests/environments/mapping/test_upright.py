"""Which way is up, and what leans."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from environments.geometry import rotation
from environments.mapping.upright import headings, leans, levelling, tilts, up_axis

TILTED = Rotation.from_euler("xyz", [20, -35, 70], degrees=True).as_matrix()
"""The axes of a model, as good as any."""


def test_the_mean_up_axis_is_up_though_each_camera_leans_a_little() -> None:
    leaning = Rotation.from_euler("xy", np.random.default_rng(0).normal(0, 1, (200, 2)), degrees=True)
    turns = TILTED @ rotation(np.arange(200.0)) @ leaning.as_matrix()
    assert np.degrees(np.arccos(up_axis(turns) @ TILTED[:, 2])) < 0.2


def test_what_is_upside_down_or_on_its_side_does_not_say_which_way_is_up() -> None:
    odd = Rotation.from_euler("y", [[180], [90]], degrees=True).as_matrix()
    turns = TILTED @ np.concatenate([rotation(np.arange(3.0)), odd])
    up = up_axis(turns)
    assert up == pytest.approx(TILTED[:, 2])
    assert np.degrees(leans(turns, up)) == pytest.approx([0, 0, 0, 180, 90], abs=1e-5)


def test_levelling_makes_up_z_and_ahead_heading_0() -> None:
    turn = levelling(TILTED[:, 2], TILTED @ [0.6, 0.8, 0.3])
    assert turn @ TILTED[:, 2] == pytest.approx([0, 0, 1])
    assert turn @ TILTED @ [0.6, 0.8, 0.0] == pytest.approx([0, 1, 0])
    assert np.linalg.det(turn) == pytest.approx(1)


def test_whoever_looks_straight_up_gets_some_heading() -> None:
    turn = levelling(np.array([0.0, 0.0, 1.0]), np.array([0.0, 0.0, 2.0]))
    assert turn @ turn.T == pytest.approx(np.eye(3))


def test_a_rotation_is_its_heading_and_a_tilt() -> None:
    turns = Rotation.from_euler("zxy", [[-50, 4, -2], [170, 0, 0]], degrees=True).as_matrix()
    assert headings(turns)[1] == pytest.approx(-np.radians(170))
    assert rotation(headings(turns)) @ tilts(turns) == pytest.approx(turns)
    assert headings(tilts(turns)) == pytest.approx([0, 0])
    assert tilts(turns)[1] == pytest.approx(np.eye(3))
