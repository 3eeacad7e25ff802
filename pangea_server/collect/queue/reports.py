"""Problems that people report while they do a task."""

from __future__ import annotations

from pangea_server.annotate.tasks.records import Lease, ProblemReport
from pangea_server.collect.queue.wire import ProblemReportRequest
from pangea_server.core.errors import StoreConflictError
from pangea_server.core.records import now, own_id
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

REPORTS_SHOWN = 50


def keep_report(
    records: RecordStore, lease: Lease, chosen: str, report: ProblemReportRequest
) -> ProblemReport:
    """Store a report under an id that its page chose; storing the same one again changes nothing.

    Raises:
        StoreConflictError: another report is stored under this id; it stays.
    """
    record = ProblemReport(
        report_id=own_id(lease.annotator_id, chosen),
        lease_id=lease.lease_id,
        task_id=lease.task_id,
        annotator_id=lease.annotator_id,
        created_at=now(),
        **report.model_dump(),
    )
    try:
        records.create(record)
    except StoreConflictError:
        kept = records.get(ProblemReport, record.report_id)
        if kept.model_copy(update={"created_at": record.created_at}) != record:
            raise
        return kept
    return record


def newest_reports(records: RecordStore) -> tuple[ProblemReport, ...]:
    """The last ``REPORTS_SHOWN`` reports, the newest first."""
    reports = sorted(every(records, ProblemReport), key=lambda report: report.created_at, reverse=True)
    return tuple(reports[:REPORTS_SHOWN])
