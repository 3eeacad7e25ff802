"""What the flags found about an annotation."""

from __future__ import annotations

from pangea_server.annotate.annotations.records import report_id
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.quality.flags.records import FlagReport
from pangea_server.stores.protocol import RecordStore


def flag_report_of(records: RecordStore, kind: str, annotation_id: int) -> FlagReport | None:
    """What the flags found about an annotation; None when they have not been run on it yet."""
    try:
        return records.get(FlagReport, report_id(kind, annotation_id))
    except RecordNotFoundError:
        return None
