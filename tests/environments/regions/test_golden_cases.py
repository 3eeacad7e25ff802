"""The cases that Python and TypeScript share (static/src/regions/golden.test.ts)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from environments.geometry import direction
from environments.regions import (
    bounding_latlon,
    contains,
    iou,
    region_as_json,
    region_from_json,
    shared_area,
    union_area,
    union_iou,
    view_ious,
)
from tests.environments.regions.cases import CASES, golden

AGREED = 1e-12


@pytest.fixture(scope="module")
def cases() -> list[dict[str, Any]]:
    return golden()


def test_every_case_measures_as_before(cases: list[dict[str, Any]]) -> None:
    assert len(cases) == CASES
    for number, case in enumerate(cases):
        first = [region_from_json(told) for told in case["first"]]
        second = [region_from_json(told) for told in case["second"]]
        found = [union_area(first), union_area(second), shared_area(first, second), union_iou(first, second)]
        expected = [*case["areas"], case["shared"], case["iou"]]
        assert found == pytest.approx(expected, rel=0, abs=AGREED), number
        box = bounding_latlon(first[0])
        assert [box.west, box.width, box.low, box.high] == pytest.approx(case["latlon"], rel=0, abs=AGREED)
        inside = contains(first[0], direction(*np.array(case["looks"]).T))
        assert inside.astype(int).tolist() == case["inside"], number
        assert [region_as_json(region) for region in first] == case["first"]


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
