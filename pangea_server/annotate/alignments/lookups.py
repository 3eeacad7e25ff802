"""The alignment of an annotation."""

from __future__ import annotations

from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import Annotation, GuideAnnotation, report_id
from pangea_server.stores.protocol import RecordStore, found


def alignment_of(records: RecordStore, instruction_id: int) -> AlignmentRecord | None:
    """The alignment of a guide annotation; None when it was never aligned."""
    return found(records, AlignmentRecord, report_id(GuideAnnotation.kind, instruction_id))


def own_alignment(records: RecordStore, annotation: Annotation) -> AlignmentRecord | None:
    """The alignment of what a person said in this task themselves; None when there is none."""
    return found(records, AlignmentRecord, annotation.task_id)
