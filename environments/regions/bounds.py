"""The boxes around regions: the view box and the box in longitude and latitude that hold them; corners and centres."""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from environments.geometry import direction, heading_elevation, wrap_angle
from environments.regions.grid import cell_directions
from environments.regions.polygons import above_sides, corners_of, side_normals
from environments.regions.shapes import Angles, LatLonBox, Mask, Polygon, Region, ViewBox

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

_STEPS = (*[1.0] * 30, *[0.5] * 70, *[0.25] * 100)
"""Shares of the way to the middle that a camera turns, round by round: a wide region makes whole steps swing."""
_EQUAL = 1e-12
_CENTRED = 1e-14
"""Radians by which the sides of a view box may differ in their distance from its centre."""


def view_corners(view: ViewBox) -> Floats:
    """Unit vectors (4, 3) to a view box's lower left, upper left, upper right and lower right corner.

    This is their order in a ``Polygon``.
    """
    forward = direction(view.heading, view.elevation)
    right = np.array([np.cos(view.heading), -np.sin(view.heading), 0.0])
    up = np.cross(right, forward)
    a, b = view.width / 2, view.height / 2
    across, along = np.array([[-1], [-1], [1], [1]]), np.array([[-1], [1], [1], [-1]])
    corners = (
        np.cos(a) * np.cos(b) * forward
        + across * np.sin(a) * np.cos(b) * right
        + along * np.cos(a) * np.sin(b) * up
    )
    unit: Floats = corners / np.linalg.norm(corners, axis=1, keepdims=True)
    return unit


def as_polygon(view: ViewBox) -> Polygon:
    """The same region as a polygon: the sides of a view box are great circles."""
    heading, elevation = heading_elevation(view_corners(view))
    return Polygon(tuple(zip(heading.tolist(), elevation.tolist(), strict=True)))


def as_mask(region: Region, columns: int = 1024, rows: int = 512) -> Mask:
    """The cells whose centres lie in a region; its area differs by at most that of the cells on its edge.

    Raises:
        InvalidDataError: no cell's centre lies in it.
    """
    from environments.regions.inside import contains

    return Mask.of(contains(region, cell_directions(rows, columns)))


def bounding_latlon(region: Region) -> LatLonBox:
    """The smallest box in longitude and latitude that holds a region; all headings, if a pole is inside."""
    if isinstance(region, LatLonBox):
        return region
    if isinstance(region, Mask):
        return _around_cells(region)
    if isinstance(region, ViewBox):
        return _around_sides(view_corners(region), region.elevation)
    return _around_sides(corners_of(region.points))


def view_bounded_by(box: LatLonBox) -> ViewBox | None:
    """The view box around which ``bounding_latlon`` lays a box; None where there is none.

    The edge that is further from the horizon has its extreme elevation in its middle, and so has the other if the
    horizon lies between them; otherwise the other edge's corners are its extreme. There is no such view box where the
    box is half the sphere wide or wider, contains a pole, or is too flat for its width.
    """
    up = box.high + box.low >= 0
    far, near = (
        (box.high, box.low) if up else (-box.low, -box.high)
    )  # mirrored, so that the far edge is above
    if box.width >= pi or far >= pi / 2:
        return None
    across = np.tan(box.width / 2) * np.cos(far)
    corner = np.sin(near) * np.hypot(1, across)
    if near > 0 and corner > np.sin(far):
        return None
    lowest = np.arcsin(corner) if near > 0 else near  # elevation of the near edge's middle
    elevation, half = float(far + lowest) / 2, float(far - lowest) / 2
    if half <= 0:
        return None
    width = float(2 * np.arctan(across / np.cos(half)))
    return ViewBox(box.west + box.width / 2, elevation if up else -elevation, width, 2 * half)


def around_headings(headings: ArrayLike) -> tuple[float, float]:
    """The west and width of the shortest interval on the circle that holds headings (n,), n >= 1."""
    west = wrap_angle(headings)
    return _around_spans(west, np.zeros(len(west)))


def bounding_view(regions: Sequence[Region]) -> ViewBox | None:
    """The view box whose four sides all touch the regions, with its centre in the middle; None if none holds them.

    It is found by turning a camera until the regions lie in the middle of its picture. Of regions that are wide and lie
    around a pole this may not come to rest; the box holds them all the same. Of one view box it is the box itself.
    """
    if len(regions) == 1 and isinstance(regions[0], ViewBox):
        return regions[0]
    outline = Outline(regions)
    heading, elevation = outline.start()
    for step in _STEPS:
        seen = outline.seen_from(heading, elevation)
        if seen is None:
            return None
        x, y = (seen.left + seen.right) / 2, (seen.low + seen.high) / 2
        if max(abs(x), abs(y)) < _CENTRED:
            break
        heading, elevation = _turned(heading, elevation, step * x, step * y)
    seen = outline.seen_from(heading, elevation)
    if seen is None:
        return None
    width, height = 2 * max(seen.right, -seen.left), 2 * max(seen.high, -seen.low)
    if max(width, height) >= pi:  # a corner less than rounding in front of the camera: half a circle
        return None
    return ViewBox(heading, elevation, width, height)


def centre(region: Region) -> Angles:
    """The heading and elevation of a box's centre; of another region, that of the view box around it, or of the box in
    longitude and latitude where there is none."""
    view = None if isinstance(region, LatLonBox) else bounding_view([region])
    if view is not None:
        return view.heading, view.elevation
    box = bounding_latlon(region)
    return float(wrap_angle(box.west + box.width / 2)), (box.low + box.high) / 2


class _AngleBounds(NamedTuple):
    """The angles between which a camera sees something, to the right and upwards of its axis."""

    left: float
    right: float
    low: float
    high: float


class Outline:
    """The corners of regions, and their sides along parallels: what a view box around them must hold."""

    def __init__(self, regions: Sequence[Region]) -> None:
        from environments.regions.cover import boxes_of

        corners, sides = [np.empty((0, 3))], [np.empty((0, 3))]
        for region in regions:
            if isinstance(region, ViewBox):
                corners.append(view_corners(region))
            elif isinstance(region, Polygon):
                corners.append(corners_of(region.points))
            else:
                west, width, low, high = boxes_of(region).T
                sides += [np.stack([west, width, limit], axis=1) for limit in (low, high)]
        self.sides = np.concatenate(sides)  # west, width, elevation
        west, width, elevation = self.sides.T
        ends = [direction(west, elevation), direction(west + width, elevation)]
        self.corners = np.concatenate([*corners, *ends])
        self.middle = direction(west + width / 2, elevation)

    def start(self) -> Angles:
        """The mean direction."""
        heading, elevation = heading_elevation(np.concatenate([self.corners, self.middle]).sum(axis=0))
        return float(heading), float(elevation)

    def seen_from(self, heading: float, elevation: float) -> _AngleBounds | None:
        """None if a part is not in front of the camera."""
        looks = np.concatenate([self.corners, self._turning_points(heading, elevation)])
        forward = direction(heading, elevation)
        right = np.array([np.cos(heading), -np.sin(heading), 0.0])
        ahead = looks @ forward
        if (ahead <= 0).any():
            return None
        x, y = np.arctan2(looks @ right, ahead), np.arctan2(looks @ np.cross(right, forward), ahead)
        return _AngleBounds(float(x.min()), float(x.max()), float(y.min()), float(y.max()))

    def _turning_points(self, heading: float, elevation: float) -> Floats:
        """Where the sides along parallels reach furthest to the right, to the left and upwards or downwards."""
        west, width, side = self.sides.T
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            furthest = np.arccos(-1 / (np.tan(side) * np.tan(elevation)))
        found = []
        for at in (
            np.full(len(side), heading),
            heading + furthest,
            heading - furthest,
            np.full(len(side), heading + pi),
        ):
            on = (at - west) % (2 * pi) <= width  # never where there is no such heading (NaN)
            found.append(direction(at[on], side[on]))
        return np.concatenate(found)


def _turned(heading: float, elevation: float, x: float, y: float) -> Angles:
    """Where a camera looks after it turned to what it sees at these angles to the right and upwards."""
    right = np.array([np.cos(heading), -np.sin(heading), 0.0])
    forward = direction(heading, elevation)
    look = forward + np.tan(x) * right + np.tan(y) * np.cross(right, forward)
    turned = heading_elevation(look)
    return float(turned[0]), float(turned[1])


def _around_sides(corners: Floats, middle: float | None = None) -> LatLonBox:
    """``middle``: the elevation of a view box's."""
    normals, after = side_normals(corners), np.roll(corners, -1, axis=0)
    headings, elevations = heading_elevation(corners)
    low, high = float(elevations.min()), float(elevations.max())
    tops = np.stack(
        [-normals[:, 2] * normals[:, 0], -normals[:, 2] * normals[:, 1], 1 - normals[:, 2] ** 2], axis=1
    )
    for tip in (tops, -tops):  # the highest and lowest point of each great circle
        on_side = (np.einsum("ij,ij->i", np.cross(corners, tip), normals) > 0) & (
            np.einsum("ij,ij->i", np.cross(tip, after), normals) > 0
        )
        tilt = np.arctan2(tip[on_side, 2], np.hypot(tip[on_side, 0], tip[on_side, 1]))
        low, high = min([low, *tilt.tolist()]), max([high, *tilt.tolist()])
    down, up = _poles_inside(corners, headings, middle)
    if down or up:
        return LatLonBox(-pi, 2 * pi, -pi / 2 if down else low, pi / 2 if up else high)
    turn = wrap_angle(np.roll(headings, -1) - headings)
    west = np.where(turn >= 0, headings, np.roll(headings, -1))
    return LatLonBox(*_around_spans(west, np.abs(turn)), low, high)


def _poles_inside(corners: Floats, headings: Floats, middle: float | None) -> tuple[bool, bool]:
    """Whether straight down and straight up lie inside a polygon: its headings go round once, if one does.

    A view box never holds both, and the one that it holds is on its middle's side of the horizon: no numba is loaded.
    """
    rounds = round(float(wrap_angle(np.roll(headings, -1) - headings).sum()) / (2 * pi))
    if middle is not None:
        return rounds != 0 and middle < 0, rounds != 0 and middle >= 0
    down = above_sides(corners) < 0
    return down, (rounds == 0) == down


def _around_spans(west: Floats, width: Floats) -> tuple[float, float]:
    """The west and width of the shortest interval on the circle that holds intervals."""
    order = np.argsort(west)
    west, width = west[order], width[order]
    reach = np.maximum.accumulate(west + width)
    gaps = np.append(west[1:], west[0] + 2 * pi) - np.maximum(reach, reach[-1] - 2 * pi)
    widest = int(np.argmax(gaps > gaps.max() - _EQUAL))  # the first of equal ones, whatever the rounding
    if gaps[widest] < _EQUAL:
        return -pi, 2 * pi
    return float(west[(widest + 1) % len(west)]), float(2 * pi - gaps[widest])


def _around_cells(mask: Mask) -> LatLonBox:
    cells = mask.cells()
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    side, step = 2 * pi / mask.columns, pi / mask.rows
    west, width = _around_spans(np.asarray(columns * side - pi, np.float64), np.full(len(columns), side))
    return LatLonBox(west, width, pi / 2 - (rows[-1] + 1) * step, pi / 2 - rows[0] * step)
