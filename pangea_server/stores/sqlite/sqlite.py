"""The SQLite database of the local store: connections, transactions, and its errors explained for people.

At the end: the ids in a database that is not opened as a store, so that nothing is made, migrated or reported.
"""

from __future__ import annotations

import errno
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pangea_server.core.errors import DatabaseDamagedError, StoreError, StoreFullError
from pangea_server.stores.protocol import Scalar
from pangea_server.stores.sqlite.write_gate import POLL, WRITE_TIMEOUT_SECONDS, WriteGate

BUSY_TIMEOUT_SECONDS = 5  # that SQLite waits for the lock of another process
PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY_TIMEOUT_SECONDS * 1000}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # data that a person withdraws must not stay in free pages
)
SYNC_FAILURES = ("SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC")
DAMAGE = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_IOERR_READ", "SQLITE_IOERR_SHORT_READ")
NO_TEXT = "Could not decode to UTF-8"
Row = tuple[Any, ...]
Select = Callable[[str, Sequence[Scalar]], Iterable[Row]]
NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class SqliteDatabase:
    """Connections to ``directory/pangea.db``: any number of readers, one writer at a time."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.gate = WriteGate(directory / "write.lock")
        self._idle: deque[sqlite3.Connection] = deque()

    def select(self, statement: str, values: Sequence[Scalar] = ()) -> list[Row]:
        """The rows of one query, which sees everything committed so far."""
        connection = self._borrow()
        try:
            return connection.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise self._explained(error) from error
        finally:
            self._idle.append(connection)

    @contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """A connection that sees the data committed so far and nothing later; no writer waits for it."""
        with self.translated(), self._connection() as connection:
            connection.execute("BEGIN")
            connection.execute(
                "SELECT 1 FROM sqlite_schema LIMIT 1"
            )  # SQLite fixes the snapshot at the first read
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction with no other writer at the same time; synced when it ends, rolled back on any error."""
        with self.translated(), self.gate.passage(), self._connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.commit()

    def truncate_log(self) -> None:
        """Copy every page of the write-ahead log into the database, and truncate the log.

        Raises:
            StoreError: readers still use earlier pages.
        """
        with self.translated(), self.gate.passage(), self._connection() as connection:
            busy, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            raise StoreError(
                f"Another program is reading the database in {self.directory}, so removed pages are still in its log.",
                remedy="Try again when fewer people are working.",
            )

    def connect(self) -> sqlite3.Connection:
        """A new connection; transactions begin explicitly and are synced when they end."""
        connection = sqlite3.connect(
            self.directory / "pangea.db", isolation_level=None, check_same_thread=False
        )
        for pragma in PRAGMAS:
            _set(connection, pragma)
        return connection

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Raise SQLite's errors as our own in this context."""
        try:
            yield
        except sqlite3.Error as error:
            raise self._explained(error) from error

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()
        self.gate.close()

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """A connection that nothing else uses until the context ends; uncommitted changes are rolled back."""
        connection = self._borrow()
        try:
            yield connection
        finally:
            connection.rollback()
            self._idle.append(connection)

    def _borrow(self) -> sqlite3.Connection:
        try:
            return self._idle.pop()
        except IndexError:
            with self.translated():
                return self.connect()

    def _explained(self, error: sqlite3.Error) -> Exception:
        code = _code(error)
        if code == "SQLITE_ERROR":  # a wrong statement is our mistake, not the disk's
            return error
        if code in SYNC_FAILURES:
            self.gate.shut("SQLite could not sync its files")
        return _explain(code, str(error), self.directory)


def is_damage(error: sqlite3.Error) -> bool:
    """Whether what was asked for cannot be read; other rows may be readable."""
    return _code(error).startswith(DAMAGE)


def _code(error: sqlite3.Error) -> str:
    if NO_TEXT in str(error):  # Python's own error, without a code
        return "SQLITE_CORRUPT"
    return getattr(error, "sqlite_errorname", "SQLITE_ERROR")


def _set(connection: sqlite3.Connection, pragma: str) -> None:
    """SQLite does not wait, whatever its timeout, when two processes turn on the write-ahead log of a new database."""
    deadline = time.monotonic() + WRITE_TIMEOUT_SECONDS
    while True:
        try:
            connection.execute(pragma)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_BUSY" or time.monotonic() > deadline:
                raise
            time.sleep(POLL)
        else:
            return


def explain_os_error(error: OSError, directory: Path) -> StoreError:
    """The error for a failed system call under ``directory``."""
    if error.errno in NO_SPACE:
        return store_full(directory)
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return _unwritable(directory)
    return StoreError(
        f"The store in {directory} cannot be used: {error.strerror}.",
        remedy="Check the disk and the directory.",
    )


def _explain(code: str, text: str, directory: Path) -> StoreError:
    if code == "SQLITE_FULL":
        return store_full(directory)
    if code.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return _unwritable(directory)
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreError(
            f"The database in {directory} is locked by another program.",
            remedy="Try again, or end that program.",
        )
    if code.startswith(DAMAGE):
        return DatabaseDamagedError(
            f"The database in {directory} is damaged: {text}.", remedy="Restore it from a backup."
        )
    return StoreError(f"The database in {directory} failed: {text} ({code}).", remedy="Check the disk.")


def store_full(directory: Path) -> StoreFullError:
    """The error for too little space under ``directory``."""
    return StoreFullError(
        f"The store in {directory} has no space left.",
        remedy="Free space on that disk or move the directory to a larger one; stored data is unharmed.",
    )


def _unwritable(directory: Path) -> StoreError:
    return StoreError(
        f"The store in {directory} cannot be written to.",
        remedy="Mount it read-write and give this user write permission, or name another --data-dir.",
    )


MOST_IDS = 1000
BUSY_SECONDS = 0.1


def ids_in(database: Path, table: str, beginning: str) -> list[str]:
    """The ids of a table's records that begin so, sorted; none where the database cannot be read at once."""
    address = f"{database.absolute().as_uri()}?mode=rw"  # rw makes no file, and leaves none behind
    statement = f"SELECT record_id FROM {table} WHERE substr(record_id, 1, ?) = ? ORDER BY record_id LIMIT ?"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)) as connection:
            rows = connection.execute(statement, (len(beginning), beginning, MOST_IDS))
            return [record_id for (record_id,) in rows]
    except sqlite3.Error:
        return []


def holds_records(database: Path) -> bool:
    """Whether any record is in a database."""
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        kept = [name for name in tables if "record_id" in _columns(connection, name)]
        return any(connection.execute(f"SELECT EXISTS (SELECT 1 FROM {name})").fetchone()[0] for name in kept)


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
