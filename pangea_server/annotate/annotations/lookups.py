"""Reads stored annotations and their artefacts."""

from __future__ import annotations

from align import PoseTrace
from pangea_server.annotate.annotations.records import Annotation, GuideAnnotation
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import Artefact, padded
from pangea_server.stores.protocol import BlobStore, RecordStore, found


def stored_guide(records: RecordStore, instruction_id: int) -> GuideAnnotation:
    """Raises RecordNotFoundError when there is none."""
    return records.get(GuideAnnotation, padded(instruction_id))


def found_guide(records: RecordStore, instruction_id: int) -> GuideAnnotation | None:
    """None when there is none, or it was withdrawn."""
    return found(records, GuideAnnotation, padded(instruction_id))


def voice_of(annotation: Annotation) -> tuple[Artefact, float]:
    """The voice of an annotation, and how long it is in seconds.

    Raises:
        RecordNotFoundError: it has none, because it was imported or written without one.
    """
    if annotation.voice is None or annotation.duration is None:
        raise RecordNotFoundError(
            f"Instruction {annotation.number} has no voice: it was imported or written without one.",
            remedy="Read its transcript; or import it together with its voice into a separate store.",
        )
    return annotation.voice, annotation.duration


def trace_of(annotation: Annotation) -> Artefact:
    """The pose trace of an annotation.

    Raises:
        RecordNotFoundError: it was imported without one, or its person did not walk.
    """
    if annotation.pose_trace is None:
        raise RecordNotFoundError(
            f"Annotation {annotation.record_id} has no pose trace.",
            remedy="If it was imported without one, import it together with its pose trace into a separate store;"
            " who has a plan alone does not walk.",
        )
    return annotation.pose_trace


def load_trace(blobs: BlobStore, artefact: Artefact) -> PoseTrace:
    """The pose trace of an annotation."""
    with blobs.open(artefact.blob) as blob:
        return PoseTrace.load(blob)
