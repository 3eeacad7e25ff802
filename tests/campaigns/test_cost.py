"""What new tasks will cost."""

from __future__ import annotations

from pangea_server.annotate.campaigns.pay_rules import PayRules
from pangea_server.collect.planning.cost import cost_of

TASKS = {"guide": 10, "follower": 20}


def test_answers_and_measured_time() -> None:
    rules = PayRules(per_hour=1200, per_annotation={"guide": 50})
    cost = cost_of(TASKS, rules, {"guide": 180.0, "follower": 60.0})
    assert (cost.answers, cost.time, cost.unmeasured) == (500, 1000, ())


def test_time_that_nobody_has_measured_is_not_invented() -> None:
    cost = cost_of(TASKS, PayRules(per_hour=1200), {"guide": 180.0})
    assert (cost.answers, cost.time, cost.unmeasured) == (0, None, ("follower",))


def test_nothing_is_paid_for_time_where_the_campaign_pays_none() -> None:
    cost = cost_of(TASKS, PayRules(per_annotation={"follower": 5}), {})
    assert (cost.answers, cost.time, cost.unmeasured) == (100, 0, ())


def test_no_attempt_is_paid_longer_than_the_rules_say() -> None:
    rules = PayRules(per_hour=600, longest_minutes=10)
    assert cost_of({"guide": 2}, rules, {"guide": 7200.0}).time == 200
