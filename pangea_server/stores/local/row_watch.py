"""What has changed in a local store since the last look, by comparing the rows of one snapshot with those before."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from sqlite3 import Connection
from typing import NamedTuple

from pangea_server.core.records import Record
from pangea_server.stores.local.salvage import BLOB_COLUMNS, salvaged_blobs, salvaged_records
from pangea_server.stores.protocol import BlobInfo
from pangea_server.stores.salvage import Lost
from pangea_server.stores.sqlite.sqlite import Row, SqliteDatabase, is_damage

Hashes = dict[str, int]  # the hash of each row: 8 bytes tell a change; all of a row would be all of the store


@dataclass(slots=True)
class Changes:
    """What is different: documents and blobs by their names; None where they were removed. What is ``unreadable`` may
    have changed as well."""

    documents: dict[type[Record], dict[str, str | None]] = field(default_factory=dict)
    blobs: dict[str, BlobInfo | None] = field(default_factory=dict)
    unreadable: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.documents or self.blobs)


class RowWatch:
    """Watches a database that others write to."""

    def __init__(self, database: SqliteDatabase, kinds: Collection[type[Record]]) -> None:
        self._database = database
        self._known: dict[type[Record], Hashes] = {kind: {} for kind in kinds}
        self._blobs: Hashes = {}
        self._connection = database.connect()
        self._version = -1

    def has_changed(self) -> bool:
        """Whether anybody has committed anything since the last look; takes microseconds."""
        return self._data_version() != self._version

    @contextmanager
    def mark(self) -> Iterator[None]:
        """From here on, what changes is found; after an error in the block, it is not."""
        version, seen = self._data_version(), _TableWatch()
        with self._database.snapshot() as connection:
            known = {
                kind: seen.compared(_documents(connection, kind), before)[0]
                for kind, before in self._known.items()
            }
            blobs, _ = seen.compared(_blobs(connection), self._blobs)
        yield
        self._known, self._blobs, self._version = known, blobs, version

    @contextmanager
    def look(self) -> Iterator[Changes]:
        """The changes since the last look; after an error in the block, they are found again.

        What cannot be read counts as unchanged, and is named.
        """
        version, seen = self._data_version(), _TableWatch()
        changes, known = Changes(), {}
        with self._database.snapshot() as connection:
            for kind, before in self._known.items():
                known[kind], documents = seen.compared(_documents(connection, kind), before)
                if documents:
                    changes.documents[kind] = {
                        name: row[1] if row else None for name, row in documents.items()
                    }
            blobs, found = seen.compared(_blobs(connection), self._blobs)
            changes.blobs = {name: BlobInfo(*row) if row else None for name, row in found.items()}
        changes.unreadable = seen.unreadable
        yield changes
        self._known, self._blobs, self._version = known, blobs, version

    def close(self) -> None:
        self._connection.close()

    def _data_version(self) -> int:
        with self._database.translated():
            ((version,),) = self._connection.execute("PRAGMA data_version")
        return int(version)


class _Table(NamedTuple):
    """A table that can be read in one query, or past damage."""

    name: str
    rows: Callable[[], Iterable[Row]]
    salvaged: Callable[[], Iterable[Row | Lost]]


def _documents(connection: Connection, kind: type[Record]) -> _Table:
    statement = f"SELECT record_id, document FROM {kind.collection}"
    return _Table(
        kind.collection, partial(connection.execute, statement), partial(salvaged_records, connection, kind)
    )


def _blobs(connection: Connection) -> _Table:
    statement = f"SELECT {BLOB_COLUMNS} FROM blobs"
    return _Table("blobs", partial(connection.execute, statement), partial(salvaged_blobs, connection))


@dataclass
class _TableWatch:
    """Compares tables, and notes what could not be read."""

    unreadable: list[str] = field(default_factory=list)

    def compared(self, table: _Table, known: Mapping[str, int]) -> tuple[Hashes, dict[str, Row | None]]:
        """The hashes of all rows, and the rows that are new, changed or (None) gone."""
        try:
            return _compare(table.rows(), known)
        except sqlite3.Error as error:
            if not is_damage(error):
                raise
        lost: list[str] = []
        hashes, changed = _compare(_sound(table.salvaged(), lost), known)
        self.unreadable += [f"{table.name}: {name or 'others, without a name'}" for name in lost]
        kept = known.keys() if "" in lost else known.keys() & set(lost)
        for name in kept - hashes.keys():
            hashes[name] = known[name]
            del changed[name]
        return hashes, changed


def _sound(found: Iterable[Row | Lost], lost: list[str]) -> Iterator[Row]:
    """The rows; the names of the others are added to ``lost``."""
    for each in found:
        if isinstance(each, Lost):
            lost.append(each.name)
        else:
            yield each


def _compare(rows: Iterable[Row], known: Mapping[str, int]) -> tuple[Hashes, dict[str, Row | None]]:
    hashes: Hashes = {}
    changed: dict[str, Row | None] = {}
    for row in rows:
        hashes[row[0]] = found = hash(row)
        if known.get(row[0]) != found:
            changed[row[0]] = row
    changed |= dict.fromkeys(known.keys() - hashes.keys())
    return hashes, changed
