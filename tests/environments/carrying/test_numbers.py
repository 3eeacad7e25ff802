"""A chest is carried as it was before: what is not exact, since it is fitted, must not change unseen.

Who changes it on purpose prints the new numbers here, and the scores of carrying (``make test-slow LANES=figures``).
"""

from __future__ import annotations

from math import tau
from typing import Any

import numpy as np
import pytest

from environments.carrying.carry import CarriedThing, carry
from environments.carrying.depth import DepthMaps
from environments.floor_plan import Floor, FloorPlan
from tests.environments.carrying.rooms import CAMERAS, CHEST, Cast, scan_of
from tests.environments.carrying.test_carry import regions

ALL = CAMERAS | {"north": (4.0, 8.0, 1.5)}
COUNTER = ((1.5, 1.5, 0.0), (3.0, 3.0, 0.9))
WALL = FloorPlan((Floor(0.0, (((0.0, 2.5), (1.6, 1.0)),), (), ()),))
Told = dict[str, tuple[list[float], float | None, float, str | None]]


def told(carried: CarriedThing) -> Any:
    return {
        each.viewpoint_id: (
            pytest.approx(
                [each.box.heading % tau, each.box.elevation, each.box.width, each.box.height], abs=1e-3
            ),
            pytest.approx(each.overlap, abs=1e-3),
            pytest.approx(each.sweep, abs=1e-3),
            each.visible,
        )
        for each in carried.foretold
    }


@pytest.mark.parametrize(
    ("names", "with_depth", "expected"),
    [
        (("south",), False, {"corner": ([1.3724, -0.1177, 0.5219, 0.2164], None, 0.4957, None)}),
        (("south", "west"), False, {"north": ([3.1425, -0.2504, 0.2132, 0.2695], 0.9741, 0.0, None)}),
        (
            ("south",),
            True,
            {
                "west": ([1.6751, -0.1229, 0.1462, 0.0126], 0.6204, 0.0, "cut"),
                "corner": ([0.8038, -0.1414, 0.1466, 0.0741], 0.6417, 0.0, "mostly_hidden"),
                "north": ([3.1416, -0.1230, 0.1828, 0.0128], 0.3047, 0.0, "mostly_hidden"),
            },
        ),
        (
            ("south", "west"),
            True,
            {
                "corner": ([0.7854, -0.1415, 0.1832, 0.0744], 0.8702, 0.0, "mostly_hidden"),
                "north": ([3.1416, -0.2525, 0.2078, 0.2719], 0.9754, 0.0, "whole"),
            },
        ),
    ],
)
def test_a_chest_is_foretold_as_before(names: tuple[str, ...], with_depth: bool, expected: Told) -> None:
    depth = DepthMaps(Cast([CHEST, COUNTER], ALL), scan_of(ALL)) if with_depth else None
    carried = carry(scan_of(ALL, None if with_depth else WALL), regions(*names), depth)
    assert expected == told(carried)
    if len(names) == 2:
        assert carried.place is not None
        expected_place = [[3.992, 3.9977, 0.5006], [0.1169, 0.1219, 0.0899], [0.4123, 0.3035, 0.5006]]
        assert np.array(carried.place[:3]) == pytest.approx(np.array(expected_place), abs=1e-3)
