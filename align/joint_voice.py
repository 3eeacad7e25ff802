"""Two recordings as the two channels of one, each moment where it was on a common time line.

A device's clock runs up to 100 millionths faster or slower than another, so samples are interpolated: a cubic through
four of them, which changes nothing that is heard in speech.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from align.audio import Audio
from align.clocks import ServerTime

BLOCK = 1 << 20  # samples that are interpolated at a time


def on_line(sound: Audio, clock: ServerTime, zero: float, seconds: float) -> NDArray[np.float32]:
    """A recording on a line that begins when the server's clock says ``zero``; silent where nothing was recorded.

    Returns:
        (n,) samples of the recording's own rate, ``n`` for so many seconds.
    """
    placed = np.zeros(math.ceil(seconds * sound.sample_rate), np.float32)
    ends = [*clock.starts[1:], sound.duration]
    for start, end in zip(clock.starts, ends, strict=True):
        begins, stops = clock.at(start) - zero, clock.at(start) - zero + clock.rate * (end - start)
        first = max(0, math.ceil(begins * sound.sample_rate))
        last = min(placed.size, math.ceil(stops * sound.sample_rate))
        for begin, stop in _blocks(first, last):
            own = start + (np.arange(begin, stop) / sound.sample_rate - begins) / clock.rate
            placed[begin:stop] = _between(sound.samples, own * sound.sample_rate)
    return placed


def _blocks(first: int, last: int) -> Iterator[tuple[int, int]]:
    for begin in range(first, last, BLOCK):
        yield begin, min(begin + BLOCK, last)


def _between(samples: NDArray[np.float32], places: NDArray[np.float64]) -> NDArray[np.float32]:
    """The values at places between samples: the cubic through the two before and the two after each."""
    before = np.floor(places).astype(np.int64)
    part = (places - before).astype(np.float32)
    a, b, c, d = (samples[np.clip(before + shift, 0, samples.size - 1)] for shift in (-1, 0, 1, 2))
    value: NDArray[np.float32] = (
        -part * (part - 1) * (part - 2) / 6 * a
        + (part + 1) * (part - 1) * (part - 2) / 2 * b
        - (part + 1) * part * (part - 2) / 2 * c
        + (part + 1) * part * (part - 1) / 6 * d
    ).astype(np.float32)
    return value
