"""Which of two systems people follow better, over the paths that both describe. Pure.

Each path is its own control: the difference is taken within a path, and then averaged. The test flips the sign of each
path's difference: where the systems do not differ, either sign is as likely. Its interval is Student's, with the
variance between paths, and in addition what people who walk several of them share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pangea_server.quality.comparison.estimates import cluster_variances, quantile, too_few
from pangea_server.quality.comparison.walks import Floats, ScoreColumn, ScoredWalk, WalkMeasure, column

FLIPS = 9_999
"""Random sign flips; of up to 13 paths there are fewer, and all of them are tried."""
FLIP_SEED = 20110125  # the same data give the same p
POWER = 0.8
SIGNIFICANCE = 0.05


@dataclass(frozen=True, slots=True)
class SignTest:
    """McNemar's exact test: of the paths that one walk of each system was made on, in how many did only one arrive?

    Attributes:
        only_first, only_second: paths on which only that system's walk reached the goal.
        p: two-sided; None where a system has several walks on a path.
        reason: why ``p`` is None.
    """

    only_first: int
    only_second: int
    p: float | None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first system's mean minus the second's, over the paths they share.

    Attributes:
        value: None if they share no path.
        low, high: its 95 % interval, of this pair alone; None with one path or one person.
        p: two-sided, of the sign flips; None as the interval is.
        p_holm: the same, corrected for all pairs of systems by this measure (Holm 1979).
        effect: the mean difference in standard deviations between paths (Cohen's d_z); None where these are 0.
        detectable: the smallest true difference that would have been found with 80 % power, after the correction.
        higher, equal, lower: paths on which the first system's mean is higher than, equal to, lower than the second's.
        paths, walks: what it rests on; ``walks`` of the first and the second.
        mcnemar: of success only.
        reason: why something is None.
    """

    first: str
    second: str
    value: float | None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    p_holm: float | None = None
    effect: float | None = None
    detectable: float | None = None
    higher: int = 0
    equal: int = 0
    lower: int = 0
    paths: int = 0
    walks: tuple[int, int] = (0, 0)
    mcnemar: SignTest | None = None
    reason: str = ""


def compare_systems(walks: Sequence[ScoredWalk], measure: WalkMeasure) -> list[Difference]:
    """Every pair of systems by one measure, with the correction for all of them."""
    scores = column(walks, measure.key)
    pairs = list(combinations(scores.system_names, 2))
    found = [difference(scores, first, second, len(pairs)) for first, second in pairs]
    if measure.key == "sr":
        found = [replace(each, mcnemar=mcnemar(scores, each.first, each.second)) for each in found]
    corrected = holm([each.p for each in found])
    return [replace(each, p_holm=p) for each, p in zip(found, corrected, strict=True)]


def difference(walks: ScoreColumn, first: str, second: str, pairs: int = 1) -> Difference:
    """Compare two systems by one measure.

    Args:
        pairs: how many pairs of systems are compared, which ``detectable`` accounts for.
    """
    shared = _shared(walks, first, second)
    count = (len(shared.of(first).values), len(shared.of(second).values))
    if not len(shared.values):
        return Difference(first, second, None, reason=f"{first} and {second} share no path.")
    ones, twos = _path_means(shared.of(first)), _path_means(shared.of(second))
    apart = ones - twos
    paths, people = len(apart), len(np.unique(shared.people))
    value = float(apart.mean())
    higher, lower = int((apart > 1e-12).sum()), int((apart < -1e-12).sum())
    low = high = p = detectable = None
    reason = too_few(paths, people)
    if not reason:
        degrees = min(paths, people) - 1
        error = sqrt(_variance(shared, first, ones, twos))
        low, high = value - quantile(degrees) * error, value + quantile(degrees) * error
        p = flip_test(apart)
        detectable = (quantile(degrees, 1 - SIGNIFICANCE / (2 * pairs)) + quantile(degrees, POWER)) * error
    deviation = float(apart.std(ddof=1)) if paths > 1 else 0.0
    return Difference(
        first,
        second,
        value,
        low,
        high,
        p,
        effect=value / deviation if deviation > 0 else None,
        detectable=detectable,
        higher=higher,
        equal=paths - higher - lower,
        lower=lower,
        paths=paths,
        walks=count,
        reason=reason,
    )


def flip_test(apart: Floats) -> float:
    """How often a mean at least this far from 0 comes from flipping the signs of ``apart`` (paths,) at random."""
    if not apart.any():
        return 1.0
    from scipy import stats  # takes longer to load than most commands take

    found = stats.permutation_test(
        (apart,),
        np.mean,
        permutation_type="samples",
        n_resamples=FLIPS,
        rng=np.random.default_rng(FLIP_SEED),
        axis=0,
    )
    return min(1.0, float(found.pvalue))


def mcnemar(walks: ScoreColumn, first: str, second: str) -> SignTest:
    """McNemar's exact test of success over the paths that both systems have one walk of."""
    from scipy import stats

    shared = _shared(walks, first, second)
    ones, twos = shared.of(first), shared.of(second)
    for name, some in ((first, ones), (second, twos)):
        if len(np.unique(some.paths)) < len(some.paths):
            return SignTest(0, 0, None, f"{name} has several walks on a path.")
    won, lost = _path_means(ones) > 0.5, _path_means(twos) > 0.5
    only_first, only_second = int((won & ~lost).sum()), int((lost & ~won).sum())
    if not only_first + only_second:
        return SignTest(0, 0, None, "On no path did only one of the two arrive.")
    return SignTest(
        only_first, only_second, float(stats.binomtest(only_first, only_first + only_second).pvalue)
    )


def holm(values: Sequence[float | None]) -> list[float | None]:
    """The p values of several tests, each corrected for all of them (Holm 1979, Scand. J. Statistics 6:65-70)."""
    known = sorted((value, index) for index, value in enumerate(values) if value is not None)
    corrected: list[float | None] = [None] * len(values)
    highest = 0.0
    for rank, (value, index) in enumerate(known):
        highest = max(highest, min(1.0, value * (len(known) - rank)))
        corrected[index] = highest
    return corrected


def _shared(walks: ScoreColumn, first: str, second: str) -> ScoreColumn:
    """The two systems' walks on the paths that both have walks on."""
    both = np.intersect1d(walks.of(first).paths, walks.of(second).paths)
    numbers = [walks.system_names.index(name) for name in (first, second)]
    return walks.only(np.isin(walks.paths, both) & np.isin(walks.systems, numbers))


def _path_means(walks: ScoreColumn) -> Floats:
    """The mean of each path, in the order of the paths' numbers."""
    _, groups = np.unique(walks.paths, return_inverse=True)
    means: Floats = np.bincount(groups, walks.values) / np.bincount(groups)
    return means


def _variance(shared: ScoreColumn, first: str, ones: Floats, twos: Floats) -> float:
    """Variance of the mean difference: between paths, and what the walks of one person have in common beyond that.

    A walk contributes its deviation from its path's middle and from half the mean difference.
    """
    _, groups = np.unique(shared.paths, return_inverse=True)
    is_first = shared.systems == shared.system_names.index(first)
    sign = np.where(is_first, 1.0, -1.0)
    counts = np.where(is_first, np.bincount(groups, is_first)[groups], np.bincount(groups, ~is_first)[groups])
    middle = ((ones + twos) / 2)[groups] + sign * (ones - twos).mean() / 2
    contributions: NDArray[np.float64] = sign * (shared.values - middle) / (counts * len(ones))
    by_path, by_person, by_both = cluster_variances(contributions, shared.paths, shared.people)
    return by_path + max(0.0, by_person - by_both)
