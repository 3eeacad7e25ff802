"""Polygons on the sphere: whether one is simple, and how it is divided into convex pieces."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import pi
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from environments.errors import InvalidDataError
from environments.geometry import direction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from environments.regions.shapes import Angles

    Floats = NDArray[np.float64]

_SAME = 1e-9  # radians under which two points are one
_ON = 1e-10  # radians under which a point lies on an edge
_SHORT = 1e-12  # radians under which a piece's side is rounding, and its normal means nothing
_OPPOSITE = -1 + 1e-9  # the cosine under which two corners are opposite
_LINE = 1e-15  # steradians under which a piece is a line
_WIDEST = 2 * pi / 3  # of a slab between two meridians
_DOWN, _UP = np.array([0.0, 0.0, -1.0]), np.array([0.0, 0.0, 1.0])


class ConvexPiece(NamedTuple):
    """A convex piece of the sphere: unit vectors to its corners (k, 3), and the inward normals of its sides (k, 3).

    Side i goes from corner i to the next; the inside is on its left as seen from outside the sphere.
    """

    points: Floats
    edges: Floats


def corners_of(points: Sequence[Angles]) -> Floats:
    """Unit vectors (n, 3) to the corners of a polygon."""
    heading, elevation = np.array(points).T
    return direction(heading, elevation)


def side_normals(corners: Floats) -> Floats:
    """The inward unit normals (n, 3) of a polygon's sides."""
    after = np.roll(corners, -1, axis=0)
    normals = np.cross(corners, after - corners)  # the difference keeps the digits of short sides
    unit: Floats = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    return unit


def check_polygon(points: Sequence[Angles]) -> None:
    """Refuse a polygon that is not simple.

    Raises:
        InvalidDataError: it repeats a point, has an edge of half a circle, crosses or touches itself, or encloses more
            than half the sphere.
    """
    corners = corners_of(points)
    _check_points(points, corners)
    _check_edges(points, corners)
    area = enclosed(corners)
    if area > 2 * pi + _SAME:
        raise _refused(
            "points",
            f"enclosing {area:.6g} sr, over half the sphere",
            "Give them in the opposite order.",
            area,
        )


def enclosed(corners: Floats) -> float:
    """Steradians inside a simple polygon, whatever its size; wound the wrong way, it is the rest of the sphere."""
    above = above_sides(corners)
    return above if above >= 0 else above + 4 * pi


def above_sides(corners: Floats) -> float:
    """The area between a polygon's sides and straight up: its own, less 4 pi if straight down lies inside."""
    from environments.regions.bands import band_parts

    return float(band_parts(corners, side_normals(corners), 0.0, 2 * pi, -pi / 2, pi / 2)[1])


def convex_pieces(points: Sequence[Angles]) -> list[ConvexPiece]:
    """Convex pieces that fill a simple polygon without overlap: itself, or slabs between the meridians of corners."""
    corners = corners_of(points)
    normals = side_normals(corners)
    if (np.einsum("ij,ij->i", normals, np.roll(corners, -2, axis=0)) >= 0).all():
        return [ConvexPiece(corners, normals)]
    return [piece for piece in _Slabs(corners, normals) if piece_area(piece) > _LINE]


def piece_area(piece: ConvexPiece) -> float:
    """Steradians of a convex piece."""
    from environments.regions.kernels import convex_area

    return float(convex_area(*piece, len(piece.points)))


class _Slabs:
    """The pieces of a polygon between neighbouring meridians of its corners: no side ends inside a slab."""

    def __init__(self, corners: Floats, normals: Floats) -> None:
        self.corners, self.normals = corners, normals
        self.headings = np.arctan2(corners[:, 0], corners[:, 1])
        turn = (np.roll(self.headings, -1) - self.headings + pi) % (2 * pi) - pi
        self.west = np.where(turn >= 0, self.headings, np.roll(self.headings, -1))
        self.turn, self.sign = np.abs(turn), np.where(turn >= 0, 1.0, -1.0)
        self.holds_down = above_sides(corners) < 0

    def __iter__(self) -> Iterator[ConvexPiece]:
        stops = np.unique(self.headings)
        for west, east in pairwise([*stops.tolist(), stops[0] + 2 * pi]):
            parts = int((east - west) // _WIDEST) + 1
            for left, right in pairwise(np.linspace(west, east, parts + 1).tolist()):
                yield from self._between(left, right)

    def _between(self, left: float, right: float) -> Iterator[ConvexPiece]:
        middle = (left + right) / 2
        along = (middle - self.west) % (2 * pi)
        crossing = np.flatnonzero((along > 0) & (along < self.turn))
        found = sorted(crossing.tolist(), key=partial(self._elevation, heading=middle))
        levels: list[int | None] = [None, *found] if self.holds_down else [*found]
        if len(levels) % 2:
            levels.append(None)  # straight up
        for lower, upper in zip(levels[::2], levels[1::2], strict=True):
            piece = self._piece(left, right, lower, upper)
            if piece is not None:
                yield piece

    def _piece(self, left: float, right: float, lower: int | None, upper: int | None) -> ConvexPiece | None:
        """The piece between two sides (None: a pole) and two meridians; None if it is a line."""
        rightward, leftward = _right_of(left), -_right_of(right)
        low_left, low_right = (_DOWN if lower is None else self._corner(lower, at) for at in (left, right))
        up_left, up_right = (_UP if upper is None else self._corner(upper, at) for at in (left, right))
        ring = [  # corners, and the normal of the side that follows; one from pole to pole has a corner amid
            (low_left, rightward),
            *([(direction(left), rightward)] if low_left @ up_left < _OPPOSITE else []),
            (up_left, leftward if upper is None else self.normals[upper]),
            (up_right, leftward),
            *([(direction(right), leftward)] if low_right @ up_right < _OPPOSITE else []),
            (low_right, rightward if lower is None else self.normals[lower]),
        ]
        kept = [
            each
            for each, after in zip(ring, [*ring[1:], ring[0]], strict=True)
            if np.abs(each[0] - after[0]).max() > _SHORT
        ]
        if len(kept) < 3:
            return None
        return ConvexPiece(np.array([point for point, _ in kept]), np.array([edge for _, edge in kept]))

    def _corner(self, side: int, heading: float) -> Floats:
        """Where a side crosses a meridian: its own end, if it ends there."""
        for end in (side, (side + 1) % len(self.corners)):
            if (self.headings[end] - heading) % (2 * pi) == 0:
                corner: Floats = self.corners[end]
                return corner
        return direction(heading, self._elevation(side, heading))

    def _elevation(self, side: int, heading: float) -> float:
        from environments.regions.bands import elevation_at

        return float(elevation_at(self.normals[side], float(self.sign[side]), heading))


def _right_of(heading: float) -> Floats:
    """The normal of the meridian at ``heading`` that points to greater headings."""
    return np.array([np.cos(heading), -np.sin(heading), 0.0])


def _check_points(points: Sequence[Angles], corners: Floats) -> None:
    apart = np.linalg.norm(corners[:, None] - corners[None], axis=-1)
    first, second = np.nonzero(np.triu(apart < _SAME, 1))
    if len(first):
        raise _refused(
            f"points[{second[0]}]", f"the same as points[{first[0]}]", "Leave it out.", points[second[0]]
        )
    opposite = np.flatnonzero(np.linalg.norm(corners + np.roll(corners, -1, axis=0), axis=1) < _SAME)
    if len(opposite):
        at = int(opposite[0])
        raise _refused(
            f"points[{at}]",
            "opposite to the next, so that the edge between them may go anywhere",
            "Put a point between them.",
            points[at],
        )


def _check_edges(points: Sequence[Angles], corners: Floats) -> None:
    count, normals = len(corners), side_normals(corners)
    after = np.roll(corners, -1, axis=0)
    starts, ends = normals @ corners.T, normals @ after.T  # [i, j]: of edge j, as seen from edge i
    one = (starts > 0) & (ends < 0) & (starts.T < 0) & (ends.T > 0)
    number = np.arange(count)
    apart = (number[:, None] - number[None]) % count
    crossing = (one | one.T) & (apart > 1) & (apart < count - 1)
    for i, j in np.argwhere(crossing)[:1].tolist():
        raise _refused(
            f"points[{i}]",
            f"at the start of an edge that crosses the edge after points[{j}]",
            "Give the corners in order.",
            points[i],
        )
    from_start = np.einsum("ik,ijk->ij", normals, np.cross(corners[:, None], corners[None])) >= 0
    to_end = np.einsum("ik,ijk->ij", normals, np.cross(corners[None], after[:, None])) >= 0
    on_edge = (
        (np.abs(starts) < _ON) & from_start & to_end & (apart.T > 1)
    )  # of its own ends each edge has two
    for i, j in np.argwhere(on_edge)[:1].tolist():
        raise _refused(
            f"points[{j}]", f"on the edge after points[{i}]", "Leave it out, or move it.", points[j]
        )


def _refused(name: str, what: str, remedy: str, value: object) -> InvalidDataError:
    return InvalidDataError(
        f"{name} of a Polygon is {what}.", remedy=remedy, kind="Polygon", field=name, value=value
    )
