"""GrabCut: colours inside a box against those around it, without a model to download."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from environments.segmenting.protocol import Segmented

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from environments.segmenting.protocol import Picture, Prompt

ITERATIONS = 2
TOUCHED = 2  # pixels around a point that are sure
NO_BOX = (0, 0, 1, 1)  # which pixels it is about is told by their kinds
SEED = 0  # GrabCut's first clusters are drawn at random


class GrabCut:
    """Rother, Kolmogorov and Blake 2004, by OpenCV: nothing outside the box is the thing."""

    def segment(self, picture: Picture, prompt: Prompt) -> Segmented:
        height, width = picture.shape[:2]
        left, top, right, bottom = (round(side) for side in prompt.box)
        inside = (slice(max(top, 0), min(bottom, height)), slice(max(left, 0), min(right, width)))
        kinds: NDArray[np.uint8] = np.full((height, width), cv2.GC_BGD, np.uint8)
        kinds[inside] = cv2.GC_PR_FGD
        if (kinds == cv2.GC_PR_FGD).all() or not (kinds == cv2.GC_PR_FGD).any():
            return Segmented(kinds == cv2.GC_PR_FGD)  # there is nothing to compare it with
        for x, y, on in prompt.points:
            sure = cv2.GC_FGD if on else cv2.GC_BGD
            cv2.circle(kinds, (round(x), round(y)), TOUCHED, int(sure), thickness=-1)
        cv2.setRNGSeed(SEED)
        models = np.zeros((1, 65)), np.zeros((1, 65))
        blue_first: Picture = np.ascontiguousarray(picture[..., ::-1])
        cv2.grabCut(blue_first, kinds, NO_BOX, *models, ITERATIONS, cv2.GC_INIT_WITH_MASK)
        return Segmented((kinds == cv2.GC_FGD) | (kinds == cv2.GC_PR_FGD))
