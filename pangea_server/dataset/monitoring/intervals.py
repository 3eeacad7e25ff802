"""Intervals that a rate, or a mean, is in with 95 % confidence. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from align.resampling import FEWEST_RESAMPLED

Z_95 = 1.959963984540054
Floats = NDArray[np.float64]
REPLICATES = 1000
BLOCKS = (
    5  # of replicates, each product so small that OpenBLAS wakes no threads: to wait for them costs far more
)
LOW, HIGH = 25, 974  # the replicates between which 95 % are
MOST_RESAMPLED = 200  # values up to which a mean is resampled; of more, it is as good as normal
BOOTSTRAP_SEED = 7


@dataclass(frozen=True, slots=True)
class IntervalEstimate:
    """A figure from ``n`` values, and its 95 % interval, None where there is none."""

    value: float
    n: int
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Mean(IntervalEstimate):
    """A mean of ``n`` values; ``low`` and ``high`` bound its 95 % interval, which fewer
    than six values do not have."""

    method: Literal["bootstrap", "normal"] | None


def wilson_interval(successes: float, trials: int) -> tuple[float, float]:
    """The 95 % score interval of a proportion (Wilson 1927, JASA 22:209-212), for ``trials`` of at least 1.

    scipy's ``binomtest(...).proportion_ci`` gives the same to the last digit, in 500 µs instead of 1: it carries out
    the whole test first.
    """
    rate, z2 = successes / trials, Z_95**2
    centre = (rate + z2 / (2 * trials)) / (1 + z2 / trials)
    margin = Z_95 / (1 + z2 / trials) * sqrt(rate * (1 - rate) / trials + z2 / (4 * trials**2))
    return max(0.0, centre - margin), min(1.0, centre + margin)


def means(values: Floats) -> list[Mean | None]:
    """The mean of each column of ``values`` (n x columns), of what is known in it; None where nothing is.

    Up to ``MOST_RESAMPLED`` rows, the interval is between the percentiles of the Bayesian bootstrap (Rubin 1981, Annals
    of Statistics 9:130-134): every value weighs as an exponential variate says, the same variates for all groups, so
    that a thousand replicates of all columns are one product of matrices. Of more rows it is the normal one.
    """
    known = ~np.isnan(values)
    counts = known.sum(axis=0)
    filled = np.where(known, values, 0.0)
    if len(values) <= MOST_RESAMPLED:
        low, high = _bootstrap(filled, known)
        method: Literal["bootstrap", "normal"] = "bootstrap"
    else:
        low, high = _normal(filled, known)
        method = "normal"
    mean = filled.sum(axis=0) / np.maximum(counts, 1)
    columns = (column.tolist() for column in (mean, counts, low, high))
    return [_mean(value, n, a, b, method) if n else None for value, n, a, b in zip(*columns, strict=True)]


def grouped_means(
    values: NDArray[Any], squares: Floats, groups: NDArray[np.intp], n: NDArray[np.intp]
) -> list[Mean | None]:
    """The mean of each group with its normal interval.

    Args:
        values, squares: what is known, of single precision, and its squares of double: where these cancel out,
            the values do not tell either.
        groups: in which each value is.
        n: values of each group.
    """
    counted = np.maximum(n, 1)
    mean = np.bincount(groups, values, len(n)) / counted
    apart = np.maximum(0.0, np.bincount(groups, squares, len(n)) - n * mean**2)
    margin = _margin(apart, counted)
    columns = (column.tolist() for column in (mean, n, mean - margin, mean + margin))
    return [
        _mean(value, known, low, high, "normal") if known else None
        for value, known, low, high in zip(*columns, strict=True)
    ]


def _mean(value: float, n: int, low: float, high: float, method: Literal["bootstrap", "normal"]) -> Mean:
    if n < FEWEST_RESAMPLED:
        return Mean(value, n, None, None, None)
    return Mean(value, n, low, high, method)


def _bootstrap(filled: Floats, known: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    both = np.vstack([filled.T, known.T]).astype(np.float32)
    products = [both @ some for some in np.hsplit(_weights()[: len(filled)], BLOCKS)]
    sums, weights = np.vsplit(np.hstack(products), 2)
    with np.errstate(invalid="ignore"):  # where nothing is known
        replicates = sums / weights
    replicates.sort(axis=1)  # in whole it is faster than a partition: numpy sorts by vector instructions
    return replicates[:, LOW], replicates[:, HIGH]


def _normal(filled: Floats, known: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    counts = np.maximum(known.sum(axis=0), 1)
    mean = filled.sum(axis=0) / counts
    squares = (np.where(known, filled - mean, 0.0) ** 2).sum(axis=0)
    margin = _margin(squares, counts)
    return mean - margin, mean + margin


def _margin(squares: NDArray[Any], counts: NDArray[Any]) -> Floats:
    margin: Floats = Z_95 * np.sqrt(squares / np.maximum(counts - 1, 1) / counts)
    return margin


@cache
def _weights() -> NDArray[np.float32]:
    variates = np.random.default_rng(BOOTSTRAP_SEED).standard_exponential(
        (REPLICATES, MOST_RESAMPLED), np.float32
    )
    return np.ascontiguousarray(variates.T)
