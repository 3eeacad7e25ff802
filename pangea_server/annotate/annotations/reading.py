"""Stored annotations with their artefacts, read back as the things they are."""

from __future__ import annotations

from typing import Literal, overload

from align import PoseTrace
from pangea_server.annotate.annotations.records import (
    FollowerAnnotation,
    GuideAnnotation,
    TaskAnnotation,
)
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import Artefact, padded
from pangea_server.stores.protocol import BlobStore, RecordStore

Annotation = GuideAnnotation | FollowerAnnotation
Kind = Literal["guide", "follower"]


def stored_guide(records: RecordStore, instruction_id: int) -> GuideAnnotation:
    """Raises RecordNotFoundError when there is none."""
    return records.get(GuideAnnotation, padded(instruction_id))


def found_guide(records: RecordStore, instruction_id: int) -> GuideAnnotation | None:
    """None when there is none, or it was withdrawn."""
    try:
        return stored_guide(records, instruction_id)
    except RecordNotFoundError:
        return None


@overload
def stored_annotation(records: RecordStore, kind: Kind, number: int) -> Annotation: ...
@overload
def stored_annotation(records: RecordStore, kind: str, number: int) -> Annotation | TaskAnnotation: ...
def stored_annotation(records: RecordStore, kind: str, number: int) -> Annotation | TaskAnnotation:
    """A Guide's by its instruction_id, a Follower's by its demonstration_id, any other by its kind's number.

    Raises:
        RecordNotFoundError: there is none.
    """
    if kind == "guide":
        return stored_guide(records, number)
    if kind == "follower":
        return records.get(FollowerAnnotation, padded(number))
    return stored_task_annotation(records, kind, number)


def stored_task_annotation(records: RecordStore, kind: str, number: int) -> TaskAnnotation:
    """Raises RecordNotFoundError when there is none."""
    return records.get(TaskAnnotation, f"{kind}-{padded(number)}")


def found_annotation(records: RecordStore, kind: Kind, number: int) -> Annotation | None:
    """None when there is none, or it was withdrawn."""
    try:
        return stored_annotation(records, kind, number)
    except RecordNotFoundError:
        return None


def voice_of(guide: GuideAnnotation) -> tuple[Artefact, float]:
    """A Guide's voice, and how long it is in seconds.

    Raises:
        RecordNotFoundError: the annotation was imported without one.
    """
    if guide.voice is None or guide.duration is None:
        raise RecordNotFoundError(
            f"Instruction {guide.instruction_id} was imported without a voice.",
            remedy="Import it with its voice, into a store of its own.",
        )
    return guide.voice, guide.duration


def trace_of(annotation: Annotation | TaskAnnotation) -> Artefact:
    """The pose trace of an annotation.

    Raises:
        RecordNotFoundError: it was imported without one.
    """
    if annotation.pose_trace is None:
        raise RecordNotFoundError(
            f"Annotation {annotation.record_id} was imported without a pose trace.",
            remedy="Import it with its pose trace, into a store of its own.",
        )
    return annotation.pose_trace


def load_trace(blobs: BlobStore, artefact: Artefact) -> PoseTrace:
    """The pose trace of an annotation."""
    with blobs.open(artefact.blob) as blob:
        return PoseTrace.load(blob)
