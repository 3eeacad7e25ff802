"""The sentences about a comparison: which system, how much, how sure, and what could not have been seen."""

from __future__ import annotations

import pytest

from pangea_server.dataset.evaluation.findings import amount, p_text, sentence
from pangea_server.dataset.evaluation.plots import Axis
from pangea_server.quality.comparison import WALK_MEASURES, Difference

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


def test_numbers_are_written_as_journals_do() -> None:
    assert [p_text(p) for p in (0.0001, 0.0123, 0.5, 1.0)] == ["p < .001", "p = .012", "p = .50", "p = 1.00"]
    assert amount(SUCCESS, -0.004, signed=True) == "−0.4 points"
    assert amount(SPL, -0.0001, signed=True) == "0.00"


@pytest.mark.parametrize("values", [[0.12, 0.68], [0.5], [0.0], [-3.4, 5.5], [1e-9, 2e-9], [0.0, 120.0]])
def test_an_axis_holds_all_its_values_between_round_ticks(values: list[float]) -> None:
    axis = Axis.around(values)
    assert 2 <= len(axis.values()) <= 9
    assert all(2 <= axis.at(value) <= 98 for value in values)
