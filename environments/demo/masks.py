"""Identity pictures: which object each pixel of a panorama shows, and the boxes around them."""

from __future__ import annotations

from math import ceil, floor

import numpy as np
import numpy.typing as npt

from environments.geometry import Vector, heading_elevation

PixelBox = list[int]
Window = tuple[int, int, int, int]
"""Columns and rows of a part of a picture: left, right, top, bottom; right and bottom are exclusive."""
_MARGIN = 0.01  # radians


def pixel_boxes(identities: npt.NDArray[np.uint8]) -> dict[int, PixelBox]:
    """The box ``[left, top, right, bottom]`` around each object of an identity picture.

    Args:
        identities: (height, width) object numbers; 0 is the building.

    Returns:
        Boxes by object number. Right and bottom are exclusive. A box that crosses the seam has ``right > width``: its
        columns are taken modulo the width. The box is the narrowest possible.
    """
    return {int(number): _box(identities == number) for number in np.unique(identities) if number}


def solid_angle(mask: npt.NDArray[np.bool_]) -> float:
    """Steradians of the pixels (height, width) of an equirectangular picture."""
    height, width = mask.shape
    edges = np.sin(np.linspace(np.pi / 2, -np.pi / 2, height + 1))
    rows = (edges[:-1] - edges[1:]) * 2 * np.pi / width
    return float(mask.sum(axis=1) @ rows)


def window_around(corners: npt.NDArray[np.float64], at: Vector, width: int) -> Window | None:
    """The part of a panorama that shows all of the ball around a box; None if that reaches a pole or the seam.

    Args:
        corners: (2, 3) lower and upper corner of the box, in the world.
        at: the camera.
        width: of the panorama, twice its height.
    """
    way = corners.mean(axis=0) - np.array(at)
    radius, distance = float(np.linalg.norm(corners[1] - corners[0])) / 2, float(np.linalg.norm(way))
    if radius >= distance:
        return None
    heading, elevation = (float(angle) for angle in heading_elevation(way))
    reach = float(np.arcsin(radius / distance)) + _MARGIN
    if abs(elevation) + reach >= np.pi / 2:
        return None
    aside = float(np.arcsin(np.sin(reach) / np.cos(elevation)))
    if abs(heading) + aside >= np.pi:
        return None
    pixels = width / (2 * np.pi)
    left, right = (heading - aside + np.pi) * pixels, (heading + aside + np.pi) * pixels
    top, bottom = (np.pi / 2 - elevation - reach) * pixels, (np.pi / 2 - elevation + reach) * pixels
    return floor(left), min(ceil(right), width), floor(top), min(ceil(bottom), width // 2)


def _box(mask: npt.NDArray[np.bool_]) -> PixelBox:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    width = mask.shape[1]
    gaps = np.diff(np.append(columns, columns[0] + width))
    widest = int(gaps.argmax())  # the box begins after the widest stretch of columns without the object
    left = int(columns[(widest + 1) % len(columns)])
    return [left, int(rows[0]), left + width - int(gaps[widest]) + 1, int(rows[-1]) + 1]
