from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from align import Audio, EngineError, align_transcript
from align.engines.carried_over import CarriedOver
from align.recognisers.pocketsphinx_recognition import PocketSphinxRecognition
from align.testing import EngineContract, RecogniserContract

DATA = Path(__file__).parents[2] / "data" / "align"
TEXT = (DATA / "door.txt").read_text()


class TestPocketSphinxRecognition(EngineContract):
    recording_path = DATA / "door.flac"
    text = TEXT
    language = "en-US"

    def make(self) -> CarriedOver:
        return CarriedOver(PocketSphinxRecognition())


class TestRecognising(RecogniserContract):
    recording_path = DATA / "door.flac"
    words = ("the", "north", "and")
    language = "en-US"

    def make(self) -> PocketSphinxRecognition:
        return PocketSphinxRecognition()


def test_words_have_the_times_at_which_they_were_recognised() -> None:
    recording = Audio.open(DATA / "door.flac")
    alignment = align_transcript(recording, TEXT, language="en-US", engine=PocketSphinxRecognition())
    recognised = [word for word in alignment.words if word.source == "recognised"]
    assert len(recognised) >= 4
    assert alignment.edit_distance is not None
    assert 0 < alignment.edit_distance < 0.6


def test_a_long_recording_is_recognised_in_parts_on_one_clock() -> None:
    sound = Audio.open(DATA / "door.flac").resampled(16_000)
    pause = np.zeros(56 * 16_000, np.float32)
    twice = Audio(np.concatenate([sound.samples, pause, sound.samples]), 16_000)
    words = PocketSphinxRecognition().recognize(twice, "en-US")
    later = [word for word in words if word.start_time > 30]
    assert len(later) >= len(words) // 3
    assert later[0].start_time == pytest.approx(sound.duration + 56.3, abs=0.3)
    assert words[-1].end_time <= twice.duration


def test_other_languages_are_refused() -> None:
    with pytest.raises(EngineError, match="'hi-IN'"):
        PocketSphinxRecognition().recognize(Audio.open(DATA / "door.flac"), "hi-IN")
