"""Agreement between people, each with its bootstrap interval. Nothing here reads a store.

A value that cannot be computed is None, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from align.transcript import spoken_form
from environments import NavigationGraph
from environments.metrics.comparison import compare
from environments.metrics.fidelity import ndtw

ScaleLevel = Literal["nominal", "ordinal", "interval"]
Indices = NDArray[np.intp]
K = TypeVar("K")
RESAMPLES = 1000
AGREEMENT_SEED = 20110125  # the same data give the same interval
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of agreement.

    Attributes:
        value: None if it cannot be computed.
        interval: percentile bootstrap over units, 95 %; None with fewer than two units.
        units: the number of items that at least two people did.
        judgements: the number of answers about them.
        reason: why ``value`` is None.
    """

    value: float | None
    interval: tuple[float, float] | None
    units: int
    judgements: int
    reason: str = ""


def word_error_rate(voices: Iterable[Sequence[str]], language: str) -> Measure:
    """How much the transcripts of one voice differ: word edits per word, over all pairs in both directions.

    0 means the same words; there is no upper bound. Words are compared as they are spoken (``align.transcript``): lower
    case, without punctuation, English numbers spelt out. No transcript is the ground truth: each is the reference once.

    Args:
        voices: the transcripts of each voice; a voice with one transcript is ignored.
        language: of all of them (BCP 47).
    """
    heard = [[_words(text, language) for text in texts] for texts in voices if len(texts) > 1]
    if not heard:
        return _unknown("No voice was transcribed by two people.")
    edits = np.array(
        [sum(2 * Levenshtein.distance(a, b) for a, b in combinations(texts, 2)) for texts in heard]
    )
    words = np.array([sum(len(a) + len(b) for a, b in combinations(texts, 2)) for texts in heard])
    if words.sum() == 0:
        return _unknown("None of the transcripts contains a word.", len(heard))
    return _measure(
        lambda units: _ratio(edits[units].sum(), words[units].sum()), len(heard), sum(map(len, heard))
    )


def agreement_of_walks(
    graphs: Mapping[K, NavigationGraph], walks: Iterable[tuple[K, Sequence[Sequence[str]]]]
) -> Measure:
    """How similar the walks of one Guide's Followers are: the mean over Guides of the mean nDTW over pairs of
    Followers.

    1 means the same walk, near 0 far apart. nDTW depends on which walk is the reference, so each is the reference once.
    Source: Ilharco et al. 2019, arXiv:1907.05446; pairwise as a measure of agreement is ours.

    Args:
        graphs: by scan.
        walks: for each Guide the scan, and the viewpoint ids of each Follower's walk.
    """
    followed = [(scan, paths) for scan, paths in walks if len(paths) > 1]
    if not followed:
        return _unknown("No Guide was followed by two people.")
    alike = np.array([_pairwise_ndtw(graphs[scan], paths) for scan, paths in followed])
    judgements = sum(len(paths) for _, paths in followed)
    return _measure(lambda units: float(alike[units].mean()), len(followed), judgements)


def agreement_of_ratings(units: Iterable[Sequence[float]], level: ScaleLevel) -> Measure:
    """Krippendorff's alpha: 1 is perfect agreement, 0 agreement by chance, below 0 less than that.

    Source: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", by the package ``krippendorff``.

    Args:
        units: the ratings of each item, in any order, by any number of people.
        level: how ratings differ: by identity only (nominal), by rank (ordinal), by distance (interval).
    """
    rated = [ratings for ratings in units if len(ratings) > 1]
    if not rated:
        return _unknown("Nothing was rated by two people.")
    values = sorted({rating for ratings in rated for rating in ratings})
    judgements = sum(map(len, rated))
    if len(values) == 1:
        return _unknown(
            f"All people gave the same rating, {values[0]:g}: chance would agree as well.",
            len(rated),
            judgements,
        )
    counts = np.array([[list(ratings).count(value) for value in values] for ratings in rated])
    return _measure(lambda drawn: _alpha(counts[drawn], values, level), len(rated), judgements)


def _alpha(counts: NDArray[np.int_], values: Sequence[float], level: ScaleLevel) -> float:
    """Alpha of a resample; NaN when all its ratings are the same."""
    import krippendorff

    if np.count_nonzero(counts.sum(axis=0)) < 2:
        return float("nan")
    return float(
        krippendorff.alpha(value_counts=counts, value_domain=list(values), level_of_measurement=level)
    )


def _measure(statistic: Callable[[Indices], float], units: int, judgements: int) -> Measure:
    """The statistic of all units, and the interval that resampling them gives."""
    everything = np.arange(units)
    value = statistic(everything)
    if units < 2:
        return Measure(value, None, units, judgements)
    chance = np.random.default_rng(AGREEMENT_SEED)
    draws = chance.integers(0, units, size=(RESAMPLES, units))
    drawn = np.array([statistic(draw) for draw in draws])
    low, high = np.nanquantile(drawn, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Measure(value, (float(low), float(high)), units, judgements)


def _unknown(reason: str, units: int = 0, judgements: int = 0) -> Measure:
    return Measure(None, None, units, judgements, reason)


def _words(text: str, language: str) -> list[str]:
    return [word for token in text.split() for word in spoken_form(token, language)]


def _ratio(part: float, whole: float) -> float:
    return float(part / whole) if whole else float("nan")


def _pairwise_ndtw(graph: NavigationGraph, paths: Sequence[Sequence[str]]) -> float:
    pairs = combinations(paths, 2)
    return float(np.mean([ndtw(compare(graph, *way)) for a, b in pairs for way in ((a, b), (b, a))]))
