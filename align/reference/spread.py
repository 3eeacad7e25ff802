"""Points that are spread evenly over regions, to add up what has no closed form there."""

from __future__ import annotations

from functools import lru_cache
from math import asin, atan, cos, hypot, pi, sin, tan

import numpy as np
from numpy.typing import NDArray

from environments.errors import InvalidDataError
from environments.regions import Region, ViewBox, bounding_latlon, contains, union_area
from environments.regions.inside import EDGE, view_sides

LEAST = 1000
"""Points in a union of regions: a share of its area is then known to a percent or two of itself."""
_TURN = pi * (3 - 5**0.5)  # the golden angle
_NEAR = 1e-6  # radians by which what is surely outside lies outside
_MOST = 2**24
"""Points that are looked at: those between the lowest and the highest elevation of the regions."""


@lru_cache(maxsize=1024)
def spread_points(regions: tuple[Region, ...], least: int = LEAST) -> tuple[NDArray[np.float64], float]:
    """Points (n, 3) of a Fibonacci lattice that lie in the union of some regions, and the steradians of each.

    They are kept, since many phrases mean the same regions: do not write into them.
    The lattice (Gonzalez 2010, Mathematical Geosciences 42:49-64) is as dense as ``least`` points in the union need.

    Raises:
        InvalidDataError: the regions are too small to be sampled.
    """
    size = union_area(regions)
    points = _in_view(regions[0], size, least) if _is_view(regions) else _in_union(regions, size, least)
    if not len(points):
        raise InvalidDataError(f"Regions of {size:g} steradians are too small.", remedy="Draw them anew.")
    return points, size / len(points)


def _is_view(regions: tuple[Region, ...]) -> bool:
    return len(regions) == 1 and isinstance(regions[0], ViewBox)


def _in_view(view: Region, size: float, least: int) -> NDArray[np.float64]:
    """Looks only at points within the cone around the box: of their elevation, and on its side of the sphere."""
    assert isinstance(view, ViewBox)
    reach = atan(hypot(tan(view.width / 2), tan(view.height / 2))) + _NEAR
    low, high = max(-pi / 2, view.elevation - reach), min(pi / 2, view.elevation + reach)
    is_aside = abs(view.elevation) + reach < pi / 2  # else the cone holds a pole, and so every heading
    aside = asin(min(1.0, sin(reach) / cos(view.elevation))) + _NEAR if is_aside else pi
    sides = view_sides(view).T
    count = 1.2 * least * 4 * pi / max(size, 1e-12)
    while count * (sin(high) - sin(low)) / 2 < _MOST:
        number = _numbers(int(count), low, high)
        across = (number * _TURN - (view.heading - pi)) % (2 * pi)
        points = _points(int(count), number[np.abs(across - pi) <= aside])
        inside = (points @ sides).min(axis=1) >= -EDGE
        if int(inside.sum()) >= least:
            return np.asarray(points[inside])
        count *= 2
    return np.empty((0, 3))


def _in_union(regions: tuple[Region, ...], size: float, least: int) -> NDArray[np.float64]:
    boxes = [bounding_latlon(region) for region in regions]
    low, high = min(box.low for box in boxes), max(box.high for box in boxes)
    count = 1.2 * least * 4 * pi / max(size, 1e-12)
    while count * (sin(high) - sin(low)) / 2 < _MOST:
        points = _points(int(count), _numbers(int(count), low, high))
        inside = np.any([contains(region, points) for region in regions], axis=0)
        if int(inside.sum()) >= least:
            return np.asarray(points[inside])
        count *= 2
    return np.empty((0, 3))


def _numbers(count: int, low: float, high: float) -> NDArray[np.intp]:
    """Which points of a lattice of ``count`` lie between two elevations."""
    first, last = (int((1 - sin(elevation)) / 2 * count) for elevation in (high, low))
    return np.arange(max(0, first - 1), min(count, last + 2))


def _points(count: int, number: NDArray[np.intp]) -> NDArray[np.float64]:
    up = 1 - (2 * number + 1) / count
    level, heading = np.sqrt(1 - up * up), number * _TURN
    return np.stack([np.sin(heading) * level, np.cos(heading) * level, up], axis=1)
