"""Who speaks when, on conversations small enough to reckon by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from align.turns import Utterance, floor_transfers, overlap, speech_seconds, turns, utterances


def said(speaker: str, start: float, end: float, text: str = "so") -> Utterance:
    return Utterance(speaker, start, end, tuple(text.split()))


def test_a_pause_ends_what_somebody_says() -> None:
    words = [(1.0, 1.2, "go"), (1.3, 1.6, "left"), (1.9, 2.1, "then"), (2.2, 2.4, "stop")]
    assert utterances("oracle", words) == [
        said("oracle", 1.0, 1.6, "go left"),
        said("oracle", 1.9, 2.4, "then stop"),
    ]
    assert utterances("oracle", []) == []


def test_a_turn_lasts_until_another_person_begins() -> None:
    told = [said("a", 0, 1, "where"), said("b", 1.5, 2, "here"), said("a", 1.2, 1.4, "now"), said("a", 3, 4)]
    assert turns(told) == [said("a", 0, 1.4, "where now"), said("b", 1.5, 2, "here"), said("a", 3, 4)]


def test_what_is_typed_is_a_turn_of_its_own() -> None:
    typed = Utterance("a", 1.5, 1.5, ("left",), typed=True)
    assert turns([said("a", 0, 1), typed, said("a", 2, 3)]) == [said("a", 0, 1), typed, said("a", 2, 3)]
    assert [each.seconds for each in floor_transfers([said("a", 0, 1), typed, said("b", 2, 3)])] == [1.0]


def test_gaps_overlaps_and_what_takes_no_turn() -> None:
    told = [said("a", 0, 2), said("b", 2.5, 4), said("a", 3.5, 5), said("b", 4.2, 4.4), said("b", 5.5, 6)]
    assert [each.seconds for each in floor_transfers(told)] == pytest.approx([0.5, -0.5, 0.5])
    assert speech_seconds(told) == pytest.approx(2 + 2.5 + 0.5)
    assert overlap(told) == pytest.approx((0.5 + 0.2) / 5)


def test_nobody_spoke() -> None:
    assert overlap([]) is None
    assert overlap([Utterance("a", 1, 1, ("hm",), typed=True)]) is None
    assert (floor_transfers([]), turns([])) == ([], [])


spans = st.tuples(st.integers(0, 50), st.integers(1, 5), st.sampled_from("ab"))


@given(st.lists(spans, max_size=12))
def test_shares_are_shares_and_no_word_is_lost(told: list[tuple[int, int, str]]) -> None:
    found = [said(who, start, start + long) for start, long, who in told]
    share = overlap(found)
    assert share is None or 0 <= share <= 1
    assert sum(len(turn.words) for turn in turns(found)) == len(found)
    assert all(
        before.speaker != after.speaker for before, after in zip(turns(found), turns(found)[1:], strict=False)
    )
