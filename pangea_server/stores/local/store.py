"""The default store: SQLite and files in one directory."""

from __future__ import annotations

import logging
import os
from collections.abc import Collection
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from pangea_server.core.errors import StoreError
from pangea_server.core.records import Record
from pangea_server.stores.local.blobs import LocalBlobs
from pangea_server.stores.local.disk import RESERVE, take_on, throw_off
from pangea_server.stores.local.quarantine import Quarantine
from pangea_server.stores.local.records import LocalRecords
from pangea_server.stores.local.recovery import Recovered
from pangea_server.stores.local.row_watch import RowWatch
from pangea_server.stores.migrations import bring_up_to_date
from pangea_server.stores.sqlite.sqlite import SqliteDatabase, explain_os_error
from pangea_server.stores.sqlite.syncs import Syncs
from pangea_server.stores.sqlite.wal import read_log
from pangea_server.stores.sqlite.write_gate import lock_for_server

if TYPE_CHECKING:
    from pangea_server.core.settings import Settings

log = logging.getLogger(__name__)
DATABASE_FILE, BLOBS_FOLDER = "pangea.db", "blobs"


class LocalStore:
    """Records in ``directory/pangea.db``, blobs in ``directory/blobs``. Open it with ``LocalStore.open``."""

    answers_at_once = True

    def __init__(self, database: SqliteDatabase, resources: ExitStack, reserve: int) -> None:
        self.database = database
        self._resources = resources
        self.records = LocalRecords(database)
        self.blobs = LocalBlobs(database, reserve)
        resources.callback(self.blobs.close)

    @staticmethod
    def exists(settings: Settings) -> bool:
        """Whether there is a store in ``settings.data_dir``, or what is left of one."""
        return any((settings.data_dir / name).exists() for name in (DATABASE_FILE, BLOBS_FOLDER))

    @classmethod
    def from_settings(cls, settings: Settings, *, exclusive: bool = False) -> Self:
        """Open the store in ``settings.data_dir``; see ``open``."""
        return cls.open(settings.data_dir, exclusive=exclusive, reserve=settings.limits.disk_reserve)

    @classmethod
    def open(cls, directory: Path, *, exclusive: bool = False, reserve: int = RESERVE) -> Self:
        """Open the store in ``directory``; create and migrate it if needed.

        Args:
            exclusive: for the server: no other server may use this directory while it is open. Other programs
                (monitor, align, export) open it without this, and read and write at the same time.
            reserve: bytes of its disk that are kept free for records.

        Raises:
            ConfigurationError: another server has it, or a later version of PanGEA wrote it.
            StoreError: the directory cannot be used, or has blobs and no database.
        """
        try:
            return cls._open(directory, exclusive, reserve)
        except OSError as error:
            raise explain_os_error(error, directory) from error

    @classmethod
    def rebuild(cls, directory: Path) -> Recovered:
        """Make the index of the store in ``directory`` from what its segments and files say, even without a database.

        Raises:
            ConfigurationError: a server has it.
            StoreError: the directory cannot be used.
        """
        try:
            with cls._open(directory, exclusive=True, reserve=0, orphans=True) as store:
                return store.blobs.rebuild()
        except OSError as error:
            raise explain_os_error(error, directory) from error

    @classmethod
    def _open(cls, directory: Path, exclusive: bool, reserve: int, *, orphans: bool = False) -> Self:
        with ExitStack() as opened:
            _make(directory)
            throw_off(directory)
            if exclusive:
                opened.callback(os.close, lock_for_server(directory))
            if not orphans:
                _refuse_orphans(directory)
            database = SqliteDatabase(directory)
            opened.callback(database.close)
            if exclusive:
                _keep_broken_log(database)
            bring_up_to_date(database)
            store = cls(database, opened, reserve)
            store.blobs.prepare()
            if exclusive:
                store.blobs.sweep()
                take_on(directory)
            store._resources = opened.pop_all()
        return store

    def watch_rows(self, kinds: Collection[type[Record]]) -> RowWatch:
        """Finds what others change."""
        watch = RowWatch(self.database, kinds)
        self._resources.callback(watch.close)
        return watch

    def scrub(self) -> None:
        """SQLite zeroes pages that it frees (``secure_delete``); this removes the log of earlier pages. What
        belongs to removed recordings leaves the quarantine."""
        self.blobs.forget_removed()
        self.database.truncate_log()

    def close(self) -> None:
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _refuse_orphans(directory: Path) -> None:
    """A new database would not list these blobs, and the sweep would remove them as left over from a crash."""
    blobs = directory / BLOBS_FOLDER
    if not (directory / DATABASE_FILE).exists() and any(path.is_file() for path in blobs.rglob("*")):
        raise StoreError(
            f"The directory {directory} has recordings, but its database pangea.db is missing.",
            remedy=f"Put pangea.db back with its -wal file; or move {blobs} away and restore a backup; or make a new "
            "index of the recordings: pangea verify --rebuild.",
        )


def _keep_broken_log(database: SqliteDatabase) -> None:
    """SQLite would drop what it cannot read of its log, without a word."""
    path = database.directory / "pangea.db-wal"
    with database.gate.passage():
        if fault := read_log(path).fault:
            log.warning("SQLite's log %s: %s.", path, fault)
            try:
                Quarantine(database.directory, Syncs(database.gate)).keep_copy(path)
            except OSError as error:
                log.warning("It could not be copied into quarantine: %s.", error.strerror)


def _make(directory: Path) -> None:
    """Create it and its parents; each name is synced, or a power cut could lose everything below."""
    if directory.is_dir():
        return
    _make(directory.parent)
    directory.mkdir(mode=0o700, exist_ok=True)
    parent = os.open(directory.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(parent)
    finally:
        os.close(parent)
