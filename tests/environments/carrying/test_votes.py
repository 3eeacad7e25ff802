"""What pixels and drawn boxes say for and against a place."""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
import pytest

from environments.carrying.depth import DepthMaps
from environments.carrying.pictures import _kept
from environments.carrying.pixels import KnownThing, _outside
from environments.carrying.shape import Shapes
from environments.geometry import direction
from environments.regions import ViewBox
from environments.regions.inside import view_sides
from environments.sightings import Cover
from tests.environments.carrying.rooms import CHEST, Cast, scan_of


def test_all_pixels_of_the_surfaces_that_are_asked_for_are_shown() -> None:
    depth = DepthMaps(Cast([CHEST]), scan_of())
    numbers = depth._pictures.surfaces("south").numbers
    largest = np.bincount(numbers.ravel()).argsort()[-3:]
    assert (depth.showing("south", largest.astype(np.int32)) == np.isin(numbers, largest)).all()


@pytest.mark.parametrize(
    ("cover", "against"), [("whole", 2.0), (None, 0.5), ("cut", 0.0), ("mostly_hidden", 0.0)]
)
def test_a_box_speaks_against_what_lies_outside_it(cover: Cover | None, against: float) -> None:
    """A box of 0.4 radians by 0.2 reaches 0.217 to its sides, since it is widened by 6 % and 0.01 radians."""
    camera = np.array([1.0, 2.0, 3.0])
    none = Shapes(np.empty((0, 7)), np.empty(0))
    known = KnownThing(none, [], [ViewBox(0.0, 0.0, 0.4, 0.2)], [cover], np.array([camera]))
    points = camera + 5 * direction([0.0, 0.216, 0.218, 0.0, 0.0], [0.0, 0.0, 0.0, 0.110, 0.112])
    assert _outside(known, points).tolist() == [0.0, 0.0, against, 0.0, against]


def test_the_sides_of_a_box_are_its_left_upper_right_and_lower_one() -> None:
    sides = view_sides(ViewBox(0.0, 0.0, np.pi / 2, np.pi / 2))
    half = np.sqrt(0.5)
    expected = [[half, half, 0], [0, half, -half], [-half, half, 0], [0, half, half]]
    assert sides == pytest.approx(np.array(expected), abs=1e-12)


def test_what_was_looked_at_longest_ago_is_forgotten_first() -> None:
    store: OrderedDict[str, int] = OrderedDict()
    for number, name in enumerate("abac"):
        assert _kept(store, name, 2, lambda number=number: number) == {"a": 0, "b": 1, "c": 3}[name]  # type: ignore[misc]
    assert list(store) == ["a", "c"]
