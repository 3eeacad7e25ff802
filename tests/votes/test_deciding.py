"""From votes to a decision."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pangea_server.annotate.campaigns.vote_rules import VoteRules
from pangea_server.quality.votes.decision import VoteState, outcome_of

TWO_OF_THREE = VoteRules(judges=3, agree=2, most=5)


@pytest.mark.parametrize(
    ("votes", "state", "value"),
    [
        ("", VoteState.OPEN, None),
        ("a", VoteState.OPEN, None),
        ("ab", VoteState.OPEN, None),
        ("aa", VoteState.DECIDED, "a"),
        ("aba", VoteState.DECIDED, "a"),
        ("abc", VoteState.FURTHER, None),
        ("abca", VoteState.DECIDED, "a"),
        ("abcd", VoteState.FURTHER, None),
        ("abcde", VoteState.DISPUTED, None),
        ("abab", VoteState.FURTHER, None),
        ("ababc", VoteState.DISPUTED, None),
    ],
)
def test_two_of_three_and_up_to_five(votes: str, state: VoteState, value: str | None) -> None:
    outcome = outcome_of(list(votes), TWO_OF_THREE)
    assert (outcome.state, outcome.value) == (state, value)


@given(
    votes=st.lists(st.sampled_from("abc"), max_size=20),
    judges=st.integers(1, 10),
    agree=st.integers(1, 10),
    further=st.integers(0, 10),
)
def test_a_decision_has_enough_votes_and_no_rival(
    votes: list[str], judges: int, agree: int, further: int
) -> None:
    rules = VoteRules(judges=judges, agree=min(agree, judges + further), most=judges + further)
    outcome = outcome_of(votes, rules)
    counts = {value: votes.count(value) for value in votes}
    if outcome.value is not None:
        others = [count for value, count in counts.items() if value != outcome.value]
        assert counts[outcome.value] >= rules.agree
        assert counts[outcome.value] > max(others, default=0)
    if outcome.state is VoteState.FURTHER:
        assert rules.judges <= len(votes) < rules.most
    if outcome.state is VoteState.DISPUTED:
        assert len(votes) >= rules.most


@pytest.mark.parametrize("rules", [{"judges": 4, "most": 3}, {"agree": 6}, {"judges": 0}, {"most": 21}])
def test_rules_by_which_nothing_can_be_decided_are_refused(rules: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        VoteRules.model_validate(rules)
