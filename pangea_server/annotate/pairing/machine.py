"""What may happen to a pairing, as pure functions from one to the next.

Each is harmless when repeated, because pages send again what they got no answer to.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from pangea_server.annotate.pairing.records import EndReason, Pairing, PairingState, Seat

GRACE = timedelta(minutes=2)
"""How long a seat is kept for somebody whose page is not there."""


def seat_of(pairing: Pairing, lease_id: str) -> Seat | None:
    return next((seat for seat in pairing.seats if seat.lease_id == lease_id), None)


def free_role(pairing: Pairing, wished: str) -> str:
    """The role for who comes next: the ``wished`` one where there is such a role and it is free."""
    free = [role for role in pairing.roles if role not in {seat.role for seat in pairing.seats}]
    return wished if wished in free else free[0]


def has_room_for(pairing: Pairing, task_id: str, annotator_id: int) -> bool:
    """Whether this person may sit down with this task: never twice, and never where both seats are taken."""
    alone = len(pairing.seats) < len(pairing.roles) and pairing.state is PairingState.WAITING
    return alone and all(
        task_id != seat.task_id and annotator_id != seat.annotator_id for seat in pairing.seats
    )


def sat_down(pairing: Pairing, seat: Seat) -> Pairing:
    """Somebody takes a seat; with the second one the dialogue may begin.

    Raises:
        ValueError: there is no room for them.
    """
    if not has_room_for(pairing, seat.task_id, seat.annotator_id):
        raise ValueError(f"{pairing.pairing_id} has no room for {seat.annotator_id}")
    seats = (*pairing.seats, seat)
    begins = {"state": PairingState.RUNNING, "began_at": seat.seen_at} if len(seats) == 2 else {}
    return pairing.model_copy(update={"seats": seats, **begins})


def seen(pairing: Pairing, lease_id: str, at: datetime) -> Pairing:
    """The page of a seat is there; what a clock said before, which may have been ahead, does not count."""
    return _with_seat(pairing, lease_id, lambda seat: {"seen_at": at})


def played_by_program(pairing: Pairing, lease_id: str, at: datetime) -> Pairing:
    """A program says that it sits here; who takes it over at the same lease later is none the less not alone."""
    return _with_seat(pairing, lease_id, lambda seat: {"seen_at": at, "is_program": True})


def left(pairing: Pairing, lease_id: str, at: datetime) -> Pairing:
    """Somebody gives their task back, or loses it; what the other one recorded counts as a part."""
    return _ended(pairing, EndReason.LEFT, at) if seat_of(pairing, lease_id) else pairing


def waited_in_vain(pairing: Pairing, lease_id: str, at: datetime) -> Pairing:
    """The agreed time is over, and nobody has come; whose partner came in the last moment goes on."""
    waits = seat_of(pairing, lease_id) and pairing.state is PairingState.WAITING
    return _ended(pairing, EndReason.LATE, at) if waits else pairing


def finished(pairing: Pairing, lease_id: str, at: datetime) -> Pairing:
    """Somebody says that the dialogue is over: who is to end it may, and the other one once their partner is gone."""
    seat = seat_of(pairing, lease_id)
    if seat is None or pairing.state is not PairingState.RUNNING:
        return pairing
    if ends(pairing, seat):
        return _ended(pairing, EndReason.DONE, at)
    return _ended(pairing, EndReason.LEFT, at) if is_deserted(pairing, seat, at) else pairing


def handed_in(pairing: Pairing, lease_id: str, at: datetime) -> Pairing:
    """An answer was accepted, which ends the dialogue where its page could not say so before."""
    seat = seat_of(pairing, lease_id)
    if seat is None:
        return pairing
    reason = EndReason.DONE if ends(pairing, seat) else EndReason.LEFT
    return _ended(_with_seat(pairing, lease_id, lambda seat: {"handed_in": True}), reason, at)


def forgotten(pairing: Pairing, lease_id: str, at: datetime) -> Pairing:
    """Somebody withdrew what they did: nothing says any more who sat there."""
    ended = left(pairing, lease_id, at)
    return ended.model_copy(
        update={"seats": tuple(seat for seat in ended.seats if seat.lease_id != lease_id)}
    )


def ends(pairing: Pairing, seat: Seat) -> bool:
    """Whether whoever sits here is the one to end the dialogue."""
    return seat.role == pairing.roles[-1]


def is_deserted(pairing: Pairing, seat: Seat, at: datetime) -> bool:
    """Whether nobody has seen the partner of this seat for ``GRACE``."""
    return any(at - other.seen_at > GRACE for other in pairing.seats if other != seat)


def is_abandoned(pairing: Pairing, at: datetime) -> bool:
    """Whether who waits alone is gone."""
    waiting = pairing.state is PairingState.WAITING
    return waiting and all(at - seat.seen_at > GRACE for seat in pairing.seats)


def _with_seat(pairing: Pairing, lease_id: str, change: Callable[[Seat], dict[str, object]]) -> Pairing:
    seats = tuple(
        seat.model_copy(update=change(seat)) if seat.lease_id == lease_id else seat for seat in pairing.seats
    )
    return pairing.model_copy(update={"seats": seats})


def _ended(pairing: Pairing, reason: EndReason, at: datetime) -> Pairing:
    if pairing.state is PairingState.ENDED:
        return pairing
    return pairing.model_copy(update={"state": PairingState.ENDED, "reason": reason, "ended_at": at})
