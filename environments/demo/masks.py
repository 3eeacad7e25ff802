"""Identity pictures: which object each pixel of a panorama shows, and the boxes around them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

PixelBox = list[int]


def pixel_boxes(identities: npt.NDArray[np.uint8]) -> dict[int, PixelBox]:
    """The box ``[left, top, right, bottom]`` around each object of an identity picture.

    Args:
        identities: (height, width) object numbers; 0 is the building.

    Returns:
        Boxes by object number. Right and bottom are exclusive. A box that crosses the seam has ``right > width``: its
        columns are taken modulo the width. The box is the narrowest possible.
    """
    return {int(number): _box(identities == number) for number in np.unique(identities) if number}


def _box(mask: npt.NDArray[np.bool_]) -> PixelBox:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    width = mask.shape[1]
    gaps = np.diff(np.append(columns, columns[0] + width))
    widest = int(gaps.argmax())  # the box begins after the widest stretch of columns without the object
    left = int(columns[(widest + 1) % len(columns)])
    return [left, int(rows[0]), left + width - int(gaps[widest]) + 1, int(rows[-1]) + 1]
