"""What an attempt at a task earns. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal

from environments.errors import InvalidDataError
from pangea_server.annotate.campaigns.pay_rules import PayRules

AttemptOutcome = Literal["accepted", "rejected", "partial"]
SECONDS_AN_HOUR = 3600
MOST_MINOR = 10**9  # of one payment
MINOR_DIGITS = {
    **dict.fromkeys(("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF"), 0),
    **dict.fromkeys(("UGX", "VND", "VUV", "XAF", "XOF", "XPF"), 0),
    **dict.fromkeys(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"), 3),
}
"""Digits behind the point, by ISO 4217, where they are not two."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One person's attempt at one task. A ``partial`` attempt was left unfinished."""

    lease_id: str
    annotator_id: int
    kind: str
    outcome: AttemptOutcome
    active_seconds: float


def earned(attempt: Attempt, rules: PayRules) -> int:
    """The attempt's pay in minor units; half a unit is rounded up."""
    piece = rules.per_annotation.get(attempt.kind, 0) if attempt.outcome == "accepted" else 0
    unpaid = (attempt.outcome == "rejected" and not rules.rejected_is_paid) or (
        attempt.outcome == "partial" and not rules.partial_is_paid
    )
    seconds = 0.0 if unpaid else min(attempt.active_seconds, rules.longest_minutes * 60)
    time = Decimal(rules.per_hour) * Decimal(seconds) / SECONDS_AN_HOUR
    return piece + int(time.quantize(Decimal(1), ROUND_HALF_UP))


def in_units(amount: int, currency: str) -> str:
    """An amount as people write it: 1250 cents are 12.50."""
    digits = MINOR_DIGITS.get(currency, 2)
    return f"{Decimal(amount).scaleb(-digits):.{digits}f}"


def in_minor(text: str, currency: str) -> int:
    """An amount in minor units: 12.50 are 1250 cents.

    Raises:
        InvalidDataError: it is none, or has more digits than the currency.
    """
    try:
        amount = Decimal(text.strip()).scaleb(MINOR_DIGITS.get(currency, 2))
        if amount == amount.to_integral_value() and 0 < amount < MOST_MINOR:
            return int(amount)
    except ArithmeticError:
        pass
    raise InvalidDataError(f"{text!r} is no amount of {currency}.", remedy="Write it as 12.50.")


def hourly(amount: int, active_seconds: float) -> int | None:
    """The hourly rate in minor units; None without active time."""
    return round(amount * SECONDS_AN_HOUR / active_seconds) if active_seconds > 0 else None
