"""The table of blobs: which of them count, and where their bytes are.

Rows are added by group commit: while one commit is being written to the disk, those of the next one are collected.
"""

from __future__ import annotations

import json
import queue
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from sqlite3 import Connection
from threading import Lock, Thread

from pangea_server.core.records import Record
from pangea_server.stores.failures import blob_conflict
from pangea_server.stores.local.segments import BlobPlace
from pangea_server.stores.protocol import BlobInfo, Scalar
from pangea_server.stores.seals import seal
from pangea_server.stores.sqlite.sqlite import Select


def is_stored(select: Select, info: BlobInfo) -> bool:
    """Whether this very blob is stored. Raises StoreConflictError when other bytes have its name."""
    row = find_row(select, info.name)
    if row is not None and row[0] != info:
        raise blob_conflict(info.name)
    return row is not None


def find_row(select: Select, name: str) -> tuple[BlobInfo, BlobPlace | None] | None:
    """What is stored under a name, and where; ``None`` is the place of a file of its own."""
    statement = "SELECT sha256, segment, start, size, head FROM blobs WHERE name = ?"
    for sha256, segment, start, size, head in select(statement, (name,)):
        return BlobInfo(name, size, sha256), BlobPlace(segment, start, size, head) if segment else None
    return None


def stored_among(connection: Connection, names: Sequence[str]) -> dict[str, BlobInfo]:
    """Those of the named blobs that are stored."""
    statement = "SELECT name, size, sha256 FROM blobs WHERE name IN (SELECT value FROM json_each(?))"
    return {row[0]: BlobInfo(*row) for row in connection.execute(statement, (json.dumps(names),))}


def insert(connection: Connection, blobs: Iterable[tuple[BlobInfo, BlobPlace | None]]) -> None:
    """Add the rows of blobs; ``None`` is the place of one that is a file of its own."""
    rows: list[tuple[Scalar, ...]] = [
        (
            info.name,
            info.size,
            info.sha256,
            place.segment if place else None,
            place.start if place else None,
            place.head if place else 0,
        )
        for info, place in blobs
    ]
    connection.executemany(
        "INSERT INTO blobs (name, size, sha256, segment, start, head, seal) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(*row, seal("blobs", *row)) for row in rows],
    )


def end_of(connection: Connection, segment: str) -> int:
    """Where the last blob of a segment ends; 0 when it has none."""
    statement = "SELECT start + size FROM blobs WHERE segment = ? ORDER BY start DESC LIMIT 1"
    row = connection.execute(statement, (segment,)).fetchone()
    return row[0] if row else 0


def synced_folders(connection: Connection, name: str) -> list[str]:
    """The folders above ``name`` that already contain a blob's file: their names were synced with it."""
    parts = name.split("/")[:-1]
    folders = ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
    return [folder for folder in folders if _holds_files(connection, folder)]


def _holds_files(connection: Connection, folder: str) -> bool:
    statement = "SELECT 1 FROM blobs WHERE name > ? AND name < ? AND segment IS NULL LIMIT 1"
    row = connection.execute(statement, (folder + "/", folder + "0")).fetchone()  # "0" follows "/"
    return row is not None


MOST_BYTES = 2**24  # that one commit writes, so that no request waits for too many others


@dataclass(frozen=True, slots=True)
class PendingBlob:
    """A blob to store, in blocks; ``stored`` resolves once it is durable, to whether it is new."""

    info: BlobInfo
    blocks: Sequence[bytes]
    owner: Record | None = None
    stored: Future[bool] = field(default_factory=Future)


CommitResult = bool | Exception


class GroupCommit:
    """One thread that passes the waiting blobs to ``commit``, which returns each one's outcome when all are durable."""

    def __init__(self, commit: Callable[[Sequence[PendingBlob]], Sequence[CommitResult]]) -> None:
        self._commit = commit
        self._waiting: queue.SimpleQueue[PendingBlob | None] = queue.SimpleQueue()
        self._thread: Thread | None = None
        self._starting = Lock()

    def add(self, arrival: PendingBlob) -> None:
        """Queue it for storing and return at once."""
        if self._thread is None:
            self._start()
        self._waiting.put(arrival)

    def close(self) -> None:
        """Store the waiting blobs, then stop."""
        if self._thread:
            self._waiting.put(None)
            self._thread.join()
            self._thread = None

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="group-commit", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while arrival := self._waiting.get():
            batch, size = [arrival], arrival.info.size
            while size < MOST_BYTES and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    self._waiting.put(None)  # stop after this batch
                    break
                batch.append(following)
                size += following.info.size
            self._store([arrival for arrival in batch if arrival.stored.set_running_or_notify_cancel()])

    def _store(self, batch: Sequence[PendingBlob]) -> None:
        outcomes: Sequence[CommitResult]
        try:
            outcomes = self._commit(batch)
        except Exception as error:
            outcomes = [error] * len(batch)
        for arrival, outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, Exception):
                arrival.stored.set_exception(outcome)
            else:
                arrival.stored.set_result(outcome)
