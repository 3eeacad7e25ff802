"""The waveform and its time axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from align.picture.svg import element, number
from align.picture.window import LEFT, Window

if TYPE_CHECKING:
    from align.audio import Audio

WAVE_HEIGHT = 112.0
AXIS_HEIGHT = 26.0

_FULL = 0.46 * WAVE_HEIGHT


def waveform(recording: Audio, window: Window, peak: float) -> str:
    """The waveform: a stroke from the lowest to the highest sample of each pixel column; ``peak`` fills the height."""
    first, last = (
        min(recording.samples.size, round(t * recording.sample_rate)) for t in (window.start, window.end)
    )
    columns = max(1, round((window.end - window.start) * window.scale))
    if first == last:
        return ""
    edges = np.linspace(first, last, columns, endpoint=False).astype(np.intp)
    samples = recording.samples[:last]
    lowest, highest = np.minimum.reduceat(samples, edges), np.maximum.reduceat(samples, edges)
    middle, gain = WAVE_HEIGHT / 2, _FULL / peak
    strokes = (
        f"M{number(LEFT + column + 0.5)} {number(middle - high * gain - 0.4)}V{number(middle - low * gain + 0.4)}"
        for column, (low, high) in enumerate(zip(lowest.tolist(), highest.tolist(), strict=True))
    )
    return element("path", class_="wave", d="".join(strokes))


def time_axis(window: Window) -> str:
    """The time axis: a tick every tenth of a second, with a number at every whole second."""
    first, last = int(np.ceil(window.start * 10 - 1e-6)), int(np.floor(window.end * 10 + 1e-6))
    ticks = "".join(f"M{number(window.x(t / 10))} 0V{_tick(t)}" for t in range(first, last + 1))
    seconds = [
        element("text", f"{t // 10} s", x=window.x(t / 10), y=21.0, class_="time")
        for t in range(first, last + 1)
        if t % 10 == 0
    ]
    base = f"M{number(LEFT)} 0H{number(window.x(window.end))}"
    return element("path", class_="axis", d=base + ticks) + "".join(seconds)


def _tick(tenths: int) -> int:
    return 8 if tenths % 10 == 0 else 5 if tenths % 5 == 0 else 3
