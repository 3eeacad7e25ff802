"""Who holds which task: a lease is one person's attempt at one task, and a task has one holder at most."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from pangea_server.annotate.assignment.rules import after_giving_back
from pangea_server.annotate.assignment.seats import FREE, Change, change_seat
from pangea_server.annotate.pairing.machine import left
from pangea_server.annotate.tasks.records import History, Lease, LeaseState, Task
from pangea_server.core.errors import LeaseError, RecordNotFoundError
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import RecordStore, Transaction, found

FRESH_SHARE = 0.9  # share of a lease's duration; with more than that left, it need not be written again


def held_leases(records: RecordStore, person: Annotator, kinds: Collection[str]) -> list[Lease]:
    """The person's leases of these kinds that are still active, oldest first; their time may have run out."""
    mine = records.find(Lease, {"annotator_id": person.annotator_id, "state": LeaseState.ACTIVE})
    return sorted((lease for lease in mine if lease.kind in kinds), key=lambda lease: lease.created_at)


def renew_lease(records: RecordStore, person: Annotator, lease_id: str, duration: timedelta) -> Lease:
    """Extend the person's lease to its whole ``duration``, also after it ran out; a fresh one is left as it is.

    Raises:
        LeaseError: it was returned or submitted, or another person has taken the task.
    """
    lease = active_lease(records, person, lease_id)
    if FRESH_SHARE * duration < lease.expires_at - now() <= duration:
        return lease  # with more than a whole duration left, the clock was set back: that is corrected below

    def renew(transaction: Transaction) -> Lease | None:
        seen = transaction.get(Lease, lease_id)
        task = transaction.get(Task, lease.task_id)
        if not seen or seen.state is not LeaseState.ACTIVE or not task or task.lease_id != lease_id:
            return None
        renewed = seen.model_copy(update={"expires_at": now() + duration})
        transaction.replace(renewed)
        transaction.replace(task.model_copy(update={"lease_expires_at": renewed.expires_at}))
        return renewed

    renewed = records.transact(renew)
    if renewed is None:
        raise LeaseError(
            f"The task of the lease {lease_id} was given to somebody else.", remedy="Ask for a new task."
        )
    return renewed


def own_lease(records: RecordStore, person: Annotator, lease_id: str) -> Lease:
    """The lease, when it is this person's; another person's lease looks exactly like one that never existed.

    Raises:
        RecordNotFoundError: there is none, or it is another person's.
    """
    lease = found(records, Lease, lease_id)
    if lease is None or lease.annotator_id != person.annotator_id:
        raise RecordNotFoundError(f"There is no lease {lease_id}.", remedy="Ask for a task again.")
    return lease


def active_lease(records: RecordStore, person: Annotator, lease_id: str) -> Lease:
    """The person's lease, as long as answers are accepted under it.

    Raises:
        LeaseError: it was returned or submitted, or has expired.
    """
    lease = own_lease(records, person, lease_id)
    if lease.state is not LeaseState.ACTIVE:
        raise LeaseError(f"The lease {lease_id} is {lease.state}.", remedy="Ask for a new task.")
    return lease


def return_task(records: RecordStore, person: Annotator, lease_id: str, change: Change = left) -> None:
    """Give the task back for another person; returning it twice is not an error.

    What was recorded and written under the lease stays with it.

    Args:
        change: what becomes of the pairing of a task for two; one other than ``left`` may leave pairing and task as
            they are.
    """
    lease = own_lease(records, person, lease_id)
    if lease.state is not LeaseState.ACTIVE:
        return

    def give_back(transaction: Transaction) -> None:
        task = transaction.get(Task, lease.task_id)
        history = transaction.get(History, padded(person.annotator_id))
        now_seen = transaction.get(Lease, lease_id)
        ended = change_seat(transaction, task, lease_id, change) if task else ()
        if now_seen is None or now_seen.state is not LeaseState.ACTIVE or (change is not left and not ended):
            return
        transaction.replace(now_seen.model_copy(update={"state": LeaseState.RETURNED}))
        if task and task.lease_id == lease_id:
            transaction.replace(task.model_copy(update=FREE))
        if task and history:
            transaction.replace(after_giving_back(history, task))
        for pairing in ended:
            transaction.replace(pairing)

    records.transact(give_back)
