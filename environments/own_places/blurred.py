"""Which boxes of a place's pictures are blurred, so that nobody recognises a face or a number plate."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from environments.files import are_numbers, is_image_below, shown

ORIGINALS = "originals"
"""The folder, beside ``graph.json``, of pictures as they were before something in them was blurred. No picture of a
place lies in it, so that whatever takes a place elsewhere leaves it behind."""
WIDEST = math.radians(120)


class BlurredBox(NamedTuple):
    """A box of a panorama's picture, in the panorama's own frame; radians.

    Attributes:
        left: heading of its left edge, in [-pi, pi).
        width: how far it goes to the right, over the seam as well; at most ``WIDEST``.
        bottom, top: elevations of its edges.
    """

    left: float
    width: float
    bottom: float
    top: float


Blurred = dict[str, tuple[BlurredBox, ...]]
"""The boxes that are blurred in pictures, by their file; pictures without any are left out."""


def blurred_of(content: Mapping[str, Any]) -> Blurred:
    """What a ``graph.json`` without faults says is blurred."""
    told = content.get("blurred", {})
    return {image: tuple(BlurredBox(*map(float, box)) for box in boxes) for image, boxes in told.items()}


def blurred_fault(told: Any) -> str:
    """What is wrong with ``blurred`` of a ``graph.json``; empty if nothing is."""
    if not isinstance(told, dict):
        return "blurred is not an object"
    for image, boxes in told.items():
        if not is_image_below(image):
            return f"blurred has {shown(image)}, which is no picture in this folder or below it"
        if not isinstance(boxes, list) or not boxes:
            return f"blurred: {image} has no list of boxes"
        for box in boxes:
            if not are_numbers(box, 4) or not is_box(BlurredBox(*box)):
                return f"blurred: {image} has {shown(box)}, which is no box"
    return ""


def is_box(box: BlurredBox) -> bool:
    """Whether a picture has such a box."""
    level = -math.pi <= box.left <= math.pi and 0 < box.width <= WIDEST
    return level and -math.pi / 2 <= box.bottom < box.top <= math.pi / 2
