"""Closing tasks about answers that were taken back."""

from __future__ import annotations

from functools import partial

from pangea_server.annotate.assignment.asking_again import CLOSED
from pangea_server.annotate.forms.ballot import Ballot
from pangea_server.annotate.kinds.answers import found_annotation
from pangea_server.annotate.kinds.kinds import declarations
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task, TaskState
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction

UNFINISHED = (TaskState.OPEN, TaskState.LEASED)


def close_without_answers(records: RecordStore) -> None:
    """Close the unfinished tasks whose answers are gone, also those that people hold; repeating it changes nothing."""
    voted = [each.kind for each in declarations() if each.vote is not None]
    for kind in voted:
        for state in UNFINISHED:
            for task in list(every(records, Task, {"kind": kind, "state": state})):
                shown = Ballot.of(task.args).answers
                if any(found_annotation(records, *answer) is None for answer in shown):
                    records.transact(partial(_close, task_id=task.record_id))


def _close(transaction: Transaction, task_id: str) -> None:
    task = transaction.get(Task, task_id)
    if task is None or task.state not in UNFINISHED:
        return
    held = transaction.get(Lease, task.lease_id) if task.lease_id else None
    transaction.replace(task.model_copy(update=CLOSED))
    if held and held.state is LeaseState.ACTIVE:
        transaction.replace(held.model_copy(update={"state": LeaseState.RETURNED}))
