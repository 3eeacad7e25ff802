"""``pangea ship``: a copy that is only seconds behind: a moment of a series, and the log that follows it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from math import inf
from typing import Any

from msgspec.structs import replace

from environments.errors import PangeaError
from pangea_server.core.errors import BlobDamagedError, DatabaseDamagedError
from pangea_server.dataset.archive.changes import LOG_PREFIX, BlobLine, EntryWriter, RecordLine
from pangea_server.dataset.archive.moments import blob_object, moment_names
from pangea_server.dataset.archive.places import Place
from pangea_server.dataset.archive.sealing import Seal
from pangea_server.dataset.archive.series_writing import save_moment
from pangea_server.dataset.archive.writing import is_listed, opened_blob
from pangea_server.dataset.collections import RECORDS
from pangea_server.stores.local.row_watch import Changes
from pangea_server.stores.local.ship_state import ShipState, keep_ship_state
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import BlobInfo

log = logging.getLogger(__name__)
SMALL_BLOB_BYTES = (
    2**20
)  # bytes of a blob that goes into an entry of the log; chunks are smaller, whole voices larger
MOST_LOG_ENTRIES = 2000  # after which a new moment is made: a restore has to read them all
REST_PER_LOOK = (
    4  # at least so many times as long as a look took is waited before the next: a fifth of a core at most
)
SHIP_RETRY_SECONDS = 5.0
STATE_EVERY_SECONDS = 5.0  # between two notes of how far the copy is


@dataclass
class Shipper:
    """Follows a store that its server writes to.

    Args:
        seconds: between two looks.
    """

    store: LocalStore
    place: Place
    seal: Seal
    seconds: float

    def __post_init__(self) -> None:
        self._watch = self.store.watch_rows(RECORDS)
        self._moment = ""
        self._number = 0
        self._last = ""
        self._state = self._told = ShipState(str(self.place))
        self._kept = -inf

    def run(self, stop: threading.Event) -> None:
        """Copy until ``stop`` is set, and then what is left. What cannot be copied now is tried again."""
        while True:
            ending, began, looked_at = stop.is_set(), time.monotonic(), datetime.now(UTC)
            try:
                self.catch_up()
                self._tell(copied_at=looked_at, error="")
            except PangeaError as error:
                log.warning("ship: %s Trying again.", error)
                self._tell(error=error.message)
                if not ending:
                    stop.wait(SHIP_RETRY_SECONDS)
            if ending:
                return
            stop.wait(max(self.seconds, REST_PER_LOOK * (time.monotonic() - began)))

    def catch_up(self) -> int:
        """Copy what has changed since the last call; the first makes a moment. Returns the number of changes."""
        if not self._moment or self._number >= MOST_LOG_ENTRIES:
            self._begin()
        if not self._watch.has_changed():
            return 0
        with self._watch.look() as changes:
            self._note_unreadable(changes.unreadable)
            return self._ship(changes) if changes else 0

    def _tell(self, **changed: Any) -> None:
        """Keep the state for others: at once when it went wrong or well again, otherwise every few seconds."""
        self._state = replace(self._state, **changed)
        if _without_time(self._state) == self._told and time.monotonic() < self._kept + STATE_EVERY_SECONDS:
            return
        try:
            keep_ship_state(self.store.database.directory, self._state)
        except OSError as error:
            log.warning("ship: how far the copy is cannot be noted: %s", error.strerror)
        self._told, self._kept = _without_time(self._state), time.monotonic()

    def _note_unreadable(self, names: Sequence[str]) -> None:
        first, count = (names[0], len(names)) if names else ("", 0)
        if count and (first, count) != (self._state.unreadable, self._state.unreadable_count):
            log.warning("ship: %d records or blobs cannot be read, such as %s", count, first)
        self._state = replace(self._state, unreadable=first, unreadable_count=count)

    def _begin(self) -> None:
        """What changes between the look and the moment is in the next entry as well, which does no harm."""
        with self._watch.mark():
            saved = save_moment(self.store, self.place, self.seal)
        self._moment, self._number, self._last = saved.moment, 0, ""
        for damage in saved.damaged:
            log.warning("ship: %s is damaged: %s", damage.damaged, damage.reason)
        self._note_unreadable([damage.damaged for damage in saved.damaged])
        self._forget_old_logs()

    def _ship(self, changes: Changes) -> int:
        """Blobs first: a record that is in the copy has its blobs there."""
        with closing(EntryWriter()) as entry:
            for name, info in changes.blobs.items():
                if info is None:
                    entry.note(BlobLine(blob=name))
                else:
                    self._add_blob(entry, info)
            for kind, documents in changes.documents.items():
                for record_id, document in documents.items():
                    entry.note(RecordLine(collection=kind.collection, record_id=record_id, document=document))
            self._last = entry.put(self.place, self._moment, self._number + 1, self._last, self.seal)
        self._number += 1
        return len(changes.blobs) + sum(map(len, changes.documents.values()))

    def _add_blob(self, entry: EntryWriter, info: BlobInfo) -> None:
        try:
            with opened_blob(self.store.blobs, info) as file:
                if info.size <= SMALL_BLOB_BYTES:
                    entry.add_blob(info, file)
                    return
                with self.seal.sealed(file) as sealed:
                    self.place.put(blob_object(self.seal, info.sha256), sealed)
            entry.note(BlobLine(blob=info.name, size=info.size, sha256=info.sha256, apart=True))
        except (BlobDamagedError, DatabaseDamagedError) as error:
            log.warning("ship: %s", error)
        except PangeaError:
            if is_listed(self.store.blobs, info.name):
                raise  # otherwise it was removed meanwhile

    def _forget_old_logs(self) -> None:
        """Moments need no log; that of the moment before stays until the next one is there."""
        kept = set(moment_names(self.place)[-2:])
        for name in self.place.names(LOG_PREFIX):
            if name.split("/")[1] not in kept:
                self.place.remove(name)


def _without_time(state: ShipState) -> ShipState:
    return replace(state, copied_at=None)
