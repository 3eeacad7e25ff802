"""How others measure view boxes, to reproduce their numbers: every one is wrong, more so away from the horizon.

``make bench-regions`` says by how much.
"""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, get_args

import numpy as np

from environments.errors import InvalidDataError
from environments.geometry import wrap_angle
from environments.regions.bounds import as_polygon, bounding_latlon
from environments.regions.overlap import view_rows
from environments.regions.shapes import Angles, Approximation, Polygon, Region, ViewBox

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


def approximate_ious(first: ArrayLike, second: ArrayLike, compat: Approximation) -> Floats:
    """Intersection over union (n,) of view boxes, pair by pair, as others approximate it.

    Args:
        first, second: (n, 4) heading, elevation, width, height in radians.
        compat: ``sph``: both are taken for boxes in longitude and latitude (Zhao et al. 2020). ``fov``: the second is
            moved into the first one's field of view (Cao et al. 2022). ``planar``: rectangles on the equirectangular
            picture that end at its seam.

    Raises:
        InvalidDataError: there is no such way, the shapes differ, or a row is no view box.
    """
    if compat not in get_args(Approximation):
        raise InvalidDataError(
            f"compat is {compat!r}.",
            remedy=f"It must be one of {', '.join(get_args(Approximation))}.",
            field="compat",
            value=compat,
        )
    ways: dict[Approximation, Callable[[Floats, Floats], Floats]] = {
        "sph": _spherical,
        "fov": _field_of_view,
        "planar": _planar,
    }
    return ways[compat](view_rows("first", first), view_rows("second", second))


def in_region_of_soon(region: Region, look: Angles) -> bool:
    """Whether SOON's evaluator finds a direction in a region: in the plane of heading and elevation, without seam.

    A box is the polygon of its four corners there; a mask, which SOON does not have, is the lat-lon box around it.
    Source: Zhu et al. 2021, arXiv:2103.17138, ``eval.py`` of its repository. It takes headings as they are written;
    ours lie in [-pi, pi).
    """
    x, y = look
    points = _corners(region)
    crossings = 0
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1], strict=True):
        if (y0 > y) != (y1 > y):
            crossings += x < x0 + (y - y0) / (y1 - y0) * (x1 - x0)
    return crossings % 2 == 1


def _corners(region: Region) -> tuple[Angles, ...]:
    if isinstance(region, ViewBox):
        region = as_polygon(region)
    if isinstance(region, Polygon):
        return region.points
    box = bounding_latlon(region)
    east = float(wrap_angle(box.west + box.width))
    return (box.west, box.low), (box.west, box.high), (east, box.high), (east, box.low)


def pixels_of_touchdown(first: Angles, second: Angles, columns: int = 3712) -> float:
    """The distance of two directions on an equirectangular picture twice as wide as high, in pixels, without seam.

    Source: Chen et al. 2019, arXiv:1811.12354; 80 pixels of 3712 are 7.76° at the horizon.
    """
    pixels: float = np.hypot(first[0] - second[0], first[1] - second[1]) * columns / (2 * pi)
    return float(pixels)


def _spherical(first: Floats, second: Floats) -> Floats:
    return _as_latlon(first, second, wrap_angle(second[:, 0] - first[:, 0]))


def _field_of_view(first: Floats, second: Floats) -> Floats:
    level = np.cos((first[:, 1] + second[:, 1]) / 2)
    return _as_latlon(first, second, wrap_angle(second[:, 0] - first[:, 0]) * level)


def _as_latlon(first: Floats, second: Floats, apart: Floats) -> Floats:
    """Of boxes whose centres are ``apart`` in heading, with the area 2 width sin(height / 2)."""
    across = _shared(apart, first[:, 2], second[:, 2])
    along = _shared(second[:, 1] - first[:, 1], first[:, 3], second[:, 3])
    shared = 2 * across * np.sin(along / 2)
    both = 2 * (first[:, 2] * np.sin(first[:, 3] / 2) + second[:, 2] * np.sin(second[:, 3] / 2))
    found: Floats = shared / (both - shared)
    return found


def _planar(first: Floats, second: Floats) -> Floats:
    across = _shared(wrap_angle(second[:, 0]) - wrap_angle(first[:, 0]), first[:, 2], second[:, 2])
    shared = across * _shared(second[:, 1] - first[:, 1], first[:, 3], second[:, 3])
    found: Floats = shared / (first[:, 2] * first[:, 3] + second[:, 2] * second[:, 3] - shared)
    return found


def _shared(apart: Floats, first: Floats, second: Floats) -> Floats:
    """What two intervals share whose middles are ``apart``."""
    begin, end = np.maximum(-first / 2, apart - second / 2), np.minimum(first / 2, apart + second / 2)
    shared: Floats = np.maximum(0.0, end - begin)
    return shared
