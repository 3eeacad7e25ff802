"""The alignment of an annotation."""

from __future__ import annotations

from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.core.records import padded
from pangea_server.stores.protocol import RecordStore, found


def alignment_of(records: RecordStore, instruction_id: int) -> AlignmentRecord | None:
    """The alignment of a guide annotation; None when it was never aligned."""
    return found(records, AlignmentRecord, padded(instruction_id))
