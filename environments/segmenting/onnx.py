"""Segmenters that are models in ONNX files, as SAM and those that take its place are exported.

A folder has ``encoder.onnx`` and ``decoder.onnx``. The encoder is given the picture, (1, 3, S, S) float32, scaled so
that its longer side has S pixels, normalised by ImageNet's mean and deviation, and padded by zeros at its right and
bottom; S is in its input's shape. The decoder has the inputs of Segment Anything's own export
(``scripts/export_onnx_model.py``, facebookresearch/segment-anything): ``image_embeddings``, ``point_coords`` (1, n, 2),
``point_labels`` (1, n) with 1 for a point on the thing, 0 beside it, 2 and 3 for the corners of a box, -1 for none,
``mask_input``, ``has_mask_input`` and ``orig_im_size``; it may leave out those that it does not need. It answers
``masks`` (1, m, height, width), over 0 where the thing is, and ``iou_predictions`` (1, m), its sureness.

Needs ``pip install 'pangea-toolkit[onnx]'``.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np

from environments.errors import ConfigurationError, SegmenterError
from environments.segmenting.protocol import Segmented

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from environments.segmenting.protocol import Picture, Prompt

    Floats = NDArray[np.float32]

MEAN = np.array([123.675, 116.28, 103.53], np.float32)
DEVIATION = np.array([58.395, 57.12, 57.375], np.float32)
LOW_MASK = 256  # pixels of the side of a mask that a decoder is given; none is given to it here
BOX_CORNERS = (2.0, 3.0)
NEEDED = ("encoder.onnx", "decoder.onnx")


class OnnxSegmenter:
    """A model in a folder."""

    def __init__(self, folder: str = "") -> None:
        """Open the model.

        Raises:
            ConfigurationError: the folder lacks a file, or onnxruntime is not installed.
            SegmenterError: a file is not such a model.
        """
        where = Path(folder).expanduser()
        missing = [name for name in NEEDED if not (where / name).is_file()] if folder else list(NEEDED)
        if missing:
            raise ConfigurationError(
                f"The segmenter onnx:{folder} lacks {' and '.join(missing)}.",
                remedy="Write onnx:FOLDER with a folder that has them.",
            )
        self._encoder, self._decoder = (_opened(where / name) for name in NEEDED)
        self._input = self._encoder.get_inputs()[0]
        side = self._input.shape[-1]
        if not isinstance(side, int) or list(self._input.shape[-3:]) != [3, side, side]:
            raise SegmenterError(
                f"{where / NEEDED[0]} takes {self._input.name} of {self._input.shape}.",
                remedy="Export it with an input of (1, 3, S, S) of a fixed S.",
            )
        self._side = side
        self._decodes = {each.name for each in self._decoder.get_inputs()}

    def segment(self, picture: Picture, prompt: Prompt) -> Segmented:
        height, width = picture.shape[:2]
        scale = self._side / max(height, width)
        try:
            embeddings = self._encoder.run(None, {self._input.name: self._scaled(picture, scale)})[0]
            given = {"image_embeddings": embeddings} | _asked(prompt, scale, height, width)
            wanted = {name: value for name, value in given.items() if name in self._decodes}
            masks, sureness = self._decoder.run(["masks", "iou_predictions"], wanted)
        except Exception as error:  # onnxruntime raises classes of its own for whatever is wrong with a model
            raise SegmenterError(
                f"The model failed: {_first_line(error)}", remedy="Use another one."
            ) from error
        best = int(np.argmax(sureness[0]))
        return Segmented(np.asarray(masks[0, best] > 0), float(np.clip(sureness[0, best], 0, 1)))

    def _scaled(self, picture: Picture, scale: float) -> Floats:
        height, width = (round(side * scale) for side in picture.shape[:2])
        scaled = cv2.resize(picture, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.float32)
        padded: Floats = np.zeros((1, 3, self._side, self._side), np.float32)
        padded[0, :, :height, :width] = ((scaled - MEAN) / DEVIATION).transpose(2, 0, 1)
        return padded


def _asked(prompt: Prompt, scale: float, height: int, width: int) -> dict[str, Floats]:
    left, top, right, bottom = prompt.box
    corners = [(left, top, BOX_CORNERS[0]), (right, bottom, BOX_CORNERS[1])]
    points = np.array([*corners, *((x, y, float(on)) for x, y, on in prompt.points)], np.float32)
    return {
        "point_coords": points[None, :, :2] * np.float32(scale),
        "point_labels": points[None, :, 2],
        "mask_input": np.zeros((1, 1, LOW_MASK, LOW_MASK), np.float32),
        "has_mask_input": np.zeros(1, np.float32),
        "orig_im_size": np.array([height, width], np.float32),
    }


def _opened(file: Path) -> Any:
    try:
        import onnxruntime
    except ImportError as error:
        raise ConfigurationError(
            "The segmenter onnx needs the package onnxruntime.",
            remedy="Install it: pip install 'pangea-toolkit[onnx]'.",
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    providers: Sequence[str] = ["CPUExecutionProvider"]
    try:
        return onnxruntime.InferenceSession(str(file), options, providers=providers)
    except Exception as error:  # see above
        raise SegmenterError(
            f"{file} cannot be opened: {_first_line(error)}", remedy="Export the model again."
        ) from error


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
