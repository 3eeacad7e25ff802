"""The table as a blob, so that a server does not read the whole store for its first answer.

It can always be made again, and never contains people who withdrew: see ``purge``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Container, Iterable
from contextlib import suppress
from math import inf
from tempfile import TemporaryFile
from zipfile import BadZipFile

import numpy as np

from pangea_server.annotate.annotations.changes import Change, change_id, moment_of
from pangea_server.annotate.annotations.outbox import pruned_until
from pangea_server.annotate.kinds.answers import found_annotation
from pangea_server.core.errors import BlobNotFoundError
from pangea_server.dataset.monitoring.parts import ChangePart
from pangea_server.dataset.monitoring.table import ROW, StringCodes, Table, key, keys_of, new_names
from pangea_server.stores.protocol import BlobStore, RecordStore, Store

SNAPSHOTS_FOLDER = "monitoring/"
OVERLAP = 60 * 10**6  # microseconds in which commits may be out of order
CHANGES_PAGE = 500
LAYOUT = hashlib.sha256(json.dumps([*ROW.descr, "followed"]).encode()).hexdigest()[:8]
"""Snapshots with another layout come from another version."""


def newest(blobs: BlobStore) -> Table | None:
    """The newest snapshot of our layout; None when there is none."""
    for info in reversed(blobs.list(SNAPSHOTS_FOLDER)):
        with suppress(BlobNotFoundError, BadZipFile):  # replaced meanwhile
            if f"-{LAYOUT}-" in info.name:
                return _load(blobs, info.name)
    return None


def keep(blobs: BlobStore, table: Table) -> None:
    """Store a snapshot of ``table``, and delete all others."""
    digest = hashlib.sha256(table.rows.view(np.uint8).data).hexdigest()[:16]
    name = f"{SNAPSHOTS_FOLDER}{table.cursor or change_id(0)}-{LAYOUT}-{digest}.npz"
    with TemporaryFile() as file:
        names = {column: np.array(table.names[column].names) for column in table.names}
        at = {"cursor": np.array(table.cursor), "followed": np.array(sorted(table.followed), np.bytes_)}
        np.savez(file, allow_pickle=False, rows=table.rows, **at, **names)
        file.seek(0)
        blobs.create(name, file)
    blobs.delete(*(info.name for info in blobs.list(SNAPSHOTS_FOLDER) if info.name != name))


def changes_since(
    records: RecordStore, cursor: str, known: Container[str] = (), most: float = inf
) -> dict[str, ChangePart] | None:
    """What happened after ``cursor``, and in the minute before it, by id and in order, without what is ``known``.

    None when some of that is not kept any more, or when it is more than ``most``.
    """
    moment = max(0, moment_of(cursor) - OVERLAP)
    after, found = change_id(moment), dict[str, ChangePart]()
    while page := records.find_parts(Change, ChangePart, after=after, limit=CHANGES_PAGE):
        found.update((name, change) for name, change in page if name not in known)
        if len(found) > most:
            return None
        after, _ = page[-1]
    return found if pruned_until(records) <= moment else None


def newest_cursor(records: RecordStore) -> str:
    """The cursor after reading the whole store now: the last change, or the beginning of the stored changes."""
    last = records.find(Change, descending=True, limit=1)
    pruned = pruned_until(records)
    kept = change_id(pruned + OVERLAP) if pruned else ""
    return max(last[0].record_id if last else "", kept)


def touched(changes: Iterable[ChangePart]) -> set[tuple[str, int]]:
    """The annotations that changed."""
    return {(change.kind, change.number) for change in changes}


def purge(store: Store) -> None:
    """Remove from the stored snapshot the annotations that were removed since it was made."""
    table = newest(store.blobs)
    if table is None:
        return
    changes = changes_since(store.records, table.cursor, table.followed)
    if changes is None:
        store.blobs.delete(*(info.name for info in store.blobs.list(SNAPSHOTS_FOLDER)))
        return
    gone = [
        key(table.names, *each)
        for each in touched(changes.values())
        if found_annotation(store.records, *each) is None
    ]
    if np.isin(keys_of(table.rows), gone).any():
        keep(store.blobs, table.updated(np.empty(0, ROW), gone))


def _load(blobs: BlobStore, name: str) -> Table:
    with blobs.open(name) as blob, np.load(blob, allow_pickle=False) as arrays:
        names = {column: StringCodes.of(arrays[column].tolist()) for column in new_names()}
        followed = frozenset(arrays["followed"].astype(np.str_).tolist())
        return Table(arrays["rows"], names, str(arrays["cursor"]), followed)
