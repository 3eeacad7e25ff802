"""Regions whose angles are multiples of 15 degrees: sides that share great circles, and corners at poles."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

from environments.regions import Polygon, Region, area, contains, region_from_json, shared_area, union_area
from tests.environments.regions.cases import LATTICE, LATTICE_CASES, STEP, drawn_on_lattice, golden

GRID = 20_000
COUNTED = 0.04
"""Steradians by which counting may be wrong. Each of the grid's directions stands for a cell 0.025 wide of 0.00063 sr.
Of a cell that an edge cuts, a share even between none and all is counted wrong, 0.29 cells in the root mean square;
edges of 40 radians, more than most trials have, cut 1,600 cells: 0.0073 sr. This allows 5 times as much."""


def test_areas_on_a_lattice_are_those_of_the_directions_inside() -> None:
    grid = fibonacci(GRID)
    for number, (first, second) in enumerate(drawn_on_lattice(np.random.default_rng(21))):
        one, other = inside(first, grid), inside(second, grid)
        assert union_area([*first, *second]) == pytest.approx(counted(one | other), abs=COUNTED), number
        assert shared_area(first, second) == pytest.approx(counted(one & other), abs=COUNTED), number


def test_areas_on_a_lattice_measure_as_before() -> None:
    cases = golden(LATTICE)
    assert len(cases) == LATTICE_CASES
    for number, case in enumerate(cases):
        first, second = ([region_from_json(told) for told in case[side]] for side in ("first", "second"))
        found = [union_area(first), union_area(second), shared_area(first, second)]
        assert found == pytest.approx([*case["areas"], case["shared"]], rel=0, abs=1e-12), number


def test_polygons_whose_slabs_share_meridians_from_pole_to_pole() -> None:
    over_a_pole = on_lattice((1, 5), (-12, -1), (2, 4), (2, -5))
    wide = on_lattice((-8, -5), (3, -2), (-3, 4), (11, 0))
    both = union_area([over_a_pole, wide])
    assert both == pytest.approx(counted(inside([over_a_pole, wide], fibonacci(GRID))), abs=COUNTED)
    assert both == pytest.approx(
        area(over_a_pole) + area(wide) - shared_area([over_a_pole], [wide]), abs=1e-12
    )


def on_lattice(*points: tuple[int, int]) -> Polygon:
    return Polygon(tuple((heading * STEP, elevation * STEP) for heading, elevation in points))


def fibonacci(count: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Unit vectors (count, 3) spread evenly over the sphere."""
    number = np.arange(count) + 0.5
    z = 1 - 2 * number / count
    angle, reach = number * pi * (3 - 5**0.5), np.sqrt(1 - z * z)
    return np.stack([reach * np.sin(angle), reach * np.cos(angle), z], axis=1)


def inside(
    regions: list[Region] | list[Polygon], grid: np.ndarray[tuple[int, int], np.dtype[np.float64]]
) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    found: np.ndarray[tuple[int], np.dtype[np.bool_]] = np.any(
        [contains(each, grid) for each in regions], axis=0
    )
    return found


def counted(hit: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> float:
    return float(hit.mean()) * 4 * pi
