"""Which scans a person may see: licences allow panoramas only for people who have a task in them."""

from __future__ import annotations

from environments.errors import NotFoundError
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.collect.planning.practice import first_scan_id
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.people.access.policy import STAFF
from pangea_server.people.access.records import Annotator
from pangea_server.quality.trust.training import trains_in
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

NO_TASK = ""


def lease_for_scan(records: RecordStore, person: Annotator, scan_id: str, wanted: str | None) -> str:
    """The lease that opens a scan to this person, or ``NO_TASK``: staff see all scans, others those of their tasks, of
    the practice walk and of their training walk.

    Args:
        wanted: a lease of the person's own. Without one, practice and training come first, then the newest task there.

    Raises:
        RecordNotFoundError: this person may not see it, or it does not exist; the error is the same.
    """
    if person.role in STAFF:
        return NO_TASK
    held = _leases_in(records, person, scan_id)
    if wanted in held:
        return wanted
    if _is_for_learning(records, person, scan_id, bool(held)):
        return NO_TASK
    return held[-1]


def _is_for_learning(records: RecordStore, person: Annotator, scan_id: str, has_task: bool) -> bool:
    """Whether it is of the person's training walk, or of the practice walk.

    Raises:
        RecordNotFoundError: it is not, and the person has no task there.
    """
    if trains_in(records, person, scan_id):
        return True
    try:
        practice = first_scan_id(records)
    except NotFoundError:
        if has_task:
            return False
        raise
    if scan_id != practice and not has_task:
        raise RecordNotFoundError(f"You have no access to a scan {scan_id!r}.", remedy="Ask for a task.")
    return scan_id == practice


def _leases_in(records: RecordStore, person: Annotator, scan_id: str) -> list[str]:
    """The ids of the person's active leases in this scan, the newest last."""
    mine = every(records, Lease, {"annotator_id": person.annotator_id, "state": LeaseState.ACTIVE})
    there = [lease for lease in mine if records.get(Task, lease.task_id).scan_id == scan_id]
    return [lease.lease_id for lease in sorted(there, key=lambda lease: lease.created_at)]
