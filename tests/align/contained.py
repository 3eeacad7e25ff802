"""Sound as browsers record it: Opus in WebM, AAC in MP4 or bare."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import av
import numpy as np
from numpy.typing import NDArray

FORMS: dict[str, tuple[str, Literal["libopus", "aac"]]] = {
    ".webm": ("webm", "libopus"),
    ".opus": ("ogg", "libopus"),
    ".m4a": ("mp4", "aac"),
    ".mp4": ("mp4", "aac"),
    ".aac": ("adts", "aac"),
}
_BLOCK = 960


def write_contained(
    path: Path, samples: NDArray[np.float32], sample_rate: int, *, options: dict[str, str] | None = None
) -> Path:
    """Encode samples, (n,) or (channels, n), in the form that the extension names.

    Args:
        options: of the muxer, such as ``{"live": "1"}``: WebM without its length, as MediaRecorder writes it.
    """
    form, codec = FORMS[path.suffix]
    rows = np.atleast_2d(samples).astype(np.float32)
    layout = "mono" if len(rows) == 1 else "stereo"
    with av.open(str(path), "w", format=form, options=options or {}) as container:
        stream = container.add_stream(codec, rate=sample_rate, layout=layout)
        stream.bit_rate = 64_000
        for first in range(0, rows.shape[1], _BLOCK):
            block = np.ascontiguousarray(rows[:, first : first + _BLOCK])
            frame = av.AudioFrame.from_ndarray(block, format="fltp", layout=layout)
            frame.sample_rate, frame.pts = sample_rate, first
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path
