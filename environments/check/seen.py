"""What two panoramas show of each other's direction: features that both have, and where these let the other camera be.

Of a point that both cameras see, the two rays and the line between the cameras lie in one plane, and the ray from the
farther camera leans more. So a step along the graph says, for every common feature, whether it fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import cv2
import numpy as np

from environments.geometry import direction, heading_elevation

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

    Floats = NDArray[np.float32]
    Support = NDArray[np.int16]

WIDTH = 2048
"""Pixels; with 1536 a third of the features, and the weakest of the demo house's stairs, are lost."""
MOST_FEATURES = 5000
CONTRAST = 0.02  # half of OpenCV's, since walls are plain
EDGE = 64  # pixels that are repeated beyond the seam
DISTINCT = 0.8  # Lowe's ratio between the best and the second-best match
STEP = np.radians(3)
TURNS: Floats = (np.arange(-60, 60) * STEP).astype(np.float32)
AS_STATED = 60
"""Index of no turn in ``TURNS``."""
SLACK = 7
"""Turns; headings and positions measured by hand are some 9 degrees off, to either side."""
OFF_PLANE = np.radians(2.5)
PARALLAX = np.radians(1)
"""What moves less between two panoramas is far away, or is carried along with the camera."""


class PictureFeatures(NamedTuple):
    """Corners and blobs of a panorama: rays (n, 3) in its own frame, and descriptions (n, 128) of unit length, in half
    precision, so that many panoramas are kept at once."""

    rays: Floats
    words: NDArray[np.float16]


class Common(NamedTuple):
    """The features that two panoramas have in common: the rays (n, 3) of each, in its own frame."""

    here: Floats
    there: Floats


def features_of(panorama: Image) -> PictureFeatures:
    """The features of an equirectangular picture, at most ``WIDTH`` pixels wide."""
    width = min(panorama.width, WIDTH) // 2 * 2
    size = (width, width // 2)
    grey = cv2.resize(np.asarray(panorama.convert("L")), size, interpolation=cv2.INTER_AREA)
    wrapped = cv2.copyMakeBorder(grey, 0, 0, EDGE, EDGE, cv2.BORDER_WRAP)
    points, words = cv2.SIFT.create(MOST_FEATURES, contrastThreshold=CONTRAST).detectAndCompute(wrapped, None)
    if not points:
        return PictureFeatures(np.empty((0, 3), np.float32), np.empty((0, 128), np.float16))
    columns, rows = np.array([point.pt for point in points]).T + 0.5
    columns -= EDGE
    once = (columns >= 0) & (columns < width)
    rays = direction(
        (columns[once] / width - 0.5) * 2 * np.pi, (0.5 - rows[once] / (width // 2)) * np.pi
    ).astype(np.float32)
    shares = words[once] / words[once].sum(axis=1, keepdims=True)
    return PictureFeatures(
        rays, np.sqrt(shares).astype(np.float16)
    )  # RootSIFT, Arandjelović and Zisserman 2012


def common_features(here: PictureFeatures, there: PictureFeatures) -> Common:
    """Features that are each other's best match, and far better than the next."""
    if min(len(here.words), len(there.words)) < 2:
        return Common(here.rays[:0], there.rays[:0])
    alike = here.words.astype(np.float32) @ there.words.astype(np.float32).T
    rows, best = np.arange(len(alike)), alike.argmax(axis=1)
    first = alike[rows, best]
    most = alike.max(axis=0)  # ten times as quick as where it is
    mutual = np.flatnonzero(first == most[best])
    mutual = mutual[np.sort(np.unique(best[mutual], return_index=True)[1])]  # of equals, the first
    alike[rows, best] = -1
    second = alike[mutual].max(axis=1)
    kept = mutual[1 - first[mutual] < DISTINCT**2 * (1 - second)]  # the squared distance is 2 - 2 cos
    return Common(here.rays[kept], there.rays[best[kept]])


def support(common: Common, towards: NDArray[np.float64]) -> Support:
    """How many common features fit (120, 120) if the first and the second panorama were turned to the right by each of
    ``TURNS``.

    Args:
        common: rays in the world, as poses state them.
        towards: from the first camera to the second, as positions state it.
    """
    around_a, from_a = _about(common.here, towards)
    around_b, from_b = _about(common.there, towards)
    fitting: Support = np.empty((len(TURNS), len(TURNS)), np.int16)
    sine_b = np.sin(from_b)
    for row, (around, angle) in enumerate(zip(around_a, from_a, strict=True)):
        apart = np.abs((around - around_b + np.pi) % (2 * np.pi) - np.pi)
        off_plane = apart * np.maximum(np.sin(angle), sine_b)
        fitting[row] = ((off_plane < OFF_PLANE) & (from_b - angle > PARALLAX)).sum(axis=1)
    return fitting


def _about(rays: Floats, towards: NDArray[np.float64]) -> tuple[Floats, Floats]:
    """The angle (120, n) of each ray around the line between the cameras, and the angle from it, for each turn."""
    heading, elevation = heading_elevation(rays)
    line, climb = heading_elevation(towards)
    aside = heading[None, :] - line + TURNS[:, None]
    level = np.cos(elevation)
    right, ahead, up = np.sin(aside) * level, np.cos(aside) * level, np.sin(elevation)
    along, over = ahead * np.cos(climb) + up * np.sin(climb), up * np.cos(climb) - ahead * np.sin(climb)
    around = np.arctan2(right, over).astype(np.float32)
    return around, np.arccos(np.clip(along, -1, 1)).astype(np.float32)
