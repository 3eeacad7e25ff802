"""Which scans a person may see: licences allow panoramas only for people who have a task in them."""

from __future__ import annotations

from environments import Scan
from pangea_server.annotate.assignment.arms import Pictured, arm_of, pictured
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.collect.planning.practice import first_scan_id
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.people.access.policy import STAFF
from pangea_server.people.access.records import Annotator
from pangea_server.quality.trust.training import trains_in
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


def check_sees_scan(records: RecordStore, person: Annotator, scan_id: str) -> None:
    """Check access: staff may see all scans; others those of their tasks, the practice walk and their training walk.

    Raises:
        RecordNotFoundError: this person may not see it, or it does not exist; the error is the same.
    """
    if person.role in STAFF or scan_id in _scans_of_tasks(records, person):
        return
    if not trains_in(records, person, scan_id) and scan_id != first_scan_id(records):
        raise RecordNotFoundError(f"You have no access to a scan {scan_id!r}.", remedy="Ask for a task.")


def pictured_for(records: RecordStore, person: Annotator, scan: Scan) -> Pictured:
    """Whose panorama this person is shown at each viewpoint: as the arm of a task says that they hold in this scan."""
    for task in _held_tasks(records, person):
        if task.scan_id == scan.scan_id and arm_of(records, task).pictures != "shown":
            return pictured(records, task, scan.viewpoints)
    return lambda viewpoint: viewpoint


def _scans_of_tasks(records: RecordStore, person: Annotator) -> set[str]:
    return {task.scan_id for task in _held_tasks(records, person)}


def _held_tasks(records: RecordStore, person: Annotator) -> list[Task]:
    held = every(records, Lease, {"annotator_id": person.annotator_id, "state": LeaseState.ACTIVE})
    return [records.get(Task, lease.task_id) for lease in held]
