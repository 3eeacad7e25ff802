"""Which things a person is asked to compare: those whose regions overlap, or whose rays pass near each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import acos, cos, radians, sin, tan

import numpy as np

from environments.geometry import direction
from environments.regions import Region, ViewBox, bounding_view, centre, iou
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step
from pangea_server.annotate.landmarks.protocol.boxes import Boxed, representative_first
from pangea_server.annotate.landmarks.protocol.evidence import Carried, Evidence, Position
from pangea_server.annotate.landmarks.protocol.memory import Memory
from pangea_server.annotate.landmarks.protocol.work import ItemToAsk, Vote, two_of_three
from pangea_server.annotate.landmarks.records import RegionRecord, Shape

LEAST_NEAR = 0.5
"""Metres by which rays may pass each other and still mean one thing; more for things that are larger."""
LEAST_ANGLE = radians(2)
"""Between rays: nearly parallel ones meet nowhere that is known."""
LEAST_SHARED = 0.3
"""Overlap of regions of two things at one viewpoint from which a person is asked whether they are one."""
MAY_BE_ONE = 0.4
"""The overlap of two boxes of one viewpoint from which people are asked whether they show one thing."""
Pair = tuple[float, RegionRecord, RegionRecord]
"""Of two things one region each, and what the pair is sorted by: the less, the earlier it is asked about."""


@dataclass(frozen=True, slots=True)
class _Thing:
    """A thing's regions, each with the types of its chain, and where the thing is foretold."""

    regions: tuple[tuple[RegionRecord, frozenset[str]], ...]
    carried: Carried | None

    @property
    def places(self) -> set[str]:
        return {each.viewpoint_id for each, _ in self.regions}

    def everywhere(self) -> Iterator[tuple[RegionRecord, frozenset[str], str, Shape]]:
        """Its regions and those that are foretold of them, each with its viewpoint."""
        yield from ((each, types, each.viewpoint_id, each.shape) for each, types in self.regions)
        by_id = {each.region_id: (each, types) for each, types in self.regions}
        for told in self.carried.foretold if self.carried else ():
            if told.shape is not None and told.from_region in by_id:
                yield *by_id[told.from_region], told.viewpoint_id, told.shape


def to_compare(
    evidence: Evidence,
    regions: Sequence[RegionRecord],
    things: Mapping[str, str],
    of: Mapping[str, Boxed],
    votes: Mapping[frozenset[str], Sequence[Vote[str]]],
    carried: Mapping[str, Carried],
) -> Iterator[ItemToAsk]:
    """For each thing the nearest earlier one that may be the same, until one is, or none is left.

    Args:
        things: by region id, the thing that it shows; ``carried`` by thing.
        votes: by pair of regions, what people said of it.
    """
    settled: dict[frozenset[str], bool] = {}
    for compared, told in votes.items():
        both = frozenset(things[name] for name in compared)
        settled[both] = settled.get(both, False) or not decided(told)[1]
    known = {
        name: evidence.memory.same(("thing", name), each)
        for name, each in _known(regions, things, of, carried).items()
    }
    positions = evidence.memory.same("positions", evidence.positions)
    for number, name in enumerate(known):
        found = [
            pair
            for other in [*known][:number]
            if (pair := _remembered(evidence.memory, positions, (other, name), known))
        ]
        for _, first, second in sorted(found, key=lambda each: each[0]):
            if settled.get(frozenset({things[first.region_id], name}), False):
                continue
            told = votes.get(frozenset({first.region_id, second.region_id}), [])
            yield _compare(first, second, of, frozenset(vote.person for vote in told))
            break


def decided(votes: Sequence[Vote[str]]) -> tuple[str | None, bool]:
    """What people said of a pair, and whether one more may be asked."""
    sure = [vote for vote in votes if vote.value != "unclear"]
    value, _ = two_of_three(sure)
    return value, value is None and len(votes) < 3


def _known(
    regions: Sequence[RegionRecord],
    things: Mapping[str, str],
    of: Mapping[str, Boxed],
    carried: Mapping[str, Carried],
) -> dict[str, _Thing]:
    """The things that have regions of finished chains, in the order of their names."""
    parts: dict[str, list[tuple[RegionRecord, frozenset[str]]]] = defaultdict(list)
    for each in regions:
        if of[each.region_id].complete:
            parts[things[each.region_id]].append((each, of[each.region_id].types))
    return {name: _Thing(tuple(parts[name]), carried.get(name)) for name in sorted(parts)}


def _remembered(
    memory: Memory, positions: Mapping[str, Position], names: tuple[str, str], known: Mapping[str, _Thing]
) -> Pair | None:
    first, second = (known[name] for name in names)
    return memory.of(
        ("pair", names),
        (positions, first, second),
        lambda: _meeting(first, second) or _nearest(positions, first, second),
    )


def _meeting(first: _Thing, second: _Thing) -> Pair | None:
    """The two regions of two things that overlap most at some viewpoint, drawn, carried or foretold."""
    found = []
    theirs = [*second.everywhere()]
    for one, mine, place, shape in first.everywhere():
        for other, types, at, told in theirs:
            if place == at and _may_be_one(mine, types):
                shared = iou(shape, told)
                if shared >= LEAST_SHARED:
                    found.append((-shared, one, other))
    return _first(found)


def _may_be_one(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    return not mine or not theirs or bool(mine & theirs)


def _nearest(positions: Mapping[str, Position], first: _Thing, second: _Thing) -> Pair | None:
    """The two regions of two things whose rays pass nearest to each other; None where they are two things for sure.

    Two that were drawn from one viewpoint are, unless their boxes overlap: two people's boxes of one thing often share
    less than makes them one box.
    """
    both = product(first.regions, second.regions)
    may = [(one, other) for (one, mine), (other, theirs) in both if _may_be_one(mine, theirs)]
    if first.places & second.places:
        return _first(_overlapping(may))
    passed = ((passing(positions, one, other), one, other) for one, other in may)
    return _first((apart, one, other) for apart, one, other in passed if apart is not None)


def _overlapping(pairs: Iterable[tuple[RegionRecord, RegionRecord]]) -> Iterator[Pair]:
    """Boxes of one viewpoint that overlap so much that they may show one thing."""
    for one, other in pairs:
        if one.viewpoint_id == other.viewpoint_id and are_near(one.shape, other.shape):
            shared = iou(one.shape, other.shape)
            if shared >= MAY_BE_ONE:
                yield 1 - shared, one, other


def _first(pairs: Iterable[Pair]) -> Pair | None:
    return min(pairs, key=lambda each: (each[0], each[1].region_id, each[2].region_id), default=None)


def _compare(
    first: RegionRecord, second: RegionRecord, of: Mapping[str, Boxed], done: frozenset[int]
) -> ItemToAsk:
    named = [representative_first(of[each.region_id].named)[0] for each in (first, second)]
    asked = Asked(mentions=tuple(each.key for each in named), regions=(first.region_id, second.region_id))
    drawn = frozenset(each.annotator_id for each in (first, second) if each.annotator_id is not None)
    return ItemToAsk(Step.SAME_THING, asked, (named[0].language,), done | drawn)


def passing(positions: Mapping[str, Position], one: RegionRecord, other: RegionRecord) -> float | None:
    """How far the rays to the middles of two regions pass each other, in metres; None where they do not pass within
    ``LEAST_NEAR`` or the half size of the thing, meet behind a camera, or are nearly parallel."""
    if not {one.viewpoint_id, other.viewpoint_id} <= set(positions):
        return None
    starts = np.array([positions[each.viewpoint_id] for each in (one, other)], dtype=np.float64)
    rays = np.array([direction(*centre(each.shape)) for each in (one, other)], dtype=np.float64)
    cosine = float(rays[0] @ rays[1])
    if np.arccos(np.clip(abs(cosine), 0, 1)) < LEAST_ANGLE:
        return None
    between = starts[1] - starts[0]
    along, back = float(rays[0] @ between), float(rays[1] @ between)
    first = (along - cosine * back) / (1 - cosine**2)
    second = (cosine * along - back) / (1 - cosine**2)
    if first <= 0 or second <= 0:
        return None
    apart = float(np.linalg.norm(starts[0] + first * rays[0] - starts[1] - second * rays[1]))
    size = max(first * _half(one), second * _half(other))
    return apart if apart <= max(LEAST_NEAR, size) else None


def _half(region: RegionRecord) -> float:
    """The tangent of half the width or height of a region, whichever is more."""
    view = region.shape if isinstance(region.shape, ViewBox) else bounding_view([region.shape])
    return tan(min(max(view.width, view.height) / 2, radians(80))) if view else tan(radians(80))


def are_near(one: Region, other: Region) -> bool:
    """Whether two regions may share half of what they show. For boxes their middles tell; to find out how much they
    share takes a hundred times as long."""
    if not (isinstance(one, ViewBox) and isinstance(other, ViewBox)):
        return True
    cosine = sin(one.elevation) * sin(other.elevation) + cos(one.elevation) * cos(other.elevation) * cos(
        one.heading - other.heading
    )
    apart = acos(max(-1.0, min(1.0, cosine)))
    return apart <= max(one.width, one.height, other.width, other.height) / 2
