"""Where the left and right edge of a panorama meet."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

STRIP = 1 / 16
"""Width of the strip taken backwards, as a part of the panorama's width."""


def mend_seam(panorama: npt.NDArray[np.uint8], backwards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Fades a strip that was taken looking backwards into both edges of an equirectangular picture.

    Args:
        panorama: (height, width, 3); its seam looks backwards.
        backwards: (height, strip width, 3); its middle looks backwards. Only its middle half is used.

    Returns:
        The panorama without a visible seam.
    """
    half = backwards.shape[1] // 4
    columns = np.arange(-half, half)
    weight = np.cos(columns / half * np.pi / 2)[:, None] ** 2
    strip = backwards[:, backwards.shape[1] // 2 + columns]
    mended = panorama.copy()
    mended[:, columns] = np.rint(weight * strip + (1 - weight) * panorama[:, columns])
    return mended
