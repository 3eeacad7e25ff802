"""The sentences about a comparison: which system, how much, how sure, and what could not have been seen."""

from __future__ import annotations

import pytest

from pangea_server.dataset.evaluation.findings import amount, findings, is_found, level, p_text, sentence
from pangea_server.quality.comparison import WALK_MEASURES, Difference, WalkMeasure

SUCCESS, ERROR, SPL = WALK_MEASURES[:3]


def pair(value: float, low: float, high: float, p: float) -> Difference:
    return Difference("A", "B", value, low, high, p, p_holm=p, detectable=0.09, paths=60)


def test_a_difference_that_was_found_names_the_better_system_first() -> None:
    assert sentence(SUCCESS, pair(0.12, 0.04, 0.2, 0.003)) == (
        "People reach the goal 12 points more often with A than with B (95 % interval 4 to 20 points, p = .003)."
    )
    assert sentence(SUCCESS, pair(-0.12, -0.2, -0.04, 0.0004), pairs=3) == (
        "People reach the goal 12 points more often with B than with A "
        "(95 % interval 4 to 20 points, p < .001 after correction for 3 pairs)."
    )
    assert sentence(ERROR, pair(1.2, 0.2, 2.2, 0.02)) == (
        "People end 1.2 m closer to the goal with B than with A (95 % interval 0.2 to 2.2 m, p = .020)."
    )
    assert sentence(SPL, pair(0.05, 0.01, 0.09, 0.02)).startswith("SPL is 0.05 higher with A than with B")


def test_no_difference_says_what_would_have_been_found() -> None:
    assert sentence(SUCCESS, pair(0.02, -0.07, 0.11, 0.6)) == (
        "No difference in success was found between A and B: 2 points in favour of A "
        "(95 % interval −7 to 11 points, p = .60); one of 9 points would have been found with 80 % power."
    )
    assert "1.2 m in favour of B" in sentence(ERROR, pair(1.2, -0.2, 2.6, 0.09))


def test_test_and_interval_that_disagree_are_said_to() -> None:
    assert "the interval contains 0" in sentence(SUCCESS, pair(0.1, -0.01, 0.21, 0.04))


def test_what_is_not_known_has_its_reason() -> None:
    alone = Difference("A", "B", None, reason="A and B share no path.")
    assert sentence(SUCCESS, alone) == "The success of A and B cannot be compared: A and B share no path."
    single = Difference("A", "B", 1.0, paths=1, reason="One path tells nothing about others.")
    assert sentence(SUCCESS, single).endswith(
        "how sure this is cannot be said: One path tells nothing about others."
    )


@pytest.mark.parametrize(
    ("p", "told"),
    [
        *((0.0, "< .001"), (0.00099, "< .001"), (0.001, "= .001"), (0.0123, "= .012"), (0.0999, "= .100")),
        *((0.1, "= .10"), (0.5, "= .50"), (1.0, "= 1.00"), (1.0001, "= 1.00")),
    ],
)
def test_p_is_written_as_journals_do(p: float, told: str) -> None:
    assert p_text(p) == f"p {told}"


@pytest.mark.parametrize(
    ("measure", "value", "plain", "signed", "its_level"),
    [
        (SUCCESS, 0.12, "12 points", "+12 points", "12 %"),
        (SUCCESS, -0.004, "−0.4 points", "−0.4 points", None),
        (SUCCESS, 0.0199, "2.0 points", "+2.0 points", "2 %"),
        (SUCCESS, 0.02, "2 points", "+2 points", "2 %"),
        (SUCCESS, 0.0, "0 points", "0 points", "0 %"),
        (ERROR, 1.26, "1.3 m", "+1.3 m", "1.3 m"),
        (SPL, 0.254, "0.25", "+0.25", "0.25"),
        (SPL, -0.0001, "0.00", "0.00", None),
    ],
)
def test_amounts_have_their_unit_and_as_many_decimals_as_it_needs(
    measure: WalkMeasure, value: float, plain: str, signed: str, its_level: str | None
) -> None:
    assert (amount(measure, value), amount(measure, value, signed=True)) == (plain, signed)
    assert its_level is None or level(measure, value) == its_level


def test_a_difference_is_found_below_5_percent_after_the_correction() -> None:
    assert is_found(pair(0.1, 0.0, 0.2, 0.0499))
    assert not is_found(pair(0.1, 0.0, 0.2, 0.05))
    assert not is_found(Difference("A", "B", 0.1))


def test_all_pairs_have_a_sentence_and_are_corrected_for() -> None:
    found = findings({"sr": [pair(0.0, -0.1, 0.1, 1.0)] * 2, "spl": [pair(-0.05, -0.1, 0.0, 0.5)], "ne": []})
    assert found == {
        "sr": [
            "No difference in success was found between A and B: 0 points in favour of A (95 % interval −10 to 10 "
            "points, p = 1.00 after correction for 2 pairs); one of 9 points would have been found with 80 % power."
        ]
        * 2,
        "spl": [
            "No difference in SPL was found between A and B: 0.05 in favour of B (95 % interval 0.00 to 0.10, "
            "p = .50); one of 0.09 would have been found with 80 % power."
        ],
    }
