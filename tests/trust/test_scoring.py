"""When a check item is passed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pangea_server.annotate.kinds.check_scores import follower_verdict, guide_verdict
from pangea_server.annotate.kinds.wording import chrf, nearer_elsewhere

SOFA = ["Walk past the lamp and stop at the sofa.", "Go by the lamp, wait next to the sofa."]
OTHERS = [
    ["Climb the stairs and enter the bedroom on the left."],
    ["Leave the kitchen through the glass door."],
    ["Turn around, walk to the piano, stop."],
    ["Cross the hall and wait in front of the mirror."],
    ["Go down two steps to the washing machine."],
    ["Enter the study, stop behind the desk."],
    ["Follow the corridor to the fire extinguisher."],
    ["Leave the bathroom, turn right at the plant."],
    ["Step out on the balcony and look over the garden."],
]


@pytest.mark.parametrize(
    ("success", "ndtw", "good", "passed"),
    [
        (1.0, 1.0, [1.0, 0.9], True),
        (1.0, 0.73, [1.0, 0.9], True),
        (1.0, 0.71, [1.0, 0.9], False),
        (1.0, 0.71, [0.8], True),
        (0.0, 1.0, [0.5], False),
    ],
)
def test_a_follower_arrives_by_no_worse_a_way(
    success: float, ndtw: float, good: list[float], passed: bool
) -> None:
    assert follower_verdict(success, ndtw, good).passed is passed


def test_a_guide_describes_this_path_and_walks_it() -> None:
    assert guide_verdict(1, "Go past a lamp, stop near the sofa", SOFA, OTHERS).passed is True
    assert guide_verdict(1, "Step down to the desk behind the glass door", SOFA, OTHERS).passed is False
    assert guide_verdict(1, "xyzxyz", SOFA, OTHERS).passed is False
    verdict = guide_verdict(0, SOFA[0], SOFA, OTHERS)
    assert (verdict.passed, verdict.reason) == (False, "did not walk the path to its end")


def test_what_cannot_be_compared_is_not_judged() -> None:
    for references, others in (([], OTHERS), (SOFA, []), (SOFA, OTHERS[:5]), (SOFA, [[]] * 20)):
        assert guide_verdict(1, SOFA[0], references, others).passed is None


def test_chrf_by_hand() -> None:
    """abcd and abce: 3 of 4 letters, 2 of 3 pairs, 1 of 2 triples, 0 of 1; the mean of both sides is 23/48."""
    assert chrf("abcd", "abce") == pytest.approx(23 / 48)
    assert chrf("A b, c D!", "abcd") == 1.0
    assert chrf("", "abcd") == chrf("abcd", "") == 0.0


def test_hindi_and_telugu_are_compared_by_letters_too() -> None:
    assert chrf("सोफ़े के पास रुकें", "सोफ़े के पास रुक जाएँ") > 0.5 > chrf("सोफ़े के पास रुकें", "ऊपर जाओ")
    assert chrf("సోఫా దగ్గర ఆగండి", "సోఫా దగ్గర ఆగు") > 0.5 > chrf("సోఫా దగ్గర ఆగండి", "మెట్లు ఎక్కండి")


@given(st.text(max_size=40), st.text(max_size=40))
def test_chrf_is_a_share_and_treats_both_alike(one: str, other: str) -> None:
    assert 0 <= chrf(one, other) <= 1
    assert chrf(one, other) == pytest.approx(chrf(other, one))


@given(st.text(max_size=30), st.lists(st.lists(st.text(max_size=30), max_size=3), max_size=5))
def test_nearness_is_a_share_or_unknown(text: str, others: list[list[str]]) -> None:
    share = nearer_elsewhere(text, SOFA, others)
    assert (share is None) == (not any(others))
    assert share is None or 0 <= share <= 1
