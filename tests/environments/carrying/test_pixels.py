"""Depth pictures: the pixels of a thing that is seen in part, the cut of a picture that holds a place, what is kept."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from environments.carrying.carry import SeenRegion, carry
from environments.carrying.depth import DepthMaps
from environments.geometry import Vector
from environments.regions import ViewBox
from environments.sightings import Cover
from tests.environments.carrying.rooms import CAMERAS, CHEST, Cast, Corners, scan_of, seen

HEDGE: Corners = ((0.5, 6.0, 0.4), (7.5, 6.3, 1.2))
GAPS: dict[str, Vector] = {"left": (4.2, 0.0, 1.5), "right": (6.5, 3.0, 1.5), "free": (0.5, 0.5, 1.5)}
SCREENS: tuple[Corners, ...] = (
    ((2.0, 0.8, 0.0), (3.9, 0.9, 3.0)),
    ((4.5, 0.8, 0.0), (7.0, 0.9, 3.0)),
    ((4.4, 3.5, 0.0), (5.6, 3.6, 3.0)),
    ((6.2, 3.5, 0.0), (8.0, 3.6, 3.0)),
)
PARTS: dict[str, Corners] = {
    "left": ((1.95, 6.0, 0.4), (6.45, 6.3, 1.2)),
    "right": ((1.1, 6.0, 0.4), (4.7, 6.3, 1.2)),
}
"""What is seen of the hedge between the screens, whose ends only the third viewpoint sees."""


def foretold(cover: Cover) -> ViewBox:
    """The hedge as the free viewpoint should see it, from two parts."""
    told = [SeenRegion(name, seen(GAPS[name], part), cover) for name, part in PARTS.items()]
    depth = DepthMaps(Cast([HEDGE, *SCREENS], GAPS), scan_of(GAPS))
    [found] = carry(scan_of(GAPS), told, depth, at={"free"}).foretold
    return found.box


def test_what_is_cut_goes_on_as_far_as_its_surface() -> None:
    true = seen(GAPS["free"], HEDGE)
    assert foretold("cut").width > 0.95 * true.width
    assert foretold("whole").width < 0.9 * true.width  # whoever drew it said that it ends there


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ((3.5, 3.6, 0.0), (4.5, 4.4, 1.1)),
        ((4.0, -0.9, 0.0), (4.4, -0.5, 3.0)),  # over the seam
        ((3.9, -0.3, -0.2), (4.5, 0.3, 0.4)),  # below the camera
        ((-2.0, -2.0, -1.0), (9.0, 9.0, 4.0)),  # all around
        ((3.5, 3.5, 1.4), (3.6, 3.6, 1.5)),  # where nothing is
    ],
)
def test_the_pixels_that_show_a_place_are_all_there_are(low: Vector, high: Vector) -> None:
    depth = DepthMaps(Cast([CHEST]), scan_of())
    cells, points = depth.within("south", np.array(low), np.array(high))
    everything = depth.points("south", np.ones_like(cells))
    inside = ((everything >= low) & (everything <= high)).all(axis=1)
    assert np.array_equal(cells.ravel(), inside)
    assert np.array_equal(points, everything[inside])


def test_a_picture_is_read_once() -> None:
    read: Counter[str] = Counter()

    class Counted(Cast):
        def distances(self, viewpoint_id: str) -> np.ndarray:
            read[viewpoint_id] += 1
            return super().distances(viewpoint_id)

    depth = DepthMaps(Counted([CHEST]), scan_of())
    told = [SeenRegion(name, seen(CAMERAS[name])) for name in ("south", "west")]
    for _ in range(3):
        carry(scan_of(), told, depth)
    assert read == dict.fromkeys(CAMERAS, 1)


def test_what_is_farther_than_a_picture_says_is_sky() -> None:
    far = scan_of({"south": (4.2, 0.0, 1.5)})

    class Field:
        def distances(self, viewpoint_id: str) -> np.ndarray:
            return np.full((64, 128), 80.0)

    depth = DepthMaps(Field(), far)
    assert not depth.thing_in("south", ViewBox(0.0, 0.0, 0.5, 0.5)).any()
    assert not depth.between(np.array([4.2, 0.0, 1.5]), np.array([[4.2, 70.0, 1.5]])).any()
