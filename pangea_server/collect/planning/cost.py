"""What a campaign's new tasks will cost. Pure; amounts are minor units of the campaign's currency."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from pangea_server.annotate.campaigns.pay_rules import PayRules

SECONDS_AN_HOUR = 3600


@dataclass(frozen=True, slots=True)
class ForecastCost:
    """What new tasks will cost when each is done and accepted once.

    Attributes:
        answers: for the answers themselves.
        time: for the active time at ``per_hour``; None where the campaign pays time and the store knows no time of some
            of its kinds.
        unmeasured: the kinds whose tasks take nobody knows how long.
        per_hour: what the campaign pays for an hour of active time.
    """

    currency: str
    answers: int
    time: int | None
    unmeasured: tuple[str, ...]
    per_hour: int


def cost_of(tasks: Mapping[str, int], rules: PayRules, seconds: Mapping[str, float]) -> ForecastCost:
    """The cost of new tasks.

    Args:
        tasks: how many there are of each kind.
        seconds: the mean active time of an answer of each kind that a person has done.
    """
    unmeasured = tuple(kind for kind, count in tasks.items() if count and kind not in seconds)
    answers = sum(rules.per_annotation.get(kind, 0) * count for kind, count in tasks.items())
    time: int | None = 0
    if rules.per_hour:
        time = None if unmeasured else _pay(tasks, rules, seconds)
    return ForecastCost(rules.currency, answers, time, unmeasured if rules.per_hour else (), rules.per_hour)


def _pay(tasks: Mapping[str, int], rules: PayRules, seconds: Mapping[str, float]) -> int:
    longest = rules.longest_minutes * 60
    worked = sum(count * min(seconds[kind], longest) for kind, count in tasks.items() if count)
    paid = Decimal(rules.per_hour) * Decimal(worked) / SECONDS_AN_HOUR
    return int(paid.quantize(Decimal(1), ROUND_HALF_UP))
