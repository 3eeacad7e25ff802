"""How far what was predicted is what people drew: IoU of plural phrases in two ways, and distances of directions.

"The two chairs" are two boxes. IoU compares the view boxes around all of them, as Flickr30k Entities does (Plummer et
al. 2015); c-IoU compares the unions of the boxes themselves (evaluation of grounded plural phrases, ALVR 2021). Both
are the same for single boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from environments.geometry import direction
from environments.regions import (
    LatLonBox,
    Mask,
    Region,
    ViewBox,
    bounding_view,
    contains,
    union_iou,
    view_corners,
    view_ious,
)
from environments.regions.pairs import overlaps_of_views

Floats = NDArray[np.float64]
Plural = Literal["union", "components"]
Boxes = tuple[Region, ...]
"""The component regions of one phrase at one viewpoint."""
CORRECT = 0.5
"""IoU from which a prediction is correct."""


def overlap(gold: Boxes, predicted: Boxes, plural: Plural) -> float:
    """IoU (``union``) or c-IoU (``components``) in [0, 1].

    Where no view box holds all boxes of a side, IoU is that of the boxes themselves.
    """
    if plural == "components":
        return union_iou(gold, predicted)
    return union_iou(around(gold), around(predicted))


def overlaps(some: Sequence[Boxes], others: Sequence[Boxes], plural: Plural, *, exact: bool = True) -> Floats:
    """``overlap`` (a, b) of each with each of the others.

    Args:
        exact: to rounding, for which numba is loaded; else single view boxes to 1e-6, enough to compare with a limit.
    """
    if plural == "union":
        some, others = [around(boxes) for boxes in some], [around(boxes) for boxes in others]
    rows = [single(boxes) for boxes in (*some, *others)]
    if some and others and all(row is not None for row in rows):
        views = np.array(rows, dtype=np.float64)
        one, other = np.indices((len(some), len(others))).reshape(2, -1)
        return (view_ious if exact else overlaps_of_views)(views[one], views[other + len(some)]).reshape(
            len(some), len(others)
        )
    return np.array([[union_iou(a, b) for b in others] for a in some]).reshape(len(some), len(others))


def suppressed(ranked: Sequence[Boxes], plural: Plural, most: float = 0.5) -> list[Boxes]:
    """The proposals without those that overlap a better one by more than ``most`` (non-maximum suppression)."""
    between = overlaps(ranked, ranked, plural, exact=False)
    kept: list[int] = []
    for place in range(len(ranked)):
        if not (between[place, kept] > most).any():
            kept.append(place)
    return [ranked[place] for place in kept]


def angle_to(region: Region, look: Floats) -> float:
    """Radians from a direction (3,) to the nearest point of a region; 0 inside. Of a mask: to the nearest cell's
    centre."""
    if contains(region, look[None])[0]:
        return 0.0
    if isinstance(region, Mask):
        rows, columns = np.nonzero(region.cells())
        heading = ((columns + 0.5) / region.columns - 0.5) * 2 * pi
        cells = direction(heading, (0.5 - (rows + 0.5) / region.rows) * pi)
        return float(np.arccos(np.clip(cells @ look, -1, 1)).min())
    if isinstance(region, LatLonBox):
        return _angle_to_box(region, look)
    corners = view_corners(region) if isinstance(region, ViewBox) else _corners(region.points)
    return _angle_to_arcs(look, np.roll(corners, 1, axis=0), corners)


def around(boxes: Boxes) -> Boxes:
    """The view box around boxes; they themselves where there is none."""
    view = bounding_view(boxes) if boxes else None
    return boxes if view is None else (view,)


def single(boxes: Boxes) -> tuple[float, float, float, float] | None:
    """The angles of boxes that are one view box; else None."""
    (box, *more) = boxes or (None,)
    if more or not isinstance(box, ViewBox):
        return None
    return box.heading, box.elevation, box.width, box.height


def _corners(points: Sequence[tuple[float, float]]) -> Floats:
    headings, elevations = np.array(points).T
    return direction(headings, elevations)


def _angle_to_arcs(look: Floats, starts: Floats, ends: Floats) -> float:
    """Radians to the nearest of the shorter great-circle arcs between two directions each (n, 3)."""
    normals = np.cross(starts, ends)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    amid = (np.cross(normals, starts) @ look > 0) & (np.cross(normals, ends) @ look < 0)
    across = np.abs(np.arcsin(np.clip(normals @ look, -1, 1)))
    to_ends = np.arccos(np.clip(np.maximum(starts @ look, ends @ look), -1, 1))
    return float(np.where(amid, across, to_ends).min())


def _angle_to_box(box: LatLonBox, look: Floats) -> float:
    """Along a parallel the nearest point has the direction's own heading, if it is there, else that of an end."""
    heading, elevation = np.arctan2(look[0], look[1]), np.arcsin(np.clip(look[2], -1, 1))
    angles = []
    if (heading - box.west) % (2 * pi) <= box.width:
        angles += [abs(elevation - box.low), abs(elevation - box.high)]
    if box.width < 2 * pi:
        sides = np.array([box.west, box.west + box.width])
        angles.append(_angle_to_arcs(look, direction(sides, box.low), direction(sides, box.high)))
    return float(min(angles))
