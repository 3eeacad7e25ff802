"""COCO's segmentations: polygons and run-lengths on an equirectangular picture, and regions of the sphere."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from environments import InvalidDataError
from environments.geometry import direction
from environments.regions import (
    Mask,
    Polygon,
    Region,
    contains,
)
from environments.regions.grid import cell_directions
from environments.regions.pixels import Equirectangular
from environments.regions.shapes import MOST_CELLS
from pangea_server.dataset.landmarks.source_files import placed

_STEPS = np.linspace(0, 1, 9)[:-1]


def segmented(told: object, picture: Equirectangular, notes: list[str]) -> Region:
    """What polygons or run-lengths on a picture show.

    Raises:
        InvalidDataError: they are neither, do not add up, or show nothing.
    """
    if isinstance(told, Mapping):
        return picture.mask(cells_of(told, picture))
    if not isinstance(told, list):
        raise InvalidDataError(
            f"segmentation is {str(told)[:60]!r}.", remedy="It is polygons or run-lengths."
        )
    polygons = [_polygon(each, number, picture) for number, each in enumerate(told)]
    notes.append("the sides of a segmentation became great circles")
    if len(polygons) == 1:
        return polygons[0]
    notes.append("the polygons of a segmentation became one mask")
    looks = cell_directions(512, 1024)
    return Mask.of(np.any([contains(each, looks) for each in polygons], axis=0))


def cells_of(told: Mapping[str, Any], picture: Equirectangular) -> NDArray[np.bool_]:
    """The cells (rows, columns) of COCO's run-lengths, which go column by column, packed as text or not.

    Raises:
        InvalidDataError: their size is not the picture's, or the counts do not add up.
    """
    size, counts = told.get("size"), told.get("counts")
    if size != [picture.rows, picture.columns]:
        raise InvalidDataError(
            f"size of run-lengths is {str(size)[:60]}.",
            remedy=f"It must be {[picture.rows, picture.columns]}.",
        )
    cells = picture.rows * picture.columns
    if cells > MOST_CELLS:
        raise InvalidDataError(
            f"Run-lengths have {cells:,} cells.", remedy=f"At most {MOST_CELLS:,} are read."
        )
    runs = unpacked(counts) if isinstance(counts, str) else counts
    if not isinstance(runs, list) or not all(type(run) is int and run >= 0 for run in runs):
        raise InvalidDataError("counts are no list of whole numbers.", remedy="None of them is negative.")
    if sum(runs) != cells:
        raise InvalidDataError(
            f"counts add up to {sum(runs)}.", remedy=f"They must add up to {cells}, which is rows x columns."
        )
    inside = np.arange(len(runs)) % 2 == 1
    return np.repeat(inside, runs).reshape(picture.columns, picture.rows).T


def unpacked(counts: str) -> list[int]:
    """The counts of COCO's packed run-lengths: five bits a letter, differences to the count two before.

    Raises:
        InvalidDataError: a letter is none of them, or the text ends within a count.
    """
    runs: list[int] = []
    value = bits = 0
    for at, letter in enumerate(counts):
        code = ord(letter) - 48
        if not 0 <= code < 64 or bits > 30:
            raise InvalidDataError(f"counts have {letter!r} at {at}.", remedy="Pack the run-lengths again.")
        value |= (code & 31) << bits
        bits += 5
        if not code & 32:
            if code & 16:
                value -= 1 << bits
            runs.append(value + (runs[-2] if len(runs) > 2 else 0))
            value = bits = 0
    if bits:
        raise InvalidDataError("counts end within a number.", remedy="Pack the run-lengths again.")
    return runs


def run_lengths(cells: NDArray[np.bool_]) -> dict[str, Any]:
    """Cells (rows, columns) as COCO's run-lengths, column by column."""
    return {"size": list(cells.shape), "counts": list(Mask.of(cells.T).runs)}


def _polygon(told: object, number: int, picture: Equirectangular) -> Polygon:
    with placed(f"segmentation[{number}]"):
        if (
            not isinstance(told, list)
            or len(told) % 2
            or not all(type(each) in (int, float) for each in told)
        ):
            raise InvalidDataError("It is no list of x and y.", remedy="Write x, y, x, y in pixels.")
        points = np.array(told, np.float64).reshape(-1, 2)
        if not np.isfinite(points).all():
            raise InvalidDataError("A number is not finite.", remedy="Write x, y, x, y in pixels.")
        if ((points[:, 1] < 0) | (points[:, 1] > picture.rows)).any():
            raise InvalidDataError(
                "A point lies above or below the picture.", remedy="Its y is on the picture."
            )
        if len(points) > 3 and np.array_equal(points[0], points[-1]):
            points = points[:-1]
        return picture.polygon(points)


def segmentation(shape: Region, picture: Equirectangular) -> Any:
    """A polygon with its sides in eighths; run-lengths of a mask, and of a polygon across the seam or around a pole."""
    if isinstance(shape, Polygon):
        heading, elevation = np.array(shape.points).T
        corners = direction(heading, elevation)
        sides = pairwise([*corners, corners[0]])
        points = picture.pixels(np.concatenate([_along(start, end) for start, end in sides]))
        across = np.abs(np.diff(points[:, 0], append=points[0, 0]))
        if across.max() < picture.columns / 2:
            return [points.ravel().tolist()]
    elif not isinstance(shape, Mask):
        return []
    cells = picture.cells(shape)
    return run_lengths(cells) if cells.any() else []


def _along(start: NDArray[np.float64], end: NDArray[np.float64]) -> NDArray[np.float64]:
    """Directions (8, 3) of any length along an arc."""
    angle = np.arctan2(np.linalg.norm(np.cross(start, end)), start @ end)
    share = _STEPS[:, None]
    points: NDArray[np.float64] = np.sin((1 - share) * angle) * start + np.sin(share * angle) * end
    return points
