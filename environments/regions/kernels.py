"""The loops over corners and sides, as machine code. Importing this module imports numba: do so when first needed.

A convex piece is ``points`` (k, 3), unit vectors to its corners, and ``edges`` (k, 3), the unit normals of its sides:
``edges[i]`` points inwards from the side between corner i and the next. The corners go round with the inside on the
left as seen from outside the sphere.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING

import numpy as np

from environments.compilation import compiled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LARGE = 0.1
"""Steradians over which turning angles give an area more exactly than triangles do."""
COMPACT = 0.5
"""Of a triangle's solid angle, the denominator: 4 for a small one, 0 for one as long as half a circle."""
UNSURE = 1e-9
"""Steradians under which turning angles that add up to a whole turn, or to none, cannot be told apart."""
SHORT = 1e-12
"""Radians under which a side has no sure direction: what rounding leaves where three sides meet."""
OPPOSITE = -1 + 1e-9
"""The cosine under which the ends of a side are opposite, so that it needs a corner amid to say which way it goes."""
ON = 1e-15
"""Radians from a cut under which a corner lies on it: rounding says nothing of its side."""


@compiled
def fill_view(
    heading: float, elevation: float, width: float, height: float, points: Floats, edges: Floats
) -> None:
    """The corners and sides (4, 3) of a view box, from its lower left corner on: left, upper, right and lower side."""
    sh, ch, se, ce = sin(heading), cos(heading), sin(elevation), cos(elevation)
    sa, ca, sb, cb = sin(width / 2), cos(width / 2), sin(height / 2), cos(height / 2)
    forward = (sh * ce, ch * ce, se)
    right = (ch, -sh, 0.0)
    up = (-sh * se, -ch * se, ce)
    length = sqrt(ca * ca * cb * cb + sa * sa * cb * cb + ca * ca * sb * sb)
    f, r, u = ca * cb / length, sa * cb / length, ca * sb / length
    for k in range(3):
        points[0, k] = f * forward[k] - r * right[k] - u * up[k]
        points[1, k] = f * forward[k] - r * right[k] + u * up[k]
        points[2, k] = f * forward[k] + r * right[k] + u * up[k]
        points[3, k] = f * forward[k] + r * right[k] - u * up[k]
        edges[0, k] = sa * forward[k] + ca * right[k]
        edges[1, k] = sb * forward[k] - cb * up[k]
        edges[2, k] = sa * forward[k] - ca * right[k]
        edges[3, k] = sb * forward[k] + cb * up[k]


@compiled
def view_area(width: float, height: float) -> float:
    """Steradians of a view box: 4 asin(sin(width / 2) sin(height / 2)), written so that it is exact near pi too."""
    sa, ca, sb, cb = sin(width / 2), cos(width / 2), sin(height / 2), cos(height / 2)
    return 4 * atan2(sa * sb, sqrt(ca * ca + sa * sa * cb * cb))


@compiled
def cut(
    points: Floats,
    edges: Floats,
    count: int,
    normal: Floats,
    sign: float,
    to_points: Floats,
    to_edges: Floats,
) -> int:
    """Write the part of a convex piece of ``count`` corners on the side to which ``sign * normal`` points.

    Returns the number of its corners, 0 if nothing is left: at most two more than before (one amid a side of half a
    circle), but for corners on the cut that rounding lays to either side, for which there should be room.

    Source: Sutherland and Hodgman 1974, with great circles for lines.
    """
    n0, n1, n2 = sign * normal[0], sign * normal[1], sign * normal[2]
    kept, begin, end, deepest = 0, -1, -1, 0.0  # begin, end: of the new side along the cut
    here = points[0, 0] * n0 + points[0, 1] * n1 + points[0, 2] * n2
    for i in range(count):
        j = i + 1 if i + 1 < count else 0
        there = points[j, 0] * n0 + points[j, 1] * n1 + points[j, 2] * n2
        if kept + 2 > len(to_points):
            break  # sides that rounding folded over and over, on the cut itself
        if here >= 0:
            for k in range(3):
                to_points[kept, k] = points[i, k]
                to_edges[kept, k] = edges[i, k]
            kept += 1
            deepest = max(deepest, here)
        if (here >= 0) != (there >= 0):
            share = abs(here) / (abs(here) + abs(there))  # lest distances of 1e-160 vanish as squares
            x = share * points[j, 0] + (1 - share) * points[i, 0]
            y = share * points[j, 1] + (1 - share) * points[i, 1]
            z = share * points[j, 2] + (1 - share) * points[i, 2]
            length = sqrt(x * x + y * y + z * z)
            if length < 0.1:  # nearly half a circle, where the chord loses its digits
                e0, e1, e2 = edges[i, 0], edges[i, 1], edges[i, 2]
                u, v, w = e1 * n2 - e2 * n1, e2 * n0 - e0 * n2, e0 * n1 - e1 * n0
                across = sqrt(u * u + v * v + w * w)
                if across > length:
                    way = 1.0 if u * x + v * y + w * z >= 0 else -1.0
                    x, y, z, length = way * u, way * v, way * w, across
            if length > 0:
                to_points[kept, 0], to_points[kept, 1], to_points[kept, 2] = (
                    x / length,
                    y / length,
                    z / length,
                )
                if here >= 0:  # from here on along the cut
                    to_edges[kept, 0], to_edges[kept, 1], to_edges[kept, 2] = n0, n1, n2
                    begin = kept
                else:
                    for k in range(3):
                        to_edges[kept, k] = edges[i, k]
                    end = kept
                kept += 1
        here = there
    if deepest <= ON:  # all that has no corner inside lies outside, but for that half of the sphere itself
        if not _holds(points, edges, count, n0, n1, n2):
            return 0
        for i in range(count):  # a slice would take seconds more to compile, for the message of its error
            for k in range(3):
                to_points[i, k], to_edges[i, k] = points[i, k], edges[i, k]
        return count
    if kept < 3:
        return 0
    if begin >= 0 and end >= 0 and kept < len(to_points):
        kept += _add_corner_amid(to_points, to_edges, kept, begin, end)
    return kept


@compiled
def _holds(points: Floats, edges: Floats, count: int, x: float, y: float, z: float) -> bool:
    """Whether a direction lies inside a convex piece, not on its sides."""
    for i in range(count):
        if not _is_short(points, i, count) and edges[i, 0] * x + edges[i, 1] * y + edges[i, 2] * z <= 0:
            return False
    return True


@compiled
def _add_corner_amid(points: Floats, edges: Floats, count: int, begin: int, end: int) -> int:
    """Put a corner in the middle of the side from one corner to another, if these are opposite: 1, or 0 if not."""
    a0, a1, a2 = points[begin, 0], points[begin, 1], points[begin, 2]
    if a0 * points[end, 0] + a1 * points[end, 1] + a2 * points[end, 2] >= OPPOSITE:
        return 0
    for i in range(count, begin + 1, -1):
        for k in range(3):
            points[i, k], edges[i, k] = points[i - 1, k], edges[i - 1, k]
    n0, n1, n2 = edges[begin, 0], edges[begin, 1], edges[begin, 2]
    x, y, z = n1 * a2 - n2 * a1, n2 * a0 - n0 * a2, n0 * a1 - n1 * a0
    points[begin + 1, 0], points[begin + 1, 1], points[begin + 1, 2] = x, y, z
    edges[begin + 1, 0], edges[begin + 1, 1], edges[begin + 1, 2] = n0, n1, n2
    return 1


@compiled
def convex_area(points: Floats, edges: Floats, count: int) -> float:
    """Steradians of a convex piece of ``count`` corners, under 2 pi.

    Small ones by triangles from the first corner (Van Oosterom and Strackee 1983), whose error shrinks with the piece;
    large and long ones by 2 pi less the turning angles (Gauss and Bonnet), which need no corner. Angles are added as
    arguments of complex numbers.
    """
    if count < 3:
        return 0.0
    real, imaginary, least = 1.0, 0.0, 4.0
    a0, a1, a2 = points[0, 0], points[0, 1], points[0, 2]
    for i in range(1, count - 1):
        b0, b1, b2 = points[i, 0], points[i, 1], points[i, 2]
        c0, c1, c2 = points[i + 1, 0], points[i + 1, 1], points[i + 1, 2]
        u0, u1, u2, v0, v1, v2 = b0 - a0, b1 - a1, b2 - a2, c0 - a0, c1 - a1, c2 - a2
        volume = a0 * (u1 * v2 - u2 * v1) + a1 * (u2 * v0 - u0 * v2) + a2 * (u0 * v1 - u1 * v0)
        rest = 1 + a0 * b0 + a1 * b1 + a2 * b2 + b0 * c0 + b1 * c1 + b2 * c2 + c0 * a0 + c1 * a1 + c2 * a2
        least = min(least, rest)
        real, imaginary = real * rest - imaginary * volume, real * volume + imaginary * rest
    area = 2 * atan2(imaginary, real)
    if least > COMPACT and abs(area) < LARGE:
        return max(area, 0.0)
    return _area_by_turning(points, edges, count)


@compiled
def _area_by_turning(points: Floats, edges: Floats, count: int) -> float:
    """2 pi less the angles by which the sides turn, without those that rounding left at a corner."""
    real, imaginary, least = 1.0, 0.0, 1.0
    last, long = -1, 0
    for i in range(count):
        if not _is_short(points, i, count):
            last = i
            long += 1
    if long < 3:  # there and back
        return 0.0
    for i in range(count):
        if _is_short(points, i, count):
            continue
        a0, a1, a2, b0, b1, b2 = (
            edges[last, 0],
            edges[last, 1],
            edges[last, 2],
            edges[i, 0],
            edges[i, 1],
            edges[i, 2],
        )
        x, y, z = a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0
        across, along = sqrt(x * x + y * y + z * z), a0 * b0 + a1 * b1 + a2 * b2
        real, imaginary = real * along - imaginary * across, real * across + imaginary * along
        least = min(least, along)
        last = i
    area = -atan2(imaginary, real)  # or 2 pi more
    if abs(area) < UNSURE:  # a line, which turns back at its ends, or half the sphere, which does not turn
        return max(area, 0.0) if least < 0 else area + 2 * pi
    return area if area > 0 else area + 2 * pi


@compiled
def _is_short(points: Floats, i: int, count: int) -> bool:
    j = i + 1 if i + 1 < count else 0
    a, b, c = points[i, 0] - points[j, 0], points[i, 1] - points[j, 1], points[i, 2] - points[j, 2]
    short: bool = a * a + b * b + c * c < SHORT * SHORT
    return short


@compiled
def clip(
    points: Floats,
    edges: Floats,
    count: int,
    planes: Floats,
    sides: int,
    work_points: Floats,
    work_edges: Floats,
) -> int:
    """Cut a convex piece by ``sides`` planes in place; returns the number of corners left.

    The rooms for points and edges, and those to work in, hold ``2 * (count + sides)`` rows.
    """
    for side in range(sides):
        kept = cut(points, edges, count, planes[side], 1.0, work_points, work_edges)
        if kept == 0:
            return 0
        for i in range(kept):
            for k in range(3):
                points[i, k], edges[i, k] = work_points[i, k], work_edges[i, k]
        count = kept
    return count


@compiled
def shared_by_views(first: Floats, second: Floats) -> Floats:
    """Steradians (n,) that view boxes (n, 4) of heading, elevation, width and height share, pair by pair."""
    shared = np.zeros(len(first))
    own_points, own_edges = np.empty((16, 3)), np.empty((16, 3))
    other_points, planes = np.empty((4, 3)), np.empty((4, 3))
    work_points, work_edges = np.empty((16, 3)), np.empty((16, 3))
    for i in range(len(first)):
        a, b = first[i], second[i]
        if not _may_meet(a, b):
            continue
        if view_area(a[2], a[3]) > view_area(b[2], b[3]):  # the smaller is clipped: its sides are shorter
            a, b = b, a
        fill_view(a[0], a[1], a[2], a[3], own_points, own_edges)
        fill_view(b[0], b[1], b[2], b[3], other_points, planes)
        count = clip(own_points, own_edges, 4, planes, 4, work_points, work_edges)
        shared[i] = convex_area(own_points, own_edges, count)
    return shared


@compiled
def _may_meet(a: Floats, b: Floats) -> bool:
    """Whether the cones around two view boxes meet."""
    reach = _reach(a[2], a[3]) + _reach(b[2], b[3])
    if reach >= pi:
        return True
    apart = sin(a[1]) * sin(b[1]) + cos(a[1]) * cos(b[1]) * cos(a[0] - b[0])
    return apart >= cos(reach) - 1e-12


@compiled
def _reach(width: float, height: float) -> float:
    """The angle from a view box's centre to its corners."""
    sa, ca, sb, cb = sin(width / 2), cos(width / 2), sin(height / 2), cos(height / 2)
    return atan2(hypot(sa * cb, ca * sb), ca * cb)


@compiled
def view_overlaps(first: Floats, second: Floats) -> Floats:
    """Intersection over union (n,) of view boxes (n, 4), pair by pair."""
    shared = shared_by_views(first, second)
    for i in range(len(shared)):
        both = view_area(first[i, 2], first[i, 3]) + view_area(second[i, 2], second[i, 3])
        shared[i] = min(1.0, shared[i] / (both - shared[i]))
    return shared
