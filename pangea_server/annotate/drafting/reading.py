"""What became of the draft of an annotation."""

from __future__ import annotations

from pangea_server.annotate.drafting.records import DraftedTranscript
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import padded
from pangea_server.stores.protocol import RecordStore


def drafted_of(records: RecordStore, instruction_id: int) -> DraftedTranscript | None:
    """How a Guide turned a draft into their transcript; None where they typed."""
    try:
        return records.get(DraftedTranscript, padded(instruction_id))
    except RecordNotFoundError:
        return None
