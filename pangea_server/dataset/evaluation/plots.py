"""Where the dots and intervals of a plot lie, in percent of its width, so that it fits any page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10


@dataclass(frozen=True, slots=True)
class Tick:
    x: float
    label: str


@dataclass(frozen=True, slots=True)
class PlotMark:
    """A value with its interval; ``low`` and ``high`` are None where there is none."""

    x: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Axis:
    """From ``start`` to ``end``, with round values between.

    Attributes:
        step: between two ticks.
    """

    start: float
    end: float
    step: float

    @classmethod
    def around(cls, values: Sequence[float], ticks: int = 5) -> Axis:
        """An axis on which all ``values`` lie, with about so many steps."""
        low, high = min(values), max(values)
        extent = high - low or abs(high) or 1.0
        step = _round_step(extent / ticks)
        start, end = floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step
        return cls(start, end if end > start else start + step, step)

    def at(self, value: float) -> float:
        """Percent of the width, with a margin of 2 on both sides."""
        return round(2 + 96 * (value - self.start) / (self.end - self.start), 2)

    def mark(self, value: float, low: float | None, high: float | None) -> PlotMark:
        return PlotMark(
            self.at(value), None if low is None else self.at(low), None if high is None else self.at(high)
        )

    def values(self) -> list[float]:
        count = round((self.end - self.start) / self.step)
        return [self.start + number * self.step for number in range(count + 1)]


def _round_step(about: float) -> float:
    """The next of 1, 2 and 5 times a power of ten."""
    power = 10.0 ** floor(log10(about))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= about * 0.999)
