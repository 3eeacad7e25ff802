from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from environments.geometry import (
    camera_pose,
    direction,
    extrinsic_matrix,
    heading_elevation,
    is_rotation,
    rotation,
    to_y_up,
    to_z_up,
    wrap_angle,
)

headings = st.floats(-3.14, 3.14)
elevations = st.floats(-1.57, 1.57)
coordinates = st.tuples(*[st.floats(-1000, 1000)] * 3)


def test_heading_grows_to_the_right_from_plus_y() -> None:
    assert direction(0.0) == pytest.approx([0, 1, 0])
    assert direction(np.pi / 2) == pytest.approx([1, 0, 0])
    assert direction([0.0, np.pi], np.pi / 6) == pytest.approx(
        np.array([[0, 3**0.5 / 2, 0.5], [0, -(3**0.5) / 2, 0.5]])
    )


def test_heading_and_elevation_do_not_depend_on_length() -> None:
    assert heading_elevation([5.0, 0.0, 0.0]) == pytest.approx((np.pi / 2, 0.0))
    assert heading_elevation([0.0, -2.0, 2.0]) == pytest.approx((np.pi, np.pi / 4))
    assert heading_elevation([0.0, 0.0, -3.0]) == pytest.approx((0.0, -np.pi / 2))


def test_rotation_takes_the_viewer_to_the_world() -> None:
    turned = rotation(np.pi / 2)
    assert turned @ [0, 1, 0] == pytest.approx([1, 0, 0])  # forward
    assert turned @ [1, 0, 0] == pytest.approx([0, -1, 0])  # right
    assert turned @ [0, 0, 1] == pytest.approx([0, 0, 1])  # up


def test_frames_are_exchanged_as_in_rxr() -> None:
    assert to_y_up([1.0, 2.0, 3.0]) == pytest.approx([1, 3, -2])
    assert to_z_up([[1.0, 3.0, -2.0]]) == pytest.approx(np.array([[1, 2, 3]]))


def test_extrinsic_matrix_is_row_major_and_looks_along_minus_z() -> None:
    matrix = extrinsic_matrix((1.0, 2.0, 3.0), heading=np.pi / 2)
    assert matrix == pytest.approx(
        np.array([[0, 0, -1, 1], [0, 1, 0, 3], [1, 0, 0, -2], [0, 0, 0, 1]]), abs=1e-12
    )


def test_wrapped_angles_lie_in_one_turn() -> None:
    assert wrap_angle([0.0, np.pi, -np.pi, 3 * np.pi / 2, 7.0]) == pytest.approx(
        [0.0, -np.pi, -np.pi, -np.pi / 2, 7.0 - 2 * np.pi]
    )


def test_a_mirror_is_no_rotation() -> None:
    assert is_rotation(rotation(0.3, 0.2))
    assert not is_rotation(np.diag([-1.0, 1.0, 1.0]))
    assert not is_rotation(2 * np.eye(3))


@given(headings, elevations)
def test_direction_round_trips(heading: float, elevation: float) -> None:
    assert heading_elevation(direction(heading, elevation)) == pytest.approx((heading, elevation), abs=1e-6)


@given(coordinates, headings, elevations)
def test_extrinsic_matrix_round_trips(position: tuple[float, ...], heading: float, elevation: float) -> None:
    matrix = extrinsic_matrix(position, heading, elevation)
    pose = camera_pose(matrix.ravel())
    assert is_rotation(matrix[:3, :3], tolerance=1e-9)
    assert pose.position == pytest.approx(position)
    assert (pose.heading, pose.elevation) == pytest.approx((heading, elevation), abs=1e-6)


@given(coordinates)
def test_frames_round_trip(point: tuple[float, ...]) -> None:
    assert to_z_up(to_y_up(point)).tolist() == list(point)


@given(headings, st.integers(-3, 3))
def test_wrapping_takes_off_whole_turns(angle: float, turns: int) -> None:
    assert wrap_angle(angle + turns * 2 * np.pi) == pytest.approx(angle)


def test_the_matrices_of_several_cameras_are_those_of_each() -> None:
    at, turned, raised = (
        np.array([(1.0, 2.0, 1.5), (0.0, -3.0, 1.5)]),
        np.array([0.3, -2.5]),
        np.array([0.1, -0.4]),
    )
    each = [extrinsic_matrix(*one) for one in zip(at, turned, raised, strict=True)]
    assert extrinsic_matrix(at, turned, raised) == pytest.approx(np.array(each), abs=1e-15)
    assert rotation(turned).shape == (2, 3, 3)
