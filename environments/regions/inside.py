"""Which directions lie inside a region."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

import numpy as np

from environments.geometry import heading_elevation
from environments.regions.grid import cell_of
from environments.regions.shapes import LatLonBox, Mask, Polygon, Region, ViewBox

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]
    Bools = NDArray[np.bool_]

EDGE = 1e-12
"""Radians by which a direction may lie outside and still count: directions on a side are inside."""
_AT_ONCE = 2**20  # pairs of a direction and a side


def contains(region: Region, directions: ArrayLike) -> Bools:
    """Which of the unit vectors (..., 3) in the world frame lie inside a region: (...).

    Directions on the side of a box are inside; on the edge of a polygon or of a mask's cell they may be either. A
    mask says it of the cell.
    """
    looks = np.asarray(directions, np.float64)
    flat = looks.reshape(-1, 3)
    if isinstance(region, ViewBox):
        inside = _in_view(region, flat)
    elif isinstance(region, LatLonBox):
        inside = _in_box(region, flat)
    elif isinstance(region, Polygon):
        inside = _in_polygon(region, flat)
    else:
        inside = _in_mask(region, flat)
    return inside.reshape(looks.shape[:-1])


def view_sides(view: ViewBox) -> Floats:
    """The inward unit normals (4, 3) of a view box's left, upper, right and lower side."""
    (sh, se, sa, sb), (ch, ce, ca, cb) = (
        [turn(angle) for angle in (view.heading, view.elevation, view.width / 2, view.height / 2)]
        for turn in (sin, cos)
    )
    forward, up = (sh * ce, ch * ce, se), (-sh * se, -ch * se, ce)
    right = (ch, -sh, 0.0)
    sides = ((sa, ca, right), (sb, -cb, up), (sa, -ca, right), (sb, cb, up))
    return np.array([[f * s + a * c for f, a in zip(forward, aside, strict=True)] for s, c, aside in sides])


def _in_view(view: ViewBox, looks: Floats) -> Bools:
    inside: Bools = np.all(looks @ view_sides(view).T >= -EDGE, axis=1)
    return inside


def _in_box(box: LatLonBox, looks: Floats) -> Bools:
    heading, elevation = heading_elevation(looks)
    across = (heading - box.west + EDGE) % (2 * pi) <= box.width + 2 * EDGE
    pole = np.abs(elevation) >= pi / 2 - EDGE  # which has no heading
    inside: Bools = (across | pole) & (elevation >= box.low - EDGE) & (elevation <= box.high + EDGE)
    return inside


def _in_polygon(polygon: Polygon, looks: Floats) -> Bools:
    """Seen from the opposite of a direction, the triangles to a polygon's sides add up to its area if that is outside,
    and to 4 pi less if it is inside."""
    from environments.regions.polygons import corners_of

    corners = corners_of(polygon.points)
    rows = max(1, _AT_ONCE // len(corners))
    blocks = [_triangles(-looks[start : start + rows], corners) for start in range(0, len(looks), rows)]
    return np.concatenate([np.empty(0), *blocks]) < -pi


def _triangles(apexes: Floats, corners: Floats) -> Floats:
    """The signed area of the triangles from each apex (p, 3) to the sides of a polygon, summed: (p,)."""
    after = np.roll(corners, -1, axis=0)
    across = np.cross(corners, after)
    start, end = apexes @ corners.T, apexes @ after.T
    rest = 1 + start + end + np.einsum("ij,ij->i", corners, after)
    total: Floats = 2 * np.arctan2(apexes @ across.T, rest).sum(axis=1)
    return total


def _in_mask(mask: Mask, looks: Floats) -> Bools:
    heading, elevation = heading_elevation(looks)
    inside: Bools = mask.cells()[cell_of(heading, elevation, mask.rows, mask.columns)]
    return inside
