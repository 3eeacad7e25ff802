from __future__ import annotations

import pytest

from align import AlignmentError, TimedWord
from align.timed import check_times, interpolated


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
