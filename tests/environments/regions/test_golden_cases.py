"""The cases that Python and TypeScript share (static/src/regions/golden.test.ts): every ninth, which is of all kinds.

All of them, and that the areas are right, are in tests/environments/figures/test_regions.py.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from environments.geometry import direction
from environments.regions import (
    bounding_latlon,
    bounding_view,
    contains,
    iou,
    region_as_json,
    region_from_json,
    shared_area,
    union_area,
    union_iou,
    view_ious,
)
from tests.environments.regions.cases import LATTICE, golden

AGREED = 1e-12
EVERY = 9
"""Kinds and ways change with 2, 8, 16, 20 and 32 cases (cases.py), which share no factor with it."""


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    return golden()


def test_a_case_measures_as_before(cases: list[dict[str, Any]]) -> None:
    for case in cases[::EVERY]:
        measures_as_before(case)


def test_areas_on_a_lattice_measure_as_before() -> None:
    """Sides that share great circles, and corners at poles."""
    for case in golden(LATTICE)[::EVERY]:
        overlaps_as_before(case)


def test_many_pairs_at_once_measure_as_one_by_one(cases: list[dict[str, Any]]) -> None:
    hard = cases[1::2]
    rows = [
        [[told[0][name] for name in ("heading", "elevation", "width", "height")] for told in side]
        for side in zip(*((case["first"], case["second"]) for case in hard), strict=True)
    ]
    found = view_ious(*rows)
    assert found.tolist() == pytest.approx([case["iou"] for case in hard], rel=0, abs=AGREED)
    one = region_from_json(hard[0]["first"][0]), region_from_json(hard[0]["second"][0])
    assert found[0] == pytest.approx(iou(*one), abs=AGREED)


def overlaps_as_before(case: dict[str, Any]) -> None:
    first, second = ([region_from_json(told) for told in case[side]] for side in ("first", "second"))
    found = [union_area(first), union_area(second), shared_area(first, second), union_iou(first, second)]
    assert found == pytest.approx([*case["areas"], case["shared"], case["iou"]], rel=0, abs=AGREED), case


def measures_as_before(case: dict[str, Any]) -> None:
    overlaps_as_before(case)
    first = [region_from_json(told) for told in case["first"]]
    assert [region_as_json(region) for region in first] == case["first"]
    box, view = bounding_latlon(first[0]), bounding_view(first)
    assert [box.west, box.width, box.low, box.high] == pytest.approx(case["latlon"], rel=0, abs=AGREED)
    inside = contains(first[0], direction(*np.array(case["looks"]).T))
    assert inside.astype(int).tolist() == case["inside"], case
    if view is None or case["view"] is None:
        assert view == case["view"]
    elif case["settled"]:
        sides = [view.heading, view.elevation, view.width, view.height]
        assert sides == pytest.approx(case["view"], rel=0, abs=1e-9)
