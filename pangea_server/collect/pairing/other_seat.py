"""Opening the other seat: a part of a dialogue counts for who stayed, but two people are asked for the whole again."""

from __future__ import annotations

from pangea_server.annotate.assignment.asking_again import asked_again, numbers_for_again
from pangea_server.annotate.pairing.records import Pairing, PairingState, Seat
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.stores.protocol import RecordStore, Transaction, found


def open_other_seat(records: RecordStore, lease: Lease) -> None:
    """Called when somebody has taken a seat: where an earlier attempt left only the other one's answer, that one is
    asked for again, or nobody could ever sit opposite. A repeated call changes nothing."""
    task = records.get(Task, lease.task_id)
    pairing = found(records, Pairing, task.pairing_id) if task.pairing_id else None
    if pairing is None or pairing.state is not PairingState.WAITING:
        return
    for number in range(pairing.number):
        earlier = found(records, Pairing, pairing.pairing_id.removesuffix(str(pairing.number)) + str(number))
        seat = _half(records, earlier) if earlier else None
        if earlier and seat:
            _ask_again(records, earlier, seat)


def _half(records: RecordStore, pairing: Pairing) -> Seat | None:
    """The only seat of an attempt from which an answer came, and will come."""
    if pairing.state is not PairingState.ENDED or pairing.asked_again:
        return None
    answered = [seat for seat in pairing.seats if seat.handed_in]
    others = [found(records, Lease, seat.lease_id) for seat in pairing.seats if not seat.handed_in]
    may_come = any(lease is not None and lease.state is LeaseState.ACTIVE for lease in others)
    return answered[0] if len(answered) == 1 and not may_come else None


def _ask_again(records: RecordStore, pairing: Pairing, seat: Seat) -> None:
    task = records.get(Task, seat.task_id)
    numbers = numbers_for_again(records, task)

    def write(transaction: Transaction) -> None:
        now = transaction.get(Pairing, pairing.pairing_id)
        if now is None or now.asked_again:
            return
        transaction.replace(now.model_copy(update={"asked_again": True}))
        for new in asked_again(task, (), numbers):
            transaction.create(new)

    records.transact(write)
