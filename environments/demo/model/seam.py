"""Repair of the seam where the left and right edge of a panorama meet."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_REACH = 1 / 32  # of the width, to each side
_LARGEST_STEP = 10  # grey levels; a larger step is an edge in the picture
_ROWS = 9


def mend_seam(panorama: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Remove the faint step at the seam, which appears because a denoiser does not know that the two edges meet.

    Half of the step, averaged over some rows, is added on one side and subtracted on the other, fading with distance.

    Args:
        panorama: equirectangular, (height, width, 3).
    """
    step = panorama[:, 0].astype(float) - panorama[:, -1]
    step[np.abs(step) > _LARGEST_STEP] = 0.0
    padded = np.pad(step, ((_ROWS // 2, _ROWS // 2), (0, 0)), mode="edge")
    smooth = np.lib.stride_tricks.sliding_window_view(padded, _ROWS, axis=0).mean(axis=-1)
    reach = round(panorama.shape[1] * _REACH)
    change = smooth[:, None] / 2 * np.linspace(1.0, 0.0, reach)[:, None]
    mended = panorama.astype(float)
    mended[:, :reach] -= change
    mended[:, -reach:] += change[:, ::-1]
    whole: npt.NDArray[np.uint8] = np.rint(mended).clip(0, 255).astype(np.uint8)
    return whole
