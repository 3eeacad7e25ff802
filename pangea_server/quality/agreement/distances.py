"""Krippendorff's alpha for answers that are not numbers: directions and regions, by how far apart two of them are.

alpha = 1 - D_o / D_e: how much people differ about one item, of how much answers differ at all. By chance one would get
the answers of the same group (a scan and a kind of thing): against the answers about any other thing, alpha would be
flattered. An item that is alone in its group is left out, as nothing says what chance would have given. Source:
Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability"; with one group and the squared difference it is the
package's alpha of interval data.

In a resample an item may be drawn several times. Pairs between its copies are no pairs of chance: each answer would be
compared with itself, and the interval would lie too low, often below alpha itself.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from align.resampling import Indices, Measure, measure, measures, unknown

A = TypeVar("A")
Distances = Callable[[Sequence[A], Sequence[A]], NDArray[np.float64]]
"""The distances (a, b) of each of a answers from each of b others; 0 from itself."""
SHARES = (0.5, 0.7)
"""IoU from which two regions count as the same."""
WITHIN = (1.0, 3.0, 5.0, 10.0)
"""Degrees."""


@dataclass(frozen=True, slots=True)
class AnsweredItem(Generic[A]):
    """An item with the answers of several people.

    Attributes:
        group: answers of one group are those that chance would give.
    """

    answers: Sequence[A]
    group: str = ""


@dataclass(frozen=True, slots=True)
class AgreementOfPoints:
    """How far people who point at one thing agree.

    Attributes:
        alpha: with 1 - cos(angle), which a mean direction minimises.
        angle: the mean over items of the mean angle between two people, in degrees.
        within: the share of pairs of people that are at most so many degrees apart.
    """

    alpha: Measure
    angle: Measure
    within: dict[float, Measure]


@dataclass(frozen=True, slots=True)
class AgreementOfRegions:
    """How far people who draw one thing agree.

    Attributes:
        alpha: with (1 - IoU) squared.
        iou: the mean over items of the mean IoU of two people's regions.
        at_least: the share of pairs of people with so much IoU.
    """

    alpha: Measure
    iou: Measure
    at_least: dict[float, Measure]


def alpha_by_distance(items: Iterable[AnsweredItem[A]], distances: Distances[A]) -> Measure:
    """Krippendorff's alpha with any distance. Items that one person answered, or alone in their group, are left out."""
    several = _several(items)
    if not several:
        return unknown("Nothing was answered by two people.")
    judged = _with_others(several)
    if not judged:
        return unknown("No two items of one group: what chance would give is not known.", len(several))
    places = _by_group(judged)
    groups = [Differences.of([judged[place] for place in members], distances) for members in places]
    judgements = sum(len(item.answers) for item in judged)

    def alpha(drawn: Indices) -> float:
        times = np.bincount(drawn, minlength=len(judged)).astype(float)
        observed, expected = np.sum(
            [group.drawn(times[members]) for group, members in zip(groups, places, strict=True)], axis=0
        )
        return float(1 - observed / expected) if expected else float("nan")

    if np.isnan(alpha(np.arange(len(judged)))):
        return unknown(
            "All people gave the same answer: chance would agree as well.", len(judged), judgements
        )
    return measure(alpha, len(judged), judgements)


@dataclass(frozen=True, slots=True)
class Differences:
    """How much the answers about the items of one group differ.

    Attributes:
        answers: how many each item has, (items,).
        summed: the distances between the answers of two items, summed over all pairs of them, (items, items).
    """

    answers: NDArray[np.float64]
    summed: NDArray[np.float64]

    @classmethod
    def of(cls, items: Sequence[AnsweredItem[A]], distances: Distances[A]) -> Differences:
        """The differences of these items."""
        sizes = [len(item.answers) for item in items]
        starts = np.cumsum([0, *sizes][:-1])
        answers = [answer for item in items for answer in item.answers]
        apart = distances(answers, answers)
        summed = np.add.reduceat(np.add.reduceat(apart, starts, axis=0), starts, axis=1)
        return cls(np.array(sizes, dtype=float), np.asarray(summed))

    def drawn(self, times: NDArray[np.float64]) -> tuple[float, float]:
        """What is observed and what chance gives, for as many answers as there are, of items that were drawn so often.

        Nothing where a single item was drawn: there chance is not known.
        """
        if np.count_nonzero(times) < 2:
            return 0.0, 0.0
        own = np.diag(self.summed)
        copies = times**2 - times  # pairs of two copies of one item
        answers = times @ self.answers
        pairs = answers * (answers - 1) - copies @ self.answers**2
        apart = times @ self.summed @ times - copies @ own
        return float(times @ (own / (self.answers - 1))), float(answers * apart / pairs)


def agreement_of_points(items: Sequence[AnsweredItem[NDArray[np.float64]]]) -> AgreementOfPoints:
    """Agreement of directions.

    Args:
        items: unit vectors (3,) from one viewpoint, and their group.
    """
    alpha = alpha_by_distance(items, lambda some, others: 1 - _cosines(some, others))
    angles = [np.degrees(np.arccos(_cosines(each.answers, each.answers))) for each in _several(items)]
    angle, *shares = _of_pairs(angles, [partial(np.greater_equal, most) for most in WITHIN])
    return AgreementOfPoints(alpha, angle, dict(zip(WITHIN, shares, strict=True)))


def agreement_of_regions(items: Sequence[AnsweredItem[A]], iou: Distances[A]) -> AgreementOfRegions:
    """Agreement of regions.

    Args:
        items: regions from one viewpoint, and their group.
        iou: the IoU (a, b) of some regions with others.
    """
    alpha = alpha_by_distance(items, lambda some, others: (1 - iou(some, others)) ** 2)
    overlaps = [iou(each.answers, each.answers) for each in _several(items)]
    mean, *shares = _of_pairs(overlaps, [partial(np.less_equal, least) for least in SHARES])
    return AgreementOfRegions(alpha, mean, dict(zip(SHARES, shares, strict=True)))


def _by_group(items: Sequence[AnsweredItem[A]]) -> list[Indices]:
    places: dict[str, list[int]] = defaultdict(list)
    for place, item in enumerate(items):
        places[item.group].append(place)
    return [np.array(members) for members in places.values()]


def _with_others(items: Sequence[AnsweredItem[A]]) -> list[AnsweredItem[A]]:
    """Without items that are alone in their group."""
    sizes = Counter(item.group for item in items)
    return [item for item in items if sizes[item.group] > 1]


def _several(items: Iterable[AnsweredItem[A]]) -> list[AnsweredItem[A]]:
    return [item for item in items if len(item.answers) > 1]


def _of_pairs(
    values: Sequence[NDArray[np.float64]], tests: Sequence[Callable[[NDArray[np.float64]], NDArray[np.bool_]]]
) -> list[Measure]:
    """The mean over items of what each pair of people has, and of the pairs that pass each test."""
    if not values:
        return [unknown("Nothing was answered by two people.")] * (1 + len(tests))
    pairs = [each[np.triu_indices(len(each), k=1)] for each in values]
    means = np.array([[each.mean(), *(test(each).mean() for test in tests)] for each in pairs])
    return measures(lambda drawn: np.asarray(means[drawn].mean(axis=0)), len(pairs), sum(map(len, values)))


def _cosines(
    some: Sequence[NDArray[np.float64]], others: Sequence[NDArray[np.float64]]
) -> NDArray[np.float64]:
    return np.asarray(np.clip(np.array(some) @ np.array(others).T, -1.0, 1.0))
