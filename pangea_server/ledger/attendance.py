"""Signs of work, as the server sees them: tasks taken, recordings, chunks, drafts, submits, and what pages tell."""

from __future__ import annotations

import logging
import math
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from time import monotonic

from environments.errors import PangeaError
from pangea_server.ledger.active_time import Sign
from pangea_server.records import Attendance, Lease, SignOfWork, now
from pangea_server.records.ledger import Source
from pangea_server.stores.protocol import RecordStore, Transaction

log = logging.getLogger(__name__)

APART = 20.0  # seconds: two signs of one kind that are nearer say no more than the first
MOST_SIGNS = 10_000  # of one lease; two days without a pause
KEPT = 10_000  # leases that are remembered as seen


class TimeClock:
    """Notes signs of work. A note that cannot be kept is logged: nobody's answer fails for the sake of it."""

    def __init__(self, records: RecordStore) -> None:
        self._records = records
        self._seen: dict[tuple[str, Source, str], float] = {}
        self._lock = Lock()
        self._later = ThreadPoolExecutor(1, thread_name_prefix="time-clock")

    def note(self, lease_id: str, source: Source, phase: str = "") -> None:
        """Somebody is at work on this lease; returns when it is kept."""
        if self._is_due(lease_id, source, phase):
            self._keep(lease_id, source, phase)

    def note_later(self, lease_id: str, source: Source) -> None:
        """The same without waiting, for a chunk's receipt; what was not kept when the server is killed is lost."""
        if self._is_due(lease_id, source, ""):
            self._later.submit(self._keep, lease_id, source, "")

    def close(self) -> None:
        """Keep what waits."""
        self._later.shutdown()

    def _is_due(self, lease_id: str, source: Source, phase: str) -> bool:
        key, at = (lease_id, source, phase), monotonic()
        with self._lock:
            if at - self._seen.get(key, -math.inf) < APART:
                return False
            if len(self._seen) >= KEPT:
                self._seen = {known: seen for known, seen in self._seen.items() if at - seen < APART}
            self._seen[key] = at
        return True

    def _keep(self, lease_id: str, source: Source, phase: str) -> None:
        try:
            keep_sign(self._records, lease_id, source, phase)
        except PangeaError as error:
            log.warning("a sign of work was not kept: %s", error.code)


def keep_sign(records: RecordStore, lease_id: str, source: Source, phase: str = "") -> None:
    """Add a sign of work to a lease's; what is of no lease, or too much for one, is left out."""

    def write(transaction: Transaction) -> None:
        lease = transaction.get(Lease, lease_id)
        known = transaction.get(Attendance, lease_id)
        if lease is None or (known and len(known.signs) >= MOST_SIGNS):
            return
        seconds = round((now() - lease.created_at).total_seconds(), 1)
        sign = SignOfWork(time=max(0.0, seconds), source=source, phase=phase)
        if known:
            transaction.replace(known.model_copy(update={"signs": (*known.signs, sign)}))
            return
        transaction.create(
            Attendance(
                lease_id=lease_id, annotator_id=lease.annotator_id, began_at=lease.created_at, signs=(sign,)
            )
        )

    records.transact(write)


def signs_of(attendance: Attendance) -> list[Sign]:
    """The signs in seconds since the epoch, from taking the task on."""
    origin = attendance.began_at.timestamp()
    return [Sign(origin), *(Sign(origin + sign.time, sign.phase) for sign in attendance.signs)]
