from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from align import Audio
from align.loudness import loud_frames, loud_pauses, other_sound, share_in_words
from align.report import Stretch

RATE = 16_000
SMAPS = Path("/proc/self/smaps")


def sound(*loud: tuple[float, float], seconds: float = 6.0, quiet: float = 0.001) -> Audio:
    rng = np.random.default_rng(1)
    samples = rng.normal(0, quiet, int(seconds * RATE))
    for start, end in loud:
        samples[int(start * RATE) : int(end * RATE)] += rng.normal(
            0, 0.1, int(end * RATE) - int(start * RATE)
        )
    return Audio(samples.astype(np.float32), RATE)


def frames(audio: Audio) -> NDArray[np.bool_]:
    loud = loud_frames(audio)
    assert loud is not None
    return loud


def test_speech_between_words_is_found_and_a_click_is_not() -> None:
    loud = frames(sound((0.5, 1.5), (2.0, 3.5), (4.0, 4.1), (5.0, 5.8)))
    (found,) = loud_pauses(loud, [(0.5, 1.5), (5.0, 5.8)], 6.0)
    assert (found.start_time, found.end_time) == pytest.approx((2.0, 3.5), abs=0.03)


def test_a_cough_is_a_small_share_of_the_sound_however_loud_it_is() -> None:
    audio = sound((0.5, 2.5), (3.5, 5.5))
    audio.samples[int(2.9 * RATE) : int(3.1 * RATE)] *= 900
    assert share_in_words(frames(audio), [(0.5, 2.5), (3.5, 5.5)]) > 0.9


def test_without_quiet_pauses_loudness_tells_nothing() -> None:
    assert loud_frames(sound((0.5, 5.0), quiet=0.09)) is None
    assert loud_frames(sound(seconds=0.01)) is None


WORDS = [(0.5, 1.5), (2.5, 3.5), (4.5, 5.5)]


def with_background(level: float, *, even: bool) -> Audio:
    """Words, and noise of this amplitude, which is even or comes and goes four times a second."""
    audio = sound(*WORDS)
    time = np.arange(audio.samples.size) / RATE
    envelope = np.ones_like(time) if even else 0.05 + np.abs(np.sin(2 * np.pi * 2 * time)) ** 2
    noise = level * envelope * np.random.default_rng(2).normal(size=time.size)
    return Audio((audio.samples + noise).astype(np.float32), RATE)


def test_music_and_voices_between_the_words_are_told_from_noise() -> None:
    below = other_sound(with_background(0.05, even=False), WORDS, ())
    assert below == pytest.approx(10, abs=3)
    assert other_sound(with_background(0.05, even=True), WORDS, ()) is None
    assert other_sound(with_background(0.003, even=False), WORDS, ()) is None  # 30 dB below does no harm


def test_what_the_speaker_says_unwritten_is_no_other_sound() -> None:
    audio = sound((0.5, 1.5), (2.0, 5.5))
    assert other_sound(audio, WORDS[:1], ()) is not None
    assert other_sound(audio, WORDS[:1], [Stretch(2.0, 5.5)]) is None


def test_without_pauses_or_words_nothing_is_said_of_other_sound() -> None:
    assert other_sound(with_background(0.05, even=False), [(0.0, 5.9)], ()) is None
    assert other_sound(sound((0.5, 1.5)), [], ()) is None


def test_the_share_of_the_loud_frames_that_lies_in_words() -> None:
    loud = np.array([True, True, False, True])
    assert share_in_words(loud, [(0.0, 0.02)]) == pytest.approx(1 / 3)
    assert share_in_words(loud, [(0.0, 0.04), (0.02, 0.08)]) == 1
    assert share_in_words(np.zeros(4, np.bool_), [(0.0, 0.02)]) == 0


def runs(*lengths: int) -> NDArray[np.bool_]:
    """Frames that are loud, quiet, loud, and so on."""
    return np.repeat([place % 2 == 0 for place in range(len(lengths))], lengths)


@pytest.mark.parametrize(
    ("loud", "words", "found"),
    [
        (runs(20, 30), [], [(0.0, 0.4)]),
        (runs(19, 30), [], []),  # a click
        (runs(20, 13, 20, 9), [], [(0.0, 1.06)]),  # the closure of a stop
        (runs(20, 16, 20, 9), [], [(0.0, 0.4), (0.72, 1.12)]),
        (runs(100), [(0.4, 1.0), (1.39, 2.0)], [(0.0, 0.4)]),  # there is no room for speech in 0.39 s
        (runs(100), [(0.0, 1.5)], [(1.5, 2.0)]),
        (runs(0, 100), [], []),
    ],
)
def test_loud_stretches_between_words_are_long_enough_for_speech(
    loud: NDArray[np.bool_], words: list[tuple[float, float]], found: list[tuple[float, float]]
) -> None:
    pauses = loud_pauses(loud, words, loud.size * 0.02)
    assert [(pause.start_time, pause.end_time) for pause in pauses] == [pytest.approx(each) for each in found]


def flat(*levels: tuple[int, float]) -> Audio:
    """So many frames of 20 ms at each amplitude."""
    return Audio(np.concatenate([np.full(20 * count, level, np.float32) for count, level in levels]), 1_000)


UNEVEN = ((1, 0.25), (1, 0.1)) * 23


def test_what_still_sounds_of_a_word_is_no_other_sound() -> None:
    """The word sounds on for 80 ms; around it, frames are 6.02 and 13.98 dB below it in turn."""
    sound = flat(*UNEVEN, (58, 0.5), *UNEVEN)
    assert other_sound(sound, [(1.0, 2.0)], ()) == pytest.approx(10.0, abs=0.01)
    assert other_sound(sound, [(1.0, 2.0)], [Stretch(0.0, 3.0)]) == pytest.approx(10.0, abs=0.01)


@pytest.mark.parametrize(("frames", "told"), [(14, False), (16, True)])
def test_nothing_is_said_of_less_than_three_tenths_of_a_second(frames: int, told: bool) -> None:
    sound = flat(*((1, 0.25), (1, 0.1)) * (frames // 2), (50, 0.5))
    words = [(frames * 0.02 + 0.08, frames * 0.02 + 1.0)]
    assert (other_sound(sound, words, ()) is not None) is told


def test_the_loud_frames_are_above_the_middle_between_pauses_and_speech() -> None:
    loud = loud_frames(flat((50, 0.01), (50, 0.1), (10, 0.02)))
    assert loud is not None
    assert loud.tolist() == [False] * 50 + [True] * 50 + [False] * 10
    assert loud_frames(flat((50, 0.1), (50, 0.5))) is None  # 14 dB


@pytest.mark.skipif(not SMAPS.exists(), reason="only Linux says what is in memory of a file")
def test_a_long_recording_stays_out_of_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    soundfile.write(tmp_path / "long.flac", with_background(0.05, even=False).samples, RATE)
    monkeypatch.setattr("align.audio.LONG_FRAMES", RATE)
    long = Audio.open(tmp_path / "long.flac", for_speech=True)
    assert in_memory(long) > 300
    assert other_sound(long, WORDS, ()) is not None
    assert in_memory(long) == 0


def in_memory(recording: Audio) -> int:
    """Kilobytes of the recording's samples that are in memory."""
    mappings = re.split(r"^(?=[0-9a-f]+-[0-9a-f]+ )", SMAPS.read_text(), flags=re.MULTILINE)[1:]
    place = recording.samples.ctypes.data
    (own,) = [
        text for text in mappings if int(text.split("-")[0], 16) <= place < int(re.split("[- ]", text)[1], 16)
    ]
    (resident,) = re.findall(r"^Rss: +(\d+) kB", own, flags=re.MULTILINE)
    return int(resident)
