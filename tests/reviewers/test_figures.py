"""Figures about reviewers, computed from known decisions."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import krippendorff
import pytest

from pangea_server.annotate.annotations.reviews import Verdict
from pangea_server.quality.reviewers.figures import ReviewStep, cohens_kappa, reviewer_figures

A, R, S = Verdict.ACCEPT, Verdict.REJECT, Verdict.SEND_BACK
REOPEN, CORRECT = Verdict.REOPEN, Verdict.CORRECT
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)


def history(
    task_id: str, *taken: tuple[int | None, Verdict], seconds: float | None = None
) -> list[ReviewStep]:
    opened = None if seconds is None else NOON - timedelta(seconds=seconds)
    return [
        ReviewStep(task_id, version, verdict, actor, opened, NOON)
        for version, (actor, verdict) in enumerate(taken, 1)
    ]


def test_decisions_are_counted_and_timed() -> None:
    steps = [
        *history("guide-1", (1, A), seconds=10),
        *history("guide-2", (1, R), seconds=30),
        *history("guide-3", (1, S), seconds=500),
        *history("guide-4", (None, A)),
    ]
    first, operator = reviewer_figures(steps).reviewers
    assert (first.reviewer_id, first.decided, first.accepted, first.rejected, first.sent_back) == (
        1,
        3,
        1,
        1,
        1,
    )
    assert (first.seconds, first.timed) == (30, 3)
    assert (operator.reviewer_id, operator.decided, operator.seconds, operator.timed) == (None, 1, None, 0)


def test_a_second_review_confirms_or_overturns_the_first() -> None:
    steps = [
        *history("guide-1", (1, A), (2, REOPEN), (2, R)),
        *history("guide-2", (1, A), (2, REOPEN), (2, A)),
        *history("guide-3", (1, A), (3, REOPEN), (3, R)),
        *history("guide-4", (1, A)),
    ]
    row = reviewer_figures(steps).reviewers[0]
    assert (row.decided, row.second_reviews, row.overturned, row.overturned_share) == (4, 3, 2, 2 / 3)
    assert reviewer_figures(steps).reviewers[1].second_reviews == 0


def test_what_a_reviewer_takes_back_is_not_overturned() -> None:
    (row,) = reviewer_figures(history("guide-1", (1, A), (1, REOPEN), (1, R))).reviewers
    assert (row.taken_back, row.second_reviews, row.overturned_share) == (1, 0, None)


def test_corrected_words_are_not_compared_with_those_before() -> None:
    figures = reviewer_figures(history("guide-1", (1, S), (9, CORRECT), (2, A)))
    assert [row.second_reviews for row in figures.reviewers] == [0, 0]
    assert figures.pairs == ()
    assert figures.alpha.value is None
    assert "two people" in figures.alpha.reason


def test_the_last_word_of_each_reviewer_is_compared() -> None:
    (pair,) = reviewer_figures(history("guide-1", (2, A), (1, REOPEN), (1, A), (1, REOPEN), (1, R))).pairs
    assert (pair.first, pair.second, pair.annotations, pair.agreed) == (1, 2, 1, 0)


@pytest.mark.parametrize(
    ("judged", "kappa"),
    [
        (
            [(A, A)] * 20 + [(A, R)] * 5 + [(R, A)] * 10 + [(R, R)] * 15,
            0.4,
        ),  # Wikipedia's example of Cohen's kappa
        ([(A, A), (R, R)], 1.0),
        ([(A, R), (R, A)], -1.0),
        ([(A, A), (A, R), (R, A), (R, R)], 0.0),
        ([(A, A)] * 9, None),
    ],
)
def test_kappa(judged: list[tuple[Verdict, Verdict]], kappa: float | None) -> None:
    assert cohens_kappa(judged) == (kappa if kappa is None else pytest.approx(kappa))


def test_always_the_same_verdict_has_no_kappa_and_says_why() -> None:
    (pair,) = reviewer_figures(history("guide-1", (1, A), (2, REOPEN), (2, A))).pairs
    assert (pair.kappa, pair.agreed) == (None, 1)
    assert "chance" in pair.reason


def test_alpha_is_krippendorffs_over_all_that_two_decided() -> None:
    chance = random.Random(1)
    judged = [(chance.choice((A, R)), chance.choice((A, A, R))) for _ in range(40)]
    steps = [
        step
        for number, (one, other) in enumerate(judged)
        for step in history(f"guide-{number}", (1, one), (2, REOPEN), (2, other))
    ]
    found = reviewer_figures(steps)
    table = [[float(pair[rater] is R) for pair in judged] for rater in (0, 1)]
    assert found.alpha.value == pytest.approx(krippendorff.alpha(table, level_of_measurement="nominal"))
    assert (found.alpha.units, found.pairs[0].annotations) == (40, 40)


def test_nobody_has_decided() -> None:
    figures = reviewer_figures([])
    assert (figures.reviewers, figures.pairs, figures.alpha.value) == ((), (), None)
