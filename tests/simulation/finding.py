"""What the report of a simulated campaign is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One rule, on how many cases it was looked at, and how many broke it."""

    rule: str
    cases: int
    broken: int
