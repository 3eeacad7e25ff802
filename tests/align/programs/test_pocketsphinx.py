from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from align import Audio, EngineError, TranscriptMismatchError, align_transcript
from align.engines.pocketsphinx import PocketSphinx
from align.phones.espeak_ng import synthesize
from align.phones.pronunciation import phones
from align.testing import EngineContract

DATA = Path(__file__).parents[2] / "data" / "align"
TEXT = (DATA / "door.txt").read_text()
UNKNOWN = TEXT.replace("chairs", "cheirz")
HINDI = "सीधे चलो, फिर बाएं मुड़ो और दरवाज़े के पास रुको।"


class TestPocketSphinx(EngineContract):
    recording_path = DATA / "door.flac"
    text = TEXT
    language = "en-US"

    def make(self) -> PocketSphinx:
        return PocketSphinx()


def door() -> Audio:
    return Audio.open(DATA / "door.flac")


def test_words_start_where_the_synthesiser_put_them() -> None:
    words = align_transcript(door(), TEXT, language="en-US", engine="pocketsphinx").words
    truth = [row["start_time"] for row in json.loads((DATA / "door.json").read_text())]
    assert [word.start_time for word in words] == pytest.approx(truth, abs=0.06)
    assert {word.source for word in words} == {"aligned"}
    assert all(0 < (word.confidence or 0) <= 1 for word in words)


def test_an_alignment_is_the_same_first_last_and_after_another_language() -> None:
    first = align_transcript(door(), UNKNOWN, language="en-US", engine="pocketsphinx").words
    hindi = Audio.open(DATA / "hindi.flac")
    in_hindi = align_transcript(hindi, HINDI, language="hi-IN", engine="pocketsphinx").words
    for _ in range(2):
        synthesize("Gehen Sie geradeaus.", "de-DE")
        assert align_transcript(door(), UNKNOWN, language="en-US", engine="pocketsphinx").words == first
        assert align_transcript(hindi, HINDI, language="hi-IN", engine="pocketsphinx").words == in_hindi


def test_a_token_that_nobody_speaks_is_interpolated() -> None:
    words = align_transcript(
        door(), TEXT.replace("turn", "— turn"), language="en-US", engine="pocketsphinx"
    ).words
    assert [word.word for word in words if word.source == "interpolated"] == ["—"]


def test_an_unknown_word_is_pronounced_from_its_letters() -> None:
    words = align_transcript(
        door(), TEXT.replace("chairs", "cheirz"), language="en-US", engine="pocketsphinx"
    ).words
    assert words[4].word == "cheirz,"
    assert words[4].start_time == pytest.approx(1.45, abs=0.1)


@pytest.mark.parametrize(
    "text",
    [
        "Stop.",
        "Exit the bathroom and wait beside the washing machine under the big yellow umbrella " * 3,
        "एक दो तीन चार पांच छह सात आठ नौ दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस बीस",
    ],
)
def test_another_recordings_transcript_is_refused_not_forced(text: str) -> None:
    with pytest.raises(TranscriptMismatchError, match="does not sound like the recording"):
        align_transcript(door(), text, language="en-US" if text.isascii() else "hi-IN", engine="pocketsphinx")


def test_noise_without_a_voice_is_refused() -> None:
    noise = np.random.default_rng(0).normal(0, 0.05, 6 * 16_000).astype(np.float32)
    with pytest.raises(TranscriptMismatchError):
        align_transcript(Audio(noise, 16_000), TEXT, language="en-US", engine="pocketsphinx")


def test_a_recording_too_short_for_its_words_is_refused() -> None:
    with pytest.raises(TranscriptMismatchError):
        align_transcript(
            Audio(door().samples[8_000:12_000], 16_000), TEXT, language="en-US", engine="pocketsphinx"
        )


@pytest.mark.parametrize(
    ("word", "language", "sounds"),
    [
        ("crucifix", "en-US", "K R UW S IH F IH K S"),
        ("water", "en-US", "W AO T ER"),
        ("मुड़ो", "hi-IN", "M UH R OW"),
        ("में", "hi-IN", "M EY N"),
        ("మెట్ల", "te-IN", "M EH T L AH"),
        ("12", "hi-IN", "B AA R AH HH"),
    ],
)
def test_letters_become_phones_of_the_model(word: str, language: str, sounds: str) -> None:
    assert phones(word, language) == sounds


def test_a_language_without_a_voice_is_named() -> None:
    with pytest.raises(EngineError, match="'xx-XX'"):
        align_transcript(door(), "qqq", language="xx-XX", engine="pocketsphinx")
