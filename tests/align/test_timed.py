from __future__ import annotations

import numpy as np
import pytest

from align import AlignmentError, TimedWord
from align.grounding import GroundedWord, ground, snapshots_of
from align.pose_trace import PoseTrace
from align.timed import check_times, interpolated, settled, timed_fields
from align.transcript import Transcript


def word(text: str, start: float, end: float) -> TimedWord:
    return TimedWord(text, start, end, "aligned")


def test_gaps_are_shared_by_letters_and_labelled() -> None:
    times = [None, word("bb", 1.0, 2.0), None, None, word("e", 5.0, 5.5), None]
    words = interpolated(["a", "bb", "c", "dd", "e", "f"], times, duration=6.0)
    assert [known.source for known in words] == [
        "interpolated", "aligned", "interpolated", "interpolated", "aligned", "interpolated",
    ]  # fmt: skip
    assert [(known.start_time, known.end_time) for known in words] == [
        (0.0, 1.0), (1.0, 2.0), (2.0, 3.0), (3.0, 5.0), (5.0, 5.5), (5.5, 6.0),
    ]  # fmt: skip
    check_times(words, 6.0)


def test_an_empty_gap_gives_words_without_length() -> None:
    words = interpolated(["a", "b", "c"], [word("a", 0, 1), None, word("c", 1, 2)], duration=2.0)
    assert (words[1].start_time, words[1].end_time) == (1.0, 1.0)


def test_nothing_is_interpolated_from_nothing() -> None:
    with pytest.raises(AlignmentError, match="None of the 2 words has a time"):
        interpolated(["a", "b"], [None, None], duration=1.0)


@pytest.mark.parametrize(
    "words",
    [
        [word("a", -0.1, 1.0)],
        [word("a", 0.5, 0.4)],
        [word("a", 0.5, 2.1)],
        [word("a", float("nan"), 1.0)],
        [word("a", 1.0, 2.0), word("b", 0.5, 2.0)],
    ],
)
def test_times_that_cannot_be_are_refused(words: list[TimedWord]) -> None:
    with pytest.raises(AlignmentError, match="Word"):
        check_times(words, duration=2.0)


def test_rounding_keeps_a_word_within_the_recording_and_all_else() -> None:
    token = Transcript.parse(" on", "en").tokens
    last = TimedWord("on", 0.9996, 0.9996, "aligned", 0.5, expected_error=0.02)
    assert settled([last], token, duration=0.9996) == [
        TimedWord("on", 0.9996, 0.9996, "aligned", 0.5, 1, 3, expected_error=0.02)
    ]


def test_a_word_has_its_eight_fields_in_order() -> None:
    assert list(timed_fields(word("a", 0, 1)).items()) == [
        ("word", "a"), ("start_time", 0), ("end_time", 1), ("source", "aligned"), ("confidence", None),
        ("start_char", None), ("end_char", None), ("expected_error", None),
    ]  # fmt: skip


def test_a_wrong_time_is_named_with_its_place_and_its_remedy() -> None:
    with pytest.raises(AlignmentError) as refused:
        check_times([word("a", 0, 1), word("b", 1, 3)], 2.0, remedy="Cut it.")
    assert str(refused.value) == "Word 1 from 1 s to 3 s is not within 2.0 s. Cut it."
    with pytest.raises(
        AlignmentError, match=r"Word 0 from 2 s to 1 s is not a valid interval\. This is a fault"
    ):
        check_times([word("a", 2, 1)], float("inf"))
    check_times([word("a", 0, 2), word("b", 0, 1)], 2.0)  # they may begin together, and overlap


def follower(*rows: tuple[float, float]) -> PoseTrace:
    """Snapshots of the clock and of the time within the voice, each at a viewpoint of its own."""
    still = np.array([np.eye(4)] * len(rows), np.float32)
    names = tuple("abcdefgh"[: len(rows)])
    return PoseTrace(
        np.array([row[0] for row in rows]), names, still, still, np.array([row[1] for row in rows])
    )


@pytest.mark.parametrize(
    ("start", "end", "rows"),
    [
        (0.5, 1.5, [0, 2]),  # in the pause nothing is heard
        (0.5, 1.0, [0]),
        (1.0, 1.5, [2]),
        (2.0, 2.0, [3]),
        (2.5, 3.4, [3]),  # the voice may be half a second faster than the clock
        (3.6, 5.0, []),  # but no more: it was skipped
    ],
)
def test_a_follower_hears_a_word_while_the_voice_goes_on(start: float, end: float, rows: list[int]) -> None:
    trace = follower((0, 0), (1, 1), (5, 1), (6, 2), (7, 3.5), (8, 5.1))
    heard = TimedWord("go", start, end, "aligned", 0.5, 1, 2, 0.1)
    assert snapshots_of(heard, trace).tolist() == rows
    (grounded,) = ground([heard], trace)
    named = ("abcdefgh"[rows[0]], 0.0, 0.0, rows[0], rows[-1]) if rows else (None,) * 5
    assert grounded == GroundedWord(*timed_fields(heard).values(), *named)


def test_without_a_trace_no_word_has_a_camera() -> None:
    assert ground([word("a", 0, 1)], None) == [GroundedWord("a", 0, 1, "aligned")]
