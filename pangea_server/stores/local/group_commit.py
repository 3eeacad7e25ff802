"""Group commit: while one commit is being written to the disk, requests for the next one are collected."""

from __future__ import annotations

import queue
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock, Thread

from pangea_server.core.records import Record
from pangea_server.stores.protocol import BlobInfo

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
