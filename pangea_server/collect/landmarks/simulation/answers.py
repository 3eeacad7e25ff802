"""What one person answers to an item: right, or wrong as people go wrong. They know nothing but what their page shows.

A check item is answered like any other: nothing tells the two apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import pi
from random import Random
from typing import Any

from align.spoken_routes import SpokenMention
from environments.regions import ViewBox, iou, region_as_json, region_from_json
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.collect.landmarks.simulation.truth import Truth

Item = Mapping[str, Any]
GOOD = 0.7
"""The overlap from which a careful person calls a box good."""
EDGE_NOISE = 0.042
"""Deviation of each edge of a drawn box, as a share of its side: then two people's boxes of one thing overlap by 0.834
in the mean, as those that Gygli and Ferrari 2019 measured; with the right one by 0.88."""


@dataclass(frozen=True)
class Mind:
    """A person at an item: whether they get it right was drawn before."""

    truth: Truth
    random: Random
    right: Callable[[], bool]

    def answer(self, step: Step, item: Item) -> dict[str, Any]:
        """The answer to an item of a page, in its kind's form."""
        if step is Step.MENTION:
            return self._mention(item)
        return _ANSWERS[step](self, item, self.right())

    def _mention(self, item: Item) -> dict[str, Any]:
        """Each mention is a judgement of its own: marked, missed, or marked with a word too few or too many."""
        sentence = item["sentence"]
        said = self.truth.instruction(sentence["transcript"])
        chains = {each.chain_id: each for each in self.truth.path(said.text).chains}
        marks: dict[tuple[int, int], dict[str, Any]] = {}
        for each in said.mentions:
            span = (each.start_char, each.end_char)
            if not self.right():
                span = self._misplaced(said.text, each)
            if span[0] < span[1] and not any(_cross(span, other) for other in marks):
                marks[span] = _mark(each, span, visual=chains[each.chain_id].need != "not_visual")
        return {
            "transcript_sha256": sentence["transcript_sha256"],
            "mentions": [marks[span] for span in sorted(marks)],
        }

    def _misplaced(self, text: str, mention: SpokenMention) -> tuple[int, int]:
        words = mention.text.split()
        if self.random.random() < 0.5:
            return 0, 0
        if len(words) > 1:
            return mention.start_char + len(words[0]) + 1, mention.end_char
        after = text[mention.end_char :].split(" ")
        more = len(after[1]) + 1 if len(after) > 2 and not after[0] and after[1].isalpha() else 0
        return mention.start_char, mention.end_char + more if more else mention.start_char

    def _link(self, item: Item, right: bool) -> dict[str, Any]:
        first, second = (self.truth.chain(item[name]) for name in ("first", "second"))
        if first is second and first is not None:
            return {"verdict": "same" if right else "different"}
        if first and second and first.parent == second.chain_id and right:
            return {"verdict": "part_of"}
        return {"verdict": "different" if right else "same"}

    def _verify(self, item: Item, right: bool) -> dict[str, Any]:
        phrases = item["phrases"]
        chains = [self.truth.chain(each) for each in phrases]
        most = max(chains, key=lambda each: sum(other is each for other in chains))
        odd = [
            phrase["mention_id"] for phrase, chain in zip(phrases, chains, strict=True) if chain is not most
        ]
        if right:
            return {"verdict": "not_same" if odd else "same", "odd": odd}
        if odd:
            return {"verdict": "same"}
        return {"verdict": "not_same", "odd": [self.random.choice(phrases)["mention_id"]]}

    def _need(self, item: Item, right: bool) -> dict[str, Any]:
        chain = self.truth.chain(item["phrase"])
        need = chain.need if chain else "not_visual"
        if need == "box" and not self.truth.things(item["phrase"]):
            need = "not_visual"
        others = [each for each in ("box", "scene", "not_visual") if each != need]
        return {"verdict": need if right else self.random.choice(others)}

    def _draw(self, item: Item, right: bool) -> dict[str, Any]:
        text = item["phrase"]["sentence"]["transcript"]
        left = sorted(_left(self.truth, item))
        if not right:
            return self._misdrawn(text, bool(left))
        if not left:
            return {"drawn": None}
        place, box = next(iter(self.truth.seen(text, self.random.choice(left)).items()))
        return self._drawn(place, box, EDGE_NOISE)

    def _misdrawn(self, text: str, something: bool) -> dict[str, Any]:
        """Nothing, or a box somewhere."""
        if something and self.random.random() < 0.3:
            return {"drawn": None}
        names = sorted({name for name, _ in self.truth.path(text).regions if self.truth.seen(text, name)})
        if not names:
            return {"drawn": None}
        places = self.truth.seen(text, self.random.choice(names))
        place, box = self.random.choice(sorted(places.items(), key=lambda pair: pair[0]))
        return self._drawn(place, box, 4 * EDGE_NOISE)

    def _drawn(self, place: str, box: ViewBox, noise: float) -> dict[str, Any]:
        return {"drawn": {"viewpoint_id": place, "shape": region_as_json(noisy(box, self.random, noise))}}

    def _quality(self, item: Item, right: bool) -> dict[str, Any]:
        name, overlap = self.truth.shown(item["phrase"]["sentence"]["transcript"], item["region"])
        meant = name in self.truth.things(item["phrase"])
        if (meant and overlap >= GOOD) == right:
            return {"verdict": "good"}
        return {"verdict": "bad", "reason": "not_tight" if meant else "not_it"}

    def _coverage(self, item: Item, right: bool) -> dict[str, Any]:
        complete = not _left(self.truth, item)
        return {"verdict": "all" if complete == right else "missing"}

    def _same_thing(self, item: Item, right: bool) -> dict[str, Any]:
        names = [
            self.truth.shown(item[f"{name}_phrase"]["sentence"]["transcript"], item[name])[0]
            for name in ("first", "second")
        ]
        same = names[0] is not None and names[0] == names[1]
        return {"verdict": "same" if same == right else "different"}

    def _carry(self, item: Item, right: bool) -> dict[str, Any]:
        box, told = _box_there(self.truth, item), item["foretold"]["shape"]
        if not right:
            return {"verdict": "hidden" if box is not None or told is None else "accept"}
        if box is None:
            return {"verdict": "hidden"}
        if told is not None and iou(region_from_json(told), box) >= GOOD:
            return {"verdict": "accept"}
        return {"verdict": "adjust", "shape": region_as_json(noisy(box, self.random, EDGE_NOISE))}


_ANSWERS: Mapping[Step, Callable[[Mind, Item, bool], dict[str, Any]]] = {
    Step.LINK: Mind._link,
    Step.VERIFY: Mind._verify,
    Step.NEED: Mind._need,
    Step.DRAW: Mind._draw,
    Step.QUALITY: Mind._quality,
    Step.COVERAGE: Mind._coverage,
    Step.SAME_THING: Mind._same_thing,
    Step.CARRY: Mind._carry,
    Step.MEANT: Mind._draw,
}


def holds(truth: Truth, step: Step, item: Item, answer: Mapping[str, Any]) -> bool:
    """Whether an answer to an item is right, for who knows what was meant and where it is seen."""
    if step in (Step.DRAW, Step.MEANT):
        return _is_drawn_well(truth, item, answer["drawn"])
    if step is Step.CARRY:
        return _is_carried_well(truth, item, answer)
    right = Mind(truth, Random(0), lambda: True).answer(step, item)
    if step is Step.MENTION:
        return _spans(answer) == _spans(right)
    return bool(answer["verdict"] == right["verdict"])


def _is_drawn_well(truth: Truth, item: Item, drawn: Mapping[str, Any] | None) -> bool:
    left = _left(truth, item)
    if drawn is None:
        return not left
    name, overlap = truth.shown(item["phrase"]["sentence"]["transcript"], drawn)
    return name in left and overlap >= GOOD


def _is_carried_well(truth: Truth, item: Item, answer: Mapping[str, Any]) -> bool:
    box = _box_there(truth, item)
    shape = {"accept": item["foretold"]["shape"], "adjust": answer["shape"]}.get(answer["verdict"])
    if shape is None or box is None:
        return shape is None and box is None
    return iou(region_from_json(shape), box) >= GOOD


def _left(truth: Truth, item: Item) -> set[str]:
    """The things that a phrase means and that no region of the page shows."""
    text = item["phrase"]["sentence"]["transcript"]
    return truth.things(item["phrase"]) - {truth.shown(text, each)[0] for each in item.get("regions", ())}


def _box_there(truth: Truth, item: Item) -> ViewBox | None:
    """Where the thing of a carried region is seen at the viewpoint that is asked about; None where it is not."""
    text = item["phrase"]["sentence"]["transcript"]
    name, _ = truth.shown(text, item["region"])
    return truth.seen(text, name).get(item["foretold"]["viewpoint_id"]) if name else None


def _spans(answer: Mapping[str, Any]) -> set[tuple[int, int]]:
    return {(each["start_char"], each["end_char"]) for each in answer["mentions"]}


def noisy(box: ViewBox, random: Random, noise: float) -> ViewBox:
    """A box as a hand draws it: each edge off by a normal deviation of ``noise`` of its side."""
    sides = []
    for middle, side in ((box.heading, box.width), (box.elevation, box.height)):
        low = middle - side / 2 + random.gauss(0, noise * side)
        high = middle + side / 2 + random.gauss(0, noise * side)
        low, high = min(low, high), max(low, high)
        sides.append(((low + high) / 2, min(max(high - low, 0.01), 0.95 * pi)))
    (heading, width), (elevation, height) = sides
    return ViewBox(heading, max(-pi / 2, min(pi / 2, elevation)), width, height)


def _mark(mention: SpokenMention, span: tuple[int, int], *, visual: bool) -> dict[str, Any]:
    head = mention.head if mention.head and span[0] <= mention.head[0] < mention.head[1] <= span[1] else None
    return {
        "start_char": span[0],
        "end_char": span[1],
        "head": head,
        "types": mention.types,
        "number": mention.number,
        "form": mention.form,
        "visual": visual,
    }


def _cross(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one == other or one[0] < other[0] < one[1] < other[1] or other[0] < one[0] < other[1] < one[1]
