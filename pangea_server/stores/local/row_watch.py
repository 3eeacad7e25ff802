"""What has changed in a local store since the last look, by comparing the rows of one snapshot with those before."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from sqlite3 import Connection

from pangea_server.core.records import Record
from pangea_server.stores.protocol import BlobInfo
from pangea_server.stores.sqlite.sqlite import Database, Row

Table = dict[str, int]  # the hash of each row: 8 bytes tell a change; all of a row would be all of the store


@dataclass(slots=True)
class Changes:
    """What is different: documents and blobs by their names; None where they were removed."""

    documents: dict[type[Record], dict[str, str | None]] = field(default_factory=dict)
    blobs: dict[str, BlobInfo | None] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.documents or self.blobs)


class RowWatch:
    """Watches a database that others write to."""

    def __init__(self, database: Database, kinds: Collection[type[Record]]) -> None:
        self._database = database
        self._known: dict[type[Record], Table] = {kind: {} for kind in kinds}
        self._blobs: Table = {}
        self._connection = database.connect()
        self._version = -1

    def has_changed(self) -> bool:
        """Whether anybody has committed anything since the last look; takes microseconds."""
        return self._data_version() != self._version

    @contextmanager
    def mark(self) -> Iterator[None]:
        """From here on, what changes is found; after an error in the block, it is not."""
        version = self._data_version()
        with self._database.snapshot() as connection:
            known = {
                kind: {row[0]: hash(row) for row in _documents(connection, kind)} for kind in self._known
            }
            blobs = {row[0]: hash(row) for row in _blobs(connection)}
        yield
        self._known, self._blobs, self._version = known, blobs, version

    @contextmanager
    def look(self) -> Iterator[Changes]:
        """The changes since the last look; after an error in the block, they are found again."""
        version = self._data_version()
        changes, known = Changes(), {}
        with self._database.snapshot() as connection:
            for kind in self._known:
                known[kind], documents = _compare(_documents(connection, kind), self._known[kind])
                if documents:
                    changes.documents[kind] = {
                        name: row[1] if row else None for name, row in documents.items()
                    }
            blobs, found = _compare(_blobs(connection), self._blobs)
            changes.blobs = {name: BlobInfo(*row) if row else None for name, row in found.items()}
        yield changes
        self._known, self._blobs, self._version = known, blobs, version

    def close(self) -> None:
        self._connection.close()

    def _data_version(self) -> int:
        with self._database.translated():
            ((version,),) = self._connection.execute("PRAGMA data_version")
        return int(version)


def _documents(connection: Connection, kind: type[Record]) -> Iterator[Row]:
    return connection.execute(f"SELECT record_id, document FROM {kind.collection}")


def _blobs(connection: Connection) -> Iterator[Row]:
    return connection.execute("SELECT name, size, sha256 FROM blobs")


def _compare(rows: Iterator[Row], known: Mapping[str, int]) -> tuple[Table, dict[str, Row | None]]:
    """The hashes of all rows, and the rows that are new, changed or (None) gone."""
    hashes: Table = {}
    changed: dict[str, Row | None] = {}
    for row in rows:
        hashes[row[0]] = found = hash(row)
        if known.get(row[0]) != found:
            changed[row[0]] = row
    changed |= dict.fromkeys(known.keys() - hashes.keys())
    return hashes, changed
