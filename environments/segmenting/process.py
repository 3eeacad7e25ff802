"""``python -m environments.segmenting.process``: asks segmenters in a process that may be ended at any time.

A request on standard input is a line of JSON, ``{"segmenter": ..., "width": ..., "height": ..., "box": [...],
"points": [...]}``, and height x width x 3 bytes of RGB. The answer on standard output is a line of JSON, either
``{"pixels": bits in base64, row by row, "score": ...}`` or ``{"code": ..., "message": ...}``. It ends when standard
input is closed.
"""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from environments.errors import PangeaError
from environments.segmenting.protocol import Prompt, check_segmented, open_segmenter

if TYPE_CHECKING:
    from environments.segmenting.protocol import Segmenter


@dataclass(frozen=True, slots=True)
class SegmenterRequest:
    """A picture of height x width pixels, and what is known of the thing in it."""

    segmenter: str
    width: int
    height: int
    box: tuple[float, float, float, float]
    points: tuple[tuple[float, float, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class SegmenterAnswer:
    """The pixels of the thing as bits; or the code of the error, and its message."""

    pixels: bytes = b""
    score: float | None = None
    code: str = ""
    message: str = ""


def segment(request: SegmenterRequest, picture: bytes) -> SegmenterAnswer:
    """Ask the segmenter. Whatever goes wrong in it becomes the answer's code and message."""
    try:
        shown = np.frombuffer(picture, np.uint8).reshape(request.height, request.width, 3)
        found = _opened(request.segmenter).segment(shown, Prompt(request.box, request.points))
        check_segmented(found, shown)
    except PangeaError as error:
        return SegmenterAnswer(code=error.code, message=str(error))
    except Exception as error:  # a segmenter of another team
        return SegmenterAnswer(code="segmenter", message=f"{type(error).__name__}: {error}")
    return SegmenterAnswer(np.packbits(found.pixels).tobytes(), found.score)


@lru_cache(maxsize=1)
def _opened(specification: str) -> Segmenter:
    return open_segmenter(specification)


def _serve() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    requests = sys.stdin.buffer
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a segmenter prints is no answer
    while line := requests.readline():
        request = msgspec.json.decode(line, type=SegmenterRequest)
        answer = segment(request, requests.read(3 * request.width * request.height))
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()
    os._exit(0)


if __name__ == "__main__":
    _serve()
