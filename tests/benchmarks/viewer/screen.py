"""What is on a picture of the screen: nothing yet, the panorama, the panorama as sharp as it gets."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import laplace

from tests.benchmarks.viewer.browser import Frame
from tests.benchmarks.viewer.sources import Pixels

BLOCK = 32
SEEN = 0.8
"""Correlation of the blocks' means with those of the finished picture, from which on the picture counts as seen."""
SAME = 8.0
"""Grey levels (root mean square) within which two blocks are the same but for the screencast's own compression."""
SHARP_SHARE = 0.98
"""Share of the blocks that must be the same as in the finished picture."""

Grey = NDArray[np.float64]


def grey(image: bytes | Pixels) -> Grey:
    """Luminance (h, w), 0 to 255, of an encoded image or of pixels (h, w, 3)."""
    if isinstance(image, bytes):
        with Image.open(io.BytesIO(image)) as opened:
            return np.asarray(opened.convert("L"), dtype=np.float64)
    return np.asarray(Image.fromarray(image).convert("L"), dtype=np.float64)


def likeness(picture: Grey, finished: Grey) -> float:
    """Correlation of two pictures seen from afar, -1 to 1; 0 where either is of one colour."""
    a, b = _blocks(picture).mean(axis=-1).ravel(), _blocks(finished).mean(axis=-1).ravel()
    if np.ptp(a) < 1 or np.ptp(b) < 1:
        return 0.0
    return float(np.corrcoef(a, b)[0, 1])


def finished_share(picture: Grey, finished: Grey) -> float:
    """Share of the blocks that look as they do in the finished picture."""
    difference = _blocks(picture - finished)
    return float((np.sqrt((difference**2).mean(axis=-1)) < SAME).mean())


def sharpness(picture: Grey) -> float:
    """High-frequency energy: the mean square of the Laplacian. Of the upper half, as our path lies on the floor."""
    return float((laplace(picture[: len(picture) // 2]) ** 2).mean())


def first_seen(frames: Sequence[Frame], finished: Grey) -> float | None:
    """When the picture was first seen, however blurred; None when it never was. Seconds since the epoch."""
    timed = _pictures(frames, finished)
    return next((time for time, picture in timed if likeness(picture, finished) >= SEEN), None)


def first_sharp(frames: Sequence[Frame], finished: Grey) -> float | None:
    """When the picture was first as sharp as it gets; None when it never was. Seconds since the epoch."""
    timed = _pictures(frames, finished)
    return next((time for time, picture in timed if finished_share(picture, finished) >= SHARP_SHARE), None)


def _blocks(picture: Grey) -> NDArray[np.float64]:
    """(rows, columns, BLOCK * BLOCK)"""
    rows, columns = picture.shape[0] // BLOCK, picture.shape[1] // BLOCK
    cut = picture[: rows * BLOCK, : columns * BLOCK].reshape(rows, BLOCK, columns, BLOCK)
    return cut.transpose(0, 2, 1, 3).reshape(rows, columns, BLOCK * BLOCK)


def _pictures(frames: Sequence[Frame], finished: Grey) -> Iterator[tuple[float, Grey]]:
    """Frames of the finished picture's size, with their times: before the tab has its own, it has another."""
    for frame in frames:
        picture = grey(frame.jpeg)
        if picture.shape == finished.shape:
            yield frame.time, picture
