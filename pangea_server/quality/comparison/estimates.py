"""The mean of a system's walks with its interval, where walks share their path and their person. Pure.

Walks are not independent: some paths are hard for every system, and some people find every goal. The variance of a
mean is therefore clustered by path and by person at once: V = V(path) + V(person) - V(path and person) (Cameron,
Gelbach and Miller 2011, JBES 29:238-249). A bootstrap over one of the two misses the other; one over both (Owen 2007,
Annals of Applied Statistics 1:386-411) counts what is left, the noise of single walks, up to three times. The README
has the measured coverage of each.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import ndtri, stdtrit

from pangea_server.quality.comparison.walks import Codes, Floats, ScoreColumn, WalkMeasure

INTERVAL_LEVEL = 0.95
FEWEST_CLUSTERS = 3


@dataclass(frozen=True, slots=True)
class SystemMean:
    """The mean of a measure over a system's walks.

    Attributes:
        value: None where no walk has the score.
        low, high: its 95 % interval; None where one or two paths or people tell too little about others.
        walks, paths, people: how many there are; ``people`` is None where they are not known.
        reason: why something is None.
    """

    value: float | None
    low: float | None
    high: float | None
    walks: int
    paths: int
    people: int | None
    reason: str = ""


def estimate(walks: ScoreColumn, measure: WalkMeasure) -> SystemMean:
    """The mean of one system's walks.

    The interval of success is Wilson's, for as many independent walks as would have the same variance, but not more
    than there are (Dean and Pacheco 2014, Survey Practice 7:5), and fewer where few paths or people tell the variance
    (Korn and Graubard 1998, Survey Methodology 24:193-201). Of the other measures it is Student's.
    """
    n, paths, people = len(walks.values), len(np.unique(walks.paths)), len(np.unique(walks.people))
    told = people if walks.people_known else None
    if n == 0:
        return SystemMean(None, None, None, 0, 0, told, f"No walk has {measure.key}.")
    mean = float(walks.values.mean())
    if reason := too_few(paths, people):
        return SystemMean(mean, None, None, n, paths, told, reason)
    contributions = (walks.values - mean) / n
    variance = two_way_variance(contributions, walks.paths, walks.people)
    if measure.key == "sr":
        low, high = wilson(mean, _independent(mean, variance, n, min(paths, people) - 1))
    else:
        margin = quantile(min(paths, people) - 1) * sqrt(variance)
        low, high = max(0.0, mean - margin), min(measure.most, mean + margin)
    return SystemMean(mean, low, high, n, paths, told)


def too_few(paths: int, people: int) -> str:
    """Why there is no interval of walks on so many paths by so many people; empty where there is one.

    Two that happen to agree would give an interval without width.
    """
    for count, one, many in ((paths, "path", "paths"), (people, "person", "people")):
        if count == 1:
            return f"One {one} tells nothing about others."
        if count < FEWEST_CLUSTERS:
            return f"Two {many} tell too little about others."
    return ""


def two_way_variance(contributions: Floats, paths: Codes, people: Codes) -> float:
    """Variance of an estimate clustered by path and by person; never less than by one of them alone.

    Args:
        contributions: (n,) what each walk adds to the estimate's deviation; they sum to 0.
    """
    by_path, by_person, by_both = cluster_variances(contributions, paths, people)
    return max(by_path, by_person, by_path + by_person - by_both)


def cluster_variances(contributions: Floats, paths: Codes, people: Codes) -> tuple[float, float, float]:
    """Variance of an estimate clustered by path, by person, and by both together."""
    both = paths * (people.max() + 1) + people
    by_path, by_person, by_both = (_clustered(contributions, codes) for codes in (paths, people, both))
    return by_path, by_person, by_both


def wilson(rate: float, trials: float) -> tuple[float, float]:
    """The 95 % score interval of a proportion (Wilson 1927, JASA 22:209-212); ``trials`` need not be whole."""
    z = float(ndtri((1 + INTERVAL_LEVEL) / 2))
    centre = (rate + z**2 / (2 * trials)) / (1 + z**2 / trials)
    margin = z / (1 + z**2 / trials) * sqrt(rate * (1 - rate) / trials + z**2 / (4 * trials**2))
    return max(0.0, centre - margin), min(1.0, centre + margin)


def quantile(degrees: int, probability: float = (1 + INTERVAL_LEVEL) / 2) -> float:
    """Student's t."""
    return float(stdtrit(degrees, probability))


def _clustered(contributions: Floats, codes: Codes) -> float:
    _, groups = np.unique(codes, return_inverse=True)
    sums = np.bincount(groups, contributions)
    if len(sums) < 2:
        return 0.0
    return float((sums**2).sum() * len(sums) / (len(sums) - 1))


def _independent(rate: float, variance: float, walks: int, degrees: int) -> float:
    """As many independent walks would have this variance of their success rate."""
    known = rate * (1 - rate) / variance if variance > 0 and 0 < rate < 1 else walks
    return min(walks, known) * (quantile(walks - 1) / quantile(degrees)) ** 2
