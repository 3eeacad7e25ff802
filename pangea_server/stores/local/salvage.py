"""The rows of a damaged table, one by one, and the keys of those that cannot be read.

SQLite ends a query at the first page that it cannot read. The keys of a table are in two trees, that of its rows and
that of an index, and each can be read from both ends: what a page hides in one is mostly found in the other.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from sqlite3 import Connection

from pangea_server.core.records import Record
from pangea_server.stores.protocol import Scalar
from pangea_server.stores.salvage import Lost
from pangea_server.stores.sqlite.sqlite import Row, is_damage

UNREADABLE = "its page in the database cannot be read"
UNNAMED = "pages of the database cannot be read, and neither can those that would name what was in them"
BLOB_COLUMNS = "name, size, sha256"


def salvaged_records(connection: Connection, kind: type[Record]) -> Iterator[Row | Lost]:
    """Id and document of each row, in order of id."""
    table, keys = kind.collection, _Keys()
    keys.read(connection, f"SELECT record_id, rowid FROM {table} NOT INDEXED ORDER BY rowid", is_all=True)
    if not keys.complete:  # the index of record_id has the rowid as well
        keys.read(connection, f"SELECT record_id, rowid FROM {table} ORDER BY record_id", is_all=True)
        keys.add(_between(connection, table, keys.rowids))
    by_rowid = f"SELECT record_id, document FROM {table} NOT INDEXED WHERE rowid = ?"
    yield from _rows(connection, by_rowid, keys)


def salvaged_blobs(connection: Connection, files: Iterable[str] | None = None) -> Iterator[Row | Lost]:
    """Name, size and SHA-256 of each blob, in order of name.

    Args:
        files: the names of the blobs that are files of their own, as their folders have them.
    """
    keys = _Keys()
    keys.read(connection, "SELECT name, name FROM blobs NOT INDEXED ORDER BY name", is_all=True)
    if not keys.complete:
        places = "SELECT name, name FROM blobs INDEXED BY blobs_by_place WHERE segment IS NOT NULL ORDER BY segment"
        keys.complete = keys.read(connection, places, is_all=False) and files is not None
        keys.add((name, name) for name in files or ())
    by_name = f"SELECT {BLOB_COLUMNS} FROM blobs NOT INDEXED WHERE name = ?"
    yield from _rows(connection, by_name, keys)


@dataclass
class _Keys:
    """The keys that were found, each with what its row is looked up by; ``complete`` when there can be no others."""

    places: dict[str, Scalar] = field(default_factory=dict)
    complete: bool = False

    @property
    def rowids(self) -> list[int]:
        return sorted(place for place in self.places.values() if isinstance(place, int))

    def read(self, connection: Connection, statement: str, *, is_all: bool) -> bool:
        """Add what the statement finds from its first row on, and from its last; returns whether it came to the end.

        Args:
            is_all: the statement finds every row of the table.
        """
        whole = self.add(_until_damage(connection, statement))
        if not whole:
            self.add(_until_damage(connection, f"{statement} DESC"))
        self.complete = self.complete or (whole and is_all)
        return whole

    def add(self, rows: Iterable[Row | None]) -> bool:
        """Add these; returns whether each has a key."""
        whole = True
        for row in rows:
            if row is None or not isinstance(row[0], str):
                whole = False
            else:
                self.places.setdefault(*row)
        return whole


def _until_damage(
    connection: Connection, statement: str, values: Sequence[Scalar] = ()
) -> Iterator[Row | None]:
    """The rows of a query, and None where damage ends it."""
    try:
        yield from connection.execute(statement, values)
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        yield None


def _between(connection: Connection, table: str, known: Sequence[int]) -> Iterator[Row]:
    """Ids and numbers of rows that the index has lost: the table is read on after each row number that it lacks."""
    if not known:
        return
    at, last = known[0], known[-1]
    statement = f"SELECT record_id, rowid FROM {table} NOT INDEXED WHERE rowid > ? ORDER BY rowid"
    while at < last:
        for row in _until_damage(connection, statement, (at,)):
            if row is None:
                at += 1
            else:
                at = row[1]
                yield row


def _rows(connection: Connection, statement: str, keys: _Keys) -> Iterator[Row | Lost]:
    for key in sorted(keys.places):
        row = next(_until_damage(connection, statement, (keys.places[key],)), None)
        yield row if row and row[0] == key else Lost(key, UNREADABLE)
    if not keys.complete:
        yield Lost("", UNNAMED)
