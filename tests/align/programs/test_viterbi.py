from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from align import Alignment, Audio, EngineError, TranscriptMismatchError, align_transcript
from align.engines.viterbi import Viterbi
from align.testing import EngineContract
from align.viterbi import decoding

DATA = Path(__file__).parents[2] / "data"
TEXT = (DATA / "align" / "door.txt").read_text()
HINDI = "सीधे चलो, फिर बाएं मुड़ो और दरवाज़े के पास रुको।"
RATE = 16_000


class TestViterbi(EngineContract):
    recording_path = DATA / "align" / "door.flac"
    text = TEXT
    language = "en-US"

    def make(self) -> Viterbi:
        return Viterbi()


def door() -> NDArray[np.float32]:
    return Audio.open(DATA / "align" / "door.flac").samples


def aligned(samples: NDArray[np.float32], text: str = TEXT, language: str = "en-US") -> Alignment:
    return align_transcript(Audio(samples, RATE), text, language=language, engine=Viterbi())


def spliced(*spans: tuple[float, float]) -> NDArray[np.float32]:
    """Parts of door.flac, one after the other; seconds."""
    return np.concatenate([door()[int(start * RATE) : int(end * RATE)] for start, end in spans])


def starts(alignment: Alignment) -> list[float]:
    return [word.start_time for word in alignment.words]


def truth() -> list[float]:
    return [row["start_time"] for row in json.loads((DATA / "align" / "door.json").read_text())]


def test_words_start_where_the_synthesiser_put_them() -> None:
    alignment = aligned(door())
    assert starts(alignment) == pytest.approx(truth(), abs=0.05)
    assert {word.source for word in alignment.words} == {"aligned"}
    assert all(0.8 < (word.confidence or 0) <= 1 for word in alignment.words)
    assert alignment.unwritten == ()
    assert (alignment.report.verdict, alignment.report.coverage) == ("fits", 1.0)


def test_words_keep_their_spelling_and_their_places_in_the_text() -> None:
    text = "  Walk\tpast the 2 “chairs”,\nturn left in-front of 3 doors — and stop."
    words = aligned(door(), text).words
    assert [text[word.start_char : word.end_char] for word in words] == text.split()
    assert [word.source for word in words if word.word == "—"] == ["interpolated"]


def test_no_word_ends_after_the_next_one_starts() -> None:
    words = aligned(door()).words
    assert all(word.end_time <= following.start_time for word, following in pairwise(words))
    assert all(word.start_time == round(word.start_time, 3) for word in words)


def test_a_repetition_counts_the_last_time_and_is_kept_as_unwritten() -> None:
    alignment = aligned(spliced((0, 3.54), (2.26, 6.0)))  # "turn left in-front" twice
    assert starts(alignment)[5:8] == pytest.approx([time + 1.28 for time in truth()[5:8]], abs=0.06)
    (again,) = alignment.unwritten or ()
    assert (again.start_time, again.end_time) == pytest.approx((2.26, 3.54), abs=0.1)


def test_what_is_not_written_is_kept_and_moves_no_word() -> None:
    stranger = Audio.open(DATA / "speech" / "instruction.flac").samples[RATE // 2 : RATE * 3]
    alignment = aligned(np.concatenate([spliced((0, 2.2)), stranger, spliced((2.2, 6.0))]))
    expected = [time + (2.5 if time > 2.2 else 0) for time in truth()]
    assert starts(alignment) == pytest.approx(expected, abs=0.1)
    assert 1.5 < sum(stretch.duration for stretch in alignment.unwritten or ()) < 3.0
    assert alignment.report.verdict == "doubtful"
    assert re.match(r"not written: [12]\.\d s at 0:02", alignment.report.reasons[0])


def test_a_sentence_that_was_never_said_is_named() -> None:
    said = f"{TEXT.strip()} Enter the kitchen on the other side of the hall."
    alignment = aligned(door(), said)
    (passage,) = alignment.report.unspoken or ()
    assert passage.text == "Enter the kitchen on the other side of the hall."
    assert said[passage.start_char : passage.end_char] == passage.text
    assert alignment.report.verdict == "doubtful"
    assert alignment.report.reasons[0] == "not said: “Enter the kitchen on the other side of…”"
    assert [word.start_time for word in alignment.words[:11]] == pytest.approx(truth()[:11], abs=0.06)


def test_a_word_has_an_expected_error_that_noise_makes_larger() -> None:
    noise = np.random.default_rng(3).normal(0, 0.05, door().size).astype(np.float32)
    clear, hidden = aligned(door()).words, aligned(door() + noise).words
    assert all(0 < (word.expected_error or 0) < 0.06 for word in clear)
    mean = [np.mean([word.expected_error or 0 for word in words]) for words in (clear, hidden)]
    assert mean[1] > 1.3 * mean[0]
    assert np.mean([word.confidence or 0 for word in hidden]) < np.mean(
        [word.confidence or 0 for word in clear]
    )


@pytest.mark.parametrize(("language", "verdict"), [("hi-IN", "fits"), ("en-US", "doubtful")])
def test_hindi_under_another_language_is_doubtful_and_names_its_own(language: str, verdict: str) -> None:
    report = aligned(Audio.open(DATA / "align" / "hindi.flac").samples, HINDI, language).report
    assert report.verdict == verdict
    if verdict == "doubtful":
        assert report.suggested_language == "hi"
        assert report.reasons[0] == "the text is in Devanagari script: try --language hi"


def test_what_is_not_said_is_interpolated() -> None:
    alignment = aligned(spliced((0, 2.26), (3.98, 6.0)))  # "turn left in-front of 3" left out
    labels = {word.word: word.source for word in alignment.words}
    assert [labels[word] for word in ("chairs,", "left", "in-front", "doors,", "stop.")] == [
        "aligned", "interpolated", "interpolated", "aligned", "aligned",
    ]  # fmt: skip
    assert alignment.report.verdict == "doubtful"


UNSAID = "Go up the stairs and past the big wooden table, then enter the kitchen and wait beside the fridge."


def with_a_sentence_never_said() -> Alignment:
    """What is said six times is written six times, with another sentence in the middle."""
    return aligned(np.tile(door(), 6), " ".join([TEXT, TEXT, TEXT, UNSAID, TEXT, TEXT, TEXT]))


def test_a_sentence_that_was_never_said_moves_no_word() -> None:
    alignment, half = with_a_sentence_never_said(), 3 * len(truth())
    said = [*alignment.words[:half], *alignment.words[half + len(UNSAID.split()) :]]
    expected = [start + turn * door().size / RATE for turn in range(6) for start in truth()]
    near = [abs(word.start_time - start) < 0.05 for word, start in zip(said, expected, strict=True)]
    assert sum(near) >= len(near) - 4  # a word on either side may be taken for the unsaid one's neighbour
    assert alignment.report.coverage < 0.9


def test_a_search_that_lost_the_path_is_repeated_with_a_wider_beam(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "BEAMS", (1500.0,))
    with pytest.raises(TranscriptMismatchError):
        with_a_sentence_never_said()
    monkeypatch.setattr(decoding, "BEAMS", (1500.0, 48_000.0))
    repeated = with_a_sentence_never_said()
    monkeypatch.setattr(decoding, "BEAMS", (48_000.0,))
    assert starts(repeated) == starts(with_a_sentence_never_said())


def test_a_mistyped_word_is_found_where_the_right_one_was_said() -> None:
    alignment = aligned(door(), TEXT.replace("chairs", "chiars").replace("doors", "doros"))
    assert starts(alignment) == pytest.approx(truth(), abs=0.05)


def test_hindi_is_aligned_with_english_phones() -> None:
    alignment = aligned(Audio.open(DATA / "align" / "hindi.flac").samples, HINDI, "hi-IN")
    assert {word.source for word in alignment.words} == {"aligned"}
    assert alignment.report.verdict == "fits"
    assert 0.15 < alignment.words[0].start_time < 0.3


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Exit the bathroom and wait beside the washing machine under the big yellow umbrella " * 2, "en-US"),
        (HINDI * 3, "hi-IN"),
    ],
)
def test_another_recordings_transcript_is_refused(text: str, language: str) -> None:
    with pytest.raises(TranscriptMismatchError, match="does not sound like the recording"):
        aligned(door(), text, language)


def test_one_word_of_many_that_were_said_is_doubtful() -> None:
    alignment = aligned(door(), "Stop.")
    assert alignment.words[0].start_time == pytest.approx(truth()[-1], abs=0.05)
    assert alignment.report.verdict == "doubtful"
    assert "not in the transcript" in " ".join(alignment.report.reasons)


def test_noise_tones_music_and_snippets_are_refused() -> None:
    time = np.arange(6 * RATE) / RATE
    rng = np.random.default_rng(0)
    melody = np.repeat(rng.choice([220, 262, 330, 392, 440, 523], 24), RATE // 4)
    sounds = [
        rng.normal(0, 0.05, 6 * RATE),
        0.3 * np.sin(2 * np.pi * 440 * time),
        sum(0.1 * np.sin(2 * np.pi * melody * time * overtone) for overtone in (1, 2, 3)),
        door()[RATE : RATE + 100],
        door()[8_000:12_000],
    ]
    for sound in sounds:
        with pytest.raises(TranscriptMismatchError):
            aligned(np.asarray(sound, np.float32))


def test_a_language_without_a_voice_is_named() -> None:
    with pytest.raises(EngineError, match="'xx-XX'"):
        aligned(door(), "qqq", "xx-XX")


@pytest.fixture(scope="module")
def guide(shared: Path) -> Alignment:
    """The real Guide of the 2021 sample, who speaks English as in India."""
    folder = shared / "data" / "pangea_sample"
    text = json.loads((folder / "args.json").read_text())["instruction"]
    return align_transcript(Audio.open(folder / "audio.mp3"), text, language="en-IN", engine=Viterbi())


@pytest.mark.shared_data
@pytest.mark.parametrize(
    ("index", "word", "start"),
    [
        (0, "Now", 1.42),
        (7, "closed", 3.53),
        (9, "turn", 5.03),
        (10, "to", 5.36),
        (16, "two", 8.49),
        (19, "climb", 9.96),
        (28, "wall", 14.40),
        (29, "paint", 14.74),
        (44, "This", 24.07),
        (51, "walk", 27.66),
        (65, "to", 32.88),
        (67, "corner", 33.08),
        (73, "that's", 36.38),
    ],
)
def test_a_real_guides_words_start_where_the_spectrogram_shows_them(
    guide: Alignment, index: int, word: str, start: float
) -> None:
    assert guide.words[index].word == word
    assert guide.words[index].start_time == pytest.approx(start, abs=0.06)


@pytest.mark.shared_data
def test_the_passage_said_twice_sits_on_its_second_time(guide: Alignment) -> None:
    enter, into, it = [word for word in guide.words if 19 < word.start_time < 22.5]
    assert [enter.word, into.word, it.word] == ["enter", "into", "it."]
    assert (enter.start_time, it.end_time) == pytest.approx((20.96, 22.0), abs=0.1)
    (twice,) = guide.unwritten or ()
    assert (twice.start_time, twice.end_time) == pytest.approx((19.6, 20.45), abs=0.1)
    assert (guide.report.verdict, guide.report.coverage) == ("fits", 1.0)
