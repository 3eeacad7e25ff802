"""Faces and number plates of a panorama, made unrecognisable: of a box of its picture, a few means are left."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from environments.errors import EditError
from environments.geometry import wrap_angle
from environments.own_places.blurred import WIDEST, BlurredBox, is_box

if TYPE_CHECKING:
    from PIL.Image import Image

    from environments.editing.edits import Sight

CELLS = 6
"""Means that are left along a box's longer side: of a number plate less than one a letter, which no font undoes."""
SMALLEST = math.radians(0.2)


def box_between(one: Sight, other: Sight) -> BlurredBox:
    """The box with these opposite corners, the short way round.

    Raises:
        EditError: it is too small or too wide, or a corner is none of the picture's.
    """
    way = float(wrap_angle(other.heading - one.heading))
    left = float(wrap_angle(one.heading if way >= 0 else other.heading))
    bottom, top = sorted((one.elevation, other.elevation))
    box = BlurredBox(*(round(each, 5) + 0.0 for each in (left, abs(way), bottom, top)))
    if min(box.width, box.top - box.bottom) < SMALLEST:
        raise EditError(
            "The box is too small.", remedy="Take two opposite corners around what nobody is to recognise."
        )
    if not is_box(box):
        raise EditError(
            f"The box is wider than {math.degrees(WIDEST):.0f} degrees, or reaches over a pole.",
            remedy="Take several smaller ones.",
        )
    return box


def blur(picture: Image, boxes: Sequence[BlurredBox]) -> None:
    """Blur boxes of an equirectangular picture, in place."""
    for box in boxes:
        left, right, upper, lower = _pixels(box, picture.size)
        part = _crop(picture, left, right, upper, lower)
        blurred = _coarse(part)
        for start, stop, shift in _pieces(left, right, picture.width):
            picture.paste(blurred.crop((shift, 0, shift + stop - start, part.height)), (start, upper))


def _pixels(box: BlurredBox, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Columns from ``left`` to before ``right``, which may lie beyond the seam, and rows; at least one of each."""
    width, height = size
    start = (box.left / math.tau + 0.5) * width
    left = math.floor(start)
    right = math.ceil(start + box.width / math.tau * width)
    upper = math.floor((0.5 - box.top / math.pi) * height)
    lower = math.ceil((0.5 - box.bottom / math.pi) * height)
    return left, max(right, left + 1), max(upper, 0), min(max(lower, upper + 1), height)


def _crop(picture: Image, left: int, right: int, upper: int, lower: int) -> Image:
    from PIL import Image

    part = Image.new(picture.mode, (right - left, lower - upper))
    for start, stop, shift in _pieces(left, right, picture.width):
        part.paste(picture.crop((start, upper, stop, lower)), (shift, 0))
    return part


def _coarse(part: Image) -> Image:
    from PIL.Image import Resampling

    cell = max(part.size) / CELLS
    few = (max(1, round(part.width / cell)), max(1, round(part.height / cell)))
    return part.resize(few, Resampling.BOX).resize(part.size, Resampling.BILINEAR)


def _pieces(left: int, right: int, width: int) -> Iterator[tuple[int, int, int]]:
    """The columns of a box as stretches that do not cross the seam, and how far right in the box each begins."""
    column = left
    while column < right:
        start = column % width
        stop = min(width, start + right - column)
        yield start, stop, column - left
        column += stop - start
