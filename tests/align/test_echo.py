"""A partner's voice in a recording: found where it is, however quiet, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from align import Audio
from align.audio import SPEECH_RATE
from align.echo import echo

SPOKEN = Path(__file__).parents[1] / "data/speech/instruction.flac"
Samples = NDArray[np.float32]


def another(sentence: Samples) -> Samples:
    """A sentence of somebody else: backwards, and lower by a quarter."""
    places = np.arange(0, sentence.size, 0.8)[: sentence.size]
    lower: Samples = np.interp(places, np.arange(sentence.size), sentence[::-1]).astype(np.float32)
    return lower


@pytest.fixture(scope="module")
def voices() -> tuple[Samples, Samples]:
    """Two who take turns, each three times."""
    sentence = Audio.open(SPOKEN).resampled(SPEECH_RATE).samples
    strange = another(sentence)
    still = np.zeros_like(sentence)
    return np.concatenate([sentence, still] * 3), np.concatenate([still, strange] * 3)


def later(samples: Samples, seconds: float) -> Samples:
    shift = round(seconds * SPEECH_RATE)
    return np.concatenate([np.zeros(shift, np.float32), samples])[: samples.size]


def room() -> Samples:
    """What a room makes of a click: echoes that die away in a third of a second."""
    length = SPEECH_RATE // 3
    sound = np.random.default_rng(3).standard_normal(length) * 10 ** (-3 * np.arange(length) / length) / 20
    sound[0] = 1
    return sound.astype(np.float32)


def test_nothing_is_heard_of_a_voice_that_is_not_there(voices: tuple[Samples, Samples]) -> None:
    partner, own = voices
    found = echo(own, partner)
    assert found is not None
    assert (found.share, found.delay, found.starts) == (0.0, None, ())


@pytest.mark.parametrize("decibels", [-6, -26])
@pytest.mark.parametrize("delay", [0.004, 0.21, 0.7])
def test_a_loudspeaker_in_a_room(voices: tuple[Samples, Samples], decibels: int, delay: float) -> None:
    partner, own = voices
    heard = np.convolve(later(partner, delay), room())[: partner.size].astype(np.float32)
    found = echo(own + np.float32(10 ** (decibels / 20)) * heard, partner)
    assert found is not None
    assert found.share > 0.6
    assert found.delay == pytest.approx(delay, abs=0.002)
    assert found.starts[0] < 4


def test_who_hardly_speaks_says_nothing(voices: tuple[Samples, Samples]) -> None:
    _, own = voices
    assert echo(own, np.zeros_like(own)) is None
    assert echo(own[:SPEECH_RATE], own[:SPEECH_RATE]) is None
