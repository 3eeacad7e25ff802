"""What a person has set right stays right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from align import AlignmentError, Audio, TimedWord, align_transcript, mend, retyped
from align.engines.protocol import Aligned
from align.mending import around_mended, correct
from align.transcript import Transcript
from environments.errors import InvalidDataError

TEXT = "turn left now please"
ALIGNED = [
    TimedWord("turn", 0.5, 1.0, "aligned", 0.9),
    TimedWord("left", 1.0, 1.5, "aligned", 0.2),
    TimedWord("now", 1.5, 2.0, "aligned", 0.9),
    TimedWord("please", 2.0, 2.5, "interpolated"),
]
SOUND = Audio(np.full(48_000, 0.1, np.float32), 16_000)


class Same:
    """Finds the words where they were found before."""

    name = "same"

    def align(self, recording: Audio, transcript: Transcript) -> Aligned:
        known = [word if word.source == "aligned" else None for word in ALIGNED]
        return Aligned(known[: len(transcript.tokens)])


def moved(index: int, start: float, end: float) -> list[TimedWord]:
    edited = list(ALIGNED)
    edited[index] = TimedWord(edited[index].word, start, end, "mended")
    return edited


def test_only_what_a_person_moved_is_mended() -> None:
    words = mend(ALIGNED, moved(1, 1.1, 1.45), 3.0)
    assert [word.source for word in words] == ["aligned", "mended", "aligned", "interpolated"]
    assert (words[1].start_time, words[1].end_time, words[1].confidence) == (1.1, 1.45, None)
    assert words[0] is ALIGNED[0]


def test_a_files_milliseconds_mend_nothing() -> None:
    assert mend(ALIGNED, moved(1, 1.0005, 1.4995), 3.0) == ALIGNED


def test_other_words_and_impossible_times_are_refused() -> None:
    with pytest.raises(InvalidDataError, match="differ from word 1 on"):
        mend(ALIGNED, [ALIGNED[0], TimedWord("right", 1.0, 1.5, "mended"), *ALIGNED[2:]], 3.0)
    with pytest.raises(InvalidDataError, match="differ from word 3 on"):
        mend(ALIGNED, ALIGNED[:3], 3.0)
    with pytest.raises(AlignmentError, match="starts at"):
        mend(ALIGNED, moved(1, 0.2, 0.4), 3.0)
    with pytest.raises(AlignmentError, match="is not within"):
        mend(ALIGNED, moved(3, 2.0, 9.0), 3.0)


def test_a_new_alignment_keeps_them_and_makes_room() -> None:
    before = mend(ALIGNED, moved(1, 0.8, 1.7), 3.0)
    words = align_transcript(SOUND, TEXT, language="en-US", engine=Same(), before=before).words
    assert [(word.start_time, word.end_time, word.source) for word in words] == [
        (0.5, 0.8, "aligned"),
        (0.8, 1.7, "mended"),
        (1.7, 2.0, "aligned"),
        (2.0, 3.0, "interpolated"),
    ]
    assert words[1].start_char == 5


def test_a_word_that_a_mended_one_covers_is_interpolated() -> None:
    before = mend(ALIGNED[:3], [*ALIGNED[:2], TimedWord("now", 1.0, 2.0, "mended")], 3.0)
    words = align_transcript(SOUND, "turn left now", language="en-US", engine=Same(), before=before).words
    assert [(word.start_time, word.end_time, word.source) for word in words[1:]] == [
        (1.0, 1.0, "interpolated"),
        (1.0, 2.0, "mended"),
    ]


def test_a_transcript_that_has_changed_is_refused_rather_than_guessed_at() -> None:
    with pytest.raises(InvalidDataError, match="differ from word 0 on"):
        align_transcript(SOUND, "go left now please", language="en-US", engine=Same(), before=ALIGNED)


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Go left.\nStop.", ["Go", "left.", "Stop."], "Go left.\nStop."),
        ("Go left.\nStop.", ["Go", "right.", "Stop."], "Go right.\nStop."),
        ("Go left.\nStop.", ["Well,", "go", "left.", "Stop."], "Well, go left.\nStop."),
        (" Go left. ", ["Go"], " Go "),
        ("Go left.", ["Now", "Go", "left.", "again"], "Now Go left. again"),
    ],
)
def test_a_text_keeps_its_white_space_where_its_words_stay(
    text: str, words: list[str], expected: str
) -> None:
    assert retyped(text, words) == expected


def test_a_word_is_mended_from_two_milliseconds_on_with_four_decimals_and_without_what_was_measured() -> None:
    known = TimedWord("a", 1.0, 2.0, "aligned", 0.9, 3, 4, 0.02)
    for start, end in ((1.0014, 2.0), (1.0, 1.9986)):
        assert correct([known], [TimedWord("a", start, end, "mended")], 3.0) == [known]
    assert correct([known], [TimedWord("a", 1.002, 2.0, "aligned")], 3.0)[0].source == "mended"
    assert correct([known], [TimedWord("a", 1.00209, 2.12346, "aligned")], 3.0) == [
        TimedWord("a", 1.0021, 2.1235, "mended", None, 3, 4, None)
    ]


def test_a_new_word_has_no_place_in_the_old_text() -> None:
    edited = [ALIGNED[0], TimedWord("right", 1.0, 1.2, "aligned", 0.5, 7, 9, 0.1), *ALIGNED[2:]]
    assert correct(ALIGNED, edited, 3.0) == [ALIGNED[0], TimedWord("right", 1.0, 1.2, "mended"), *ALIGNED[2:]]
    assert correct(ALIGNED, ALIGNED[1:], 3.0) == ALIGNED[1:]


@pytest.mark.parametrize(
    ("edited", "message"),
    [
        ([], "No word is left."),
        (
            [ALIGNED[0], TimedWord("to the", 1.0, 1.2, "mended")],
            "Word 1 is 'to the', which is not a single word.",
        ),
        ([TimedWord("", 1.0, 1.2, "mended")], "Word 0 is '', which is not a single word."),
        ([TimedWord(" a", 1.0, 1.2, "mended")], "Word 0 is ' a', which is not a single word."),
    ],
)
def test_entries_are_single_words(edited: list[TimedWord], message: str) -> None:
    with pytest.raises(InvalidDataError) as refused:
        correct(ALIGNED, edited, 3.0)
    assert refused.value.message == message


def test_a_time_of_which_nothing_is_left_beside_a_mended_word_is_dropped() -> None:
    times = [TimedWord("turn", 0.5, 1.0, "aligned"), None, TimedWord("now", 1.0, 2.0, "aligned")]
    before = [replace(ALIGNED[0], source="aligned"), TimedWord("left", 0.5, 2.0, "mended"), ALIGNED[2]]
    assert around_mended(times, ["turn", "left", "now"], before) == [None, before[1], None]
    before[1] = replace(before[1], start_time=0.7, end_time=1.5)
    assert around_mended(times, ["turn", "left", "now"], before) == [
        TimedWord("turn", 0.5, 0.7, "aligned"), before[1], TimedWord("now", 1.5, 2.0, "aligned"),
    ]  # fmt: skip
