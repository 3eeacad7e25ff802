"""Whether a recording has another voice in it as well: a partner's, out of a loudspeaker or across the room.

Both sounds are on one time line. For each two seconds in which the other speaks, the two are correlated with all
frequencies of speech weighed alike, so that a room, a loudspeaker and a codec that colour the voice hardly matter.

Source of the weighting (phase transform): Knapp and Carter 1976, The Generalized Correlation Method for Estimation of
Time Delay, IEEE Trans. Acoustics, Speech, and Signal Processing 24.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from align.audio import SPEECH_RATE

WINDOW, LATEST = 2 * SPEECH_RATE, SPEECH_RATE
"""Samples that are compared, and by how many the other voice may come later."""
EARLIEST = -0.05
"""Seconds, where clocks are not sure. What comes earlier is this voice, as it comes back in the other recording."""
SIZE = 1 << 16
LOWEST, HIGHEST = 300.0, 4000.0
"""Hz of speech that every line and loudspeaker carries."""
PEAK = 6.0
"""How far the best delay stands out: of strange voices 2 of 100 windows do, of an echo 30 dB below four fifths."""
ALIKE = 0.1
"""Seconds by which the delays of one echo differ: a line's buffer grows and shrinks."""
LEAST = 3
QUIETER, QUIETEST = 20.0, -60.0
"""The other speaks where it is at most so many dB below its loudest, and louder than this in dB of full scale."""


@dataclass(frozen=True, slots=True)
class Echo:
    """How much of another voice is in a recording.

    Attributes:
        share: of the windows in which the other speaks, those in which it is heard.
        delay: seconds after it was said; None where there is no echo.
        starts: where these windows begin, in seconds on the line.
    """

    share: float
    delay: float | None
    starts: tuple[float, ...]


def echo(own: NDArray[np.float32], other: NDArray[np.float32]) -> Echo | None:
    """What comes back of another voice; None where it hardly speaks.

    Args:
        own, other: (n,) samples on one line, at ``SPEECH_RATE``.
    """
    compared = np.array([(start, *_best(own, other, start)) for start in _spoken(other)]).reshape(-1, 3)
    if len(compared) < LEAST:
        return None
    heard = compared[(compared[:, 2] > PEAK) & (compared[:, 1] >= EARLIEST)]
    delay = float(np.median(heard[:, 1])) if len(heard) else 0.0
    heard = heard[np.abs(heard[:, 1] - delay) <= ALIKE]
    if len(heard) < LEAST:
        return Echo(0.0, None, ())
    starts = tuple(float(start) / SPEECH_RATE for start in heard[:, 0])
    return Echo(len(heard) / len(compared), delay, starts)


def _spoken(other: NDArray[np.float32]) -> Iterator[int]:
    count = other.size // WINDOW
    power = np.square(other[: count * WINDOW].reshape(count, WINDOW)).mean(axis=1, dtype=np.float64)
    levels = 10 * np.log10(np.maximum(power, 1e-12))
    least = max(QUIETEST, float(levels.max(initial=QUIETEST)) - QUIETER)
    yield from (int(row) * WINDOW for row in np.flatnonzero(levels > least))


def _best(own: NDArray[np.float32], other: NDArray[np.float32], start: int) -> tuple[float, float]:
    """The delay in seconds at which they agree most, and how far this stands out of all delays."""
    first = max(0, start - LATEST)
    heard = np.fft.rfft(own[first : start + WINDOW + LATEST], SIZE)
    said = np.fft.rfft(other[start : start + WINDOW] * np.hanning(WINDOW), SIZE)
    product = heard * np.conj(said)
    hertz = np.fft.rfftfreq(SIZE, 1 / SPEECH_RATE)
    product *= ((hertz >= LOWEST) & (hertz <= HIGHEST)) / (np.abs(product) + 1e-12)
    agreement = np.fft.irfft(product, SIZE)[: start - first + LATEST]
    best = int(np.argmax(agreement))
    spread = float(np.sqrt(np.mean(np.square(agreement)))) or 1.0
    return (best - (start - first)) / SPEECH_RATE, float(agreement[best]) / spread
