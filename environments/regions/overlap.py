"""Areas of regions and of their unions, and how much two share."""

from __future__ import annotations

from math import atan2, cos, sin, sqrt
from typing import TYPE_CHECKING

import numpy as np

from environments.errors import InvalidDataError
from environments.regions.shapes import Approximation, LatLonBox, Region, ViewBox

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]


def area(region: Region) -> float:
    """Steradians of a region, exact: a view box has 4 asin(sin(width / 2) sin(height / 2)), a box in longitude and
    latitude width (sin(high) - sin(low))."""
    if isinstance(region, ViewBox):
        return _view_area(region.width / 2, region.height / 2)
    if isinstance(region, LatLonBox):
        return region.width * (sin(region.high) - sin(region.low))
    return union_area([region])


def _view_area(a: float, b: float) -> float:
    """``kernels.view_area`` of half sides, for who asks about one box and would not load numba for it."""
    return 4 * atan2(sin(a) * sin(b), sqrt(cos(a) ** 2 + (sin(a) * cos(b)) ** 2))


def union_area(regions: Sequence[Region]) -> float:
    """Steradians that any of the regions cover, exact; 0 of none."""
    if len(regions) == 1 and isinstance(regions[0], ViewBox | LatLonBox):
        return area(regions[0])
    from environments.regions.cover import cover

    return cover(regions).area()


def shared_area(first: Sequence[Region], second: Sequence[Region]) -> float:
    """Steradians that the union of the first regions shares with that of the second, exact."""
    from environments.regions import cover

    return cover.shared_area(first, second)


def iou(first: Region, second: Region, compat: Approximation | None = None) -> float:
    """Intersection over union of two regions of any kinds, in [0, 1], exact.

    Args:
        compat: of view boxes, as others compute it (approximations.py), to reproduce their numbers only.

    Raises:
        InvalidDataError: ``compat`` is not known, or a region is no view box.

    Source: for view boxes equal to Unbiased IoU (Dai et al. 2022).
    """
    if compat is None:
        return union_iou([first], [second])
    from environments.regions.approximations import approximate_ious

    return float(approximate_ious([_row(first)], [_row(second)], compat)[0])


def union_iou(first: Sequence[Region], second: Sequence[Region]) -> float:
    """Intersection over union of two unions of regions, in [0, 1], exact; 0 where either is empty.

    Of the component boxes of a plural phrase ("the two chairs") this is c-IoU; of single regions it is ``iou``.

    Source: c-IoU of the evaluation of grounded plural phrases (second ALVR workshop, 2021).
    """
    if not first or not second:
        return 0.0
    shared = shared_area(first, second)
    return min(1.0, shared / (union_area(first) + union_area(second) - shared))


def view_ious(first: ArrayLike, second: ArrayLike) -> Floats:
    """Intersection over union (n,) of view boxes, pair by pair, exact: about a microsecond each.

    Args:
        first, second: (n, 4) heading, elevation, width, height in radians, as in ``ViewBox``.

    Raises:
        InvalidDataError: the shapes differ, or a row is no view box; the message names the row.
    """
    from environments.regions import kernels

    one, other = view_rows("first", first), view_rows("second", second)
    if len(one) != len(other):
        raise InvalidDataError(
            f"There are {len(one)} first and {len(other)} second view boxes.",
            remedy="Pass them pair by pair.",
            field="second",
            value=len(other),
        )
    found: Floats = kernels.view_overlaps(one, other)
    return found


def _row(region: Region) -> tuple[float, float, float, float]:
    if not isinstance(region, ViewBox):
        raise InvalidDataError(
            f"A region is a {type(region).__name__}, for which others have no approximation.",
            remedy="Leave compat out.",
            field="kind",
            value=region.kind,
        )
    return region.heading, region.elevation, region.width, region.height


def view_rows(name: str, boxes: ArrayLike) -> Floats:
    """Rows (n, 4) of view boxes, checked.

    Raises:
        InvalidDataError: they have another shape, or a row is no view box; the message names ``name`` and the row.
    """
    rows = np.ascontiguousarray(boxes, np.float64)
    if rows.ndim != 2 or rows.shape[1] != 4:
        raise InvalidDataError(
            f"{name} has the shape {rows.shape}.", remedy="Pass (n, 4).", field=name, value=rows.shape
        )
    fine = np.isfinite(rows).all(axis=1) & (np.abs(rows[:, 1]) <= np.pi / 2 + 1e-9)
    fine &= (rows[:, 2:] > 0).all(axis=1) & (rows[:, 2:] < np.pi).all(axis=1)
    for row in np.flatnonzero(~fine)[:1].tolist():
        raise InvalidDataError(
            f"Row {row} of {name} is {rows[row].tolist()}.",
            remedy="Pass finite heading, elevation within pi/2, width and height in (0, pi), in radians.",
            field=f"{name}[{row}]",
            value=rows[row].tolist(),
        )
    return rows
