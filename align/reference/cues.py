"""What a simple system would select: by how things look, by what people name elsewhere, and by the walk.

A ranking has the candidates that a cue would select, best first; candidates that it cannot tell apart are in the order
of their names. Size, position, unigram, bigram and mean rank are those of Wang and Gaizauskas 2015, sections 4 and 5;
seconds in view, the middle third, decision points and rarity are ours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import acos, cos, radians

import numpy as np

from align.reference.selection import Candidate, SelectionItem, TimedSighting
from environments.geometry import wrap_angle

Ranking = Callable[[SelectionItem], list[str]]
DECISION_TURN = radians(30)
"""A turn from which the walk decides something, in radians."""
FIRST = ""
"""Stands before the first thing of an instruction."""


def by_size(item: SelectionItem) -> list[str]:
    """Largest first, from any viewpoint."""
    return _ranked(item, lambda thing: -max((seen.area for seen in thing.sightings), default=0.0))


def by_horizon(item: SelectionItem) -> list[str]:
    """Nearest to the horizon first."""
    return _ranked(item, lambda thing: _least(abs(seen.elevation) for seen in thing.sightings))


def by_centre(item: SelectionItem) -> list[str]:
    """Nearest to the centre of the picture (heading and elevation 0) first: the position of the paper, whose pictures
    have a centre that a person chose."""
    return _ranked(item, lambda thing: _least(_angle(seen, 0.0) for seen in thing.sightings))


def by_walking_direction(item: SelectionItem) -> list[str]:
    """Nearest to where the walk goes on (at its end: where it came from the last step) first."""
    return _ranked(item, lambda thing: _least(_from_walking(item, thing)))


def by_seconds_in_view(item: SelectionItem) -> list[str]:
    """Longest in view first; things that were never seen to be in view are not selected."""
    return _longest(item, lambda seen: seen.seconds)


def by_seconds_in_middle(item: SelectionItem) -> list[str]:
    """Longest in the middle third of the picture first; things that were never seen to be there are not selected."""
    return _longest(item, lambda seen: seen.seconds_in_middle)


def by_rarity(item: SelectionItem) -> list[str]:
    """Kinds of which the scan has the fewest things first: their names are clear. Things of which nobody knows how many
    of their kind there are, are not selected."""
    counts = {thing.thing: thing.of_kind for thing in item.candidates}
    return [name for name in _ranked(item, lambda thing: thing.of_kind or 0.0) if counts[name] is not None]


def by_decision_points(item: SelectionItem) -> list[str]:
    """Things that can be seen where the walk turns by at least ``DECISION_TURN``, nearest to the new direction first;
    others are not selected."""
    turns = {
        viewpoint
        for viewpoint, (came, left) in item.walking.items()
        if came is not None and left is not None and abs(float(wrap_angle(left - came))) >= DECISION_TURN
    }
    near = {thing.thing: _least(_from_walking(item, thing, turns)) for thing in item.candidates}
    return [name for name in _ranked(item, lambda thing: near[thing.thing]) if near[name] < np.inf]


def at_random(seed: int) -> Ranking:
    """In random order: the same for the same seed and path."""

    def ranking(item: SelectionItem) -> list[str]:
        chance = np.random.default_rng([seed, *item.name.encode()])
        return [str(name) for name in chance.permutation(sorted(thing.thing for thing in item.candidates))]

    return ranking


@dataclass(frozen=True, slots=True)
class Priors:
    """What people name in other paths, by label.

    Attributes:
        counts: how often a label is named.
        follows: how often one label is named right after another; after ``FIRST`` it is named first.
    """

    counts: Counter[str]
    follows: dict[str, Counter[str]]

    @classmethod
    def of(cls, items: Iterable[SelectionItem]) -> Priors:
        """Count a development set, which must not have the paths that are scored."""
        counts, follows = Counter[str](), dict[str, Counter[str]]()
        for item in items:
            label = {thing.thing: thing.label for thing in item.candidates}
            for things in item.named:
                labels = [label[thing] for thing in things]
                counts.update(labels)
                for before, after in pairwise([FIRST, *labels]):
                    follows.setdefault(before, Counter())[after] += 1
        return cls(counts, follows)

    def unigram(self, item: SelectionItem) -> list[str]:
        """Things of the most named kinds first."""
        return _ranked(item, lambda thing: -self.counts[thing.label])

    def bigram(self, item: SelectionItem) -> list[str]:
        """The likeliest first thing, then each time the likeliest to follow; ends where none was ever seen to."""
        left, found, before = list(item.candidates), list[str](), FIRST
        while left:
            after = self.follows.get(before, Counter())
            best = min(left, key=lambda thing: (-after[thing.label], thing.thing))
            if not after[best.label]:
                break
            left.remove(best)
            found.append(best.thing)
            before = best.label
        return found


def by_mean_rank(*rankings: Ranking) -> Ranking:
    """Rank by the mean of some rankings. What a ranking does not select shares the mean of the ranks that are left."""

    def ranking(item: SelectionItem) -> list[str]:
        ranks = [_ranks(each(item), item) for each in rankings]
        return _ranked(item, lambda thing: sum(rank[thing.thing] for rank in ranks))

    return ranking


def rank_of_unselected(candidates: int, selected: int) -> float:
    """The rank that all candidates share which a ranking does not select: with 3 of 9 selected, 6.5."""
    return 0.5 * ((candidates + 1) - selected) + selected


def _ranks(ranking: Sequence[str], item: SelectionItem) -> dict[str, float]:
    shared = rank_of_unselected(len(item.candidates), len(ranking))
    ranked = {name: float(rank) for rank, name in enumerate(ranking, start=1)}
    return {thing.thing: ranked.get(thing.thing, shared) for thing in item.candidates}


def _ranked(item: SelectionItem, key: Callable[[Candidate], float]) -> list[str]:
    return [thing.thing for thing in sorted(item.candidates, key=lambda thing: (key(thing), thing.thing))]


def _least(angles: Iterable[float]) -> float:
    return min(angles, default=np.inf)


def _from_walking(item: SelectionItem, thing: Candidate, among: set[str] | None = None) -> Iterable[float]:
    """The angles between a thing and the walking direction, at each viewpoint (``among`` some) that it is seen from."""
    for seen in thing.sightings:
        came, left = item.walking.get(seen.viewpoint_id, (None, None))
        ahead = came if left is None else left
        if ahead is not None and (among is None or seen.viewpoint_id in among):
            yield _angle(seen, ahead)


def _angle(seen: TimedSighting, heading: float) -> float:
    """Radians between a thing and a level direction."""
    return acos(max(-1.0, min(1.0, cos(seen.elevation) * cos(seen.heading - heading))))


def _longest(item: SelectionItem, seconds: Callable[[TimedSighting], float | None]) -> list[str]:
    total = {thing.thing: sum(seconds(seen) or 0.0 for seen in thing.sightings) for thing in item.candidates}
    return [name for name in _ranked(item, lambda thing: -total[thing.thing]) if total[name] > 0]
