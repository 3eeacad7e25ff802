"""What walls hide, point by point."""

from __future__ import annotations

import numpy as np
import pytest

from environments.carrying.walls import Walls
from environments.floor_plan import Floor, FloorPlan
from environments.geometry import Vector

WALL = ((0.0, 2.0), (4.0, 2.0))
CAMERA = np.array([2.0, 0.0, 1.5])


def storeys(*floors: float) -> Walls:
    return Walls(FloorPlan(tuple(Floor(z, (WALL,), (), ()) for z in floors)))


@pytest.mark.parametrize(
    ("point", "hidden"),
    [
        ((2.0, 4.0, 1.5), True),
        ((2.0, 1.9, 1.5), False),
        ((2.0, -4.0, 1.5), False),  # behind the camera
        ((2.0, 2.14, 1.5), False),  # on the wall, which is up to 15 cm thick
        ((2.0, 2.16, 1.5), True),
        ((5.9, 4.0, 1.5), True),  # the way crosses at x = 3.95
        ((6.1, 4.0, 1.5), False),  # at x = 4.05
        ((-1.9, 4.0, 1.5), True),
        ((-2.1, 4.0, 1.5), False),
        ((2.0, 4.0, 4.4), True),  # at z = 2.95 of the 3 m of the highest storey
        ((2.0, 4.0, 4.6), False),
        ((2.0, 4.0, -1.4), True),
        ((2.0, 4.0, -1.6), False),
        ((9.0, 0.0, 1.5), False),  # along the wall
    ],
)
def test_a_wall_hides_what_lies_behind_it_between_its_ends_and_its_floors(
    point: Vector, hidden: bool
) -> None:
    walls = storeys(0.0)
    assert walls.between(CAMERA, np.array(point)).tolist() is hidden
    among = np.array([[[2.0, 1.0, 1.5], point], [[2.0, 4.0, 1.5], [2.0, 1.0, 1.5]]])
    assert walls.between(CAMERA, among).tolist() == [[False, hidden], [True, False]]


@pytest.mark.parametrize(("z", "hidden"), [(3.4, True), (3.6, False)])
def test_a_wall_ends_where_the_next_storey_begins(z: float, hidden: bool) -> None:
    lower = Walls(FloorPlan((Floor(0.0, (WALL,), (), ()), Floor(2.5, (), (), ()))))
    assert lower.between(CAMERA, np.array([2.0, 4.0, z])) == hidden  # crossed at 2.45 and 2.55 m
    assert storeys(0.0, 2.5).between(CAMERA, np.array([2.0, 4.0, z]))


def test_walls_that_lie_along_the_other_axis_hide_too() -> None:
    walls = Walls(FloorPlan((Floor(0.0, (((2.0, 4.0), (2.0, 0.0)),), (), ()),)))
    points = np.array([[4.0, 2.0, 1.5], [1.0, 2.0, 1.5], [4.0, 9.0, 1.5]])
    assert walls.between(np.array([0.0, 2.0, 1.5]), points).tolist() == [True, False, False]


def test_walls_are_counted_and_a_place_without_a_plan_has_none() -> None:
    assert (len(storeys(0.0, 2.5)), len(Walls(None)), len(Walls(FloorPlan(())))) == (2, 0, 0)
    assert not Walls(None).between(CAMERA, np.array([[2.0, 4.0, 1.5]])).any()
