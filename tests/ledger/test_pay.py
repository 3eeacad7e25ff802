"""What attempts earn, in whole minor units."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pangea_server.annotate.campaigns.pay_rules import PayRules
from pangea_server.collect.ledger.pay import Attempt, AttemptOutcome, earned, hourly, in_units

RULES = PayRules(currency="USD", per_hour=1500, per_annotation={"guide": 200})


def attempt(outcome: AttemptOutcome = "accepted", minutes: float = 20, kind: str = "guide") -> Attempt:
    return Attempt("lease", 1, kind, outcome, minutes * 60)


@pytest.mark.parametrize(
    ("done", "amount"),
    [
        (attempt(), 700),
        (attempt(kind="follower"), 500),
        (attempt("rejected"), 500),
        (attempt("partial", minutes=2), 50),
        (attempt(minutes=0), 200),
        (attempt(minutes=500), 3200),  # two hours at most
        (attempt(minutes=0.1), 203),  # half a cent is rounded up
    ],
)
def test_time_and_pieces_are_paid(done: Attempt, amount: int) -> None:
    assert earned(done, RULES) == amount


@pytest.mark.parametrize(
    ("outcome", "field"), [("rejected", "rejected_is_paid"), ("partial", "partial_is_paid")]
)
def test_a_campaign_may_pay_for_accepted_answers_only(outcome: AttemptOutcome, field: str) -> None:
    assert earned(attempt(outcome), RULES.model_copy(update={field: False})) == 0


@given(st.floats(0, 1e5), st.floats(0, 1e5), st.integers(0, 10_000))
def test_more_time_never_earns_less(seconds: float, more: float, per_hour: int) -> None:
    rules = PayRules(per_hour=per_hour)
    shorter, longer = (Attempt("lease", 1, "guide", "accepted", time) for time in (seconds, seconds + more))
    assert 0 <= earned(shorter, rules) <= earned(longer, rules)


def test_amounts_are_written_as_the_currency_is() -> None:
    assert [in_units(1250, currency) for currency in ("USD", "JPY", "KWD")] == ["12.50", "1250", "1.250"]
    assert in_units(-5, "EUR") == "-0.05"


def test_an_hourly_rate_needs_time() -> None:
    assert hourly(500, 1200) == 1500
    assert hourly(500, 0) is None


@pytest.mark.parametrize("wrong", [{"per_hour": 12.5}, {"per_hour": -1}, {"currency": "dollars"}, {"tip": 1}])
def test_a_rule_that_cannot_be_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        PayRules.model_validate(wrong)
