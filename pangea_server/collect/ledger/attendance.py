"""Signs of work that the server sees: tasks taken, recordings, chunks, drafts, submits, and reports of pages."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from threading import Event, Lock
from time import monotonic

from environments.errors import PangeaError
from pangea_server.annotate.tasks.records import Lease
from pangea_server.collect.ledger.active_time import Sign
from pangea_server.collect.ledger.records import Attendance, SignOfWork, WorkSource
from pangea_server.core.records import now
from pangea_server.stores.protocol import RecordStore, Transaction

log = logging.getLogger(__name__)

APART = 20.0  # seconds: a second sign of one kind within this time adds nothing
MOST_SIGNS = 10_000  # of one lease; two days without a pause
GATHERED = 1.0  # seconds for which signs wait, to be stored together
MOST_TOGETHER = 50  # signs stored in one transaction
KEPT_LEASES = 10_000  # leases whose last signs are cached


@dataclass(frozen=True, slots=True)
class AtWork:
    """A sign that a person was working on a lease."""

    lease_id: str
    source: WorkSource
    phase: str = ""
    at: datetime = field(default_factory=now)


class TimeClock:
    """Stores signs of work. A sign that cannot be stored is logged: no answer fails because of it."""

    def __init__(self, records: RecordStore) -> None:
        self._records = records
        self._seen: dict[tuple[str, WorkSource, str], float] = {}
        self._lock = Lock()
        self._later = ThreadPoolExecutor(1, thread_name_prefix="time-clock")
        self._waiting: list[AtWork] = []
        self._closing = Event()

    def note(self, lease_id: str, source: WorkSource, phase: str = "") -> None:
        """Note that a person is working on this lease; returns when the sign is stored."""
        if self._is_due(lease_id, source, phase):
            self._keep([AtWork(lease_id, source, phase)])

    def note_later(self, lease_id: str, source: WorkSource) -> None:
        """The same without waiting, for a chunk's receipt; signs not stored when the server is killed are lost.

        Signs within ``GATHERED`` are stored together: when hundreds of people send at once, a transaction for each
        would make their chunks wait.
        """
        if not self._is_due(lease_id, source, ""):
            return
        with self._lock:
            self._waiting.append(AtWork(lease_id, source))
            is_first = len(self._waiting) == 1
        if is_first:
            self._later.submit(self._keep_waiting)

    def close(self) -> None:
        """Store the waiting signs."""
        self._closing.set()
        self._later.shutdown()

    def _is_due(self, lease_id: str, source: WorkSource, phase: str) -> bool:
        key, at = (lease_id, source, phase), monotonic()
        with self._lock:
            if at - self._seen.get(key, -math.inf) < APART:
                return False
            if len(self._seen) >= KEPT_LEASES:
                self._seen = {known: seen for known, seen in self._seen.items() if at - seen < APART}
            self._seen[key] = at
        return True

    def _keep_waiting(self) -> None:
        self._closing.wait(GATHERED)
        with self._lock:
            waiting, self._waiting = self._waiting, []
        for first in range(0, len(waiting), MOST_TOGETHER):
            self._keep(waiting[first : first + MOST_TOGETHER])

    def _keep(self, seen: Sequence[AtWork]) -> None:
        try:
            keep_signs(self._records, seen)
        except PangeaError as error:
            log.warning("%d signs of work could not be stored: %s", len(seen), error.code)


def keep_signs(records: RecordStore, seen: Iterable[AtWork]) -> None:
    """Add signs of work to their leases in one transaction; signs without a lease, or too many for one, are left
    out."""
    by_lease: dict[str, list[AtWork]] = {}
    for sign in seen:
        by_lease.setdefault(sign.lease_id, []).append(sign)

    def write(transaction: Transaction) -> None:
        leases = [lease for lease_id in by_lease if (lease := transaction.get(Lease, lease_id))]
        known = [transaction.get(Attendance, lease.lease_id) for lease in leases]
        for lease, attendance in zip(leases, known, strict=True):
            signs = tuple(_sign(lease, sign) for sign in by_lease[lease.lease_id])
            if attendance is None:
                transaction.create(_attendance(lease, signs))
            elif len(attendance.signs) < MOST_SIGNS:
                transaction.replace(attendance.model_copy(update={"signs": (*attendance.signs, *signs)}))

    records.transact(write)


def _sign(lease: Lease, seen: AtWork) -> SignOfWork:
    seconds = round((seen.at - lease.created_at).total_seconds(), 1)
    return SignOfWork(time=max(0.0, seconds), source=seen.source, phase=seen.phase)


def _attendance(lease: Lease, signs: tuple[SignOfWork, ...]) -> Attendance:
    return Attendance(
        lease_id=lease.lease_id, annotator_id=lease.annotator_id, began_at=lease.created_at, signs=signs
    )


def signs_of(attendance: Attendance) -> list[Sign]:
    """The signs in seconds since the epoch, beginning when the person took the task."""
    origin = attendance.began_at.timestamp()
    return [Sign(origin), *(Sign(origin + sign.time, sign.phase) for sign in attendance.signs)]
