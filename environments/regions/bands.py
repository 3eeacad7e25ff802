"""What polygons share with boxes in longitude and latitude, as machine code. Imports numba, as kernels.py does.

Polygons are ``points`` (k, 3) and ``edges`` (k, 3), as there, of any simple shape up to half the sphere.
"""

from __future__ import annotations

from math import acos, atan2, cos, floor, hypot, pi, sin
from typing import TYPE_CHECKING

import numpy as np

from environments.compilation import compiled
from environments.regions.kernels import SHORT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

OPPOSED = 0.01
"""Half the radians that the ends of a side lack to half a circle, under which they do not tell where it runs."""


@compiled
def band_area(points: Floats, edges: Floats, west: float, width: float, low: float, high: float) -> float:
    """Steradians that a polygon shares with a box in longitude and latitude.

    The polygon (k, 3) with sides (k, 3) may have any simple shape of at most half the sphere. What lies between a side
    and the box's upper side is integrated over the heading, side by side: exact, since the integral of sin(elevation)
    along a great circle is known.
    """
    above, whole = band_parts(points, edges, west, width, low, high)
    if whole < -pi:  # straight down is inside
        above += width * _band(low, high)
    elif whole > 3 * pi:  # it is the line that rounding left of a cut through straight down
        above -= width * _band(low, high)
    return max(above, 0.0)


@compiled
def band_parts(
    points: Floats, edges: Floats, west: float, width: float, low: float, high: float
) -> tuple[float, float]:
    """What lies between a polygon's sides and the upper side of a box, and between them and straight up.

    The second is the polygon's area, less 4 pi if straight down lies inside.
    """
    above, whole = 0.0, 0.0
    for i in range(len(points)):
        j = i + 1 if i + 1 < len(points) else 0
        part, all_of_it = _above_side(points[i], points[j], edges[i], west, width, low, high)
        above += part
        whole += all_of_it
    return above, whole


@compiled
def _above_side(
    a: Floats, b: Floats, normal: Floats, west: float, width: float, low: float, high: float
) -> tuple[float, float]:
    """What lies above a side: within the box, and up to the zenith; negative for a side that goes to the right."""
    from_heading, to_heading = atan2(a[0], a[1]), atan2(b[0], b[1])
    turn = to_heading - from_heading
    turn -= 2 * pi * floor((turn + pi) / (2 * pi))
    from_elevation, to_elevation = atan2(a[2], hypot(a[0], a[1])), atan2(b[2], hypot(b[0], b[1]))
    sign = 1.0
    if turn < 0:  # always to the right
        from_heading, turn, sign = to_heading, -turn, -1.0
        from_elevation, to_elevation = to_elevation, from_elevation
    if turn == 0:
        return 0.0, 0.0
    short = max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2])) < SHORT
    whole = turn - _sine_integral(normal, sign, from_heading, turn, from_elevation, to_elevation)
    start = from_heading - west
    start -= 2 * pi * floor(start / (2 * pi))
    inside = 0.0
    for lap in range(2):
        begin, end = max(start, lap * 2 * pi), min(start + turn, lap * 2 * pi + width)
        if begin < end:
            if short:
                inside += (end - begin) * _band(max(low, min(high, from_elevation)), high)
                continue
            first = from_elevation if begin == start else elevation_at(normal, sign, west + begin)
            last = to_elevation if end == start + turn else elevation_at(normal, sign, west + end)
            inside += _above(normal, sign, west + begin, end - begin, first, last, low, high)
    return -sign * inside, -sign * whole


@compiled
def elevation_at(normal: Floats, sign: float, heading: float) -> float:
    """Where a side crosses a heading; ``sign``: 1 for a side that goes to the right, -1 to the left."""
    return atan2(sign * (normal[0] * sin(heading) + normal[1] * cos(heading)), abs(normal[2]))


@compiled
def _band(low: float, high: float) -> float:
    """sin(high) - sin(low), without loss of digits."""
    return 2 * sin((high - low) / 2) * cos((high + low) / 2)


@compiled
def _sine_integral(
    normal: Floats, sign: float, heading: float, turn: float, first: float, last: float
) -> float:
    """The integral of sin(elevation) along a side that turns right by ``turn`` <= pi between two elevations."""
    half = turn / 2
    across, along = sin(half) * sin((first + last) / 2), cos(half) * cos((first - last) / 2)
    if across * across + along * along > OPPOSED * OPPOSED:
        return 2 * atan2(across, along)
    return sign * (_sine_until(normal, heading + turn) - _sine_until(normal, heading))


@compiled
def _sine_until(normal: Floats, heading: float) -> float:
    """The same from the highest point of a great circle on: by its normal, which ends that are opposite do not give."""
    s, c = sin(heading), cos(heading)
    return atan2(normal[1] * s - normal[0] * c, hypot(normal[2], normal[0] * s + normal[1] * c))


@compiled
def _above(
    normal: Floats,
    sign: float,
    heading: float,
    turn: float,
    first: float,
    last: float,
    low: float,
    high: float,
) -> float:
    """The integral over the heading of what of the band lies above a side: sin(high) - sin(elevation)."""
    stops, elevations = np.empty(8), np.empty(8)
    stops[0], elevations[0] = 0.0, first
    count = 1
    tilt = hypot(normal[0], normal[1])
    top = atan2(sign * normal[0], sign * normal[1])
    for tip in (
        top,
        top + pi,
    ):  # so that rounding cannot take a side that touches the limit for one beyond it
        at = tip - heading
        at -= 2 * pi * floor(at / (2 * pi))
        if 0 < at < turn:
            stops[count], elevations[count] = at, elevation_at(normal, sign, heading + at)
            count += 1
    for limit in (low, high):
        if abs(limit) < pi / 2 and tilt > 0:
            ratio = sin(limit) * abs(normal[2]) / (cos(limit) * tilt)
            if abs(ratio) < 1:
                for way in (-1.0, 1.0):
                    at = top + way * acos(ratio) - heading
                    at -= 2 * pi * floor(at / (2 * pi))
                    if 0 < at < turn:
                        stops[count], elevations[count] = at, limit
                        count += 1
    for i in range(2, count):  # into order
        for j in range(i, 1, -1):
            if stops[j] < stops[j - 1]:
                stops[j], stops[j - 1] = stops[j - 1], stops[j]
                elevations[j], elevations[j - 1] = elevations[j - 1], elevations[j]
    stops[count], elevations[count] = turn, last
    total = 0.0
    for i in range(count):
        step = stops[i + 1] - stops[i]
        middle = elevation_at(normal, sign, heading + stops[i] + step / 2)
        if middle <= low:
            total += step * _band(low, high)
        elif middle < high:
            begin = heading + stops[i]
            total += step * sin(high) - _sine_integral(
                normal, sign, begin, step, elevations[i], elevations[i + 1]
            )
    return total


@compiled
def bands_area(points: Floats, edges: Floats, boxes: Floats) -> float:
    """Steradians that a polygon shares with boxes (m, 4) of west, width, low and high that do not overlap."""
    total = 0.0
    for i in range(len(boxes)):
        total += band_area(points, edges, boxes[i, 0], boxes[i, 1], boxes[i, 2], boxes[i, 3])
    return total


@compiled
def shared_by_boxes(first: Floats, second: Floats) -> float:
    """Steradians that boxes (m, 4) of west, width, low and high share with others; none overlaps one of its own."""
    total = 0.0
    for i in range(len(first)):
        for j in range(len(second)):
            low, high = max(first[i, 2], second[j, 2]), min(first[i, 3], second[j, 3])
            if low >= high:
                continue
            width = _shared_headings(first[i, 0], first[i, 1], second[j, 0], second[j, 1])
            total += width * _band(low, high)
    return total


@compiled
def _shared_headings(west: float, width: float, other_west: float, other_width: float) -> float:
    """What two intervals on the circle share: two pieces, where both are wide."""
    start = other_west - west
    start -= 2 * pi * floor(start / (2 * pi))
    once = max(0.0, min(width, start + other_width) - start)
    again = max(0.0, min(width, start + other_width - 2 * pi))
    return once + again
