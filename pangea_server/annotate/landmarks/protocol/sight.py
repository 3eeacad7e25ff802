"""Which regions show one thing: by how far they overlap, by what people said, and by the rays towards them.

Sources: Plummer et al. 2017 (Flickr30k Entities), section 3.3.2, for boxes of one picture; between viewpoints our own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

import networkx as nx

from environments.carrying.carry import WorldPosition
from environments.regions import iou
from pangea_server.annotate.landmarks.protocol.asked import Asked, Foretold, MentionKey, Step
from pangea_server.annotate.landmarks.protocol.boxes import (
    Boxed,
    ask_quality,
    judged_region,
    representative_first,
)
from pangea_server.annotate.landmarks.protocol.comparisons import are_near, decided, to_compare
from pangea_server.annotate.landmarks.protocol.evidence import Carried, Evidence, Judged
from pangea_server.annotate.landmarks.protocol.rules import Rules
from pangea_server.annotate.landmarks.protocol.shares import falls_in
from pangea_server.annotate.landmarks.protocol.work import Dispute, ItemToAsk, Vote
from pangea_server.annotate.landmarks.records import RegionRecord, Shape

CARRIED_TWICE = 0.05


@dataclass(frozen=True, slots=True)
class PathSight:
    """What the regions of a path show.

    Attributes:
        regions: all of them, those that were carried among them; what became one with another is replaced by it.
        things: by region id, the id of the first region of the same thing; only of regions that are good.
        questions: pairs of regions to compare, and places to look at.
        places: by the id of a thing's first region, where it is; only of things of which that is known.
        disputes: things whose regions cannot be of one.
    """

    regions: tuple[RegionRecord, ...]
    things: Mapping[str, str]
    questions: tuple[ItemToAsk, ...]
    places: Mapping[str, WorldPosition] = field(default_factory=dict)
    disputes: tuple[Dispute, ...] = ()


def see(evidence: Evidence, boxed: Sequence[Boxed]) -> PathSight:
    """Join the good regions of all chains to things."""
    of = {region.region_id: chain for chain in boxed for region in chain.regions}
    good = sorted((each for chain in boxed for each in chain.good), key=lambda each: each.region_id)
    carried_to = _carried_to(evidence, good)
    of |= {each.region_id: of[each.from_region] for each in carried_to if each.from_region}
    instead = _instead(carried_to)
    first = [each for each in carried_to if each.region_id not in instead]
    held = [each for each in first if each.quality == "good"]
    known = {each.region_id: each for each in (*good, *held)}
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(known)
    shown = tuple((each, of[each.region_id].types) for each in known.values())
    merged = evidence.memory.of(
        "one box", (evidence.rules, shown), lambda: list(_one_box(evidence.rules, shown))
    )
    graph.add_edges_from(merged)
    graph.add_edges_from((each.region_id, each.from_region) for each in held if each.from_region)
    graph.add_edges_from(_of_one(boxed))
    votes = _compared(evidence, known)
    graph.add_edges_from(sorted(map(sorted, _same(votes))))  # type: ignore[arg-type]
    things = {name: min(part) for part in nx.connected_components(graph) for name in part}
    replaced = instead | _replaced(merged)
    regions = (
        each.model_copy(update={"replaced_by": replaced.get(each.region_id)})
        for each in (*(region for chain in boxed for region in chain.regions), *carried_to)
    )
    carried = _foretold(evidence, [*known.values()], things, of)
    questions = [
        *_to_judge(first, of),
        *_to_carry(evidence, carried_to, known, things, of, carried),
        *to_compare(evidence, [*known.values()], things, of, votes, carried),
    ]
    ordered = sorted(regions, key=lambda each: each.region_id)
    places = {thing: each.place for thing, each in carried.items() if each.place}
    disputes = tuple(_apart(evidence, [*known.values()], things, of, carried))
    return PathSight(tuple(ordered), things, tuple(questions), places, disputes)


def _one_box(
    rules: Rules, regions: Sequence[tuple[RegionRecord, frozenset[str]]]
) -> Iterator[tuple[str, str]]:
    """Pairs of boxes of one viewpoint that overlap so far that they are one; each comes with its types."""
    at: dict[str, list[tuple[RegionRecord, frozenset[str]]]] = defaultdict(list)
    for region, types in regions:
        at[region.viewpoint_id].append((region, types))
    for together in at.values():
        for (first, mine), (second, theirs) in combinations(together, 2):
            if not are_near(first.shape, second.shape) or not rules.may_merge(mine, theirs):
                continue
            if iou(first.shape, second.shape) >= rules.least_overlap(mine, theirs):
                yield first.region_id, second.region_id


def _replaced(merged: Sequence[tuple[str, str]]) -> dict[str, str]:
    """By region, the first of those that are one box with it."""
    graph: nx.Graph[str] = nx.Graph(merged)
    firsts = {name: min(part) for part in nx.connected_components(graph) for name in part}
    return {name: first for name, first in firsts.items() if name != first}


def _of_one(boxed: Sequence[Boxed]) -> Iterator[tuple[str, str]]:
    """Regions of a chain that means one thing, seen from several viewpoints."""
    for chain in boxed:
        places = [each.viewpoint_id for each in chain.good]
        if all(each.number == "one" for each in chain.named) and len(set(places)) == len(places):
            ids = [each.region_id for each in chain.good]
            yield from pairwise(ids)


# Other viewpoints


def _carried_to(evidence: Evidence, good: Sequence[RegionRecord]) -> list[RegionRecord]:
    """The regions that people accepted or adjusted elsewhere, with what others said of them."""
    known = {each.region_id for each in good}
    regions: list[RegionRecord] = []
    for each in evidence.of(Step.CARRY):
        foretold = each.asked.foretold
        if foretold is None or foretold.from_region not in known:
            continue
        accepted = each.answer["verdict"] == "accept"
        shape: Shape | None = foretold.shape if accepted else each.answer.get("shape")
        if shape is None:
            continue
        told = {
            "viewpoint_id": foretold.viewpoint_id,
            "shape": shape,
            "visible": each.answer.get("visible", "whole"),
            "from_region": foretold.from_region,
        }
        regions.append(judged_region(evidence, each, told, "accepted" if accepted else "adjusted"))
    return regions


def _instead(carried_to: Sequence[RegionRecord]) -> dict[str, str]:
    """By region, the one that holds in its place: of what was carried from a region to a viewpoint the first that is
    not bad. The others stay, as somebody may be judging them when a vote turns."""
    holds: dict[tuple[str | None, str], str] = {}
    instead: dict[str, str] = {}
    for each in carried_to:
        if each.quality != "bad":
            first = holds.setdefault((each.from_region, each.viewpoint_id), each.region_id)
            if first != each.region_id:
                instead[each.region_id] = first
    return instead


def _foretold(
    evidence: Evidence,
    regions: Sequence[RegionRecord],
    things: Mapping[str, str],
    of: Mapping[str, Boxed],
) -> dict[str, Carried]:
    """What is known of each thing of which everything is drawn. What was accepted as foretold says nothing new."""
    if evidence.foretell is None:
        return {}
    told: dict[str, list[RegionRecord]] = defaultdict(list)
    unfinished = {things[each.region_id] for each in regions if not of[each.region_id].complete}
    for each in regions:
        if each.source != "accepted":
            told[things[each.region_id]].append(each)
    return {
        thing: evidence.foretell(sorted(some, key=lambda each: each.region_id))
        for thing, some in sorted(told.items())
        if thing not in unfinished
    }


def _apart(
    evidence: Evidence,
    regions: Sequence[RegionRecord],
    things: Mapping[str, str],
    of: Mapping[str, Boxed],
    carried: Mapping[str, Carried],
) -> Iterator[Dispute]:
    """Things whose regions lie too far apart, until a reviewer accepts all that made them one: a box is of something
    else, or words or regions were called the same that are not."""
    drawn = {each.id: each for step in (Step.DRAW, Step.CARRY) for each in evidence.of(step)}
    for thing, found in carried.items():
        if not found.apart:
            continue
        mine = [each for each in regions if things[each.region_id] == thing]
        keys = {named.key: None for each in mine for named in of[each.region_id].named}
        made = [
            *(drawn[each.region_id] for each in mine if each.region_id in drawn),
            *(each for each in evidence.of(Step.LINK) if _says_same(each, evidence, keys)),
            *(each for each in evidence.of(Step.SAME_THING) if _joins(each, things, thing)),
        ]
        if not all(each.accepted for each in made):
            about = tuple(sorted(each.id for each in made))
            yield Dispute(Step.DRAW, "the boxes of one thing lie too far apart", about, tuple(keys))


def _says_same(judged: Judged, evidence: Evidence, keys: Collection[MentionKey]) -> bool:
    both = [evidence.current(key) for key in judged.asked.mentions]
    return judged.answer["verdict"] == "same" and all(key in keys for key in both)


def _joins(judged: Judged, things: Mapping[str, str], thing: str) -> bool:
    return judged.answer["verdict"] == "same" and all(
        things.get(name) == thing for name in judged.asked.regions
    )


def _to_judge(carried_to: Sequence[RegionRecord], of: Mapping[str, Boxed]) -> Iterator[ItemToAsk]:
    """Every carried region is judged by another person before it counts, as every drawn one is."""
    return (ask_quality(of[each.region_id].named, each) for each in carried_to if each.quality == "unjudged")


def _to_carry(
    evidence: Evidence,
    carried_to: Sequence[RegionRecord],
    known: Mapping[str, RegionRecord],
    things: Mapping[str, str],
    of: Mapping[str, Boxed],
    carried: Mapping[str, Carried],
) -> Iterator[ItemToAsk]:
    """The places where a person is to look whether a thing is where it is foretold; a share of them twice, and once
    more for each region there that was found bad."""
    done: dict[tuple[str, str], set[int]] = defaultdict(set)
    for each in evidence.of(Step.CARRY):
        asked = each.asked.foretold
        if asked is not None and asked.from_region in things:
            done[things[asked.from_region], asked.viewpoint_id].add(each.person)
    bad = Counter(
        (things[each.from_region], each.viewpoint_id)
        for each in carried_to
        if each.from_region and each.quality == "bad"
    )
    drawn = {(things[each.region_id], each.viewpoint_id) for each in known.values() if not each.from_region}
    for thing, found in carried.items():
        for told in found.foretold:
            place = thing, told.viewpoint_id
            people, twice = done[place], falls_in(f"{thing} {told.viewpoint_id}", CARRIED_TWICE)
            looks = min((2 if twice else 1) + bad[place], evidence.rules.rounds)
            if place not in drawn and len(people) < looks:
                yield _carry(told, of[told.from_region], frozenset(people))


def _carry(foretold: Foretold, chain: Boxed, done: frozenset[int]) -> ItemToAsk:
    named = representative_first(chain.named)[0]
    asked = Asked(mentions=(named.key,), regions=(foretold.from_region,), foretold=foretold)
    return ItemToAsk(Step.CARRY, asked, (named.language,), done)


def _compared(evidence: Evidence, known: Mapping[str, RegionRecord]) -> dict[frozenset[str], list[Vote[str]]]:
    votes: dict[frozenset[str], list[Vote[str]]] = defaultdict(list)
    for each in evidence.of(Step.SAME_THING):
        if len(set(each.asked.regions)) == 2 and set(each.asked.regions) <= set(known):
            vote = Vote(each.person, str(each.answer["verdict"]), each.id, each.accepted)
            votes[frozenset(each.asked.regions)].append(vote)
    return votes


def _same(votes: Mapping[frozenset[str], Sequence[Vote[str]]]) -> Iterator[frozenset[str]]:
    return (pair for pair, told in votes.items() if decided(told)[0] == "same")
