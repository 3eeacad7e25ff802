"""The stored history of what each person was given."""

from __future__ import annotations

from pangea_server.annotate.assignment.rules import after_taking
from pangea_server.annotate.tasks.records import History, Lease, LeaseState, Task
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.core.records import padded
from pangea_server.people.access.records import Annotator
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction

COUNTED = (LeaseState.ACTIVE, LeaseState.SUBMITTED)


def read_history(records: RecordStore, person: Annotator) -> History:
    """The person's history; where none is stored yet, it is computed from their leases."""
    try:
        return records.get(History, padded(person.annotator_id))
    except RecordNotFoundError:
        return _of_leases(records, person)


def write_history(transaction: Transaction, before: History | None, after: History) -> None:
    """Store the history ``after``; ``before`` is the one that the transaction has read, or None."""
    (transaction.create if before is None else transaction.replace)(after)


def _of_leases(records: RecordStore, person: Annotator) -> History:
    history = History(annotator_id=person.annotator_id)
    mine = every(records, Lease, {"annotator_id": person.annotator_id})
    for lease in sorted(mine, key=lambda lease: lease.created_at):
        task = records.get(Task, lease.task_id)
        counted = after_taking(history, task, lease.created_at.date())
        met_only = history.model_copy(update={"met": counted.met})
        history = counted if lease.state in COUNTED else met_only
    return history
