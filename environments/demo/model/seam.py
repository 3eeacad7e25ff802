"""The seam where the left and right edge of a panorama meet, covered by a strip of a second picture."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

STRIP = 1 / 16
"""Of the panorama's width, to each side of the seam."""

_FADE = 1 / 32


def cover_seam(panorama: npt.NDArray[np.uint8], behind: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Lay over the seam what a camera that is turned to it sees.

    A denoiser does not know that the two edges of a panorama meet, and leaves a step between them. In the turned
    camera's picture the same place lies in the middle, without a step. The two pictures are faded into each other.

    Args:
        panorama: equirectangular, (height, width, 3).
        behind: columns of the picture turned by half a circle, with the seam in its middle,
            (height, 2 * STRIP * width, 3).

    Raises:
        ValueError: the strip is not as large as it should be.
    """
    height, width, _ = panorama.shape
    reach = round(width * STRIP)
    if behind.shape != (height, 2 * reach, 3):
        raise ValueError(f"The strip is {behind.shape}, but should be {(height, 2 * reach, 3)}")
    share = _share_of_strip(reach, round(width * _FADE))[:, None]
    around = np.concatenate((panorama[:, -reach:], panorama[:, :reach]), axis=1)
    covered = np.rint(around + share * (behind.astype(float) - around)).astype(np.uint8)
    whole = panorama.copy()
    whole[:, -reach:], whole[:, :reach] = covered[:, :reach], covered[:, reach:]
    return whole


def _share_of_strip(reach: int, fade: int) -> npt.NDArray[np.float64]:
    """How much of each column is the strip's: none at its edges, all around the seam; (2 * reach,)."""
    rising = np.minimum((np.arange(reach) + 0.5) / fade, 1.0)
    return np.concatenate((rising, rising[::-1]))
