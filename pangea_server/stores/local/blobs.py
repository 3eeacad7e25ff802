"""Blobs on a disk, and a table that states which of them count and where their bytes are.

A blob counts from the moment its row is committed: its bytes are synced first, then its name where it is a file of
its own, then the row. Data that a crash leaves without a row was never acknowledged; it is overwritten or swept.
A removed blob's place is noted in ``erasures`` in the transaction that removes its row, and stays there until its
bytes are gone from the disk.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from sqlite3 import Connection
from typing import BinaryIO

from pangea_server.core.errors import BlobDamagedError
from pangea_server.core.records import Record
from pangea_server.stores.describe import describe
from pangea_server.stores.failures import blob_conflict, blob_not_found, record_changed
from pangea_server.stores.local.blob_files import BlobFiles
from pangea_server.stores.local.disk import room_above_reserve
from pangea_server.stores.local.group_commit import CommitResult, GroupCommit, PendingBlob
from pangea_server.stores.local.records import changed_among
from pangea_server.stores.local.segments import Place, Segments
from pangea_server.stores.names import check_blob_name, is_blob_name
from pangea_server.stores.protocol import BlobInfo
from pangea_server.stores.sqlite.sqlite import Database, Select, explain_os_error, store_full
from pangea_server.stores.sqlite.syncs import Syncs

MOST_ERASURES = 200  # in one transaction, so that writers do not wait for long


class LocalBlobs:
    """A ``BlobStore`` over a directory: files for permanent blobs, segments for small and numerous ones."""

    def __init__(self, database: Database, reserve: int) -> None:
        self._database = database
        self._reserve = reserve
        self._root = database.directory / "blobs"
        syncs = Syncs(database.gate)
        self._files = BlobFiles(self._root, syncs)
        self._segments = Segments(self._root, syncs)
        self._group = GroupCommit(self._store)

    def prepare(self) -> None:
        """Make the folders."""
        with self._explained():
            self._files.prepare()
            self._segments.prepare()

    def sweep(self) -> None:
        """Remove what a crash left half written or half removed; the caller must hold the server's lock."""
        with self._explained(), self._database.writing() as connection:
            self._files.sweep()
            for segment in self._segments.names():
                self._segments.cut(segment, _end_of(connection, segment))
        self._erase()

    def create(self, name: str, data: bytes | BinaryIO) -> bool:
        check_blob_name(name)
        file = io.BytesIO(data) if isinstance(data, bytes) else data
        info = describe(name, file)
        if _is_stored(self._database.select, info):
            return False
        if room_above_reserve(self._root, self._reserve) < info.size:
            raise store_full(self._database.directory)
        with self._explained(), self._files.written(file) as written, self._database.writing() as connection:
            if _is_stored(connection.execute, info):
                return False
            self._files.publish(written, name, _synced_folders(connection, name))
            _insert(connection, [(info, None)])
            connection.execute("DELETE FROM erasures WHERE name = ? AND segment IS NULL", (name,))
        return True

    def create_soon(
        self, info: BlobInfo, blocks: Sequence[bytes], owner: Record | None = None
    ) -> Future[bool]:
        arrival = PendingBlob(info, blocks, owner)
        check_blob_name(info.name)
        self._group.add(arrival)
        return arrival.stored

    def stat(self, name: str) -> BlobInfo:
        return self._find(name)[0]

    def open(self, name: str) -> BinaryIO:
        return self._open(*self._find(name))

    def read(self, name: str) -> bytes:
        info, place = self._find(name)
        with self._open(info, place) as file:
            try:
                data = file.read()
            except OSError as error:
                raise self._damaged(name, f"it cannot be read ({error.strerror})") from error
        if hashlib.sha256(data).hexdigest() != info.sha256:
            self._find(name)  # it may have been removed meanwhile
            raise self._damaged(name, "its bytes have changed")
        return data

    def list(self, prefix: str, *, after: str = "", limit: int | None = None) -> Sequence[BlobInfo]:
        beyond = prefix + chr(0x10FFFF)  # greater than every name that starts with the prefix
        columns, tests = "name, size, sha256", "name >= ? AND name < ? AND name > ?"
        statement = f"SELECT {columns} FROM blobs WHERE {tests} ORDER BY name LIMIT ?"
        rows = self._database.select(statement, (prefix, beyond, after, -1 if limit is None else limit))
        return [BlobInfo(*row) for row in rows]

    def link(self, name: str, media_type: str) -> None:
        return None

    def delete(self, *names: str) -> None:
        with self._database.writing() as connection:
            for name in filter(is_blob_name, names):
                connection.execute(
                    "INSERT INTO erasures SELECT name, segment, start, size FROM blobs WHERE name = ?",
                    (name,),
                )
                connection.execute("DELETE FROM blobs WHERE name = ?", (name,))
        self._erase()

    def close(self) -> None:
        """Store what has arrived, then close the files."""
        self._group.close()
        self._segments.close()

    def _store(self, arrivals: Sequence[PendingBlob]) -> Sequence[CommitResult]:
        """Store blobs together: their bytes in one sync, their rows in one commit."""
        outcomes: list[CommitResult] = []
        new: list[PendingBlob] = []
        with self._explained(), self._database.writing() as connection:
            known = _stored_among(connection, [arrival.info.name for arrival in arrivals])
            changed = changed_among(connection, [arrival.owner for arrival in arrivals if arrival.owner])
            room = room_above_reserve(self._root, self._reserve)
            for arrival in arrivals:
                info, stored = arrival.info, known.get(arrival.info.name)
                if arrival.owner and arrival.owner in changed:
                    outcomes.append(record_changed(arrival.owner))
                elif stored is not None:
                    outcomes.append(False if stored == info else blob_conflict(info.name))
                elif room < info.size:
                    outcomes.append(store_full(self._database.directory))
                else:
                    outcomes.append(True)
                    new.append(arrival)
                    known[info.name] = info
                    room -= info.size
            places = self._segments.append([arrival.blocks for arrival in new]) if new else []
            _insert(connection, zip((arrival.info for arrival in new), places, strict=True))
        self._segments.keep(places)
        return outcomes

    def _find(self, name: str) -> tuple[BlobInfo, Place | None]:
        if not is_blob_name(name):
            raise blob_not_found(name)
        row = _row(self._database.select, name)
        if row is None:
            raise blob_not_found(name)
        return row

    def _open(self, info: BlobInfo, place: Place | None) -> BinaryIO:
        try:
            file = self._segments.open(place) if place else self._files.open(info.name)
        except (FileNotFoundError, EOFError) as error:
            self._find(info.name)  # it may have been removed meanwhile
            raise self._damaged(info.name, "its bytes are missing") from error
        except OSError as error:
            raise explain_os_error(error, self._database.directory) from error
        if file.seek(0, io.SEEK_END) != info.size:
            file.close()
            raise self._damaged(info.name, "its file has another length")
        file.seek(0)
        return file

    def _erase(self) -> None:
        """Erase the bytes of all removed blobs, including those removed before a crash."""
        while self._erase_some():
            pass

    def _erase_some(self) -> bool:
        if not self._database.select("SELECT 1 FROM erasures LIMIT 1"):
            return False
        with self._explained(), self._database.writing() as connection:
            removed = connection.execute(
                "SELECT rowid, name, segment, start, size FROM erasures ORDER BY rowid LIMIT ?",
                (MOST_ERASURES,),
            ).fetchall()
            self._files.remove(name for _, name, segment, _, _ in removed if segment is None)
            places = [Place(segment, start, size) for _, _, segment, start, size in removed if segment]
            self._segments.erase(places)
            for segment in {place.segment for place in places}:
                if _end_of(connection, segment) == 0:
                    self._segments.cut(segment, 0)
            connection.executemany("DELETE FROM erasures WHERE rowid = ?", [(row[0],) for row in removed])
        return True

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise explain_os_error(error, self._database.directory) from error

    def _damaged(self, name: str, what: str) -> BlobDamagedError:
        return BlobDamagedError(
            f"The blob {name!r} in {self._root} is damaged: {what}.", remedy="Restore it from a backup."
        )


def _is_stored(select: Select, info: BlobInfo) -> bool:
    row = _row(select, info.name)
    if row is not None and row[0] != info:
        raise blob_conflict(info.name)
    return row is not None


def _row(select: Select, name: str) -> tuple[BlobInfo, Place | None] | None:
    statement = "SELECT sha256, segment, start, size FROM blobs WHERE name = ?"
    for sha256, segment, start, size in select(statement, (name,)):
        return BlobInfo(name, size, sha256), Place(segment, start, size) if segment else None
    return None


def _stored_among(connection: Connection, names: Sequence[str]) -> dict[str, BlobInfo]:
    statement = "SELECT name, size, sha256 FROM blobs WHERE name IN (SELECT value FROM json_each(?))"
    return {row[0]: BlobInfo(*row) for row in connection.execute(statement, (json.dumps(names),))}


def _insert(connection: Connection, blobs: Iterable[tuple[BlobInfo, Place | None]]) -> None:
    connection.executemany(
        "INSERT INTO blobs (name, size, sha256, segment, start) VALUES (?, ?, ?, ?, ?)",
        [
            (info.name, info.size, info.sha256, place and place.segment, place and place.start)
            for info, place in blobs
        ],
    )


def _end_of(connection: Connection, segment: str) -> int:
    """Where the last blob of a segment ends; 0 when it has none."""
    statement = "SELECT start + size FROM blobs WHERE segment = ? ORDER BY start DESC LIMIT 1"
    row = connection.execute(statement, (segment,)).fetchone()
    return row[0] if row else 0


def _synced_folders(connection: Connection, name: str) -> list[str]:
    """The folders above ``name`` that already contain a blob's file: their names were synced with it."""
    parts = name.split("/")[:-1]
    folders = ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
    return [folder for folder in folders if _holds_files(connection, folder)]


def _holds_files(connection: Connection, folder: str) -> bool:
    statement = "SELECT 1 FROM blobs WHERE name > ? AND name < ? AND segment IS NULL LIMIT 1"
    row = connection.execute(statement, (folder + "/", folder + "0")).fetchone()  # "0" follows "/"
    return row is not None
