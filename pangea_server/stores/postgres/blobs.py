"""Blobs: their bytes in S3 or in a folder, their names in PostgreSQL, which alone says what counts.

No transaction spans both, so a note goes before the bytes: ``erasures`` has the key of each object that is being
written, and of each whose blob was removed. The transaction that makes an object count takes its note away. Whatever
is interrupted leaves a note, by which the object is erased later; a blob that counts has all of its bytes.
"""

from __future__ import annotations

import hashlib
import io
import secrets
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, BinaryIO

from psycopg import Connection

from pangea_server.core.errors import BlobDamagedError, RecordChangedError, StoreConflictError, StoreError
from pangea_server.core.records import Record
from pangea_server.stores.describe import describe
from pangea_server.stores.documents import parsed
from pangea_server.stores.failures import blob_conflict, blob_not_found, record_changed
from pangea_server.stores.names import check_blob_name, is_blob_name
from pangea_server.stores.postgres.database import PostgresDatabase
from pangea_server.stores.postgres.objects import Objects
from pangea_server.stores.protocol import BlobInfo

UPLOADS_AT_ONCE = 32
UPLOAD_HOURS = 6
"""After which an object that does not count is taken for one of an upload that was interrupted."""
LONGEST_IN_KEY = 900
"""Of a blob's name, which begins its object's key: S3 takes 1,024 bytes with the prefix."""
SWEPT_AT_ONCE = 500
FORGET = "DELETE FROM erasures WHERE object = ANY(%s)"


class PostgresBlobs:
    """A ``BlobStore`` over PostgreSQL and ``objects``."""

    def __init__(self, database: PostgresDatabase, objects: Objects) -> None:
        self._database = database
        self._objects = objects
        self._uploads = ThreadPoolExecutor(UPLOADS_AT_ONCE, thread_name_prefix="upload")

    def create(self, name: str, data: bytes | BinaryIO) -> bool:
        check_blob_name(name)
        file = io.BytesIO(data) if isinstance(data, bytes) else data
        return self._create(describe(name, file), file, None)

    def create_soon(
        self, info: BlobInfo, blocks: Sequence[bytes], owner: Record | None = None
    ) -> Future[bool]:
        check_blob_name(info.name)
        return self._uploads.submit(self._create, info, io.BytesIO(b"".join(blocks)), owner)

    def stat(self, name: str) -> BlobInfo:
        return self._find(name)[0]

    def open(self, name: str) -> BinaryIO:
        info, key = self._find(name)
        return self._objects.open(key, info.size)

    def read(self, name: str) -> bytes:
        info, key = self._find(name)
        try:
            data = self._objects.read(key)
        except BlobDamagedError:
            self._find(name)  # it may have been removed meanwhile
            raise
        if hashlib.sha256(data).hexdigest() != info.sha256:
            raise BlobDamagedError(
                f"The blob {name!r} is damaged: its bytes have changed.", remedy="Restore it from a backup."
            )
        return data

    def list(self, prefix: str, *, after: str = "", limit: int | None = None) -> Sequence[BlobInfo]:
        beyond = prefix + chr(0x10FFFF)  # greater than every name that starts with the prefix
        statement = (
            "SELECT name, size, sha256 FROM blobs WHERE name >= %s AND name < %s AND name > %s"
            " ORDER BY name LIMIT %s"
        )
        return [BlobInfo(*row) for row in self._database.select(statement, (prefix, beyond, after, limit))]

    def link(self, name: str, media_type: str) -> None:
        return None

    def delete(self, *names: str) -> None:
        statement = (
            "WITH gone AS (DELETE FROM blobs WHERE name = ANY(%s) RETURNING object)"
            " INSERT INTO erasures SELECT object, now() FROM gone RETURNING object"
        )
        gone = self._database.select(statement, ([*filter(is_blob_name, names)],))
        self._erase([key for (key,) in gone])

    def sweep(self) -> None:
        """Erase what blobs that were removed, and uploads that were interrupted, have left."""
        while self._sweep_some():
            pass

    def close(self) -> None:
        self._uploads.shutdown()

    def _create(self, info: BlobInfo, file: BinaryIO, owner: Record | None) -> bool:
        key = f"{info.name[:LONGEST_IN_KEY]}~{secrets.token_hex(8)}"
        due = f"now() + interval '{UPLOAD_HOURS} hours'"
        self._database.run(f"INSERT INTO erasures VALUES (%s, {due})", (key,))
        self._objects.put(key, file, info.size)
        try:
            with self._database.committing() as connection:
                is_new = _enter(connection, info, key, owner)
        except (StoreConflictError, RecordChangedError):  # after any other fault it may count nevertheless
            self._erase([key])
            raise
        if not is_new:
            self._erase([key])
        return is_new

    def _find(self, name: str) -> tuple[BlobInfo, str]:
        if is_blob_name(name):
            statement = "SELECT name, size, sha256, object FROM blobs WHERE name = %s"
            for *info, key in self._database.select(statement, (name,)):
                return BlobInfo(*info), key
        raise blob_not_found(name)

    def _erase(self, keys: Sequence[str]) -> None:
        """Remove objects that do not count, and then their notes."""
        if keys:
            self._objects.remove(keys)
            self._database.run(FORGET, ([*keys],))

    def _sweep_some(self) -> bool:
        """The notes are locked until the objects are gone: an upload that is late finds out that it came too late."""
        statement = (
            f"SELECT object FROM erasures WHERE due <= now() LIMIT {SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED"
        )
        with self._database.committing() as connection:
            keys = [key for (key,) in connection.execute(statement)]
            if keys:
                self._objects.remove(keys)
                connection.execute(FORGET, (keys,))
        return bool(keys)


def _enter(connection: Connection[Any], info: BlobInfo, key: str, owner: Record | None) -> bool:
    """Let an object count as the blob. Returns False when another one with the same bytes already does."""
    if owner is not None:
        _check_unchanged(connection, owner)
    statement = (
        "INSERT INTO blobs (name, size, sha256, object) VALUES (%s, %s, %s, %s)"
        " ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING size, sha256, object"
    )
    values = (info.name, info.size, info.sha256, key)
    ((size, sha256, counts),) = connection.execute(statement, values).fetchall()
    if counts != key:
        if BlobInfo(info.name, size, sha256) != info:
            raise blob_conflict(info.name)
        return False
    if connection.execute(FORGET, ([key],)).rowcount != 1:
        raise StoreError(
            f"The upload of {info.name!r} took more than {UPLOAD_HOURS} hours.", remedy="Repeat it."
        )
    return True


def _check_unchanged(connection: Connection[Any], owner: Record) -> None:
    """The row stays locked until the blob counts: whoever changes the record waits, and then finds the blob."""
    statement = f"SELECT document FROM {owner.collection} WHERE record_id = %s FOR SHARE"
    row = connection.execute(statement, (owner.record_id,)).fetchone()
    if row is None or parsed(type(owner), owner.record_id, row[0]) != owner:
        raise record_changed(owner)
