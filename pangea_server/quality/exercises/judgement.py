"""Judging an exercise: what was right, and what the right answers are. Only the attempt is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any

from pydantic import JsonValue

from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.kinds.landmark_check import Gold, item_marks, overlap
from pangea_server.annotate.kinds.landmark_made import MadeRegion
from pangea_server.annotate.kinds.landmark_task import LandmarkTask, answers_of
from pangea_server.annotate.landmarks.protocol.asked import Asked, Step
from pangea_server.core.errors import StoreConflictError, SubmissionError
from pangea_server.people.access.records import Annotator
from pangea_server.quality.exercises.pages import Exercise, exercise
from pangea_server.quality.trust.qualifications import count_attempt, qualification_of
from pangea_server.stores.protocol import RecordStore

NEEDED = 0.8
"""Share of the answers that must be right: four of five, so that one slip is forgiven."""


@dataclass(frozen=True, slots=True)
class NextExercise:
    """The exercise that is next for a person, and how often they have tried before."""

    number: int
    exercise: Exercise
    passed: bool


@dataclass(frozen=True, slots=True)
class JudgedItem:
    """One item.

    Attributes:
        marks: whether the answer is right, or the marks in each sentence.
        things: where what each phrase means is seen.
        shown: the regions on the page; ``drawn``: the one that the person drew or took, as plain values.
        overlap: of what was drawn, taken or judged with what the first phrase means.
    """

    marks: tuple[bool, ...]
    gold: Gold
    things: tuple[tuple[MadeRegion, ...], ...]
    shown: tuple[MadeRegion, ...]
    drawn: Mapping[str, Any] | None
    overlap: float | None


@dataclass(frozen=True, slots=True)
class JudgedExercise:
    """A whole exercise; ``passed``: the person may do tasks of the kind now."""

    items: tuple[JudgedItem, ...]
    passed: bool

    @property
    def total(self) -> int:
        return sum(len(each.marks) for each in self.items)

    @property
    def right(self) -> int:
        return sum(sum(each.marks) for each in self.items)

    @property
    def enough(self) -> bool:
        return self.right >= needed(self.total)


def needed(total: int) -> int:
    """How many of so many answers must be right."""
    return ceil(NEEDED * total - 1e-9)


def next_attempt(records: RecordStore, person: Annotator, kind: str) -> NextExercise:
    """The same until it is answered.

    Raises:
        RecordNotFoundError: the kind is trained in another way.
    """
    tried = qualification_of(records, person.annotator_id, kind)
    page = exercise(kind, person.languages, tried.attempts)
    return NextExercise(tried.attempts, page, tried.passed_at is not None)


def judge_exercise(
    records: RecordStore,
    person: Annotator,
    task_type: LandmarkTask[Any, Any],
    number: int,
    answer: Mapping[str, JsonValue],
) -> JudgedExercise:
    """Judge an exercise, and qualify the person if enough of it is right.

    Raises:
        StoreConflictError: another exercise is due.
        SubmissionError: the answer is none to this exercise.
    """
    due = next_attempt(records, person, task_type.kind)
    if due.number != number:
        raise StoreConflictError("Another exercise is due now.", remedy="Reload the page.")
    items = tuple(_judged(due.exercise, task_type, answer))
    judged = JudgedExercise(items, due.passed)
    enough = judged.enough
    records.transact(
        lambda transaction: count_attempt(
            transaction, person.annotator_id, task_type.kind, number, passed=enough
        )
    )
    return JudgedExercise(items, due.passed or enough)


def _judged(
    page: Exercise, task_type: LandmarkTask[Any, Any], answer: Mapping[str, JsonValue]
) -> Iterator[JudgedItem]:
    answers = answers_of(task_type.read_answer(answer))
    if len(answers) != len(page.items) or None in answers:
        raise SubmissionError(
            f"The exercise has {len(page.items)} items, and not each was answered.",
            remedy="Answer each of them, in the same order.",
        )
    step = Step(declared(page.kind).step)
    for asked, told, gold, things in zip(page.items, answers, page.gold.items, page.things, strict=True):
        task_type.refuse(asked, told)
        said = told.model_dump(mode="json") if told else {}
        marks = tuple(item_marks(step, said, gold, asked.stored()))
        shown = tuple(page.made.drawn[name] for name in (*asked.regions, *asked.beside))
        drawn = _drawn(asked, said)
        one = drawn or (shown[0].model_dump(mode="json") if len(asked.regions) == 1 else None)
        yield JudgedItem(
            marks, gold, things, shown, drawn, overlap(one, things[0]) if one and things else None
        )


def _drawn(asked: Asked, said: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What the person drew, or took as it was foretold or changed."""
    if said.get("drawn"):
        return {name: said["drawn"][name] for name in ("viewpoint_id", "shape")}
    if asked.foretold is None or said["verdict"] not in ("accept", "adjust"):
        return None
    foretold = asked.foretold.model_dump(mode="json", include={"viewpoint_id", "shape"})
    return foretold | ({"shape": said["shape"]} if said["shape"] else {})
