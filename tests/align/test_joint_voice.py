"""A recording on a common line: where its sound is, also after a pause and with a clock that drifts."""

from __future__ import annotations

import numpy as np
import pytest

from align import Audio
from align.clocks import ServerTime
from align.joint_voice import on_line

RATE = 16_000
EPOCH = 1_764_000_000.0


def tone(seconds: float, hertz: float = 440.0, rate: float = 1.0) -> Audio:
    """A tone of a device whose clock makes so many seconds of ours from one of its own."""
    own = np.arange(round(seconds * RATE)) / RATE
    return Audio(np.sin(2 * np.pi * hertz * own * rate).astype(np.float32), RATE)


def clock(starts: tuple[float, ...], begins: tuple[float, ...], rate: float = 1.0) -> ServerTime:
    offsets = tuple(EPOCH + begin - start for start, begin in zip(starts, begins, strict=True))
    return ServerTime(starts, offsets, rate, 0.01)


def test_silence_stands_before_it_and_where_it_paused() -> None:
    placed = on_line(tone(3.0), clock((0.0, 2.0), (0.5, 4.0)), EPOCH, 6.0)
    loud = np.abs(placed).reshape(-1, RATE // 10).max(axis=1) > 0.5
    assert placed.size == 6 * RATE
    assert [bool(each) for each in loud] == [
        0.5 <= tenth / 10 < 2.5 or 4 <= tenth / 10 < 5 for tenth in range(60)
    ]


def test_a_drifting_clock_is_set_right_within_a_hundredth_of_the_sound() -> None:
    """100 millionths in 100 s are 160 samples, which are three and a half waves."""
    rate = 1 + 100e-6
    sound = tone(100.0, rate=rate)
    placed = on_line(sound, clock((0.0,), (0.0,), rate), EPOCH, 100.0)
    true = np.sin(2 * np.pi * 440.0 * np.arange(placed.size) / RATE)
    assert np.abs(placed - true).max() < 0.01
    assert np.abs(sound.samples - true[: sound.samples.size]).max() > 1  # unless it is


@pytest.mark.parametrize("begins", [-1.0, 7.0])
def test_what_lies_outside_is_cut_off(begins: float) -> None:
    placed = on_line(tone(2.0), clock((0.0,), (begins,)), EPOCH, 2.0)
    assert placed.size == 2 * RATE
    assert np.abs(placed[RATE:]).max() == 0
