"""Taking and leaving a seat, in the transaction that gives out the task or takes it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import count

from pangea_server.annotate.assignment.rules import after_giving_back, taken
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.pairing.machine import (
    free_role,
    has_room_for,
    is_abandoned,
    left,
    sat_down,
    seat_of,
)
from pangea_server.annotate.pairing.records import Pairing, PairingState, Seat
from pangea_server.annotate.tasks.records import DraftRecord, History, Lease, LeaseState, Task, TaskState
from pangea_server.core.records import Record, now, padded
from pangea_server.stores.protocol import RecordStore, Transaction

Change = Callable[[Pairing, str, datetime], Pairing]
"""A function of ``pairing.machine``: what becomes of a pairing when this happens to the seat of a lease."""
FREE = {
    "state": TaskState.OPEN,
    "lease_id": None,
    "lease_expires_at": None,
    "pairing_id": None,
    "role": None,
}
"""Of a task that anybody may take."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The pairing that a person joins with a task, as it was read, and records to replace because they do.

    ``pairing`` is None where the task is for one person.
    """

    pairing: Pairing | None = None
    is_new: bool = False
    cleared: tuple[Record, ...] = ()

    def turn(self, task: Task, history: History) -> str:
        """The role whose turn it is for a person; "" where there is none."""
        roles = self.pairing.roles if self.pairing else ("",)
        return roles[taken(history, task.campaign_id, task.kind) % len(roles)]

    def seat(self, transaction: Transaction, task: Task, lease: Lease, wished: str) -> dict[str, str | None]:
        """Write that the person of the ``lease`` sits down, in the ``wished`` role where it is free; the fields that
        change in their task."""
        for record in self.cleared:
            transaction.replace(record)
        if self.pairing is None:
            return {}
        role = free_role(self.pairing, wished)
        seat = Seat(
            role=role,
            task_id=task.record_id,
            lease_id=lease.lease_id,
            annotator_id=lease.annotator_id,
            seen_at=lease.created_at,
        )
        write = transaction.create if self.is_new else transaction.replace
        write(sat_down(self.pairing, seat))
        return {"pairing_id": self.pairing.pairing_id, "role": role}


def read_seating(transaction: Transaction, task: Task, annotator_id: int) -> Seating:
    """Where a person would sit with this free task: beside who waits for a partner, or alone at a new table.

    Reads only. A person who waits but is gone loses their task, for the next who comes.
    """
    roles, at = declared(task.kind).seats, now()
    if not roles:
        return Seating()
    cleared: list[Record] = []
    for number in count():
        pairing_id = f"{task.kind}-{padded(task.path_id)}-{task.language}-{number}"
        pairing = transaction.get(Pairing, pairing_id)
        if pairing is None:
            new = Pairing(
                pairing_id=pairing_id,
                kind=task.kind,
                path_id=task.path_id,
                language=task.language,
                number=number,
                roles=roles,
            )
            return Seating(new, is_new=True, cleared=tuple(cleared))
        lost = next((seat for seat in pairing.seats if seat.task_id == task.record_id), None)
        if pairing.state is PairingState.ENDED:
            continue
        if lost:  # their lease has run out
            cleared.append(left(pairing, lost.lease_id, at))
        elif is_abandoned(pairing, at):
            cleared += _cleared_away(transaction, pairing, at)
        elif has_room_for(pairing, task.record_id, annotator_id):
            return Seating(pairing, cleared=tuple(cleared))
    raise AssertionError("unreachable")


def _cleared_away(transaction: Transaction, pairing: Pairing, at: datetime) -> list[Record]:
    """The pairing of somebody who waited and is gone, ended; their task is free again."""
    (seat,) = pairing.seats
    ended = left(pairing, seat.lease_id, at)
    lease, task = transaction.get(Lease, seat.lease_id), transaction.get(Task, seat.task_id)
    history = transaction.get(History, padded(seat.annotator_id))
    if lease is None or lease.state is not LeaseState.ACTIVE or task is None:
        return [ended]
    given_back = [after_giving_back(history, task)] if history else []
    over = lease.model_copy(update={"state": LeaseState.EXPIRED})
    return [ended, over, task.model_copy(update=FREE), *given_back]


def change_seat(transaction: Transaction, task: Task, lease_id: str, change: Change) -> tuple[Record, ...]:
    """The pairing of a task, changed by a function of ``machine`` for one seat; nothing where nothing changes. Reads
    only."""
    pairing = transaction.get(Pairing, task.pairing_id) if task.pairing_id else None
    if pairing is None or seat_of(pairing, lease_id) is None:
        return ()
    changed = change(pairing, lease_id, now())
    return () if changed == pairing else (changed,)


def partners_draft(transaction: Transaction, task: Task, lease_id: str) -> tuple[DraftRecord, ...]:
    """What the page of somebody's partner has saved, which has their texts as well. Reads only."""
    seat = partners_seat(transaction, task, lease_id)
    draft = transaction.get(DraftRecord, seat.lease_id) if seat else None
    return (draft,) if draft else ()


def partners_seat(transaction: Transaction, task: Task, lease_id: str) -> Seat | None:
    """Where somebody's partner sits; None for nobody. Reads only."""
    pairing = transaction.get(Pairing, task.pairing_id) if task.pairing_id else None
    seats = pairing.seats if pairing else ()
    return next((seat for seat in seats if seat.lease_id != lease_id), None)


def update_pairing(records: RecordStore, pairing_id: str, lease_id: str, change: Change) -> Pairing:
    """The stored pairing after a change by a function of ``machine``."""

    def write(transaction: Transaction) -> Pairing | None:
        pairing = transaction.get(Pairing, pairing_id)
        if pairing is None:
            return None
        changed = change(pairing, lease_id, now())
        if changed != pairing:
            transaction.replace(changed)
        return changed

    return records.transact(write) or records.get(Pairing, pairing_id)
