"""Exercises, as sent over HTTP."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, FiniteFloat, JsonValue

from pangea_server.annotate.landmarks.wire import ShapeView
from pangea_server.annotate.media.wire import ScanView
from pangea_server.core.wire import Wire


class ExerciseStart(Wire):
    viewpoint_id: str
    heading: FiniteFloat


class ExerciseView(Wire):
    """A page to practise on in the demo house; ``args`` is what a task of the kind sends to its page.

    ``number`` counts the person's attempts at the kind. ``needed`` of ``total`` answers must be right. ``passed``: this
    person may already do tasks of the kind.
    """

    number: int
    language: str
    scan: ScanView
    start: ExerciseStart
    args: dict[str, JsonValue]
    needed: int
    total: int
    passed: bool


class ExerciseAnswer(Wire):
    """``answer`` is what a task of the kind takes; nothing of it is kept."""

    number: Annotated[int, Field(ge=0, lt=2**31)]
    answer: dict[str, JsonValue]


class TrueRegion(Wire):
    """Where something is seen that phrase ``phrase`` of the item means, the first phrase being 0."""

    viewpoint_id: str
    shape: ShapeView
    phrase: int


class RegionAt(Wire):
    viewpoint_id: str
    shape: ShapeView


class ItemTruth(Wire):
    """What is right for one item; what does not belong to its kind is empty.

    ``marks``: whether the answer is right, sentence by sentence where words are marked. ``value``: the right verdict.
    ``odd``: phrases that do not belong to the others, by ``mention_id``. ``regions``: where everything is seen that the
    phrases mean. ``shown``: what the page showed, and ``drawn`` what the person drew or took. ``overlap``: of what they
    drew, took or judged with the nearest right region at its viewpoint, in [0, 1]; null where there is none to compare.
    ``spans``: all mentions; ``outer``: those that no other holds, which are enough.
    """

    marks: tuple[bool, ...]
    value: str
    odd: tuple[str, ...]
    regions: tuple[TrueRegion, ...]
    shown: tuple[RegionAt, ...]
    drawn: RegionAt | None
    overlap: FiniteFloat | None
    spans: tuple[tuple[int, int], ...]
    outer: tuple[tuple[int, int], ...]


class ExerciseResult(Wire):
    """How an exercise went; ``passed``: with this attempt or one before. ``enough``: with this one."""

    right: int
    total: int
    needed: int
    enough: bool
    passed: bool
    items: tuple[ItemTruth, ...]
