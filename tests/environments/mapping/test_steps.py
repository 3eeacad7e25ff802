"""Steps where there is free space, and none through walls."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from environments.geometry import rotation
from environments.mapping.model import Model
from environments.mapping.steps import MappedStep, Rays, free_rays, steps, without_detours
from tests.environments.mapping.rooms import EYE, STANDS, two_rooms


def ends(found: list[MappedStep]) -> set[tuple[str, str]]:
    return {(step.a, step.b) for step in found}


def test_a_step_leads_through_the_doorway_and_none_through_the_wall() -> None:
    found = ends(steps(two_rooms(), sorted(STANDS)))
    assert ("east-door", "west-door") in found
    assert ("west", "west-door") in found
    assert ("east-corner", "west-corner") not in found


def test_a_step_knows_its_length_and_how_free_it_is() -> None:
    (step,) = (each for each in steps(two_rooms(), sorted(STANDS)) if each[:2] == ("east-door", "west-door"))
    assert step.length == pytest.approx(2)
    assert step.rays > 10
    assert step.doubt == 1 / (1 + step.rays)


def test_helpers_show_what_is_free_and_have_no_steps() -> None:
    found = steps(two_rooms(), ["east-door", "west-door"])
    assert ends(found) == {("east-door", "west-door")}


def test_what_is_far_or_straight_above_is_no_step() -> None:
    model = two_rooms({"far": (0.2, 2.0), "here": (4.5, 2.0)})
    assert steps(model, model.names) == []
    model = two_rooms({"below": (2.0, 2.0), "above": (2.3, 2.0)})
    assert (
        steps(replace(model, centres=model.centres + np.array([[0, 0, 2.5], [0, 0, 0]])), model.names) == []
    )


def test_a_street_is_free_though_its_houses_are_far() -> None:
    """Along it nothing that is seen is nearer than where rays are believed to end."""
    names = ("first", "next")
    centres = np.array([[0.0, 0.0, EYE], [2.0, 0.0, EYE]])
    points = np.array([[far, side, EYE] for far in (-30.0, 40.0) for side in np.linspace(-1.5, 1.5, 16)])
    sightings = np.array([(row, point) for row in range(2) for point in range(len(points))])
    (step,) = steps(Model(names, centres, rotation(np.zeros(2)), points, sightings), names)
    assert step.rays > 10


def test_who_shares_little_is_not_joined() -> None:
    model = two_rooms()
    few = model.sightings[np.isin(model.sightings[:, 1], np.arange(5))]
    assert steps(replace(model, sightings=few), model.names) == []


def test_a_step_that_skips_a_viewpoint_is_left_out() -> None:
    short, other, across, aside = (
        MappedStep("a", "b", 1.2, 50, 9),
        MappedStep("b", "c", 1.2, 50, 9),
        MappedStep("a", "c", 2.3, 50, 9),
        MappedStep("a", "d", 2.0, 50, 9),
    )
    assert without_detours([short, other, aside, across]) == [short, other, aside]


def test_rays_beside_a_wall_do_not_make_a_way_through_it_free() -> None:
    x = np.concatenate([np.arange(3.0, 4.0, 0.05), np.arange(4.05, 5.0, 0.05)])
    start = np.stack([x, np.zeros_like(x), np.full_like(x, 1.5)], axis=1)
    beside = Rays(start, np.tile([0.0, 1.0, 0.0], (len(x), 1)), np.full(len(x), 4.0))
    assert free_rays(beside, np.array([3.0, 2.0, 1.5]), np.array([5.0, 2.0, 1.5])) == 0
    assert free_rays(beside, np.array([3.5, 1.0, 1.5]), np.array([3.5, 3.0, 1.5])) > 5
