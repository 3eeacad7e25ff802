"""Cutting flat cube faces from the sphere: pure geometry and resampling, a band of rows at a time.

A face is a square picture with a field of view of 90 degrees, as a camera in the panorama's own frame would take it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import cv2
import numpy as np

from environments.geometry import heading_elevation

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

    Pixels = NDArray[np.uint8]

FACE_AXES: dict[str, tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]] = {
    "front": ((0, 1, 0), (1, 0, 0), (0, 0, -1)),
    "right": ((1, 0, 0), (0, -1, 0), (0, 0, -1)),
    "back": ((0, -1, 0), (-1, 0, 0), (0, 0, -1)),
    "left": ((-1, 0, 0), (0, 1, 0), (0, 0, -1)),
    "up": ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    "down": ((0, 0, -1), (1, 0, 0), (0, -1, 0)),
}
"""For each face, seen from inside: the directions of its centre, its right edge and its bottom edge."""
BAND = 512  # rows of a face that are cut at once
REACH = 4  # pixels to each side that OpenCV's Lanczos kernel reads


def lossless_size(width: int) -> int:
    """Side length of a face, in pixels, that keeps every pixel of an equirectangular image of this width.

    At a face's centre, where it is coarsest, a radian has side / 2 pixels; the image has width / 2π everywhere.
    """
    return math.ceil(width / math.pi)


def cut_face(panorama: Image, face: str, size: int) -> Pixels:
    """A cube face (size, size, 3) of an equirectangular RGB image.

    Lanczos resampling, for a face with at least the source's resolution; see ``lossless_size``.
    """
    out: Pixels = np.empty((size, size, 3), np.uint8)
    for first in range(0, size, BAND):
        rows = np.arange(first, min(first + BAND, size))
        out[rows] = look_into(panorama, _looks(face, size, rows))
    return out


def look_into(panorama: Image, looks: NDArray[np.float64]) -> Pixels:
    """What is seen in an equirectangular RGB image along directions (rows, columns, 3) in its own frame; Lanczos."""
    heading, elevation = heading_elevation(looks)
    width, height = panorama.size
    columns = (heading / (2 * np.pi) + 0.5) * width - 0.5
    rows = (0.5 - elevation / np.pi) * height - 0.5
    return _cut_band(panorama, columns.astype(np.float32), rows.astype(np.float32))


def _looks(face: str, size: int, rows: NDArray[np.intp]) -> NDArray[np.float64]:
    """The directions (rows, size, 3) of the centres of a face's pixels."""
    centre, right, down = (np.array(axis, np.float64) for axis in FACE_AXES[face])
    across = ((np.arange(size) + 0.5) * 2 / size - 1)[None, :, None]
    along = ((rows + 0.5) * 2 / size - 1)[:, None, None]
    looks: NDArray[np.float64] = centre + across * right + along * down
    return looks


def _cut_band(panorama: Image, columns: NDArray[np.float32], rows: NDArray[np.float32]) -> Pixels:
    first, last = math.floor(rows.min()) - REACH, math.ceil(rows.max()) + REACH
    source = _rows(panorama, first, last + 1)
    padded = cv2.copyMakeBorder(source, 0, 0, REACH, REACH, cv2.BORDER_WRAP)
    band = cv2.remap(
        padded, columns + REACH, rows - first, cv2.INTER_LANCZOS4, borderMode=cv2.BORDER_REPLICATE
    )
    return band.astype(np.uint8, copy=False)


def _rows(panorama: Image, first: int, stop: int) -> Pixels:
    """Rows of the sphere (stop - first, width, 3); beyond a pole they continue on the other side."""
    height = panorama.height
    within = _levelled(panorama, max(first, 0), min(stop, height))
    parts = [within]
    if first < 0:
        parts.insert(0, _other_side(within[:-first]))
    if stop > height:
        parts.append(_other_side(within[height - stop :]))
    return np.concatenate(parts)


def _other_side(rows: Pixels) -> Pixels:
    return np.roll(rows[::-1], rows.shape[1] // 2, axis=1)


def _levelled(panorama: Image, first: int, stop: int) -> Pixels:
    """Rows of the image; near the poles, where rows are stretched, detail finer than elsewhere is removed.

    A row at latitude φ is 1 / cos φ times as fine as the equator. Its finer detail would alias in the face; a box
    filter of that width removes it.
    """
    width, height = panorama.size
    rows: Pixels = np.array(panorama.crop((0, first, width, stop)))
    for row, stretch in zip(rows, _stretches(first, stop, height), strict=True):
        if stretch >= 3:
            around = cv2.copyMakeBorder(row[None], 0, 0, stretch // 2, stretch // 2, cv2.BORDER_WRAP)
            row[:] = cv2.blur(around, (stretch, 1))[0, stretch // 2 : stretch // 2 + width]
    return rows


def _stretches(first: int, stop: int, height: int) -> Iterator[int]:
    """1 / cos φ of each row, rounded down to an odd number."""
    for row in range(first, stop):
        latitude = (0.5 - (row + 0.5) / height) * math.pi
        yield int(1 / math.cos(latitude) - 1) // 2 * 2 + 1
