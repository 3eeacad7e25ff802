"""Which scans a person may see: licences allow panoramas only for people who have a task in them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from environments import Scan
from environments.errors import NotFoundError
from pangea_server.annotate.assignment.arms import Pictured, arm_of, pictured
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.collect.planning.practice import first_scan_id, practice_path
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.kept_briefly import KeptBriefly
from pangea_server.core.records import padded
from pangea_server.people.access.policy import STAFF
from pangea_server.people.access.records import Annotator
from pangea_server.people.access.signed_in_roles import TTL_SECONDS
from pangea_server.quality.lesson.recorded import recorded_guide
from pangea_server.quality.trust.training import trains_in
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, found

NO_TASK = ""


def lease_for_scan(
    records: RecordStore, person: Annotator, scan_id: str, wanted: str | None, places: frozenset[str] | None
) -> str:
    """The lease that opens a scan to this person, or ``NO_TASK``: staff see all scans, others those of their tasks, of
    the practice walk, of their training walk and of their lesson.

    Args:
        wanted: a lease of the person's own. Without one, practice and training come first, then the newest task there.
        places: what they are shown there without a task; None: all.

    Raises:
        RecordNotFoundError: this person may not see it, or it does not exist; the error is the same.
    """
    if person.role in STAFF:
        return NO_TASK
    held = _leases_in(records, person, scan_id)
    if wanted in held:
        return wanted
    if places is None or places:
        return NO_TASK
    if not held:
        raise RecordNotFoundError(f"You have no access to a scan {scan_id!r}.", remedy="Ask for a task.")
    return held[-1]


def places_for_learning(
    records: RecordStore, person: Annotator, scan_id: str, scan_of: Callable[[str], Scan]
) -> frozenset[str] | None:
    """The places whose panoramas a person is shown without a task: those of the practice walk and of their lesson, each
    with those one step away, which the viewer loads ahead; None for all, where they walk in training. Staff see all."""
    if person.role in STAFF or trains_in(records, person, scan_id):
        return None
    guide = recorded_guide(records, person)
    walked = set(guide.walked) if guide and guide.scan_id == scan_id else set()
    with suppress(NotFoundError):
        if scan_id == first_scan_id(records):
            walked |= set(practice_path(records, scan_of(scan_id)))
    neighbors = (scan_of(scan_id).graph.neighbors(place) for place in walked)
    return frozenset(walked).union(*neighbors)


def learning_places(
    records: RecordStore, scan_of: Callable[[str], Scan]
) -> KeptBriefly[tuple[int, str], frozenset[str] | None]:
    """``places_for_learning`` by a person's number and a scan's id, looked up once a second."""

    def look_up(asked: tuple[int, str]) -> frozenset[str] | None:
        annotator_id, scan_id = asked
        person = found(records, Annotator, padded(annotator_id))
        return frozenset() if person is None else places_for_learning(records, person, scan_id, scan_of)

    return KeptBriefly(look_up, TTL_SECONDS)


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
