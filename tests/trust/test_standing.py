"""From check items to a standing: by example, and for every possible history."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.quality.trust.standing import (
    CHECKED,
    StandingEvent,
    StandingState,
    advance,
    newcomer,
    standing_of,
)

RULES = TrustRules(learning=2, opening=6, recent=4, minimum={"follower": 0.75}, recent_minimum=0.5)
PASS, FAIL = StandingEvent.PASSED, StandingEvent.FAILED


def state(*events: StandingEvent) -> StandingState:
    return standing_of(events, "follower", RULES).state


def test_a_newcomer_learns_is_on_probation_and_is_trusted() -> None:
    states = [state(*[PASS] * answered) for answered in range(7)]
    assert states == [StandingState.LEARNING] * 2 + [StandingState.PROBATION] * 4 + [StandingState.TRUSTED]


def test_what_was_failed_while_learning_does_not_count() -> None:
    standing = standing_of([FAIL, FAIL, PASS, PASS, PASS, PASS], "follower", RULES)
    assert (standing.state, standing.overall) == (StandingState.TRUSTED, 1.0)


def test_probation_ends_with_the_reason() -> None:
    standing = standing_of([PASS, PASS, FAIL, FAIL, PASS, PASS], "follower", RULES)
    assert standing.state is StandingState.DEMOTED
    assert standing.reason == "50% of 4 check items passed, 75% are needed"


def test_the_newest_count_by_themselves() -> None:
    """Of 20, 16 were passed, which is enough; of the last four only one."""
    standing = standing_of([PASS] * 19 + [FAIL] * 3, "follower", RULES)
    assert standing.overall is not None
    assert standing.overall >= 0.75
    assert standing.state is StandingState.DEMOTED
    assert "newest 4" in standing.reason


def test_an_appeal_is_asked_once_and_decided_once() -> None:
    demoted = [PASS, PASS, FAIL, FAIL, FAIL, FAIL]
    assert state(*demoted, StandingEvent.APPEALED) is StandingState.APPEALED
    assert state(*demoted, StandingEvent.APPEALED, StandingEvent.UPHELD) is StandingState.DISMISSED
    assert (
        state(*demoted, StandingEvent.APPEALED, StandingEvent.UPHELD, StandingEvent.APPEALED)
        is StandingState.DISMISSED
    )
    assert state(*demoted, StandingEvent.UPHELD) is StandingState.DEMOTED


def test_who_is_reinstated_shows_once_more_what_they_can_do() -> None:
    back = [PASS, PASS, FAIL, FAIL, FAIL, FAIL, StandingEvent.APPEALED, StandingEvent.REINSTATED]
    assert state(*back) is StandingState.PROBATION
    assert state(*back, *[PASS] * 4) is StandingState.TRUSTED
    assert state(*back, *[FAIL] * 4) is StandingState.DEMOTED


def test_without_an_opening_everybody_is_trusted_at_once() -> None:
    assert newcomer(TrustRules(opening=0)).state is StandingState.TRUSTED


rules = st.builds(
    TrustRules,
    learning=st.integers(0, 12),
    opening=st.integers(0, 12),
    recent=st.integers(1, 6),
    recent_minimum=st.floats(0, 1),
    minimum=st.dictionaries(st.just("guide"), st.floats(0, 1)),
)
events = st.lists(st.sampled_from([PASS, PASS, FAIL, *StandingEvent]), max_size=60)


@given(rules, events)
def test_run_again_it_is_what_it_was_step_by_step(
    given_rules: TrustRules, history: list[StandingEvent]
) -> None:
    standing = newcomer(given_rules)
    for count, event in enumerate(history, start=1):
        standing = advance(standing, event, "guide", given_rules)
        assert standing == standing_of(history[:count], "guide", given_rules)


@given(rules, events)
def test_shares_are_what_they_say(given_rules: TrustRules, history: list[StandingEvent]) -> None:
    standing = standing_of(history, "guide", given_rules)
    assert len(standing.verdicts) <= standing.answered
    if standing.verdicts:
        assert standing.overall == sum(standing.verdicts) / len(standing.verdicts)
        newest = standing.verdicts[-given_rules.recent :]
        assert standing.recent == sum(newest) / len(newest)
    assert bool(standing.reason) == (not standing.may_work)


@given(rules, events, st.sampled_from(CHECKED))
def test_nobody_who_was_demoted_works_again_by_a_check_item(
    given_rules: TrustRules, history: list[StandingEvent], late: StandingEvent
) -> None:
    standing = standing_of(history, "guide", given_rules)
    if not standing.may_work:
        assert advance(standing, late, "guide", given_rules) == standing


def stopped_after(quality: float, check_items: int, people: int, kind: str) -> np.ndarray:
    """Of many people who pass so many of their check items, with which of them each was demoted (0: never)."""
    passed = np.random.default_rng(2015).random((people, check_items)) < quality
    given_rules, ends = TrustRules(), []
    for verdicts in passed:
        standing, end = newcomer(given_rules), 0
        for number, verdict in enumerate(verdicts, start=1):
            standing = advance(standing, PASS if verdict else FAIL, kind, given_rules)
            if not standing.may_work:
                end = number
                break
        ends.append(end)
    return np.array(ends)


@pytest.mark.parametrize(("kind", "quality"), [("follower", 0.95), ("guide", 0.85)])
def test_good_work_is_rarely_demoted(kind: str, quality: float) -> None:
    """Over 50 check items, which is a thousand items of work: fewer than 5 in 100."""
    assert np.mean(stopped_after(quality, 50, 2000, kind) > 0) < 0.05


@pytest.mark.parametrize(("kind", "quality"), [("follower", 0.5), ("guide", 0.4)])
def test_bad_work_does_not_stay_trusted(kind: str, quality: float) -> None:
    """With the end of the opening nearly all are out, and everybody sooner or later."""
    ends = stopped_after(quality, 80, 2000, kind)
    assert np.all(ends > 0)
    assert np.mean(ends == 30) > 0.95


def test_who_stops_caring_is_noticed_by_the_newest_check_items() -> None:
    """From 0.97 to 0.2 after 40 check items: within nine in most cases."""
    random = np.random.default_rng(2021)
    noticed = []
    for _ in range(300):
        before = [PASS if draw < 0.97 else FAIL for draw in random.random(40)]
        standing, later = standing_of(before, "follower", TrustRules()), 0
        while standing.may_work:
            standing = advance(standing, PASS if random.random() < 0.2 else FAIL, "follower", TrustRules())
            later += 1
        noticed.append(later)
    assert np.median(noticed) <= 9
    assert np.quantile(noticed, 0.95) <= 13
