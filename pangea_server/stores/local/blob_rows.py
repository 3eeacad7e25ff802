"""The table of blobs: which of them count, and where their bytes are."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from sqlite3 import Connection

from pangea_server.stores.failures import blob_conflict
from pangea_server.stores.local.segments import Place
from pangea_server.stores.protocol import BlobInfo, Scalar
from pangea_server.stores.sqlite.seals import seal
from pangea_server.stores.sqlite.sqlite import Select


def is_stored(select: Select, info: BlobInfo) -> bool:
    """Whether this very blob is stored. Raises StoreConflictError when other bytes have its name."""
    row = find_row(select, info.name)
    if row is not None and row[0] != info:
        raise blob_conflict(info.name)
    return row is not None


def find_row(select: Select, name: str) -> tuple[BlobInfo, Place | None] | None:
    """What is stored under a name, and where; ``None`` is the place of a file of its own."""
    statement = "SELECT sha256, segment, start, size, head FROM blobs WHERE name = ?"
    for sha256, segment, start, size, head in select(statement, (name,)):
        return BlobInfo(name, size, sha256), Place(segment, start, size, head) if segment else None
    return None


def stored_among(connection: Connection, names: Sequence[str]) -> dict[str, BlobInfo]:
    """Those of the named blobs that are stored."""
    statement = "SELECT name, size, sha256 FROM blobs WHERE name IN (SELECT value FROM json_each(?))"
    return {row[0]: BlobInfo(*row) for row in connection.execute(statement, (json.dumps(names),))}


def insert(connection: Connection, blobs: Iterable[tuple[BlobInfo, Place | None]]) -> None:
    """Add the rows of blobs; ``None`` is the place of one that is a file of its own."""
    rows: list[tuple[Scalar, ...]] = [
        (
            info.name,
            info.size,
            info.sha256,
            place.segment if place else None,
            place.start if place else None,
            place.head if place else 0,
        )
        for info, place in blobs
    ]
    connection.executemany(
        "INSERT INTO blobs (name, size, sha256, segment, start, head, seal) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(*row, seal("blobs", *row)) for row in rows],
    )


def end_of(connection: Connection, segment: str) -> int:
    """Where the last blob of a segment ends; 0 when it has none."""
    statement = "SELECT start + size FROM blobs WHERE segment = ? ORDER BY start DESC LIMIT 1"
    row = connection.execute(statement, (segment,)).fetchone()
    return row[0] if row else 0


def synced_folders(connection: Connection, name: str) -> list[str]:
    """The folders above ``name`` that already contain a blob's file: their names were synced with it."""
    parts = name.split("/")[:-1]
    folders = ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
    return [folder for folder in folders if _holds_files(connection, folder)]


def _holds_files(connection: Connection, folder: str) -> bool:
    statement = "SELECT 1 FROM blobs WHERE name > ? AND name < ? AND segment IS NULL LIMIT 1"
    row = connection.execute(statement, (folder + "/", folder + "0")).fetchone()  # "0" follows "/"
    return row is not None
