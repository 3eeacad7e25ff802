"""Splitting a long recording where nobody speaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from align.audio import Audio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

CUT_WINDOW_SECONDS = 10.0
"""A part ends at the quietest moment of its last ten seconds."""

_FRAMES_PER_SECOND = 50


def parts(sound: Audio, seconds: float) -> Iterator[tuple[float, Audio]]:
    """Split the sound into parts of at most ``seconds`` seconds; yields each with its start in seconds."""
    samples, rate, first = sound.samples, sound.sample_rate, 0
    while first < samples.size:
        last = min(samples.size, first + int(seconds * rate))
        if last < samples.size:
            last = _quietest(samples, last - int(CUT_WINDOW_SECONDS * rate), last, rate // _FRAMES_PER_SECOND)
        yield first / rate, Audio(samples[first:last], rate)
        first = last


def _quietest(samples: NDArray[np.float32], first: int, last: int, frame: int) -> int:
    """The middle of the quietest fifth of a second between two samples."""
    frames = samples[first : first + (last - first) // frame * frame].reshape(-1, frame)
    loudness = np.convolve(np.square(frames).mean(axis=1), np.ones(10), mode="valid")
    return first + (int(loudness.argmin()) + 5) * frame
