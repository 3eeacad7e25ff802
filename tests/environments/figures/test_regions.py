"""Every golden case of regions, and what it says of areas, by counting directions; the gate has every ninth case."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
import pytest

from environments.regions import Region, contains, region_from_json
from tests.environments.regions.cases import CASES, LATTICE, LATTICE_CASES, golden
from tests.environments.regions.test_golden_cases import measures_as_before, overlaps_as_before

Directions = np.ndarray[tuple[int, int], np.dtype[np.float64]]
GRID = 20_000
COUNTED = 0.04
"""Steradians by which counting may be wrong. Each of the grid's directions stands for a cell 0.025 wide of 0.00063 sr.
Of a cell that an edge cuts, a share even between none and all is counted wrong, 0.29 cells in the root mean square;
edges of 40 radians, more than most trials have, cut 1,600 cells: 0.0073 sr. This allows 5 times as much."""


def test_every_case_measures_as_before() -> None:
    cases = golden()
    assert len(cases) == CASES
    for case in cases:
        measures_as_before(case)


def test_areas_on_a_lattice_are_those_of_the_directions_inside() -> None:
    cases, grid = golden(LATTICE), fibonacci(GRID)
    assert len(cases) == LATTICE_CASES
    for number, case in enumerate(cases):
        overlaps_as_before(case)
        one, other = (inside(regions(case[side]), grid) for side in ("first", "second"))
        counts = [counted(one), counted(other), counted(one & other)]
        assert [*case["areas"], case["shared"]] == pytest.approx(counts, abs=COUNTED), number


def fibonacci(count: int) -> Directions:
    """Unit vectors (count, 3) spread evenly over the sphere."""
    number = np.arange(count) + 0.5
    z = 1 - 2 * number / count
    angle, reach = number * pi * (3 - 5**0.5), np.sqrt(1 - z * z)
    return np.stack([reach * np.sin(angle), reach * np.cos(angle), z], axis=1)


def regions(told: list[dict[str, Any]]) -> list[Region]:
    return [region_from_json(each) for each in told]


def inside(some: list[Region], grid: Directions) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    found: np.ndarray[tuple[int], np.dtype[np.bool_]] = np.any(
        [contains(each, grid) for each in some], axis=0
    )
    return found


def counted(hit: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> float:
    return float(hit.mean()) * 4 * pi
