"""Who holds which task: a lease is one person's attempt at one task, and a task has one holder at most."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

from pangea_server.errors import LeaseError, RecordNotFoundError
from pangea_server.records import Annotator, Lease, LeaseState, Task, TaskState, now
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction

CANDIDATES = 10  # that are read at once: the first is nearly always free still
FRESH = 0.9  # of a lease's duration; with more than that ahead it need not be written again


def lease_task(
    records: RecordStore, person: Annotator, kind: str, language: str | None, duration: timedelta
) -> Lease | None:
    """The person's active lease of this kind, or a new one on an open task; None when there is nothing to do.

    Whose lease ran out keeps it until somebody else asks for the task. Nobody is given their own instruction to follow.
    """
    for held in held_leases(records, person, kind):
        if language is None or records.get(Task, held.task_id).language == language:
            with suppress(LeaseError):
                return renew_lease(records, person, held.lease_id, duration)
    languages = (language,) if language else person.languages
    for task in _candidates(records, kind, languages):
        if task.guide_annotator_id == person.annotator_id:
            continue
        lease = records.transact(lambda transaction, task=task: _take(transaction, task, person, duration))  # type: ignore[misc]
        if lease:
            return lease
    return None


def held_leases(records: RecordStore, person: Annotator, kind: str) -> list[Lease]:
    """The person's leases of this kind that nobody ended, the oldest first; they may have run out."""
    mine = records.find(Lease, {"annotator_id": person.annotator_id, "state": LeaseState.ACTIVE})
    return sorted((lease for lease in mine if lease.kind == kind), key=lambda lease: lease.created_at)


def renew_lease(records: RecordStore, person: Annotator, lease_id: str, duration: timedelta) -> Lease:
    """The person's lease with its whole ``duration`` ahead again, also after it ran out; a fresh one stays as it is.

    Raises:
        LeaseError: it was returned or submitted, or somebody else has taken the task.
    """
    lease = active_lease(records, person, lease_id)
    if lease.expires_at - now() > FRESH * duration:
        return lease

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
    """The lease, when it is this person's; another's answers exactly as one that never existed.

    Raises:
        RecordNotFoundError: there is none, or it is somebody else's.
    """
    try:
        lease = records.get(Lease, lease_id)
    except RecordNotFoundError:
        lease = None
    if lease is None or lease.annotator_id != person.annotator_id:
        raise RecordNotFoundError(f"There is no lease {lease_id}.", remedy="Ask for a task again.")
    return lease


def active_lease(records: RecordStore, person: Annotator, lease_id: str) -> Lease:
    """The person's lease, as long as answers are accepted under it.

    Raises:
        LeaseError: it was returned, submitted, or ran out.
    """
    lease = own_lease(records, person, lease_id)
    if lease.state is not LeaseState.ACTIVE:
        raise LeaseError(f"The lease {lease_id} is {lease.state}.", remedy="Ask for a new task.")
    return lease


def return_task(records: RecordStore, person: Annotator, lease_id: str) -> None:
    """Give the task back for somebody else; returning it twice is no error."""
    lease = own_lease(records, person, lease_id)
    if lease.state is not LeaseState.ACTIVE:
        return

    def give_back(transaction: Transaction) -> None:
        task = transaction.get(Task, lease.task_id)
        transaction.replace(lease.model_copy(update={"state": LeaseState.RETURNED}))
        if task and task.lease_id == lease_id:
            transaction.replace(_reopened(task))

    records.transact(give_back)


def _reopened(task: Task) -> Task:
    return task.model_copy(update={"state": TaskState.OPEN, "lease_id": None, "lease_expires_at": None})


def _candidates(records: RecordStore, kind: str, languages: tuple[str, ...]) -> Iterator[Task]:
    for state in (TaskState.OPEN, TaskState.LEASED):
        for language in languages:
            fitting = {"kind": kind, "state": state, "language": language}
            for task in every(records, Task, fitting, page_size=CANDIDATES):
                if _is_free(task):
                    yield task


def _is_free(task: Task) -> bool:
    ran_out = task.lease_expires_at is not None and task.lease_expires_at <= now()
    return task.state is TaskState.OPEN or (task.state is TaskState.LEASED and ran_out)


def _take(transaction: Transaction, seen: Task, person: Annotator, duration: timedelta) -> Lease | None:
    task = transaction.get(Task, seen.record_id)
    if task is None or not _is_free(task):
        return None
    previous = transaction.get(Lease, task.lease_id) if task.lease_id else None
    lease = Lease(
        lease_id=secrets.token_hex(16),
        task_id=task.record_id,
        kind=task.kind,
        annotator_id=person.annotator_id,
        state=LeaseState.ACTIVE,
        expires_at=now() + duration,
    )
    transaction.create(lease)
    transaction.replace(
        task.model_copy(
            update={
                "state": TaskState.LEASED,
                "lease_id": lease.lease_id,
                "lease_expires_at": lease.expires_at,
            }
        )
    )
    if previous and previous.state is LeaseState.ACTIVE:
        transaction.replace(previous.model_copy(update={"state": LeaseState.EXPIRED}))
    return lease
