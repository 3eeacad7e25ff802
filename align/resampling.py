"""Figures with the interval that resampling gives them, and when there is none. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FEWEST_RESAMPLED = 6
"""Units from which a 95 % interval is resampled. Of fewer, even the whole range of values holds the median in less than
95 % of samples (it misses with 2 in 2 to the power of their number), and a resample never leaves that range."""
RESAMPLES = 1000
RESAMPLING_SEED = 20110125  # the same data give the same interval
CONFIDENCE = 0.95

Indices = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Measure:
    """A figure of several units, such as items that at least two people did.

    Attributes:
        value: None if it cannot be computed.
        interval: percentile bootstrap over units, 95 %; None with fewer than six units.
        units: how many there are.
        judgements: the number of answers about them, or of parts that were compared.
        reason: why ``value`` is None.
    """

    value: float | None
    interval: tuple[float, float] | None
    units: int
    judgements: int
    reason: str = ""


def measure(statistic: Callable[[Indices], float], units: int, judgements: int) -> Measure:
    """The statistic of all units, and its interval."""
    (found,) = measures(lambda drawn: [statistic(drawn)], units, judgements)
    return found


def measures(
    statistic: Callable[[Indices], Sequence[float] | NDArray[np.float64]],
    units: int,
    judgements: int,
    reason: str = "",
) -> list[Measure]:
    """Several statistics of the same units, resampled together.

    Args:
        statistic: of the units with these indices, which may be repeated; NaN where it cannot be computed.
        reason: why a statistic of all units is NaN.
    """
    values = [float(value) for value in statistic(np.arange(units))]
    if units < FEWEST_RESAMPLED:
        return [_known(value, None, units, judgements, reason) for value in values]
    chance = np.random.default_rng(RESAMPLING_SEED)
    drawn = np.array([statistic(chance.integers(0, units, size=units)) for _ in range(RESAMPLES)])
    tails = [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]
    return [
        _known(value, _between(column, tails), units, judgements, reason)
        for value, column in zip(values, drawn.T, strict=True)
    ]


def unknown(reason: str, units: int = 0, judgements: int = 0) -> Measure:
    """A figure that cannot be computed."""
    return Measure(None, None, units, judgements, reason)


def _known(
    value: float, interval: tuple[float, float] | None, units: int, judgements: int, reason: str
) -> Measure:
    if np.isnan(value):
        return unknown(reason, units, judgements)
    return Measure(value, interval, units, judgements)


def _between(drawn: NDArray[np.float64], tails: Sequence[float]) -> tuple[float, float] | None:
    if np.isnan(drawn).all():
        return None
    low, high = np.nanquantile(drawn, tails)
    return float(low), float(high)
