"""Shapes from view boxes: an upright box that is seen from two sides is foretold from a third."""

from __future__ import annotations

import numpy as np
import pytest

from environments.carrying.shape import shapes_in
from environments.carrying.upright import surface, view_rows_around
from environments.carrying.walls import Walls
from environments.floor_plan import Floor, FloorPlan
from environments.regions import ViewBox, iou

CHEST = np.array([[4.0, 4.0, 0.5, 0.3, 0.4, 0.6, 0.5]])
CAMERAS = np.array([[4.2, 0.0, 1.5], [0.0, 4.4, 1.5]])
OPEN = Walls(None)


def seen(camera: np.ndarray, boxes: np.ndarray = CHEST) -> ViewBox:
    points = surface(boxes)
    return ViewBox(*view_rows_around(points, np.ones(points.shape[:2], bool), camera)[0].tolist())


@pytest.mark.parametrize("third", [(0.0, 0.0, 1.5), (8.0, 8.0, 1.5), (4.0, 8.0, 0.4), (5.0, 4.0, 4.0)])
def test_a_chest_seen_from_two_sides_is_foretold(third: tuple[float, float, float]) -> None:
    boxes = [seen(camera) for camera in CAMERAS]
    found = shapes_in(boxes, CAMERAS, ["whole", "whole"], CHEST[0, :3], OPEN)
    told = found.foretell(np.array(third), OPEN)
    assert iou(told.box, seen(np.array(third))) > 0.75
    assert told.shown == pytest.approx(1)


def test_straight_from_above_it_is_foretold_below_and_whole() -> None:
    """How wide and how high it is there is not said: at the pole that depends on which way round the box is laid."""
    boxes = [seen(camera) for camera in CAMERAS]
    found = shapes_in(boxes, CAMERAS, ["whole", "whole"], CHEST[0, :3], OPEN)
    told = found.foretell(np.array([4.0, 4.0, 4.0]), OPEN)
    assert told.box.elevation == pytest.approx(-np.pi / 2, abs=0.02)
    assert told.shown == pytest.approx(1)


def test_a_side_that_is_cut_is_made_up_from_the_other_box() -> None:
    first, second = (seen(camera) for camera in CAMERAS)
    cut = ViewBox(first.heading - first.width / 4, first.elevation, first.width / 2, first.height)
    third = np.array([0.0, 0.0, 1.5])
    found = shapes_in([cut, second], CAMERAS, ["cut", "whole"], CHEST[0, :3], OPEN)
    assert iou(found.foretell(third, OPEN).box, seen(third)) > 0.5


def test_walls_cut_what_is_foretold() -> None:
    wall = Walls(FloorPlan((Floor(0.0, (((2.0, 0.0), (2.0, 3.9)),), (), ()),)))
    boxes = [seen(camera) for camera in CAMERAS]
    found = shapes_in(boxes, CAMERAS, ["whole", "whole"], CHEST[0, :3], OPEN)
    third = np.array([0.0, 3.8, 1.5])
    free, behind = found.foretell(third, OPEN), found.foretell(third, wall)
    assert behind.shown < free.shown
    assert behind.box.width < free.box.width
