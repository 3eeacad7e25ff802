"""Metres by the eye height, or by one distance."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from environments.mapping.model import Model
from environments.mapping.scale import MeasuredDistance, eye_level, scales
from tests.environments.mapping.rooms import EYE, two_rooms

NOTHING = np.zeros(3)


def shrunk(model: Model, scale: float) -> Model:
    return model.moved(scale, np.eye(3), NOTHING)


def without_floor(model: Model) -> Model:
    high = model.points[model.sightings[:, 1], 2] > 1.0
    return replace(model, sightings=model.sightings[high])


def test_the_floor_is_the_height_at_which_most_is_seen() -> None:
    found = eye_level(shrunk(two_rooms(), 0.25))
    assert found is not None
    assert found.height == pytest.approx(0.25 * EYE)
    assert found.sightings > 300
    assert found.rival < 0.2


def test_the_floor_is_found_though_points_and_cameras_are_inexact() -> None:
    model = two_rooms()
    noise = np.random.default_rng(0).normal(0, 0.01, model.points.shape)
    found = eye_level(replace(model, points=model.points + noise))
    assert found is not None
    assert found.height == pytest.approx(EYE, rel=0.01)


def test_a_table_nearly_as_large_as_the_floor_is_a_rival() -> None:
    model = two_rooms()
    table = model.points.copy()
    table[(table[:, 2] == 0) & (np.arange(len(table)) % 2 == 0), 2] = 0.75
    found = eye_level(replace(model, points=table))
    assert found is not None
    assert found.rival > 0.4


def test_without_a_floor_nothing_says_the_scale() -> None:
    model = without_floor(two_rooms())
    assert eye_level(model) is None
    assert scales([model], 1.55) == [None]


def test_an_eye_height_scales_each_model() -> None:
    one, other = scales([shrunk(two_rooms(), 0.25), shrunk(two_rooms(), 3)], 1.6)
    assert one is not None
    assert other is not None
    assert (one.metres, other.metres) == pytest.approx((1.6 / EYE / 0.25, 1.6 / EYE / 3))
    assert (one.eye, other.eye) == (1.6, 1.6)


def test_a_distance_scales_its_model_and_by_the_eye_height_the_others() -> None:
    known = MeasuredDistance("east", "west", 6.0)
    one, other = scales([shrunk(two_rooms({"a": (1, 1), "b": (2, 2)}), 2), shrunk(two_rooms(), 0.5)], known)
    assert other is not None
    assert (other.metres, other.eye) == pytest.approx((2, EYE))
    assert one is not None
    assert one.metres == pytest.approx(0.5)


def test_a_distance_needs_no_floor_in_its_own_model() -> None:
    known = MeasuredDistance("east", "west", 6.0)
    own, other = scales([without_floor(two_rooms()), two_rooms({"a": (1, 1), "b": (2, 2)})], known)
    assert own is not None
    assert own.metres == pytest.approx(1)
    assert own.eye is None
    assert other is None


def test_a_distance_between_two_models_says_nothing() -> None:
    assert scales([two_rooms()], MeasuredDistance("east", "elsewhere", 2.0)) == [None]
