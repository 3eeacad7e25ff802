from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from align import Audio, EngineError, TranscriptMismatchError, align_transcript
from align.engines import espeak
from align.engines.espeak import ESpeak
from align.phones.espeak_ng import synthesize
from align.phones.pronunciation import phones
from align.testing import EngineContract

DATA = Path(__file__).parents[1] / "data" / "align"
TEXT = (DATA / "door.txt").read_text()


class TestESpeak(EngineContract):
    recording_path = DATA / "door.flac"
    text = TEXT
    language = "en-US"

    def make(self) -> ESpeak:
        return ESpeak()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("దాని పక్కన ఉన్న కుర్చీ దగ్గర ఆగండి", "te-IN"),
        ("दाएँ मुड़ो और 2 कदम चलकर दरवाज़े के पास रुको", "hi-IN"),
        ("Gehen Sie geradeaus, dann links in die Küche.", "de-DE"),
    ],
)
def test_any_language_of_espeak_is_found_in_noise_with_pauses(text: str, language: str) -> None:
    recording, truth = spoken_with_a_pause(text, language)
    words = align_transcript(recording, text, language=language, engine=ESpeak()).words
    assert [word.start_time for word in words] == pytest.approx(truth, abs=0.05)
    assert {(word.source, word.confidence) for word in words} == {("aligned", None)}


def test_pairs_that_espeak_reads_as_one_word_have_each_their_time() -> None:
    text = "out of there and in front of the chairs"
    recording, truth = spoken_with_a_pause(text, "en-US")
    words = align_transcript(recording, text, language="en-US", engine=ESpeak()).words
    assert len({word.start_time for word in words}) == len(truth)
    assert {word.source for word in words} == {"aligned"}


def test_the_same_text_sounds_the_same_after_any_other() -> None:
    before = synthesize(TEXT, "en-US")
    for text, language in (("Stop.", "en-US"), ("नमस्ते", "hi-IN"), ("— turn", "en-US")):
        synthesize(text, language)
        after = synthesize(TEXT, "en-US")
        assert after.words == before.words
        assert np.array_equal(after.samples, before.samples)


def test_a_token_that_nobody_speaks_is_interpolated() -> None:
    text = TEXT.replace("turn", "— turn")
    words = align_transcript(door(), text, language="en-US", engine=ESpeak()).words
    assert [word.word for word in words if word.source == "interpolated"] == ["—"]


@pytest.mark.parametrize(
    "other", ["Stop.", "Leave the kitchen, go down the long hallway and enter the bedroom on your left"]
)
def test_another_recordings_transcript_is_refused_not_forced(other: str) -> None:
    with pytest.raises(TranscriptMismatchError, match="of the cost of its reverse"):
        align_transcript(door(), other, language="en-US", engine=ESpeak())


def test_noise_without_a_voice_is_refused() -> None:
    noise = np.random.default_rng(0).normal(0, 0.05, 6 * 16_000).astype(np.float32)
    with pytest.raises(TranscriptMismatchError):
        align_transcript(Audio(noise, 16_000), TEXT, language="en-US", engine=ESpeak())


def test_long_recordings_are_warped_near_the_path_of_their_averaged_frames(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = align_transcript(door(), TEXT, language="en-US", engine=ESpeak()).words
    monkeypatch.setattr(espeak, "MOST_PAIRS", 20_000)
    near = align_transcript(door(), TEXT, language="en-US", engine=ESpeak()).words
    assert [word.start_time for word in near] == pytest.approx([word.start_time for word in whole], abs=0.021)


def test_a_language_without_a_voice_is_named() -> None:
    with pytest.raises(EngineError, match="'xx-XX'"):
        align_transcript(door(), TEXT, language="xx-XX", engine=ESpeak())


def test_threads_take_turns_with_the_library() -> None:
    expected = phones("मुड़ो", "hi-IN"), synthesize("turn right", "en-US").samples.size
    results = []

    def work() -> None:
        results.append((phones("मुड़ो", "hi-IN"), synthesize("turn right", "en-US").samples.size))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4
    assert {sounds for sounds, _ in results} == {expected[0]}
    assert [size for _, size in results] == pytest.approx([expected[1]] * 4, rel=0.01)


def door() -> Audio:
    return Audio.open(DATA / "door.flac")


def spoken_with_a_pause(text: str, language: str) -> tuple[Audio, list[float]]:
    """The text read aloud in noise, with 0.7 s of it in the middle; and where the words start."""
    speech = synthesize(" \u200b ".join(text.split()), language)
    middle = speech.words[len(speech.words) // 2].start_time
    at, pause = int(middle * speech.sample_rate), np.zeros(int(0.7 * speech.sample_rate), np.float32)
    sound = np.concatenate([speech.samples[:at], pause, speech.samples[at:]]) * 0.8
    noise = np.random.default_rng(0).normal(0, 0.003, sound.size)
    truth = [word.start_time + 0.7 * (word.start_time >= middle) for word in speech.words]
    return Audio((sound + noise).astype(np.float32), speech.sample_rate), truth
