"""The contents of a release: annotations, each with its published parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import msgspec
from pydantic import JsonValue

from pangea_server.annotate.annotations.records import Annotation, GuideAnnotation, TaskAnnotation
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.core.records import Artefact
from pangea_server.dataset.entries.dataset import Dataset, Follower, Guide
from pangea_server.dataset.entries.protocol import Format
from pangea_server.dataset.formats.tasks import row

Published = tuple[object, list[Artefact | None]]
Text = tuple[dict[str, int | str], str, str]


class Counts(Protocol):
    """Something that counts annotations."""

    def count_guide(self, guide: Guide) -> None: ...
    def count_follower(self, follower: Follower) -> None: ...
    def count_answer(self, annotation: TaskAnnotation) -> None: ...


class ReleaseItem(Protocol):
    """One annotation of a release."""

    @property
    def annotation(self) -> Annotation: ...

    @property
    def published(self) -> Published:
        """Its entry, and its artefacts."""

    def texts(self) -> Iterator[Text]:
        """What people said or wrote: the fields that identify it, the text, and its language."""

    def count_in(self, counts: Counts) -> None:
        """Pass the annotation to the method of ``counts`` for its kind."""


@dataclass(frozen=True, slots=True)
class Said:
    """A Guide's words."""

    guide: Guide

    @property
    def annotation(self) -> Annotation:
        return self.guide.annotation

    @property
    def published(self) -> Published:
        guide = self.guide.annotation
        return msgspec.to_builtins(self.guide.entry()), [guide.pose_trace, guide.voice]

    def texts(self) -> Iterator[Text]:
        guide = self.guide.annotation
        yield {"instruction_id": guide.instruction_id}, guide.transcript, guide.language

    def count_in(self, counts: Counts) -> None:
        counts.count_guide(self.guide)


@dataclass(frozen=True, slots=True)
class Walked:
    """A walk that followed a Guide's words."""

    follower: Follower

    @property
    def annotation(self) -> Annotation:
        return self.follower.annotation

    @property
    def published(self) -> Published:
        return msgspec.to_builtins(self.follower.entry()), [self.follower.annotation.pose_trace]

    def texts(self) -> Iterator[Text]:
        walk = self.follower.annotation
        if walk.feedback and walk.feedback.comment:
            named: dict[str, int | str] = {"demonstration_id": walk.demonstration_id, "field": "comment"}
            yield named, walk.feedback.comment, walk.language

    def count_in(self, counts: Counts) -> None:
        counts.count_follower(self.follower)


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer to a task of another kind."""

    annotation: TaskAnnotation

    @property
    def published(self) -> Published:
        annotation = self.annotation
        log = [annotation.actions] if annotation.actions else []
        return row(annotation), [annotation.pose_trace, annotation.voice, *log]

    def texts(self) -> Iterator[Text]:
        answer = self.annotation
        for name, text in _texts("answer", answer.answer):
            if text not in answer.walked:  # the name of a viewpoint
                named: dict[str, int | str] = {
                    "kind": answer.kind,
                    "annotation_id": answer.annotation_id,
                    "field": name,
                }
                yield named, text, answer.language

    def count_in(self, counts: Counts) -> None:
        counts.count_answer(self.annotation)


def items(dataset: Dataset, formats: Sequence[Format]) -> Iterator[ReleaseItem]:
    """What the formats carry: instructions with their walks, or answers of other kinds, or both."""
    carried = {each.of.collection for each in formats}
    if GuideAnnotation.collection in carried:
        yield from map(Said, dataset.guides("Looking through"))
        yield from map(Walked, dataset.followers("and walks"))
    if TaskAnnotation.collection in carried:
        yield from map(Answered, dataset.answers("and other tasks"))


def name_of(item: ReleaseItem) -> str:
    """What ``item_named`` finds it by."""
    return f"{item.annotation.kind} {item.annotation.number}"


def item_named(dataset: Dataset, name: str) -> ReleaseItem:
    """One annotation.

    Raises:
        RecordNotFoundError: it is gone.
    """
    kind, _, number = name.partition(" ")
    declares = declared(kind)
    if declares.gives_words:
        return Said(dataset.guide(int(number)))
    if declares.follows_words:
        return Walked(dataset.follower(int(number)))
    return Answered(dataset.store.records.get(TaskAnnotation, TaskAnnotation.id_of(kind, int(number))))


def _texts(name: str, value: JsonValue) -> Iterator[tuple[str, str]]:
    """All texts in a JSON value, with their places, such as ``answer.rooms.0``."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in parts:
            yield from _texts(f"{name}.{key}", part)
