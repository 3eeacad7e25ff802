"""The log of who asked for which panorama: a record for each task, written some seconds later, no row per tile."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from threading import Event, Lock

from environments.errors import PangeaError
from pangea_server.annotate.pictures.access import PictureHolder
from pangea_server.annotate.pictures.records import SeenPictures, without_task
from pangea_server.annotate.tasks.records import Lease
from pangea_server.core.records import now, padded
from pangea_server.people.access.records import Annotator
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore, Transaction

GATHERED = (
    5.0  # seconds between writes; what was asked for in the last of them is lost when the server is killed
)
MOST_TOGETHER = 50  # records in one transaction
MOST_REMEMBERED = 200_000  # panoramas that are known to be noted

log = logging.getLogger(__name__)


class PictureLog:
    """Notes panoramas that people ask for. Nothing is refused because it could not be noted: that is logged."""

    def __init__(self, records: RecordStore) -> None:
        self._records = records
        self._noted: set[tuple[str, str]] = set()
        self._waiting: dict[str, SeenPictures] = {}
        self._lock = Lock()
        self._later = ThreadPoolExecutor(1, thread_name_prefix="picture-log")
        self._closing = Event()

    def note(self, holder: PictureHolder, scan_id: str, viewpoint_id: str) -> None:
        """Note that a panorama, or a part of it, was sent to this person."""
        at = now()
        seen_id = holder.lease_id or without_task(holder.annotator_id, scan_id, at.date())
        key = seen_id, viewpoint_id
        with self._lock:
            if key in self._noted:
                return
            if len(self._noted) >= MOST_REMEMBERED:
                self._noted.clear()  # noted once more, which changes nothing
            self._noted.add(key)
            is_first = not self._waiting
            known = self._waiting.get(seen_id) or _none_seen(holder, scan_id, seen_id)
            self._waiting[seen_id] = known.with_seen({viewpoint_id: at})
        if is_first:
            self._later.submit(self._write_soon)

    def close(self) -> None:
        """Write what is waiting."""
        self._closing.set()
        self._later.shutdown()

    def _write_soon(self) -> None:
        self._closing.wait(GATHERED)
        with self._lock:
            waiting, self._waiting = list(self._waiting.values()), {}
        for first in range(0, len(waiting), MOST_TOGETHER):
            some = waiting[first : first + MOST_TOGETHER]
            try:
                keep_seen(self._records, some)
            except PangeaError as error:
                log.warning("%d notes of seen pictures could not be stored: %s", len(some), error.code)
                with self._lock:
                    self._noted -= {(each.seen_id, place) for each in some for place in each.first_seen}


def _none_seen(holder: PictureHolder, scan_id: str, seen_id: str) -> SeenPictures:
    return SeenPictures(
        seen_id=seen_id,
        annotator_id=holder.annotator_id,
        scan_id=scan_id,
        lease_id=holder.lease_id or None,
        task_id=holder.task_id or None,
        first_seen={},
    )


def keep_seen(records: RecordStore, seen: list[SeenPictures]) -> None:
    """Add to what is known. What belongs to a removed task or to a person who withdrew is not stored."""

    def write(transaction: Transaction) -> None:
        known = [transaction.get(SeenPictures, each.seen_id) for each in seen]
        wanted = [_may_be_kept(transaction, each) for each in seen]
        for each, before, is_wanted in zip(seen, known, wanted, strict=True):
            if not is_wanted:
                continue
            if before is None:
                transaction.create(each)
            else:
                transaction.replace(before.with_seen(each.first_seen))

    records.transact(write)


def _may_be_kept(transaction: Transaction, seen: SeenPictures) -> bool:
    if seen.lease_id:
        return transaction.get(Lease, seen.lease_id) is not None
    person = transaction.get(Annotator, padded(seen.annotator_id))
    return person is not None and person.withdrawn_at is None


@dataclass(frozen=True, slots=True)
class SeenPicture:
    """One panorama that a person asked for, and when first. ``task_id`` is None where it belonged to no task."""

    first_seen: datetime
    annotator_id: int
    scan_id: str
    viewpoint_id: str
    task_id: str | None


def seen_pictures(
    records: RecordStore,
    annotator_id: int | None = None,
    scan_id: str | None = None,
    since: datetime | None = None,
) -> Iterator[SeenPicture]:
    """The log, a task after the other; None matches any."""
    for each in _records_of(records, annotator_id, scan_id):
        if scan_id not in (None, each.scan_id):
            continue
        for viewpoint_id, at in sorted(each.first_seen.items(), key=lambda seen: seen[1]):
            if since is None or at >= since:
                yield SeenPicture(at, each.annotator_id, each.scan_id, viewpoint_id, each.task_id)


def _records_of(
    records: RecordStore, annotator_id: int | None, scan_id: str | None
) -> Iterator[SeenPictures]:
    if annotator_id is not None:
        return every(records, SeenPictures, {"annotator_id": annotator_id})
    if scan_id is not None:
        return every(records, SeenPictures, {"scan_id": scan_id})
    return every(records, SeenPictures)
