"""Unbiased IoU, read from its paper without its tensors: what two view boxes share, from their crossing points.

Source: Dai et al. 2022, "Unbiased IoU for spherical image object detection", AAAI. The corners of what is shared are
the corners of each box that lie in the other, and the crossings of their sides that lie in both. They are sorted around
their middle; the area is the sum of the angles at them less (n - 2) pi. Points that agree to 8 decimals are one.
"""

from __future__ import annotations

from math import acos, atan2, pi, sqrt

import numpy as np
from numpy.typing import NDArray

from environments.compilation import compiled
from environments.regions.kernels import fill_view, view_area

Floats = NDArray[np.float64]
SAME = 1e-8


@compiled
def unbiased_ious(first: Floats, second: Floats) -> Floats:
    """Intersection over union (n,) of view boxes (n, 4) of heading, elevation, width and height in radians."""
    found = np.zeros(len(first))
    corners, sides = np.empty((8, 3)), np.empty((8, 3))
    points, angles = np.empty((40, 3)), np.empty(40)
    for i in range(len(first)):
        a, b = first[i], second[i]
        fill_view(a[0], a[1], a[2], a[3], corners[:4], sides[:4])
        fill_view(b[0], b[1], b[2], b[3], corners[4:], sides[4:])
        shared = _area(points, angles, _collect(corners, sides, points))
        both = view_area(a[2], a[3]) + view_area(b[2], b[3])
        found[i] = shared / (both - shared)
    return found


@compiled
def _collect(corners: Floats, sides: Floats, points: Floats) -> int:
    """Write the corners of what is shared; returns their number."""
    count = 0
    point = np.empty(3)
    for j in range(8):
        count = _take(corners[j], sides, points, count)
    for j in range(4):
        for k in range(4, 8):
            for m in range(3):
                n, o = (m + 1) % 3, (m + 2) % 3
                point[m] = sides[j, n] * sides[k, o] - sides[j, o] * sides[k, n]
            length = sqrt(point[0] ** 2 + point[1] ** 2 + point[2] ** 2)
            if length > SAME:
                point /= length
                count = _take(point, sides, points, count)
                point *= -1
                count = _take(point, sides, points, count)
    return count


@compiled
def _take(point: Floats, sides: Floats, points: Floats, count: int) -> int:
    for side in range(8):
        if point[0] * sides[side, 0] + point[1] * sides[side, 1] + point[2] * sides[side, 2] < -SAME:
            return count
    for j in range(count):
        if np.abs(points[j] - point).max() < SAME:
            return count
    points[count] = point
    return count + 1


@compiled
def _area(points: Floats, angles: Floats, count: int) -> float:
    if count < 3:
        return 0.0
    middle = np.zeros(3)
    for j in range(count):
        middle += points[j]
    middle /= sqrt((middle * middle).sum())
    ahead = points[0] - middle * (points[0] * middle).sum()
    ahead /= sqrt((ahead * ahead).sum())
    across = np.cross(middle, ahead)
    for j in range(count):
        angles[j] = atan2((points[j] * across).sum(), (points[j] * ahead).sum())
    order = np.argsort(angles[:count])
    total = -(count - 2) * pi
    for j in range(count):
        here, before, after = points[order[j]], points[order[j - 1]], points[order[(j + 1) % count]]
        one, other = np.cross(here, before), np.cross(here, after)
        cosine = (one * other).sum() / sqrt((one * one).sum() * (other * other).sum())
        total += acos(min(1.0, max(-1.0, cosine)))
    return max(total, 0.0)
