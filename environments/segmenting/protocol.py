"""What a segmenter is. One is a class named in the entry-point group ``pangea.segmenters``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np

from environments.errors import SegmenterError
from environments.plugins import ExtensionPoint

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Picture = NDArray[np.uint8]
    """RGB (height, width, 3)."""
    Pixels = NDArray[np.bool_]
    """Those that belong to the thing (height, width)."""

SEGMENTERS = ExtensionPoint(
    "pangea.segmenters",
    {
        "grabcut": "environments.segmenting.grabcut:GrabCut",
        "onnx": "environments.segmenting.onnx:OnnxSegmenter",
    },
)


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is known of a thing in a picture, in pixels from its upper left corner.

    Attributes:
        box: left, top, right and bottom of a box around it.
        points: x and y of points, each on the thing (True) or beside it (False).
    """

    box: tuple[float, float, float, float]
    points: tuple[tuple[float, float, bool], ...] = field(default=())


class Segmented:
    """What a segmenter found.

    Attributes:
        pixels: those of the thing (height, width).
        score: how sure it is, in [0, 1]; None where it cannot say.
    """

    __slots__ = ("pixels", "score")

    def __init__(self, pixels: Pixels, score: float | None = None) -> None:
        self.pixels, self.score = pixels, score


class Segmenter(Protocol):
    """Finds the pixels of a thing. Made once, with what follows its name (``onnx:FOLDER``), and asked many times."""

    def segment(self, picture: Picture, prompt: Prompt) -> Segmented:
        """The pixels of the thing that the prompt means; all False where it finds none.

        Raises:
            SegmenterError: it cannot.
        """


def open_segmenter(specification: str) -> Segmenter:
    """The segmenter that ``NAME`` or ``NAME:ARGUMENT`` names, such as ``grabcut`` or ``onnx:models/sam``.

    Raises:
        PluginNotFoundError: there is none of this name.
        ConfigurationError: it needs an argument, or takes none.
        SegmenterError: its model cannot be opened.
    """
    segmenter: Segmenter = SEGMENTERS.open(specification)
    return segmenter


def check_segmented(found: Segmented, picture: Picture) -> Segmented:
    """What a segmenter answered, if it is an answer to this picture.

    Raises:
        SegmenterError: the pixels are not those of the picture, or the score is outside [0, 1].
    """
    shape = picture.shape[:2]
    if found.pixels.shape != shape or found.pixels.dtype != np.bool_:
        raise SegmenterError(
            f"A segmenter answered pixels {found.pixels.shape} of {found.pixels.dtype} to a picture of {shape}.",
            remedy="It must answer a bool for each pixel (height, width).",
        )
    if found.score is not None and not 0 <= found.score <= 1:
        raise SegmenterError(
            f"A segmenter is {found.score!r} sure.", remedy="It must answer a number in [0, 1], or None."
        )
    return found
