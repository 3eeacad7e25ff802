from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from align.calibration import Judgement, Measured, estimates, judge
from align.calibration.scale import DISTANCES, SignScale
from align.calibration.signs import Timed, around, common_signs
from align.calibration.unspoken import ends_sentence, unspoken_passages
from align.transcript import Transcript

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


SCALE = SignScale(
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


@pytest.mark.parametrize(
    ("word", "ends"),
    [
        *(
            (word, True)
            for word in ("door.", "stop!", "go?", "रुको।", "रुको॥", "well…", "go;", "door.”", "(left.)", "go.'")
        ),
        *((word, False) for word in ("door,", "go:", "”", "", "3.5m")),
    ],
)
def test_a_sentence_ends_with_its_mark_whatever_closes_after_it(word: str, ends: bool) -> None:
    assert ends_sentence(word) is ends


@pytest.mark.parametrize(
    ("words", "evidence", "passages"),
    [
        ("Go. a x. Stop.", [3, -2, -2, 3], [(1, 3)]),
        ("Go. — x. Stop.", [3, None, -4, 3], []),  # one word that is said is no passage
        ("Go. a x. Stop.", [3, -1, -1, 3], []),  # no more than it costs to begin and to end
        ("Go. a x. Stop.", [3, -1, -1.1, 3], [(1, 3)]),
        ("go a x stop.", [3, -3, -3, 3], []),  # it costs more within a sentence
        ("go a x stop.", [3, -3, -3.1, 3], [(1, 3)]),
        ("a x.", [-3, -3], [(0, 2)]),
    ],
)
def test_a_passage_is_worth_more_than_its_two_ends(
    words: str, evidence: list[float | None], passages: list[tuple[int, int]]
) -> None:
    assert unspoken_passages(words.split(), evidence) == passages


@pytest.mark.parametrize(
    ("stop", "not_said", "passage"),
    [
        (16, 13, (0, 16)),
        (16, 12, (0, 12)),  # four words away
        (16, 19, (0, 16)),
        (7, 5, (0, 5)),  # more than a third of the passage away
        (6, 5, (0, 6)),
    ],
)
def test_a_passage_grows_or_shrinks_by_three_words_and_a_third_of_it(
    stop: int, not_said: int, passage: tuple[int, int]
) -> None:
    words = ["a"] * 24
    words[stop - 1] = "a."
    assert unspoken_passages(words, [-4.0] * not_said + [4.0] * (24 - not_said)) == [passage]


def logistic(odds: float) -> float:
    return float(1 / (1 + np.exp(-odds)))


def test_confidence_and_expected_error_are_those_of_the_formula() -> None:
    signs = {"fit": np.array([0.0])}
    beyond = [1.0, *(logistic(odds) for odds in (1, 0, -1, -2, -3, -4))]
    widths = (0.01, 0.015, 0.025, 0.05, 0.1, 0.3)
    error = sum((a + b) / 2 * width for a, b, width in zip(beyond, beyond[1:], widths, strict=False))
    assert SCALE.expected_error(signs)[0] == pytest.approx(error + 0.4 * beyond[-1])
    assert SCALE.confidence(signs)[0] == pytest.approx((1 - logistic(-2)) * logistic(1 + 3))
    assert BLIND.confidence(signs)[0] == pytest.approx(1 - logistic(-2))
    assert (SCALE.tells_unspoken, SCALE.skipped, BLIND.tells_unspoken) == (True, -3.0, False)


BLIND = SignScale({"distance": {"fit": -1.0}, "cuts": [-1.0, 0.0, 1.0, 2.0, 3.0, 4.0], "beyond": 0.4})


def test_a_token_has_the_evidence_of_all_its_words_found_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Sequence[str], Sequence[float | None]]] = []

    def passages(words: Sequence[str], evidence: Sequence[float | None]) -> list[tuple[int, int]]:
        asked.append((words, evidence))
        return [(0, 2), (3, 4)]

    monkeypatch.setattr(estimates, "unspoken_passages", passages)
    monkeypatch.setattr(estimates, "scale_of", {"mine": SCALE, "blind": BLIND}.__getitem__)
    transcript = Transcript.parse("Go in-front — now", "en")
    measured = Measured([0, 1, 1, 3], [0, 2], [0.0, 1.0], {"fit": np.array([0.5, -1.0])})
    judgement = judge("mine", transcript, measured)
    assert asked == [(["Go", "in-front", "—", "now"], [2.0, -3.0 - 1.0, None, -3.0])]
    assert (judgement.unspoken, judgement.unspoken_tokens) == (((0, 2), (3, 4)), 3)
    assert list(judgement.words) == [0, 2]
    expected = [
        float(SCALE.confidence(measured.signs)[1]),
        float(SCALE.expected_error(measured.signs)[1]),
        -1.0,
    ]
    assert list(judgement.words[2]) == pytest.approx(expected)
    blind = judge("blind", transcript, measured)
    assert (blind.unspoken, blind.unspoken_tokens, blind.words[0].said) == (None, 0, 0.0)
    assert judge("blind", transcript, Measured([0], [], [], {})) == Judgement({}, None)


def test_the_signs_of_three_words_are_those_of_their_times_and_fits() -> None:
    words = Timed(
        np.array([0.5, 1.0, 2.0]), np.array([1.0, 1.4, 2.8]), np.array([-1.0, -3.0, -2.0]), np.ones(3)
    )
    slow, ln = np.log(4) - 0.4, np.log
    signs = common_signs(words._replace(length=np.array([1.25, 4.0, 8.0])), 3.0)
    expected = {
        "fit": [-1, -3, -2],
        "relative_fit": [0.8, -1.2, -0.2],
        "level": [-1.8] * 3,
        "neighbours": [-0.7, 0.3, -0.2],
        "slow": [slow, 0, 0],
        "fast": [0, 0, 0],
        "slow_before": [0, slow, 0],
        "fast_before": [0, 0, 0],
        "length": [ln(1.25), ln(4), ln(8)],
        "pause": [ln(6), 0, ln(7)],
        "pause_after": [0, ln(7), ln(3)],
        "fit_of_previous": [-1, -1, -3],
        "fit_of_next": [-3, -2, -2],
    }
    assert {name: values.tolist() for name, values in signs.items()} == {
        name: pytest.approx(values, abs=1e-9) for name, values in expected.items()
    }
    fast = common_signs(words._replace(length=np.array([20.0, 4.0, 8.0])), 3.0)
    assert fast["fast"].tolist() == pytest.approx([slow, 0, 0])
    assert fast["fast_before"].tolist() == pytest.approx([0, slow, 0])


def test_the_words_around_a_word_are_three_on_either_side() -> None:
    assert around(np.arange(9.0)).tolist() == pytest.approx([2, 9 / 4, 13 / 5, 3, 4, 5, 27 / 5, 23 / 4, 6])
    assert around(np.array([-2.0])).tolist() == [-2.0]
