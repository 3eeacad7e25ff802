"""Blobs as files, and a table that says which of them count.

A file counts from the moment its row is committed: bytes are synced first, then the folder, then the row.
What a crash leaves behind without a row was never acknowledged, and the next blob of that name replaces it.
"""

from __future__ import annotations

import hashlib
import io
import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import sqlalchemy as sa

from pangea_server.errors import StoreConflictError, StoreError
from pangea_server.stores.describe import BLOCK, describe
from pangea_server.stores.disk import room_above_reserve
from pangea_server.stores.failures import blob_conflict, blob_not_found
from pangea_server.stores.names import check_blob_name, is_blob_name
from pangea_server.stores.protocol import BlobInfo
from pangea_server.stores.sqlite import NO_SPACE, Database, explain_os_error, store_full

BLOBS = sa.table("blobs", sa.column("name"), sa.column("size"), sa.column("sha256"))
INCOMING = ".incoming"  # no blob's name starts with a dot


class LocalBlobs:
    """A ``BlobStore`` over a directory."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._root = database.directory / "blobs"

    def prepare(self) -> None:
        """Make the folders."""
        with self._explained():
            (self._root / INCOMING).mkdir(parents=True, exist_ok=True)
            self._sync_folder(self._root)
            self._sync_folder(self._root.parent)

    def sweep(self) -> None:
        """Remove what a crash left half written; only for whoever holds the server's lock."""
        with self._explained():
            for leftover in (self._root / INCOMING).iterdir():
                leftover.unlink()

    def create(self, name: str, data: bytes | BinaryIO) -> bool:
        check_blob_name(name)
        file = io.BytesIO(data) if isinstance(data, bytes) else data
        info = describe(name, file)
        with self._database.reading() as connection:
            if _is_stored(connection, info):
                return False
        with self._explained():
            self._refuse_when_nearly_full(info.size)
            incoming = self._write_incoming(file)
            try:
                return self._publish(incoming, info)
            finally:
                incoming.unlink(missing_ok=True)

    def stat(self, name: str) -> BlobInfo:
        if not is_blob_name(name):
            raise blob_not_found(name)
        with self._database.reading() as connection:
            info = _row(connection, name)
        if info is None:
            raise blob_not_found(name)
        return info

    def open(self, name: str) -> BinaryIO:
        return self._open(self.stat(name))

    def read(self, name: str) -> bytes:
        info = self.stat(name)
        with self._explained(), self._open(info) as file:
            data = file.read()
        if hashlib.sha256(data).hexdigest() != info.sha256:
            raise self._damaged(name, "its bytes have changed")
        return data

    def list(self, prefix: str, *, after: str = "", limit: int | None = None) -> Sequence[BlobInfo]:
        beyond = prefix + chr(0x10FFFF)  # greater than every name that starts with the prefix
        query = sa.select(BLOBS).where(BLOBS.c.name >= prefix, BLOBS.c.name < beyond, BLOBS.c.name > after)
        with self._database.reading() as connection:
            return [BlobInfo(*row) for row in connection.execute(query.order_by(BLOBS.c.name).limit(limit))]

    def delete(self, name: str) -> None:
        if not is_blob_name(name):
            return
        with self._database.writing() as connection:
            connection.execute(sa.delete(BLOBS).where(BLOBS.c.name == name))
        with self._explained(), self._database.writing() as connection:
            path = self._root / name
            if _row(connection, name) is None and path.is_file():
                path.unlink()
                self._sync_folder(path.parent)

    def _open(self, info: BlobInfo) -> BinaryIO:
        try:
            file = (self._root / info.name).open("rb")
        except FileNotFoundError as error:
            raise self._damaged(info.name, "its file is missing") from error
        except OSError as error:
            raise explain_os_error(error, self._database.directory) from error
        if os.fstat(file.fileno()).st_size != info.size:
            file.close()
            raise self._damaged(info.name, "its file has another length")
        return file

    def _refuse_when_nearly_full(self, size: int) -> None:
        if room_above_reserve(self._root) < size:
            raise store_full(self._database.directory)

    def _write_incoming(self, source: BinaryIO) -> Path:
        path = self._root / INCOMING / secrets.token_hex(16)
        try:
            with path.open("xb") as file:
                shutil.copyfileobj(source, file, BLOCK)
                file.flush()
                self._sync(file.fileno())
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        return path

    def _publish(self, incoming: Path, info: BlobInfo) -> bool:
        with self._database.writing() as connection:
            if _is_stored(connection, info):
                return False
            path = self._root / info.name
            self._make_folder(connection, path.parent)
            incoming.replace(path)
            self._sync_folder(path.parent)
            connection.execute(sa.insert(BLOBS).values(name=info.name, size=info.size, sha256=info.sha256))
        return True

    def _make_folder(self, connection: sa.Connection, folder: Path) -> None:
        """A folder that holds a blob was synced with it; any other may be the remains of a crash."""
        if folder == self._root or _holds_blobs(connection, folder.relative_to(self._root).as_posix()):
            return
        self._make_folder(connection, folder.parent)
        folder.mkdir(exist_ok=True)
        self._sync_folder(folder.parent)

    def _sync_folder(self, folder: Path) -> None:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            self._sync(descriptor)
        finally:
            os.close(descriptor)

    def _sync(self, descriptor: int) -> None:
        try:
            os.fsync(descriptor)
        except OSError as error:
            if error.errno not in NO_SPACE:
                self._database.gate.shut(f"a file could not be synced ({error.strerror})")
            raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (FileExistsError, IsADirectoryError, NotADirectoryError) as error:
            raise StoreConflictError(
                f"{error.filename2 or error.filename} would be both a blob and a folder of blobs."
            ) from error
        except OSError as error:
            raise explain_os_error(error, self._database.directory) from error

    def _damaged(self, name: str, what: str) -> StoreError:
        return StoreError(
            f"The blob {name!r} in {self._root} is damaged: {what}.", remedy="Restore it from a backup."
        )


def _is_stored(connection: sa.Connection, info: BlobInfo) -> bool:
    stored = _row(connection, info.name)
    if stored is not None and stored != info:
        raise blob_conflict(info.name)
    return stored is not None


def _row(connection: sa.Connection, name: str) -> BlobInfo | None:
    row = connection.execute(sa.select(BLOBS).where(BLOBS.c.name == name)).one_or_none()
    return None if row is None else BlobInfo(*row)


def _holds_blobs(connection: sa.Connection, folder: str) -> bool:
    below = BLOBS.c.name.between(folder + "/", folder + "0")  # "0" follows "/"
    return connection.execute(sa.select(sa.exists().where(below))).scalar_one()
