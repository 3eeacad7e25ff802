"""Agreement between people, each with its bootstrap interval. Nothing here reads a store.

A value that cannot be computed is None, with the reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from align.reference.chains import Document, Partition
from align.reference.coreference import score_coreference
from align.resampling import Indices, Measure, measure, unknown
from align.transcript import spoken_form
from environments import NavigationGraph
from environments.metrics.comparison import compare
from environments.metrics.fidelity import ndtw

ScaleLevel = Literal["nominal", "ordinal", "interval"]
K = TypeVar("K")


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
        return unknown("No voice was transcribed by two people.")
    edits = np.array(
        [sum(2 * Levenshtein.distance(a, b) for a, b in combinations(texts, 2)) for texts in heard]
    )
    words = np.array([sum(len(a) + len(b) for a, b in combinations(texts, 2)) for texts in heard])
    if words.sum() == 0:
        return unknown("None of the transcripts contains a word.", len(heard))
    return measure(
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
        return unknown("No Guide was followed by two people.")
    alike = np.array([_pairwise_ndtw(graphs[scan], paths) for scan, paths in followed])
    judgements = sum(len(paths) for _, paths in followed)
    return measure(lambda units: float(alike[units].mean()), len(followed), judgements)


def agreement_of_ratings(units: Iterable[Sequence[float]], level: ScaleLevel) -> Measure:
    """Krippendorff's alpha: 1 is perfect agreement, 0 agreement by chance, below 0 less than that.

    Source: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", by the package ``krippendorff``.

    Args:
        units: the ratings of each item, in any order, by any number of people.
        level: how ratings differ: by identity only (nominal), by rank (ordinal), by distance (interval).
    """
    rated = [ratings for ratings in units if len(ratings) > 1]
    if not rated:
        return unknown("Nothing was rated by two people.")
    values = sorted({rating for ratings in rated for rating in ratings})
    judgements = sum(map(len, rated))
    if len(values) == 1:
        return unknown(
            f"All people gave the same rating, {values[0]:g}: chance would agree as well.",
            len(rated),
            judgements,
        )
    counts = np.array([[list(ratings).count(value) for value in values] for ratings in rated])
    return measure(lambda drawn: _alpha(counts, drawn, values, level), len(rated), judgements)


def agreement_of_answers(units: Iterable[Sequence[str]]) -> Measure:
    """Krippendorff's alpha of answers that differ by identity only, such as whether two mentions mean the same.

    Args:
        units: the answers about each item, by any number of people.
    """
    answered = list(units)
    codes = {
        answer: float(code)
        for code, answer in enumerate(sorted({each for unit in answered for each in unit}))
    }
    measured = agreement_of_ratings([[codes[answer] for answer in unit] for unit in answered], "nominal")
    if measured.value is None and len(codes) == 1:
        return replace(
            measured, reason=f"All people answered {next(iter(codes))}: chance would agree as well."
        )
    return measured


def agreement_of_spans(units: Iterable[Sequence[Collection[tuple[int, int]]]]) -> Measure:
    """F1 of marked spans over all pairs of people: twice the spans that two have in common, of all that both marked.

    Spans match by their exact characters. Chance is not taken out: there is no list of spans that could be marked
    (Hripcsak and Rothschild 2005, JAMIA 12:296-298).

    Args:
        units: for each text the spans of each person, who may have marked none.
    """
    marked = [[set(spans) for spans in people] for people in units if len(people) > 1]
    if not marked:
        return unknown("No text was marked by two people.")
    common = np.array([sum(2 * len(a & b) for a, b in combinations(people, 2)) for people in marked])
    spans = np.array([sum(len(a) + len(b) for a, b in combinations(people, 2)) for people in marked])
    if spans.sum() == 0:
        return unknown("Nobody marked anything.", len(marked))
    return measure(
        lambda drawn: _ratio(common[drawn].sum(), spans[drawn].sum()), len(marked), sum(map(len, marked))
    )


def agreement_of_chains(units: Iterable[Sequence[Sequence[Sequence[str]]]]) -> Measure:
    """The mean over paths of the mean CoNLL F1 of two people's chains (``align.reference.coreference``), which is the
    same whoever of the two is the key.

    Args:
        units: for each path the chains of each person.
    """
    linked = [[Partition.of(chains) for chains in people] for people in units if len(people) > 1]
    if not linked:
        return unknown("No path was linked by two people.")
    alike = np.array([_pairwise_conll(people) for people in linked])
    return measure(lambda drawn: float(alike[drawn].mean()), len(linked), sum(map(len, linked)))


def _pairwise_conll(people: Sequence[Partition]) -> float:
    pairs = (score_coreference([Document("", *pair)]).conll.value for pair in combinations(people, 2))
    return float(np.mean([value or 0.0 for value in pairs]))


def _alpha(counts: NDArray[np.int_], drawn: Indices, values: Sequence[float], level: ScaleLevel) -> float:
    """Alpha of the units that were drawn; NaN when all their ratings are the same.

    Chance compares different units, so pairs between copies of one unit, which a resample may have, are taken out of
    what the package expects. Of all units, each once, it is the package's alpha.
    """
    import krippendorff

    rated = counts[drawn]
    totals = rated.sum(axis=0)
    if np.count_nonzero(totals) < 2:
        return float("nan")
    alpha = krippendorff.alpha(value_counts=rated, value_domain=list(values), level_of_measurement=level)
    apart = _apart(totals, np.array(values), level)
    times = np.bincount(drawn, minlength=len(counts))
    copies = times**2 - times  # pairs of two copies of one unit
    ratings, differences = totals.sum(), totals @ apart @ totals
    pairs = ratings * (ratings - 1) - copies @ counts.sum(axis=1) ** 2
    across = differences - copies @ np.einsum("ua,ab,ub->u", counts, apart, counts)
    if not across:
        return float("nan")
    return float(1 - (1 - alpha) * (differences / (ratings * (ratings - 1))) / (across / pairs))


def _apart(totals: NDArray[np.int_], values: NDArray[np.float64], level: ScaleLevel) -> NDArray[np.float64]:
    """How far apart two values are (values, values), in Krippendorff's metric of this level.

    Args:
        totals: how often each value was given.
        values: ascending.
    """
    if level == "nominal":
        return 1 - np.eye(len(values))
    # Of ranks, half of the ratings with a value lie before it.
    places = values if level == "interval" else np.cumsum(totals) - totals / 2
    return np.asarray(np.subtract.outer(places, places) ** 2)


def _words(text: str, language: str) -> list[str]:
    return [word for token in text.split() for word in spoken_form(token, language)]


def _ratio(part: float, whole: float) -> float:
    return float(part / whole) if whole else float("nan")


def _pairwise_ndtw(graph: NavigationGraph, paths: Sequence[Sequence[str]]) -> float:
    pairs = combinations(paths, 2)
    return float(np.mean([ndtw(compare(graph, *way)) for a, b in pairs for way in ((a, b), (b, a))]))
