"""What a walk says of where in the picture people aim, and of how far ahead of their words they look."""

from __future__ import annotations

from math import degrees, radians
from pathlib import Path

import numpy as np
import pytest

from align.reference.aims import MeanEstimate, aims, estimate, leads_in_view
from environments import open_environment
from environments.errors import InvalidDataError
from environments.geometry import Vector, direction
from tests.exports.sample import open_sample
from tests.reference.test_prior import trace

POSITIONS = {"a": (0.0, 0.0, 1.5), "b": (0.0, 4.0, 1.5), "c": (4.0, 4.0, 1.5)}  # b is north of a, c east of b
WALK = (
    (0.0, "a", 0.0),
    (1.0, "a", -10.0),
    (2.0, "a", 0.0),
    (3.0, "b", 0.0),
    (5.0, "b", 90.0),
    (6.5, "c", 90.0),
)


def test_people_aim_at_the_next_viewpoint_before_the_camera_turns_to_it() -> None:
    walked = trace(*WALK)
    first, second = aims(walked, POSITIONS)
    assert (first.viewpoint_id, first.time, second.viewpoint_id, second.time) == ("a", 2.0, "b", 5.5)
    early = aims(walked, POSITIONS, turn=1.5)
    assert np.degrees([early[0].right, early[0].up]) == pytest.approx([10, 0], abs=1e-4)
    assert [each.right for each in aims(walked, POSITIONS)] == pytest.approx([0, 0], abs=1e-6)
    assert np.degrees(aims(walked, POSITIONS, below=4.0)[0].up) == pytest.approx(-45, abs=1e-4)


def test_who_walks_on_at_once_chose_from_no_picture() -> None:
    walked = trace((0.0, "a", 0.0), (3.0, "b", 0.0), (3.5, "c", 90.0))
    assert [each.viewpoint_id for each in aims(walked, POSITIONS)] == ["a"]


def test_a_viewpoint_without_a_position_is_refused() -> None:
    with pytest.raises(InvalidDataError, match="viewpoint c of the trace has no position"):
        aims(trace(*WALK), {name: POSITIONS[name] for name in "ab"})


def test_an_error_needs_two_values() -> None:
    assert estimate([]) == (None, None, None, 0)
    assert estimate([3.0]) == (3.0, None, None, 1)
    assert estimate([1.0, 3.0, 5.0]) == pytest.approx((3.0, 2 / 3**0.5, 2.0, 3))


def test_a_lead_is_known_as_far_as_a_thing_comes_into_view_and_leaves_it() -> None:
    walked = trace((0.0, "a", 0.0), (2.0, "a", 90.0), (5.0, "a", 0.0), (6.0, "b", 90.0), (9.0, "b", 0.0))
    east = direction(np.radians([85, 95]), np.zeros(2))
    assert leads_in_view(walked, "a", east, 3.0) == [pytest.approx((-2, 1))]
    assert leads_in_view(walked, "a", east, 3.0, longest=0.5) == [(-0.5, 0.5)]
    assert leads_in_view(walked, "b", east, 3.0) == [(-4.0, -3.0)]
    assert leads_in_view(walked, "a", -east, 3.0) == []
    again = leads_in_view(walked, "a", direction(np.zeros(1), np.zeros(1)), 5.5)
    assert again == [(-0.5, 0.5), (3.5, 4.0)]


def test_steps_turn_over_the_seam() -> None:
    south = POSITIONS | {"b": (0.0, -4.0, 1.5)}
    walked = trace((0.0, "a", -170.0), (2.0, "b", -170.0))
    [aim] = aims(walked, south)
    assert aim.right == pytest.approx(radians(-10), abs=1e-6)


SAMPLE = "pangea_sample"
WALKING = {"walk forward": 11.02, "enter": 20.96, "move": 26.21, "walk till": 27.66, "stand there": 34.84}
"""Seconds at which the words of each step begin, by our aligner."""


def positions_of(shared: Path, scan_id: str) -> dict[str, Vector]:
    scan = open_environment(f"matterport3d:{shared / 'data' / 'matterport3d'}").scan(scan_id)
    return {name: each.position for name, each in scan.viewpoints.items()}


@pytest.mark.shared_data
def test_the_real_walk_aims_at_no_side_of_the_picture(shared: Path) -> None:
    """RxR's 46944: five steps. Sideways the offset is 0 within its error. Upwards it depends on what they aim at, the
    place's camera or the floor below it, which the trace does not say."""
    told, _, walked = open_sample(shared / "data" / SAMPLE)
    positions = positions_of(shared, told["scan"])
    found = aims(walked, positions)
    assert [round(each.time, 1) for each in found] == [12.2, 20.4, 26.6, 30.6, 35.1]
    assert in_degrees(estimate([each.right for each in found])) == pytest.approx([-1.7, 9.6, 21.4], abs=0.1)
    for below, mean, error in ((0.0, 20.6, 7.5), (1.4, -25.0, 4.3)):
        upwards = estimate([each.up for each in aims(walked, positions, below=below)])
        assert in_degrees(upwards)[:2] == pytest.approx([mean, error], abs=0.1)


def in_degrees(found: MeanEstimate) -> list[float]:
    """The mean, its error and the deviation."""
    assert found.mean is not None
    assert found.error is not None
    assert found.deviation is not None
    return [degrees(value) for value in (found.mean, found.error, found.deviation)]


@pytest.mark.shared_data
def test_the_real_walk_does_not_tell_a_lead(shared: Path) -> None:
    """ "Ball" is said at 32.05 s: it is in view from when the Guide comes there to long after, and the viewer had
    turned the camera until 31.63 s. Hands come after words of walking, which says nothing of eyes."""
    told, _, walked = open_sample(shared / "data" / SAMPLE)
    at = walked.viewpoint_ids[walked.at(32.05)]
    ball = direction(np.radians([-125, -133]), np.radians([-28, -34]))
    [(low, high)] = leads_in_view(walked, at, ball, 32.05)
    assert (low, high) == pytest.approx((-3.5, 0.42), abs=0.01)
    found = aims(walked, positions_of(shared, told["scan"]))
    hands = estimate([aim.time - said for aim, said in zip(found, WALKING.values(), strict=True)])
    assert hands[:2] == pytest.approx((0.85, 0.6), abs=0.1)
