"""Which scans a person may see: licences allow panoramas only for people who have a task in them."""

from __future__ import annotations

from environments import Scan
from environments.errors import NotFoundError
from pangea_server.annotate.assignment.arms import Pictured, arm_of, pictured
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.collect.planning.practice import first_scan_id
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.people.access.policy import STAFF
from pangea_server.people.access.records import Annotator
from pangea_server.quality.lesson.recorded import recorded_guide
from pangea_server.quality.trust.training import trains_in
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

NO_TASK = ""


def lease_for_scan(records: RecordStore, person: Annotator, scan_id: str, wanted: str | None) -> str:
    """The lease that opens a scan to this person, or ``NO_TASK``: staff see all scans, others those of their tasks, of
    the practice walk, of their training walk and of their lesson.

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
    """Whether it is of the person's training walk, of their lesson, or of the practice walk.

    Raises:
        RecordNotFoundError: it is not, and the person has no task there.
    """
    guide = recorded_guide(records, person)
    if trains_in(records, person, scan_id) or (guide and guide.scan_id == scan_id):
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


def pictured_for(records: RecordStore, person: Annotator, scan: Scan) -> Pictured:
    """Whose panorama this person is shown at each viewpoint: as the arm of a task says that they hold in this scan."""
    for _, task in _held_tasks(records, person, scan.scan_id):
        if arm_of(records, task).pictures != "shown":
            return pictured(records, task, scan.viewpoints)
    return lambda viewpoint: viewpoint


def _leases_in(records: RecordStore, person: Annotator, scan_id: str) -> list[str]:
    """The ids of the person's active leases in this scan, the newest last."""
    held = _held_tasks(records, person, scan_id)
    return [lease.lease_id for lease, _ in sorted(held, key=lambda each: each[0].created_at)]


def _held_tasks(records: RecordStore, person: Annotator, scan_id: str) -> list[tuple[Lease, Task]]:
    mine = every(records, Lease, {"annotator_id": person.annotator_id, "state": LeaseState.ACTIVE})
    held = [(lease, records.get(Task, lease.task_id)) for lease in mine]
    return [(lease, task) for lease, task in held if task.scan_id == scan_id]
