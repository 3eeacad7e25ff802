"""What can be seen from a viewpoint, made ready to be ranked for many phrases.

What is the same for every phrase is computed once: points in each proposal, areas, middles, and which ones overlap.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, pi

import numpy as np
from numpy.typing import NDArray

from align.reference.overlaps import CORRECT, Boxes, Plural, around, overlaps, single
from align.reference.prior import CameraPrior, falling
from align.reference.spread import spread_points
from environments.geometry import direction
from environments.regions import Angles, centre, union_area
from environments.regions.pairs import overlaps_of_views, view_areas, view_reaches

Floats = NDArray[np.float64]
Indices = NDArray[np.intp]
RANKED_BY = 200
"""Points in a proposal at which the camera prior is looked up: enough to rank it."""
_AT_ONCE = 32  # pairs of a proposal and a view, of which the points are in memory together


@dataclass(frozen=True, slots=True)
class ProposedRegion:
    """Something that can be seen from a viewpoint. ``distance`` is in metres; None where unknown."""

    boxes: Boxes
    distance: float | None = None


class Candidates(Sequence[ProposedRegion]):
    """The proposals of one viewpoint.

    Attributes:
        orders: best first, by the name of what ranks them, where every phrase has the same.
    """

    def __init__(self, proposed: Sequence[ProposedRegion]) -> None:
        self._proposed = tuple(proposed)
        self._compared: dict[Plural, ComparedProposals] = {}
        self.orders: dict[str, Indices] = {}

    def __len__(self) -> int:
        return len(self._proposed)

    def __getitem__(self, place):  # type: ignore[no-untyped-def]
        return self._proposed[place]

    def __iter__(self) -> Iterator[ProposedRegion]:
        return iter(self._proposed)

    @cached_property
    def areas(self) -> Floats:
        """Steradians (n,)."""
        return np.array([union_area(each.boxes) for each in self._proposed], np.float64)

    @cached_property
    def nearness(self) -> Floats:
        """Metres (n,), negative; NaN where unknown."""
        known = (each.distance for each in self._proposed)
        return np.array([np.nan if metres is None else -metres for metres in known], np.float64)

    def shares(self, at: str, prior: CameraPrior) -> Floats:
        """How much of the camera prior's weight lies in each (n,); as ``CameraPrior.share`` of ``RANKED_BY`` points."""
        if not len(self) or not (total := prior.total):
            return np.zeros(len(self))
        axes, seconds = prior.axes_at(at)
        weights = falling(prior.sigma)
        proposed, view = np.nonzero(self._spread.may_be_in(axes))
        found = np.zeros(len(self))
        for start in range(0, len(view), _AT_ONCE):
            some, shown = proposed[start : start + _AT_ONCE], view[start : start + _AT_ONCE]
            added = seconds[shown] * _weights_in(axes[shown], self._spread.points[some], weights)
            found += np.bincount(some, added, len(self))
        return np.asarray(found * self._spread.steradians / total)

    def cosines_to(self, look: Angles) -> Floats:
        """The cosine (n,) of the angle between a direction and the nearest middle of a proposal's boxes."""
        middles, starts = self._middles
        return (
            np.asarray(np.maximum.reduceat(middles @ direction(*look), starts)) if len(self) else np.empty(0)
        )

    def angles_to(self, looks: Floats) -> Floats:
        """The angle (v, n) in radians between directions (v, 3) and the nearest middle of a proposal's boxes."""
        middles, starts = self._middles
        if not len(self):
            return np.empty((len(looks), 0))
        return np.asarray(np.arccos(np.clip(np.maximum.reduceat(looks @ middles.T, starts, axis=1), -1, 1)))

    def compared(self, plural: Plural) -> ComparedProposals:
        """Their boxes as ``overlaps`` compares them."""
        if plural not in self._compared:
            alone = all(len(each.boxes) == 1 for each in self._proposed)
            other = self._compared.get("union" if plural == "components" else "components")
            views = other and other.views is not None and alone
            boxes = [each.boxes for each in self._proposed]
            self._compared[plural] = other if other and views else ComparedProposals(boxes, plural)
        return self._compared[plural]

    @cached_property
    def _middles(self) -> tuple[Floats, Indices]:
        counts = [len(each.boxes) for each in self._proposed]
        angles = [centre(box) for each in self._proposed for box in each.boxes]
        heading, elevation = np.array(angles).reshape(-1, 2).T
        return direction(heading, elevation), np.cumsum([0, *counts])[:-1]

    @cached_property
    def _spread(self) -> _Spread:
        return _Spread.over([each.boxes for each in self._proposed])


class ComparedProposals:
    """Proposals as they are compared with each other and with what people drew.

    Attributes:
        views: (n, 4), where each is one view box; else None.
        steady: their ranks by the name of what ranks them alike for every phrase, and by the suppression.
    """

    def __init__(self, boxes: Sequence[Boxes], plural: Plural) -> None:
        self._plural = plural
        self._boxes = [around(each) for each in boxes] if plural == "union" else list(boxes)
        rows = [single(each) for each in self._boxes]
        self.views = None if None in rows else np.array(rows, np.float64).reshape(-1, 4)
        self._places = {} if None in rows else {row: place for place, row in enumerate(rows)}
        self._neighbours: dict[float, list[list[int]]] = {}
        self.steady: dict[tuple[str, float | None], list[float]] = {}

    def correct(self, gold: Boxes) -> Collection[int]:
        """Which have IoU of at least ``CORRECT`` with what people drew."""
        row = single(around(gold) if self._plural == "union" else gold)
        if self.views is None or row is None:
            return np.flatnonzero(overlaps([gold], self._boxes, self._plural)[0] >= CORRECT).tolist()
        if row in self._places:
            return self._as_correct[self._places[row]]
        own = np.array([row])
        near = np.flatnonzero(_may_overlap(own, self.views, CORRECT)[0])
        found = overlaps_of_views(np.repeat(own, len(near), axis=0), self.views[near])
        correct: list[int] = near[found >= CORRECT].tolist()
        return correct

    def ranks(self, order: Indices, suppression: float | None) -> list[float]:
        """The rank of each in an order, from 1, after non-maximum suppression; infinite if it is not kept.

        Args:
            order: places of proposals, best first; some may be left out.
            suppression: IoU above which a proposal gives way to a better one; None keeps all.
        """
        ranks, gone, rank = [inf] * len(self._boxes), set[int](), 0
        neighbours = None if suppression is None else self._overlapping_by(suppression)
        for place in order.tolist():
            if place not in gone:
                rank += 1
                ranks[place] = rank
                if neighbours is not None:
                    gone.update(neighbours[place])
        return ranks

    @cached_property
    def _as_correct(self) -> list[list[int]]:
        """Of each proposal those that would be correct if people had drawn it; view boxes alone."""
        first, second, found = self._overlaps
        correct = found >= CORRECT
        alike = _listed(first[correct], second[correct], len(self._boxes))
        return [[place, *others] for place, others in enumerate(alike)]

    def _overlapping_by(self, most: float) -> list[list[int]]:
        """Of each proposal those that overlap it by more than ``most``."""
        if most not in self._neighbours:
            first, second, found = self._overlaps if most >= CORRECT else self._overlaps_of(most)
            over = found > most
            self._neighbours[most] = _listed(first[over], second[over], len(self._boxes))
        return self._neighbours[most]

    @cached_property
    def _overlaps(self) -> tuple[Indices, Indices, Floats]:
        return self._overlaps_of(CORRECT)

    def _overlaps_of(self, least: float) -> tuple[Indices, Indices, Floats]:
        """The pairs of proposals with an IoU of at least ``least``, and more: both places, and the IoU."""
        if self.views is None:
            between = overlaps(self._boxes, self._boxes, self._plural)
            first, second = np.nonzero(np.triu(between >= least, 1))
            return first, second, between[first, second]
        first, second = np.nonzero(np.triu(_may_overlap(self.views, self.views, least), 1))
        return first, second, overlaps_of_views(self.views[first], self.views[second])


@dataclass(frozen=True, slots=True)
class _Spread:
    """Points that are spread over each of n proposals.

    Attributes:
        points: (n, 3, most); NaN where a proposal has fewer.
        steradians: (n,) of a point.
        middles, reaches: the cones that hold the points: a direction (n, 3), and the angle (n,) around it.
    """

    points: Floats
    steradians: Floats
    middles: Floats
    reaches: Floats

    @classmethod
    def over(cls, boxes: Sequence[Boxes]) -> _Spread:
        spread = [spread_points(each, RANKED_BY) for each in boxes]
        points = np.full((len(spread), 3, max(len(some) for some, _ in spread)), np.nan)
        middles, reaches = np.tile([0.0, 0.0, 1.0], (len(spread), 1)), np.empty(len(spread))
        for place, (some, _) in enumerate(spread):
            points[place, :, : len(some)] = some.T
            added = some.sum(axis=0)
            if length := float(np.sqrt(added @ added)):
                middles[place] = added / length
            reaches[place] = np.arccos(np.clip((some @ middles[place]).min(), -1, 1)) + 1e-6
        return cls(points, np.array([each for _, each in spread]), middles, reaches)

    def may_be_in(self, axes: Floats) -> NDArray[np.bool_]:
        """Whether views (v, 3, 3) may show each (n, v): its cone reaches over all four sides of the view."""
        ahead, aside = axes[:, :1], axes[:, 1:]
        inwards = np.concatenate([ahead + aside, ahead - aside], axis=1)
        inwards /= np.linalg.norm(inwards, axis=2, keepdims=True)
        heights = (self.middles @ inwards.reshape(-1, 3).T).reshape(len(self.middles), len(axes), 4)
        return np.asarray(heights.min(axis=2) >= -np.sin(np.minimum(self.reaches, pi / 2))[:, None])


def _weights_in(axes: Floats, points: Floats, weights: Floats) -> Floats:
    """The weight (p,) that a second of a view gives to the points of a proposal, added up.

    Args:
        axes: (p, 3, 3) of the views, as ``CameraPrior.axes_at`` has them.
        points: (p, 3, n) of the proposals; NaN where there is none.
        weights: as ``prior.falling`` has them.
    """
    seen = axes @ points
    ahead, aside = seen[:, 0], np.abs(seen[:, 1:])
    inside = np.flatnonzero(np.maximum(aside[:, 0], aside[:, 1]) <= ahead)
    along = ahead.ravel()[inside] * len(weights)
    part = np.minimum(along.astype(np.intp), len(weights) - 1)
    t, (a, b, c, d) = along - part, weights.take(part, axis=0).T
    added = ((d * t + c) * t + b) * t + a
    return np.bincount(inside // points.shape[2], added, len(axes)).astype(np.float64)


def _listed(first: Indices, second: Indices, count: int) -> list[list[int]]:
    """Of each of ``count`` proposals those with which it is paired."""
    found: list[list[int]] = [[] for _ in range(count)]
    for one, other in zip(first.tolist(), second.tolist(), strict=True):
        found[one].append(other)
        found[other].append(one)
    return found


def _may_overlap(some: Floats, others: Floats, least: float) -> NDArray[np.bool_]:
    """Which (a, b) view boxes may have an IoU of at least ``least``: it is at most the ratio of their areas, and the
    cones around them meet."""
    one, other = view_areas(some)[:, None], view_areas(others)
    alike = np.minimum(one, other) >= (least - 1e-9) * np.maximum(one, other)
    reach = np.minimum(view_reaches(some)[:, None] + view_reaches(others), pi)
    cosine = direction(some[:, 0], some[:, 1]) @ direction(others[:, 0], others[:, 1]).T
    return np.asarray(alike & (cosine >= np.cos(reach) - 1e-9))
