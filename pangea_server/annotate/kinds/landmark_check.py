"""Whether answers about landmarks are right, where a machine knows what is: items made from a labelled place.

What is right is never with the task that people are given; it stays with the check item (``CheckItem.gold``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from environments.regions import iou, region_from_json
from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.check_scores import CheckVerdict
from pangea_server.annotate.kinds.checks import Collected, KnownItem
from pangea_server.annotate.kinds.landmark_made import MadeRegion
from pangea_server.annotate.landmarks.protocol.asked import Step

RIGHT_SPANS = 0.8
"""F1 from which the marks in a sentence are right."""
RIGHT_BOX = 0.7
"""Overlap from which a box is right; Flickr30k Entities approved boxes by hand."""
FOUND = 0.5
"""Overlap from which a person drew the thing that was meant."""
Span = tuple[int, int]


class Gold(BaseModel):
    """What is right for one item; which fields are set depends on its step.

    Attributes:
        value: the verdict.
        odd: of a chain that does not hold, the ids of mentions that do not belong to it.
        boxes: regions of which each is right, from whatever viewpoint; none where nothing is (left) to be drawn.
        spans: mentions of an instruction, sentence after sentence; ``outer``: those that no other holds.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    value: str = ""
    odd: tuple[str, ...] = ()
    boxes: tuple[MadeRegion, ...] = ()
    spans: tuple[tuple[Span, ...], ...] = ()
    outer: tuple[tuple[Span, ...], ...] = ()
    ends: tuple[int, ...] = ()


class GoldPage(BaseModel):
    """``CheckItem.gold``: what is right for each item of a page, in its order."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    items: tuple[Gold, ...]


@dataclass(frozen=True, slots=True)
class GoldCheck:
    """People are checked on pages that a machine made of a labelled place (``quality/gold``); what a campaign has
    collected gives none."""

    step: Step

    def items(self, kind: str, collected: Collected) -> Iterator[CheckItem]:
        return iter(())

    def verdict(self, answer: Annotation, known: KnownItem) -> CheckVerdict:
        """Whether enough of the items are right; each counts by itself."""
        said, args = answer.answer, answer.args
        if said is None or args is None or not known.item.gold:
            return CheckVerdict(None, "nobody knows what is right")
        gold = GoldPage.model_validate(known.item.gold).items
        answers = said["answers"]
        assert isinstance(answers, list)
        told = [each for each in answers if isinstance(each, dict)]
        marks = marks_of(self.step, args, told, gold)
        right = sum(marks)
        return CheckVerdict(2 * right > len(marks), f"{right} of {len(marks)} items right", tuple(marks))


def marks_of(
    step: Step, args: Mapping[str, Any], answers: Sequence[Mapping[str, Any]], gold: Sequence[Gold]
) -> list[bool]:
    """Whether each item is right; of an instruction whose mentions are marked, whether each sentence is."""
    items = zip(answers, gold, args["items"], strict=True)
    return [right for told, known, item in items for right in item_marks(step, told, known, item)]


def item_marks(step: Step, told: Mapping[str, Any], gold: Gold, item: Mapping[str, Any]) -> list[bool]:
    """As ``marks_of``, of one item as it is stored: one mark, or one for each sentence."""
    if step is Step.MENTION:
        return [*_sentences(told, gold)]
    return [_RIGHT.get(step, _equals)(told, gold, item)]


def overlap(region: Mapping[str, Any], boxes: Sequence[MadeRegion]) -> float | None:
    """Of a region with the nearest of these that are seen from its viewpoint, in [0, 1]; None where none is."""
    shape = region_from_json(region["shape"])
    there = (box.shape for box in boxes if box.viewpoint_id == region["viewpoint_id"])
    return max((iou(shape, box) for box in there), default=None)


def _equals(told: Mapping[str, Any], gold: Gold, item: Mapping[str, Any]) -> bool:
    return bool(told["verdict"] == gold.value)


def _verified(told: Mapping[str, Any], gold: Gold, item: Mapping[str, Any]) -> bool:
    """The verdict, and of those who say which one is odd that it is."""
    return _equals(told, gold, item) and (not told.get("odd") or bool({*told["odd"]} & {*gold.odd}))


def _drawn(told: Mapping[str, Any], gold: Gold, item: Mapping[str, Any]) -> bool:
    return _shows(told["drawn"], gold.boxes, RIGHT_BOX)


def _meant(told: Mapping[str, Any], gold: Gold, item: Mapping[str, Any]) -> bool:
    return _shows(told["drawn"], gold.boxes, FOUND)


def _shows(drawn: Mapping[str, Any] | None, boxes: Sequence[MadeRegion], least: float) -> bool:
    if drawn is None:
        return not boxes
    shared = overlap(drawn, boxes)
    return shared is not None and shared >= least


def _carried(told: Mapping[str, Any], gold: Gold, item: Mapping[str, Any]) -> bool:
    """What was accepted or adjusted is where the thing is seen; otherwise nothing of it is."""
    foretold = item["foretold"]
    if told["verdict"] in ("hidden", "not_there"):
        return not gold.boxes
    shape = foretold["shape"] if told["verdict"] == "accept" else told["shape"]
    return bool(gold.boxes) and _shows({**foretold, "shape": shape}, gold.boxes, RIGHT_BOX)


_RIGHT: Mapping[Step, Callable[[Mapping[str, Any], Gold, Mapping[str, Any]], bool]] = {
    Step.VERIFY: _verified,
    Step.DRAW: _drawn,
    Step.MEANT: _meant,
    Step.CARRY: _carried,
}


def _sentences(told: Mapping[str, Any], gold: Gold) -> Iterator[bool]:
    """For each sentence that names something, or in which something was marked, whether the marks are right: all
    mentions, or those that no other holds."""
    marked = [(each["start_char"], each["end_char"]) for each in told["mentions"]]
    start = 0
    for every, outer, end in zip(gold.spans, gold.outer, gold.ends, strict=True):
        here = {span for span in marked if start <= span[0] < end}
        if here or every:
            yield max(_f1(here, {*every}), _f1(here, {*outer})) >= RIGHT_SPANS
        start = end


def _f1(found: set[Span], wanted: set[Span]) -> float:
    both = len(found) + len(wanted)
    return 2 * len(found & wanted) / both if both else 1.0
