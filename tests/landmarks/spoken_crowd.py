"""People who answer over HTTP, from what their page is told, by what a spoken route is known to mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from align.spoken_routes import SpokenChain, SpokenInstruction, SpokenMention, SpokenPath
from environments.regions import Region, iou, region_as_json, region_from_json
from pangea_server.annotate.landmarks.records import mention_id
from pangea_server.app.testing.server import Someone

GOOD = 0.5
"""The overlap from which a box shows a thing."""


@dataclass
class Truth:
    """What a spoken path means, under the numbers that a server gave to its instructions."""

    spoken: SpokenPath
    numbers: Mapping[int, int]
    guides: Sequence[Someone] = ()
    chain_of: dict[str, SpokenChain] = field(default_factory=dict)
    mentions: dict[int, list[SpokenMention]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        chains = {chain.chain_id: chain for chain in self.spoken.chains}
        for said in self.spoken.instructions:
            number = self.numbers[said.instruction_id]
            self.mentions[number] = list(said.mentions)
            for each in said.mentions:
                self.chain_of[mention_id(number, each.start_char, each.end_char)] = chains[each.chain_id]

    def instruction(self, number: int) -> SpokenInstruction:
        return next(each for each in self.spoken.instructions if self.numbers[each.instruction_id] == number)

    def seen(self, entity_id: str) -> dict[str, Region]:
        """By viewpoint, what is seen of a thing, where a box holds it."""
        return {
            place: sighting.box
            for (name, place), sighting in self.spoken.regions.items()
            if name == entity_id and sighting.box is not None
        }

    def things(self, mention: str) -> set[str]:
        """What a mention means and somebody can draw."""
        return {name for name in self.chain_of[mention].entities if self.seen(name)}

    def shown(self, region: Mapping[str, Any]) -> str | None:
        """The thing that a region shows."""
        shape = region_from_json(region["shape"])
        overlaps = {
            name: iou(shape, box)
            for (name, place), sighting in self.spoken.regions.items()
            if place == region["viewpoint_id"] and (box := sighting.box) is not None
        }
        best = max(overlaps, key=lambda name: overlaps[name], default=None)
        return best if best is not None and overlaps[best] >= GOOD else None


def answer(kind: str, args: Mapping[str, Any], truth: Truth, random: Random) -> dict[str, Any]:
    """What a careful person answers to a page."""
    told = [{"seconds": 3.0, **ANSWERS[kind](item, truth, random)} for item in args["items"]]
    return {"answers": told}


def work(person: Someone, truth: Truth, random: Random, kind: str | None = None) -> str | None:
    """Do one task; the kind, or None where there is none for this person."""
    given = person.call("POST", "/leases", json={"kind": kind})
    if given.status_code == 204:
        return None
    assert given.status_code == 200, given.text
    lease = given.json()
    done = person.submit(lease["lease_id"], {"answer": answer(lease["kind"], lease["args"], truth, random)})
    assert done.status_code == 200, done.text
    return str(lease["kind"])


def work_until_done(
    people: list[Someone], truth: Truth, random: Random, kind: str | None = None
) -> list[tuple[int, str]]:
    """Everybody works for as long as there is something (of this kind) for anybody; who did which kind, in order."""
    done: list[tuple[int, str]] = []
    while True:
        found = [(each.annotator_id, did) for each in people if (did := work(each, truth, random, kind))]
        if not found:
            return done
        done += found


def _mention(item: Mapping[str, Any], truth: Truth, random: Random) -> dict[str, Any]:
    sentence = item["sentence"]
    return {
        "transcript_sha256": sentence["transcript_sha256"],
        "mentions": [
            {
                "start_char": each.start_char,
                "end_char": each.end_char,
                "head": each.head,
                "types": each.types,
                "number": each.number,
                "form": each.form,
                "visual": _chain(each, truth).need != "not_visual",
            }
            for each in truth.mentions[sentence["instruction_id"]]
        ],
    }


def _chain(mention: SpokenMention, truth: Truth) -> SpokenChain:
    return next(chain for chain in truth.spoken.chains if chain.chain_id == mention.chain_id)


def _link(item: Mapping[str, Any], truth: Truth, random: Random) -> dict[str, Any]:
    first, second = (truth.chain_of[item[name]["mention_id"]] for name in ("first", "second"))
    if first is second:
        return {"verdict": "same"}
    return {"verdict": "part_of" if first.parent == second.chain_id else "different"}


def _verify(item: Mapping[str, Any], truth: Truth, random: Random) -> dict[str, Any]:
    names = [phrase["mention_id"] for phrase in item["phrases"]]
    odd = [name for name in names if truth.chain_of[name] is not truth.chain_of[names[0]]]
    return {"verdict": "not_same" if odd else "same", "odd": odd}


def _need(item: Mapping[str, Any], truth: Truth, random: Random) -> dict[str, Any]:
    return {"verdict": truth.chain_of[item["phrase"]["mention_id"]].need}


def _draw(item: Mapping[str, Any], truth: Truth, random: Random) -> dict[str, Any]:
    shown = {truth.shown(region) for region in item.get("regions", ())}
    left = sorted(truth.things(item["phrase"]["mention_id"]) - shown)
    if not left:
        return {"drawn": None}
    place, box = random.choice(sorted(truth.seen(left[0]).items()))
    return {"drawn": {"viewpoint_id": place, "shape": region_as_json(box)}}


def _quality(item: Mapping[str, Any], truth: Truth, random: Random) -> dict[str, Any]:
    if truth.shown(item["region"]) in truth.things(item["phrase"]["mention_id"]):
        return {"verdict": "good"}
    return {"verdict": "bad", "reason": "not_it"}


def _coverage(item: Mapping[str, Any], truth: Truth, random: Random) -> dict[str, Any]:
    shown = {truth.shown(region) for region in item["regions"]}
    return {"verdict": "all" if truth.things(item["phrase"]["mention_id"]) <= shown else "missing"}


def _same_thing(item: Mapping[str, Any], truth: Truth, random: Random) -> dict[str, Any]:
    first, second = truth.shown(item["first"]), truth.shown(item["second"])
    return {"verdict": "same" if first == second else "different"}


def _carry(item: Mapping[str, Any], truth: Truth, random: Random) -> dict[str, Any]:
    """Whoever looks sees the things of the route there; of others only that they are not the phrase's."""
    foretold, thing = item["foretold"], truth.shown(item["region"])
    box = truth.seen(thing).get(foretold["viewpoint_id"]) if thing else None
    if box is None:
        return {"verdict": "hidden"}
    if foretold["shape"] and iou(region_from_json(foretold["shape"]), box) >= GOOD:
        return {"verdict": "accept"}
    return {"verdict": "adjust", "shape": region_as_json(box), "visible": "whole"}


def _meant(item: Mapping[str, Any], truth: Truth, random: Random) -> dict[str, Any]:
    return _draw(item, truth, random)


ANSWERS: Mapping[str, Callable[[Mapping[str, Any], Truth, Random], dict[str, Any]]] = {
    "mention": _mention,
    "coref_link": _link,
    "coref_verify": _verify,
    "box_need": _need,
    "box_draw": _draw,
    "box_quality": _quality,
    "box_coverage": _coverage,
    "same_thing": _same_thing,
    "carry": _carry,
    "region_meant": _meant,
}


def drawable(truth: Truth) -> Iterator[SpokenChain]:
    """Chains of which something can be drawn."""
    for chain in truth.spoken.chains:
        if chain.need == "box" and any(truth.seen(name) for name in chain.entities):
            yield chain
