"""Content selection: which of the things in view an instruction names.

An item is one path with the things that can be seen from it, and for each instruction the things that it names. Of a
selection S and the instructions G: P is the mean over instructions of |G ∩ S| / |S|, R of |G ∩ S| / |G|, and F is the
harmonic mean of these two P and R. P, R and F are then averaged over items, so that F is a mean of F and not the F of
means. Source: Wang and Gaizauskas 2015, "Generating Image Descriptions with Gold Standard Visual Inputs", section 3.1,
and its errata.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from align.resampling import Measure, measures, unknown


@dataclass(frozen=True, slots=True)
class TimedSighting:
    """Where a thing is, seen from one viewpoint.

    Attributes:
        heading, elevation: of its centre, in radians in the world's frame.
        area: steradians.
        seconds: how long it was in view from there; None where unknown.
        seconds_in_middle: how long its centre was in the middle third of the picture's width and height; None likewise.
    """

    viewpoint_id: str
    heading: float
    elevation: float
    area: float
    seconds: float | None = None
    seconds_in_middle: float | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A thing that can be seen from a path.

    Attributes:
        label: its kind, such as ``sofa``.
        of_kind: how many things of its kind the whole scan has, itself one of them; None where unknown.
    """

    thing: str
    label: str
    sightings: tuple[TimedSighting, ...] = ()
    of_kind: int | None = None


@dataclass(frozen=True, slots=True)
class SelectionItem:
    """A path.

    Attributes:
        name: of the path.
        candidates: each thing once.
        named: for each instruction the things that it names, in its order.
        walking: by viewpoint the headings in which the walk came and left, in radians; None at its start and end.
    """

    name: str
    candidates: tuple[Candidate, ...]
    named: tuple[tuple[str, ...], ...]
    walking: Mapping[str, tuple[float | None, float | None]]

    @property
    def telling(self) -> list[frozenset[str]]:
        """The things of each instruction that names any."""
        return [frozenset(things) for things in self.named if things]


@dataclass(frozen=True, slots=True)
class SelectionScore:
    """Means over items in [0, 1], each with its interval. ``left_out`` is the number of items that were not scored."""

    precision: Measure
    recall: Measure
    f1: Measure
    left_out: int


def prf(selected: Collection[str], named: Sequence[Collection[str]]) -> tuple[float, float, float]:
    """P, R and F of one item.

    Args:
        selected: S. If it is empty, all three are 0.
        named: G, of at least one instruction; each names something.
    """
    chosen = frozenset(selected)
    common = [len(chosen.intersection(things)) for things in named]
    precision = float(np.mean(common)) / len(chosen) if chosen else 0.0
    recall = float(np.mean([n / len(frozenset(things)) for n, things in zip(common, named, strict=True)]))
    return precision, recall, _harmonic(precision, recall)


def score_selections(
    items: Sequence[SelectionItem], select: Callable[[SelectionItem], Collection[str]]
) -> SelectionScore:
    """Score what a system selects. Items without an instruction that names anything are left out."""
    told = [item for item in items if item.telling]
    scores = np.array([prf(select(item), item.telling) for item in told])
    return averaged(scores, len(items) - len(told))


def upper_bound(items: Sequence[SelectionItem]) -> SelectionScore:
    """How well people do it: each instruction against the others of its path.

    Items with fewer than two instructions that name anything are left out.
    """
    scores = [score for item in items if (score := agreement_of(item)) is not None]
    return averaged(np.array(scores), len(items) - len(scores))


def agreement_of(item: SelectionItem) -> NDArray[np.float64] | None:
    """Mean P, R and F of each instruction of a path against the others; None where fewer than two name anything."""
    named = item.telling
    if len(named) < 2:
        return None
    scores = [prf(things, [*named[:m], *named[m + 1 :]]) for m, things in enumerate(named)]
    return np.asarray(np.mean(scores, axis=0))


def averaged(scores: NDArray[np.float64], left_out: int = 0) -> SelectionScore:
    """The means of P, R and F (items, 3)."""
    if not len(scores):
        nothing = unknown("No path has enough instructions that name a thing.")
        return SelectionScore(nothing, nothing, nothing, left_out)
    precision, recall, f1 = measures(
        lambda drawn: np.asarray(scores[drawn].mean(axis=0)), len(scores), len(scores)
    )
    return SelectionScore(precision, recall, f1, left_out)


def _harmonic(one: float, other: float) -> float:
    return 2 * one * other / (one + other) if one + other else 0.0
