"""Sketches of floor plans, from two rooms of 4 m x 4 m with a doorway whose walls are known."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from environments.floor_plan import Floor, Outline
from environments.mapping.plan import FEWEST_POINTS, floor_plan_of
from tests.environments.mapping.rooms import EYE, STANDS, two_rooms

DENSE = {
    **STANDS,
    **{f"{side}-{row}": (x, 0.7 + row) for side, x in (("w", 2.0), ("e", 6.0)) for row in range(3)},
}
ONE_STOREY = np.zeros(len(DENSE), np.int64)


def drawn() -> Floor:
    plan = floor_plan_of(two_rooms(DENSE), ONE_STOREY, EYE)
    assert plan is not None
    assert plan.sketch
    (floor,) = plan.floors
    return floor


def is_free(x: float, y: float, outlines: tuple[Outline, ...]) -> bool:
    """Inside an odd number of outlines: those of holes are among them."""
    inside = [
        cv2.pointPolygonTest(np.array(each, np.float32), (x, y), measureDist=False) > 0 for each in outlines
    ]
    return sum(inside) % 2 == 1


def test_floor_is_free_in_both_rooms_and_in_the_doorway_and_nowhere_else() -> None:
    free = drawn().free
    for place in ((2.0, 2.0), (1.0, 1.0), (6.0, 3.0), (4.0, 2.0)):
        assert is_free(*place, free), place
    for place in ((-0.5, 2.0), (8.5, 2.0), (2.0, 4.5), (4.0, 0.7), (4.0, 3.3)):
        assert not is_free(*place, free), place


def test_walls_are_where_points_are_and_not_across_the_doorway() -> None:
    walls = np.array(drawn().walls)
    assert len(walls) > 3
    middles = walls.mean(axis=1)
    for x, y in middles.tolist():
        assert min(abs(x), abs(x - 8), abs(y), abs(y - 4)) < 0.15, (x, y)
    along = {"south": (1, 0.0), "north": (1, 4.0), "west": (0, 0.0), "east": (0, 8.0)}
    for name, (axis, at) in along.items():
        on = np.abs(middles[:, axis] - at) < 0.15
        assert np.linalg.norm(walls[on, 1] - walls[on, 0], axis=-1).sum() > 2, name


def test_the_sketch_does_not_depend_on_where_the_axes_are() -> None:
    turn = np.array([[0.8, -0.6, 0], [0.6, 0.8, 0], [0, 0, 1.0]])
    turned = two_rooms(DENSE).moved(1.0, turn, np.array([9.0, -7.0, 0]))
    plan = floor_plan_of(turned, ONE_STOREY, EYE)
    assert plan is not None
    for x, y in ((2.0, 2.0), (6.0, 3.0), (4.0, 2.0)):
        assert is_free(0.8 * x - 0.6 * y + 9, 0.6 * x + 0.8 * y - 7, plan.floors[0].free)


def test_of_too_few_points_nothing_is_drawn() -> None:
    model = two_rooms(DENSE)
    chosen = np.arange(len(model.points)) % (len(model.points) // (FEWEST_POINTS // 4)) == 0
    few = model.sightings[chosen[model.sightings[:, 1]]]
    assert floor_plan_of(replace(model, sightings=few), ONE_STOREY, EYE) is None


def test_a_storey_that_too_little_was_seen_of_is_empty() -> None:
    model = two_rooms(DENSE)
    below = len(model.names) - 2
    above = model.centres + np.array([0, 0, 2.8]) * (np.arange(len(model.names)) >= below)[:, None]
    high = replace(model, centres=above, sightings=model.sightings[model.sightings[:, 0] < below])
    plan = floor_plan_of(high, np.array([0] * below + [1, 1]), EYE)
    assert plan is not None
    assert [bool(floor.free) for floor in plan.floors] == [True, False]
    assert [floor.z for floor in plan.floors] == [0.0, 2.8]
