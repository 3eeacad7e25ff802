"""``pangea backup --every``: a full backup of a series, and then only what has changed, in the log that follows it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from math import inf
from typing import Any, TypeVar

from msgspec.structs import replace

from environments.errors import PangeaError
from pangea_server.core.errors import BlobDamagedError, DatabaseDamagedError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.dataset.archive.archive_writer import is_listed, opened_blob
from pangea_server.dataset.archive.backup_state import BackupState, keep_backup_state
from pangea_server.dataset.archive.changes import BlobLine, EntryWriter, RecordLine, entry_names, large_object
from pangea_server.dataset.archive.moments import moment_names
from pangea_server.dataset.archive.pruning import prune
from pangea_server.dataset.archive.series_writer import Series, first_kept, save_moment
from pangea_server.dataset.collections import RECORDS
from pangea_server.stores.local.row_watch import Changes
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import BlobInfo

T = TypeVar("T")
log = logging.getLogger(__name__)
SMALL_BLOB_BYTES = (
    2**20
)  # of a blob that goes into an entry of the log; chunks are smaller, whole voices larger
MOST_LOG_ENTRIES = 2000  # after which the next full backup is made: a restore has to read them all
FULL_EVERY_SECONDS = 86_400.0  # so that what people took back does not stay in the log
REST_PER_LOOK = 4  # times as long as a look took is waited before the next: a fifth of a core at most
STATE_EVERY_SECONDS = 5.0  # between two notes of how far the backup is


@dataclass
class ContinuousBackup:
    """Follows a store that its server writes to.

    Args:
        every: seconds from one snapshot to the next.
        keep_days: remove full backups that are older, as ``prune`` does; None: keep all.
        tell: called with a line about each snapshot in which something changed.
        stop: set it to end ``run``.
    """

    store: LocalStore
    series: Series
    every: float
    keep_days: int | None = None
    tell: Callable[[str], object] = log.info
    watch: Watch = unwatched
    stop: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.place, self.seal = self.series.place, self.series.seal
        self._watch = self.store.watch_rows(RECORDS)
        self._moment = ""
        self._number = 0
        self._last = ""
        self._is_unsure = False
        self._next_full = -inf
        self._look_seconds = 0.0
        self._state = self._noted = BackupState(str(self.place), self.every)
        self._noted_at = -inf

    def run(self) -> None:
        """Take snapshots until ``stop`` is set; a last one then takes what is left, and a full one is broken off.

        Raises:
            ConfigurationError: another backup of the store writes to the place.
        """
        with self.series.alone():
            self._run()

    def _run(self) -> None:
        while not self.stop.is_set():
            began = time.monotonic()
            self.take_snapshot()
            spent = time.monotonic() - began
            self.stop.wait(max(self.every - spent, REST_PER_LOOK * self._look_seconds))
        self.take_snapshot()

    def take_snapshot(self) -> None:
        """Save what has changed. What cannot be saved now is tried again with the next."""
        looked_at = datetime.now(UTC)
        try:
            self.catch_up()
        except _StoppedError:
            return
        except (PangeaError, OSError) as error:
            again = "" if self.stop.is_set() else f" It is tried again in {self.every:g} s."
            log.warning("The backup in %s failed: %s%s", self.place, error, again)
            self._note(error=str(getattr(error, "message", error)))
        else:
            self._note(complete_until=looked_at, error="")

    def catch_up(self) -> int:
        """Save what has changed since the last call; the first saves everything. Returns the number of changes."""
        if self._is_full_due():
            self._save_all()
        if not self._moment:
            raise _StoppedError
        self._look_seconds = 0.0
        if not self._watch.has_changed():
            return 0
        began = time.monotonic()
        with self._watch.look() as changes:
            self._look_seconds = time.monotonic() - began
            self._note_unreadable(changes.unreadable)
            return self._save(changes) if changes else 0

    def _is_full_due(self) -> bool:
        is_due = self._number >= MOST_LOG_ENTRIES or time.monotonic() >= self._next_full
        return is_due and not self.stop.is_set()

    def _save_all(self) -> None:
        """What changes between the look and the moment is in the next entry as well, which does no harm."""
        if self._number or not self._moment or self._has_old():
            with self._watch.mark():
                saved = save_moment(self.store, self.series, self._watched, self.keep_days)
            self._moment, self._number, self._last = saved.moment, 0, ""
            for damage in saved.damaged:
                log.warning("%s is damaged: %s", damage.damaged, damage.reason)
            self._note_unreadable([damage.damaged for damage in saved.damaged])
            self.tell(f"{self.place}: {saved}.")
            self._next_full = time.monotonic() + FULL_EVERY_SECONDS
            prune(self.place, saved.oldest, self.series.signer.public)
        self._next_full = time.monotonic() + FULL_EVERY_SECONDS

    def _has_old(self) -> bool:
        """Whether there are backups to be removed: the next full one says that they are no part of the series."""
        return any(name < first_kept(self.keep_days) for name in moment_names(self.place)[:-1])

    def _save(self, changes: Changes) -> int:
        """Blobs first: a record that is in the backup has its blobs there."""
        records = sum(map(len, changes.documents.values()))
        with closing(EntryWriter()) as entry:
            for name, info in changes.blobs.items():
                if info is None:
                    entry.note(BlobLine(blob=name))
                else:
                    self._add_blob(entry, info)
            for kind, documents in changes.documents.items():
                for record_id, document in documents.items():
                    entry.note(RecordLine(collection=kind.collection, record_id=record_id, document=document))
            self._put(entry)
        self.tell(f"{self.place}: {records} records and {len(changes.blobs)} blobs have changed.")
        return records + len(changes.blobs)

    def _put(self, entry: EntryWriter) -> None:
        if self._is_unsure:
            for name in entry_names(self.place, self._moment):
                if name.number > self._number:
                    self.place.remove(name.path(self._moment))
        self._is_unsure = True  # a place may have stored what it fails to acknowledge
        self._last = entry.put(
            self.place, self._moment, self._number + 1, self._last, self.seal, self.series.signer
        )
        self._is_unsure = False
        self._number += 1
        self.series.note(self._moment, self._number)

    def _add_blob(self, entry: EntryWriter, info: BlobInfo) -> None:
        try:
            with opened_blob(self.store.blobs, info) as file:
                if info.size <= SMALL_BLOB_BYTES:
                    entry.add_blob(info, file)
                    return
                with self.seal.sealed(file) as sealed:
                    self.place.put(large_object(self._moment, info.sha256), sealed)
            entry.note(BlobLine(blob=info.name, size=info.size, sha256=info.sha256, apart=True))
        except (BlobDamagedError, DatabaseDamagedError) as error:
            log.warning("%s", error)
        except PangeaError:
            if is_listed(self.store.blobs, info.name):
                raise  # otherwise it was removed meanwhile

    def _watched(self, items: Iterable[T], name: str, total: int, /) -> Iterator[T]:
        for item in self.watch(items, name, total):
            if self.stop.is_set():
                raise _StoppedError
            yield item

    def _note_unreadable(self, names: Sequence[str]) -> None:
        first, count = (names[0], len(names)) if names else ("", 0)
        if count and (first, count) != (self._state.unreadable, self._state.unreadable_count):
            log.warning("%d records or blobs cannot be read, such as %s", count, first)
        self._state = replace(self._state, unreadable=first, unreadable_count=count)

    def _note(self, **changed: Any) -> None:
        """Keep the state for others: at once when it went wrong or well again, otherwise every few seconds."""
        self._state = replace(self._state, **changed)
        if (
            _without_time(self._state) == self._noted
            and time.monotonic() < self._noted_at + STATE_EVERY_SECONDS
        ):
            return
        try:
            keep_backup_state(self.store.database.directory, self._state)
        except OSError as error:
            log.warning("How far the backup is cannot be noted: %s", error.strerror)
        self._noted, self._noted_at = _without_time(self._state), time.monotonic()


class _StoppedError(Exception):
    """``stop`` was set while everything was being saved."""


def _without_time(state: BackupState) -> BackupState:
    return replace(state, complete_until=None)
