"""Blobs on a disk, and a table that states which of them count and where their bytes are.

A blob counts from the moment its row is committed: its bytes are synced first, then its name where it is a file of
its own, then the row. Data that a crash leaves without a row was never acknowledged; it is overwritten or swept.
A removed blob's place is noted in ``erasures`` in the transaction that removes its row, and stays there until its
bytes are gone from the disk.
"""

from __future__ import annotations

import hashlib
import io
import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import BinaryIO

from pangea_server.core.errors import BlobDamagedError
from pangea_server.core.records import Record
from pangea_server.stores.describe import describe
from pangea_server.stores.failures import blob_conflict, blob_not_found, record_changed
from pangea_server.stores.local.blob_files import BlobFiles
from pangea_server.stores.local.blob_rows import (
    CommitResult,
    GroupCommit,
    PendingBlob,
    end_of,
    find_row,
    insert,
    is_stored,
    stored_among,
    synced_folders,
)
from pangea_server.stores.local.disk import room_above_reserve
from pangea_server.stores.local.frames import Owner
from pangea_server.stores.local.quarantine import FOLDER, Quarantine
from pangea_server.stores.local.records import changed_among
from pangea_server.stores.local.recovery import Recovered, Recovery, is_removed
from pangea_server.stores.local.salvage import salvaged_blobs
from pangea_server.stores.local.segments import BlobPlace, NewBlob, Segments
from pangea_server.stores.names import check_blob_name, is_blob_name
from pangea_server.stores.protocol import BlobInfo
from pangea_server.stores.salvage import Lost
from pangea_server.stores.sqlite.sqlite import SqliteDatabase, explain_os_error, store_full
from pangea_server.stores.sqlite.syncs import Syncs

PLACE = "name, segment, start, size, head"  # columns of both blobs and erasures
log = logging.getLogger(__name__)
NOBODYS = "no record says whose recording it is"
MOST_ERASURES = 200  # in one transaction, so that writers do not wait for long


class LocalBlobs:
    """A ``BlobStore`` over a directory: files for permanent blobs, segments for small and numerous ones."""

    def __init__(self, database: SqliteDatabase, reserve: int) -> None:
        self._database = database
        self._reserve = reserve
        self.root = database.directory / "blobs"
        syncs = Syncs(database.gate)
        self._files = BlobFiles(self.root, syncs)
        self.segments = Segments(self.root, syncs)
        self.quarantine = Quarantine(database.directory, syncs)
        self._recovery = Recovery(database, self.segments, self.quarantine)
        self._group = GroupCommit(self._store)

    def prepare(self) -> None:
        """Make the folders."""
        with self._explained():
            self._files.prepare()
            self.segments.prepare()

    def sweep(self) -> None:
        """Finish what a crash interrupted, and recover what no row knows; the caller must hold the server's lock."""
        with self._explained():
            self._files.sweep()
        self._erase()
        with self._explained():
            recovered = self._recovery.recover_tails()
        self.forget_removed()
        if recovered.stored:
            log.info("%d chunks that were written without a row are stored again.", len(recovered.stored))
        for name, why in recovered.aside.items():
            log.warning(
                "Moved to quarantine, %s: %s. `pangea verify --rebuild` looks at it again.", why, name
            )

    def forget_removed(self) -> None:
        """Remove what belongs to removed recordings from quarantine, and files of theirs that no row knows."""
        with self._explained():
            for recording_id in self._recovery.forget_removed():
                strays = self._files.names_below(f"recordings/{recording_id}")
                if unknown := [name for name in strays if find_row(self._database.select, name) is None]:
                    self._files.remove(unknown)

    def rebuild(self) -> Recovered:
        """Make the index from what the segments and the quarantine say; the caller must hold the server's lock."""
        with self._explained():
            recovered = self._recovery.rebuild()
            self._take_back_files()
            self._index_files(recovered)
        return recovered

    def owners_aside(self) -> Iterator[Owner]:
        """The records, as they were, that chunks in quarantine belong to."""
        with self._explained():
            yield from self._recovery.owners_aside()

    def create(self, name: str, data: bytes | BinaryIO) -> bool:
        check_blob_name(name)
        file = io.BytesIO(data) if isinstance(data, bytes) else data
        info = describe(name, file)
        if is_stored(self._database.select, info):
            return False
        if room_above_reserve(self.root, self._reserve) < info.size:
            raise store_full(self._database.directory)
        with self._explained(), self._files.written(file) as written, self._database.writing() as connection:
            if is_stored(connection.execute, info):
                return False
            if self._files.has_other(info):
                self.quarantine.keep_file(self.root / name, name)
            with self._unless_it_fails(name):
                self._files.publish(written, name, synced_folders(connection, name))
                insert(connection, [(info, None)])
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

    def salvage(self) -> Iterator[BlobInfo | Lost]:
        """What can be listed past damage; see ``SalvagesBlobs``."""
        with self._database.snapshot() as connection:
            for row in salvaged_blobs(connection, self._files.names()):
                yield row if isinstance(row, Lost) else BlobInfo(*row)

    def link(self, name: str, media_type: str) -> None:
        return None

    def delete(self, *names: str) -> None:
        with self._database.writing() as connection:
            for name in filter(is_blob_name, names):
                connection.execute(
                    f"INSERT INTO erasures ({PLACE}) SELECT {PLACE} FROM blobs WHERE name = ?",
                    (name,),
                )
                connection.execute("DELETE FROM blobs WHERE name = ?", (name,))
        self._erase()

    def close(self) -> None:
        """Store what has arrived, then close the files."""
        self._group.close()
        self.segments.close()

    def _store(self, arrivals: Sequence[PendingBlob]) -> Sequence[CommitResult]:
        """Store blobs together: their bytes in one sync, their rows in one commit."""
        outcomes: list[CommitResult] = []
        new: list[PendingBlob] = []
        with self._explained(), self._database.writing() as connection:
            known = stored_among(connection, [arrival.info.name for arrival in arrivals])
            changed = changed_among(connection, [arrival.owner for arrival in arrivals if arrival.owner])
            room = room_above_reserve(self.root, self._reserve)
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
            places = self.segments.append([*map(_new, new)]) if new else []
            insert(connection, zip((arrival.info for arrival in new), places, strict=True))
        self.segments.keep(places)
        return outcomes

    @contextmanager
    def _unless_it_fails(self, name: str) -> Iterator[None]:
        """Leave no file without a row, which no withdrawal would reach; a crash may, and ``verify`` names it."""
        was_there = (self.root / name).exists()
        try:
            yield
        except Exception:
            if not was_there:
                with suppress(OSError):
                    self._files.remove([name])
            raise

    def _take_back_files(self) -> None:
        """Out of quarantine come files that a record owns by now and whose names are free."""
        for name, path in self.quarantine.files():
            if is_blob_name(name) and self._recovery.is_owned(name) and not (self.root / name).exists():
                with self._database.writing() as connection:
                    if find_row(connection.execute, name) is None:
                        self._files.publish(path, name, synced_folders(connection, name))

    def _index_files(self, recovered: Recovered) -> None:
        """Add rows for the files that have none. Nothing says what was in them at first: their digests are today's.

        A file of a recording that no record knows goes into quarantine: nobody's withdrawal would reach it.
        """
        for name in self._files.names():
            with self._files.open(name) as file:
                info = describe(name, file)
            with self._database.writing() as connection:
                if find_row(connection.execute, name) or is_removed(connection.execute, name):
                    continue
                if not self._recovery.is_owned(name):
                    kept = self.quarantine.keep_file(self.root / name, name)
                    recovered.aside[str(kept.relative_to(self._database.directory / FOLDER))] = NOBODYS
                    continue
                insert(connection, [(info, None)])
                recovered.stored.append(name)

    def _find(self, name: str) -> tuple[BlobInfo, BlobPlace | None]:
        if not is_blob_name(name):
            raise blob_not_found(name)
        row = find_row(self._database.select, name)
        if row is None:
            raise blob_not_found(name)
        return row

    def _open(self, info: BlobInfo, place: BlobPlace | None) -> BinaryIO:
        try:
            file = self.segments.open(place) if place else self._files.open(info.name)
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
                f"SELECT rowid, {PLACE} FROM erasures ORDER BY rowid LIMIT ?", (MOST_ERASURES,)
            ).fetchall()
            self._files.remove(name for _, name, segment, *_ in removed if segment is None)
            places = [(name, BlobPlace(*place)) for _, name, *place in removed if place[0]]
            self.segments.erase(places)
            for segment in {place.segment for _, place in places}:
                if end_of(connection, segment) == 0:
                    self.segments.remove_if_empty(segment)
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
            f"The blob {name!r} in {self.root} is damaged: {what}.", remedy="Restore it from a backup."
        )


def _new(arrival: PendingBlob) -> NewBlob:
    return NewBlob(arrival.info, arrival.blocks, Owner.of(arrival.owner) if arrival.owner else None)
