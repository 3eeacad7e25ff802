from __future__ import annotations

import random
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from align import TimedWord, Transcript
from align.matching import BAND_WORDS, Method, edit_distance, match, transfer_times

METHODS: tuple[Method, ...] = get_args(Method)


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


def a_long_text() -> list[str]:
    nouns = [
        "door",
        "chair",
        "table",
        "sofa",
        "lamp",
        "bed",
        "hall",
        "stairs",
        "left",
        "right",
        "past",
        "into",
    ]
    return random.Random(0).choices(nouns, k=150)


def test_each_method_warps_in_its_own_way() -> None:
    """Sixty words at the beginning were not heard: the path leaves the diagonal further than the band."""
    written = a_long_text()
    found = {method: match(written, written[60:], method) for method in METHODS}
    right = {method: sum(i == j + 60 for i, j in pairs) for method, pairs in found.items()}
    assert len({tuple(pairs) for pairs in found.values()}) == len(METHODS) == 3
    assert right["exact"] > right["banded"]
    assert right["exact"] > right["fastdtw"]


def test_the_band_finds_what_lies_near_the_diagonal() -> None:
    written = a_long_text()
    left_out = written[: BAND_WORDS // 2] + written[BAND_WORDS:]
    assert match(written, left_out, "banded") == match(written, left_out, "exact")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("written", "recognised"), [(["go"], ["go"] * 90), (["go"] * 90, ["go"])])
def test_every_method_takes_texts_of_any_length(
    method: Method, written: list[str], recognised: list[str]
) -> None:
    assert len(match(written, recognised, method)) == 1


@given(st.lists(st.text("abc", min_size=1, max_size=4)), st.lists(st.text("abc", min_size=1, max_size=4)))
def test_pairs_increase_and_are_one_to_one(written: list[str], recognised: list[str]) -> None:
    pairs = match(written, recognised)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))


@given(st.lists(st.text("abcdef", min_size=1, max_size=6), unique=True))
def test_a_text_matches_itself(words: list[str]) -> None:
    assert match(words, words) == [(i, i) for i in range(len(words))]


@pytest.mark.parametrize(
    ("written", "recognised", "pairs"),
    [
        (["ab"], ["ac"], [(0, 0)]),  # half of the letters are the same
        (["abcde"], ["abxyz"], []),
        (["go", "go"], ["go"], [(0, 0)]),
        (["go"], ["go", "go"], [(0, 0)]),
        (["gone", "go"], ["go"], [(1, 0)]),  # the nearest
        ([], ["go"], []),
    ],
)
def test_words_match_whose_letters_are_half_the_same_and_each_once(
    written: list[str], recognised: list[str], pairs: list[tuple[int, int]]
) -> None:
    assert match(written, recognised) == pairs


def test_a_token_has_the_source_and_confidence_of_what_was_heard() -> None:
    shared = TimedWord("front", 1.0, 1.5, "interpolated", 0.3)
    times = transfer_times([*heard("in"), shared], Transcript.parse("In-front, now", "en"))
    assert times == [TimedWord("In-front,", 0.0, 1.5, "interpolated", 0.3), None]
