from __future__ import annotations

import numpy as np
import pytest

from align.calibration.scale import DISTANCES, Scale
from align.calibration.signs import Timed, common_signs
from align.calibration.unspoken import unspoken_passages

TEXT = [
    "Go",
    "past",
    "the",
    "lamp.",
    "Enter",
    "the",
    "kitchen",
    "on",
    "the",
    "left.",
    "Stop",
    "at",
    "the",
    "door.",
]


@pytest.mark.parametrize(
    ("not_said", "passages"),
    [
        ((), []),
        (range(4, 10), [(4, 10)]),
        ((*range(4), *range(10, 14)), [(0, 4), (10, 14)]),
        ((5,), []),
        (range(14), [(0, 14)]),
    ],
)
def test_passages_are_runs_of_words_that_were_not_said(
    not_said: range, passages: list[tuple[int, int]]
) -> None:
    evidence = [-3.0 if place in not_said else 3.0 for place in range(len(TEXT))]
    assert unspoken_passages(TEXT, evidence) == passages


def test_a_word_that_happens_to_fit_does_not_break_a_passage_nor_move_its_ends() -> None:
    evidence = [2.0] * 4 + [-2.0, 1.5, -2.0, -2.0, 1.0, -2.0] + [2.0] * 4
    assert unspoken_passages(TEXT, evidence) == [(4, 10)]


def test_a_passage_ends_with_its_sentence_if_that_is_near() -> None:
    assert unspoken_passages(TEXT, [3.0] * 4 + [-3.0] * 8 + [3.0] * 2) == [(4, 10)]
    plain = [word.strip(".").lower() for word in TEXT]
    assert unspoken_passages(plain, [3.0] * 4 + [-3.0] * 8 + [3.0] * 2) == [(4, 12)]


def test_one_mistyped_word_is_no_passage_however_badly_it_fits() -> None:
    assert unspoken_passages(TEXT, [2.0] * 6 + [-90.0] + [2.0] * 7) == []


def test_weak_evidence_is_enough_in_the_last_half_of_a_sentence() -> None:
    words = [
        "go",
        "along",
        "the",
        "hall",
        "to",
        "the",
        "end",
        "and",
        "turn",
        "left",
        "there",
        "then",
        "stop.",
    ]
    evidence = [5.0] * 7 + [-0.9, 1.0, -1.4, -1.5, -1.4, -1.1]
    assert unspoken_passages(words, evidence) == [(9, 13)]


def test_a_dash_belongs_to_what_is_around_it() -> None:
    words = ["Go", "on.", "Enter", "—", "the", "room.", "Stop."]
    assert unspoken_passages(words, [3, 3, -4, None, -4, -4, 3]) == [(2, 6)]


SCALE = Scale(
    {
        "distance": {"fit": -1.0},
        "cuts": [-1.0, 0.0, 1.0, 2.0, 3.0, 4.0],
        "beyond": 0.4,
        "said": {"fit": 2.0},
        "bias": 1.0,
        "skipped": -3.0,
    }
)


def test_confidence_falls_and_the_expected_error_grows_as_the_fit_falls() -> None:
    signs = {"fit": np.array([8.0, 2.0, 0.0, -4.0, -9.0])}
    confidence, error = SCALE.confidence(signs), SCALE.expected_error(signs)
    assert (np.diff(confidence) < 0).all()
    assert (np.diff(error) > 0).all()
    assert confidence[0] > 0.99
    assert error[0] == pytest.approx(DISTANCES[0] / 2, abs=0.001)
    assert error[-1] == pytest.approx(DISTANCES[-1] + 0.4, abs=0.05)
    assert SCALE.said(signs)[1] == 5.0


def test_signs_compare_a_word_with_its_own_recording() -> None:
    start = np.linspace(0, 4.5, 10)
    even = Timed(start, np.linspace(0.4, 4.9, 10), np.full(10, -2.0), np.full(10, 4.0))
    signs = common_signs(even, 5.0)
    assert (signs["relative_fit"] == 0).all()
    assert (signs["slow"] == 0).all()
    slow = even._replace(end=even.end + np.eye(10)[3] * 0.8)
    assert np.flatnonzero(common_signs(slow, 5.0)["slow"]).tolist() == [3]
    assert np.flatnonzero(common_signs(slow, 5.0)["slow_before"]).tolist() == [4]
