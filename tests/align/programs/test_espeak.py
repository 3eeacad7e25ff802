from __future__ import annotations

import json
import threading
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from align import Audio, EngineError, TranscriptMismatchError, align_transcript
from align.engines import espeak
from align.engines.espeak import ESpeak
from align.phones.espeak_ng import synthesize
from align.phones.pronunciation import phones
from align.testing import EngineContract

DATA = Path(__file__).parents[2] / "data" / "align"
TEXT = (DATA / "door.txt").read_text()
HINDI = "सीधे चलो, फिर बाएं मुड़ो और दरवाज़े के पास रुको।"


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
    assert {word.source for word in words} == {"aligned"}
    assert all(0.5 < (word.confidence or 0) < 1 and 0 < (word.expected_error or 0) < 0.5 for word in words)


def test_pairs_that_espeak_reads_as_one_word_have_each_their_time() -> None:
    text = "out of there and in front of the chairs"
    recording, truth = spoken_with_a_pause(text, "en-US")
    words = align_transcript(recording, text, language="en-US", engine=ESpeak()).words
    assert len({word.start_time for word in words}) == len(truth)
    assert {word.source for word in words} == {"aligned"}


def test_what_is_not_written_as_it_is_said_is_read_as_people_say_it() -> None:
    said = "Walk twenty feet, then turn to the second bedroom with the red chair."
    recording, truth = spoken_with_a_pause(said, "en-US")
    written = "Walk 20 ft, then turn to the 2nd bdrm w/ the red chair."
    words = align_transcript(recording, written, language="en-US", engine=ESpeak()).words
    assert [word.start_time for word in words] == pytest.approx(truth, abs=0.05)


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


def test_a_long_recording_is_aligned_as_its_parts_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same voice again and again, after pauses of up to eight seconds."""
    one, random = door(), np.random.default_rng(0)
    alone = [word.start_time for word in align_transcript(one, TEXT, language="en-US", engine=ESpeak()).words]
    parts, truth, length = list[NDArray[np.float32]](), list[float](), 0
    for pause in random.uniform(0.3, 8.0, 12):
        truth += [length / one.sample_rate + start for start in alone]
        quiet = random.normal(0, 0.001, int(pause * one.sample_rate)).astype(np.float32)
        parts += [one.samples, quiet]
        length += one.samples.size + quiet.size
    whole = Audio(np.concatenate(parts), one.sample_rate)
    monkeypatch.setattr(espeak, "MOST_PAIRS", 400_000)  # many frames are averaged, as in an hour
    starts = aligned(whole, " ".join([TEXT] * 12), "en-US")
    assert np.quantile(np.abs(np.array(starts) - truth), 0.97) < 0.05
    monkeypatch.setattr(espeak, "REACHES", (5, 2000))  # a band that is too narrow is noticed
    assert aligned(whole, " ".join([TEXT] * 12), "en-US") == pytest.approx(starts, abs=0.011)
    with pytest.raises(TranscriptMismatchError, match="of the cost of its reverse"):
        aligned(whole, "Leave the kitchen and enter the bedroom on your left, by the window. " * 12, "en-US")


@pytest.mark.shared_data
def test_twenty_minutes_of_many_voices_do_not_drift(shared: Path) -> None:
    """Nobody's words are more than three seconds off for long, and most are where they are in short recordings."""
    random, parts, texts, truth, length = (
        np.random.default_rng(1), list[NDArray[np.float32]](), list[str](), list[float](), 0,
    )  # fmt: skip
    folders = (shared / "data" / "alignment" / name for name in ("tts_clean", "tts_pauses", "tts_disfluent"))
    for path in sorted(file for folder in folders for file in folder.glob("*.flac")):
        voice = Audio.open(path).resampled(16_000)
        truth += [
            length / 16_000 + row["start_time"] for row in json.loads(path.with_suffix(".json").read_text())
        ]
        texts.append(path.with_suffix(".txt").read_text().strip())
        quiet = random.normal(0, 0.0005, int(random.uniform(0.3, 3.0) * 16_000)).astype(np.float32)
        parts += [voice.samples, quiet]
        length += voice.samples.size + quiet.size
    errors = np.abs(np.array(aligned(Audio(np.concatenate(parts), 16_000), " ".join(texts), "en-US")) - truth)
    assert (errors <= 0.05).mean() > 0.84
    assert (errors <= 0.1).mean() > 0.89
    assert (errors > 3).mean() < 0.01


def test_an_alignment_is_the_same_first_last_and_after_another_language() -> None:
    first = aligned(door(), TEXT, "en-US")
    hindi = Audio.open(DATA / "hindi.flac")
    in_hindi = aligned(hindi, HINDI, "hi-IN")
    for _ in range(2):
        assert phones("मुड़ो", "hi-IN") == "M UH R OW"
        assert aligned(door(), TEXT, "en-US") == first
        assert aligned(hindi, HINDI, "hi-IN") == in_hindi
    assert aligned(door(), TEXT, "en-US") == first


def aligned(recording: Audio, text: str, language: str) -> list[float]:
    """Where the words start."""
    words = align_transcript(recording, text, language=language, engine=ESpeak()).words
    return [word.start_time for word in words]


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
