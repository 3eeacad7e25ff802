from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from align import TimedWord, Transcript
from align.matching import edit_distance, match, transfer_times


def heard(*words: str) -> list[TimedWord]:
    return [TimedWord(word, float(i), i + 0.5, "recognised", 0.9) for i, word in enumerate(words)]


def test_misheard_words_match_and_missing_ones_do_not() -> None:
    assert match(["walk", "past", "the", "sofa"], ["walk", "passed", "sofa"]) == [(0, 0), (1, 1), (3, 2)]


def test_a_token_of_two_words_lasts_from_the_first_to_the_last() -> None:
    transcript = Transcript.parse("stand in-front — now", "en-IN")
    times = transfer_times(heard("stand", "in", "front", "now"), transcript)
    assert [known and (known.start_time, known.end_time) for known in times] == [
        (0, 0.5),
        (1, 2.5),
        None,
        (3, 3.5),
    ]
    assert all(known.source == "recognised" for known in times if known)


def test_numbers_match_however_they_are_written() -> None:
    transcript = Transcript.parse("two chairs", "en-US")
    assert all(transfer_times(heard("2", "chairs"), transcript))


def test_edit_distance_is_a_share_of_the_longer_text() -> None:
    transcript = Transcript.parse("Walk, left!", "en-US")
    assert edit_distance(heard("walk", "left"), transcript) == 0.0
    assert edit_distance(heard("walk", "lift"), transcript) == pytest.approx(1 / 9)
    assert edit_distance([], transcript) == 1.0


@given(st.lists(st.text("abc", min_size=1, max_size=4)), st.lists(st.text("abc", min_size=1, max_size=4)))
def test_pairs_increase_and_are_one_to_one(written: list[str], recognised: list[str]) -> None:
    pairs = match(written, recognised)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))


@given(st.lists(st.text("abcdef", min_size=1, max_size=6), unique=True))
def test_a_text_matches_itself(words: list[str]) -> None:
    assert match(words, words) == [(i, i) for i in range(len(words))]
