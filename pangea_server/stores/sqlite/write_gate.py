"""One writer at a time, across all threads and processes that use one data directory."""

from __future__ import annotations

import errno
import fcntl
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from environments.errors import ConfigurationError
from pangea_server.core.errors import StoreBusyError, StoreError

WRITE_TIMEOUT_SECONDS = 20.0
"""How long a writer waits for those before it, each of which may wait ``BUSY_TIMEOUT_SECONDS`` for the database."""
POLL = 0.005
SERVER_LOCK = "server.lock"


class WriteGate:
    """Writes happen one at a time, and none happens after a failed sync.

    SQLite before 3.51.3 may corrupt a WAL database when two connections write and checkpoint in the same
    instant (sqlite.org/wal.html#walresetbug); this gate prevents it. A failed fsync is final: the
    kernel may have dropped the pages, and a second fsync would succeed without them.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._turn = threading.Lock()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._failure: str | None = None

    @contextmanager
    def passage(self) -> Iterator[None]:
        """Hold the gate. Raises StoreError when another writer keeps it, or after a failed sync."""
        deadline = time.monotonic() + WRITE_TIMEOUT_SECONDS
        if not self._turn.acquire(timeout=WRITE_TIMEOUT_SECONDS):
            raise self._busy()
        try:
            self._refuse_after_failure()
            while not _try_lock(self._file):
                if time.monotonic() > deadline:
                    raise self._busy()
                time.sleep(POLL)
            try:
                yield
            finally:
                fcntl.flock(self._file, fcntl.LOCK_UN)
        finally:
            self._turn.release()

    def shut(self, failure: str) -> None:
        """Refuse all further writes."""
        self._failure = failure

    def close(self) -> None:
        os.close(self._file)

    def _refuse_after_failure(self) -> None:
        if self._failure:
            raise StoreError(
                f"The store in {self._path.parent} has stopped writing: {self._failure}.",
                remedy="Check the disk and its cables, then restart; what was acknowledged is stored.",
            )

    def _busy(self) -> StoreError:
        return StoreBusyError(
            f"The store in {self._path.parent} is busy: another writer has held it for "
            f"{WRITE_TIMEOUT_SECONDS:g} seconds.",
            remedy="Try again; if this persists, stop the other process.",
        )


def lock_for_server(directory: Path) -> int:
    """Lock ``directory`` for this server process; the lock lasts until the descriptor is closed.

    Raises:
        ConfigurationError: another server has it.
    """
    descriptor = os.open(directory / SERVER_LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    if _try_lock(descriptor):
        return descriptor
    os.close(descriptor)
    raise ConfigurationError(
        f"Another server is running on the data directory {directory}.",
        remedy="Stop it, or give this one another --data-dir.",
    )


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in (errno.EWOULDBLOCK, errno.EINTR):
            raise
        return False
    return True
