"""The SQLite database of the local store: connections, transactions, and what its errors mean to a person."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from pangea_server.errors import StoreError, StoreFullError
from pangea_server.stores.write_gate import WriteGate

PRAGMAS = (
    "PRAGMA busy_timeout = 5000",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # what a person takes back must not linger in free pages
)
SYNC_FAILURES = ("SQLITE_IOERR_FSYNC", "SQLITE_IOERR_DIR_FSYNC")
NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Database:
    """Connections to ``directory/pangea.db``: any number of readers, one writer at a time."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.gate = WriteGate(directory / "write.lock")
        self._engine = sa.create_engine(f"sqlite:///{directory / 'pangea.db'}", max_overflow=-1)
        sa.event.listen(self._engine, "connect", _prepare)
        sa.event.listen(self._engine, "begin", _begin)

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """One consistent view of everything committed so far."""
        with self._translated(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction with no other writer beside it; synced when it ends, rolled back on any error."""
        with self._translated(), self.gate.passage():
            immediate = self._engine.execution_options(begin="BEGIN IMMEDIATE")
            with immediate.begin() as connection:
                yield connection

    def truncate_log(self) -> None:
        """Bring every page of the write-ahead log home, and cut the log to nothing.

        Raises:
            StoreError: readers hold on to earlier pages.
        """
        outside = self._engine.execution_options(begin="")
        with self._translated(), self.gate.passage(), outside.connect() as connection:
            busy, _, _ = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()
        if busy:
            raise StoreError(
                f"Somebody reads the database in {self.directory}, so removed pages are still in its log.",
                remedy="Try again when fewer people are at work.",
            )

    def close(self) -> None:
        self._engine.dispose()
        self.gate.close()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            code = getattr(error.orig, "sqlite_errorname", "SQLITE_ERROR")
            if code == "SQLITE_ERROR":  # a wrong statement is our mistake, not the disk's
                raise
            raise self._explained(code, str(error.orig)) from error

    def _explained(self, code: str, text: str) -> StoreError:
        if code in SYNC_FAILURES:
            self.gate.shut("SQLite could not sync its files")
        return _explain(code, text, self.directory)


def explain_os_error(error: OSError, directory: Path) -> StoreError:
    """What a failed system call under ``directory`` means."""
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
    if code.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return StoreError(
            f"The database in {directory} is damaged: {text}.", remedy="Restore it from a backup."
        )
    return StoreError(f"The database in {directory} failed: {text} ({code}).", remedy="Check the disk.")


def store_full(directory: Path) -> StoreFullError:
    """There is no room left under ``directory``, or too little."""
    return StoreFullError(
        f"The store in {directory} has no room left.",
        remedy="Free space on that disk or move the directory to a larger one; what is stored is unharmed.",
    )


def _unwritable(directory: Path) -> StoreError:
    return StoreError(
        f"The store in {directory} cannot be written to.",
        remedy="Mount it read-write and give this user write permission, or name another --data-dir.",
    )


def _prepare(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None  # transactions begin where _begin says, not where the driver guesses
    for pragma in PRAGMAS:
        connection.execute(pragma)


def _begin(connection: sa.Connection) -> None:
    if statement := connection.get_execution_options().get("begin", "BEGIN"):
        connection.exec_driver_sql(statement)
