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
