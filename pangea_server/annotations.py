"""Stored annotations with their artefacts, read back as the things they are."""

from __future__ import annotations

from align import PoseTrace
from pangea_server.errors import RecordNotFoundError
from pangea_server.records import Artefact, GuideAnnotation, padded
from pangea_server.stores.protocol import BlobStore, RecordStore


def stored_guide(records: RecordStore, instruction_id: int) -> GuideAnnotation:
    """Raises RecordNotFoundError when there is none."""
    return records.get(GuideAnnotation, padded(instruction_id))


def found_guide(records: RecordStore, instruction_id: int) -> GuideAnnotation | None:
    """None when there is none, or it was withdrawn."""
    try:
        return stored_guide(records, instruction_id)
    except RecordNotFoundError:
        return None


def load_trace(blobs: BlobStore, artefact: Artefact) -> PoseTrace:
    """The pose trace of an annotation."""
    with blobs.open(artefact.blob) as blob:
        return PoseTrace.load(blob)
