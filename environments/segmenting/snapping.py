"""From a region that a person drew to the edges of the thing in it."""

from __future__ import annotations

from math import atan, pi, radians, tan
from typing import TYPE_CHECKING

import cv2
import numpy as np

from environments.errors import InvalidDataError, SegmenterError
from environments.geometry import direction
from environments.regions.bounds import bounding_view
from environments.regions.perspective import Perspective
from environments.regions.pixels import wound
from environments.regions.shapes import Polygon
from environments.segmenting.protocol import Prompt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from environments.regions.shapes import Angles, Region
    from environments.segmenting.protocol import Pixels

    Floats = NDArray[np.float64]

SIDE = 192  # pixels: a segmenter answers while a person waits
AROUND = 1.35
"""How much wider than the region its picture is: what lies around tells what the thing is not."""
WIDEST = radians(140)
LEAST_SHARE = 0.02  # of the region's pixels; what is smaller is no thing, but noise
SMALL_PART = 0.1  # of the largest piece; smaller pieces are noise
SMOOTH = 1.5  # pixels by which a polygon's sides may miss the edge


def picture_around(region: Region) -> Perspective:
    """The picture in which a thing is looked for.

    Raises:
        SegmenterError: the region is too wide for a picture.
    """
    view = bounding_view([region])
    field = 2 * atan(AROUND * tan(max(view.width, view.height) / 2)) if view else pi
    if view is None or not 0 < field <= WIDEST:
        raise SegmenterError(
            "The region is too wide to look for the edges of a thing in it.",
            remedy="Draw around one thing, or leave the region as it is.",
        )
    return Perspective(view.heading, view.elevation, field, SIDE, SIDE)


def prompt_of(region: Region, picture: Perspective, on: Sequence[Angles] = ()) -> Prompt:
    """What a segmenter is told: the box around a region; and ``on``, headings and elevations of points on the thing."""
    view = bounding_view([region])
    assert view is not None  # or it would have no picture
    half, tall = picture.focal * tan(view.width / 2), picture.focal * tan(view.height / 2)
    middle_x, middle_y = picture.width / 2, picture.height / 2
    looks = np.array([direction(heading, elevation) for heading, elevation in on]).reshape(-1, 3)
    points = tuple((float(x), float(y), True) for x, y in picture.pixels(looks) if np.isfinite(x + y))
    return Prompt((middle_x - half, middle_y - tall, middle_x + half, middle_y + tall), points)


def region_of(pixels: Pixels, picture: Perspective, like: Region) -> Region:
    """The region around a thing's pixels: a polygon where a polygon was drawn, or else a view box.

    Raises:
        SegmenterError: there is no thing, or not one that a region can be laid around.
    """
    thing = _without_noise(pixels)
    if thing.sum() < LEAST_SHARE * picture.cells(like).sum():
        raise _nothing()
    outline = _outline(thing)
    try:
        if isinstance(like, Polygon):
            return wound(picture.directions(cv2.approxPolyDP(outline, SMOOTH, True)[:, 0].astype(np.float64)))
        hull = cv2.convexHull(np.argwhere(_corners(thing))[:, ::-1].astype(np.float32))[:, 0]
        found = bounding_view([wound(picture.directions(hull.astype(np.float64)))])
    except InvalidDataError as error:
        raise _nothing() from error
    if found is None:
        raise _nothing()
    return found


def _without_noise(pixels: Pixels) -> Pixels:
    """The largest piece, and those that are not much smaller."""
    count, labels, told, _ = cv2.connectedComponentsWithStats(pixels.astype(np.uint8), connectivity=4)
    if count < 2:
        return pixels
    sizes = told[:, cv2.CC_STAT_AREA].copy()
    sizes[0] = 0  # what is no thing
    kept: Pixels = (sizes >= SMALL_PART * sizes.max())[labels]
    return kept & pixels


def _corners(thing: Pixels) -> Pixels:
    """Which corners of pixels (height + 1, width + 1) belong to a pixel of the thing."""
    framed = np.pad(thing, 1)
    corners: Pixels = framed[:-1, :-1] | framed[1:, :-1] | framed[:-1, 1:] | framed[1:, 1:]
    return corners


def _outline(thing: Pixels) -> NDArray[np.int32]:
    """The outline of the largest piece, through the corners of its pixels."""
    outlines, _ = cv2.findContours(_corners(thing).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest: NDArray[np.int32] = max(outlines, key=cv2.contourArea).astype(np.int32)
    return largest


def _nothing() -> SegmenterError:
    return SegmenterError(
        "No thing stands out in this region.",
        remedy="Leave the region as it is, or draw closer around the thing.",
    )
