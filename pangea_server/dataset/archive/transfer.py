"""Filling an empty store, in one or several runs, and comparing it with its source."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, zip_longest

from pangea_server.core.errors import StoreConflictError, StoreError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.core.records import Record
from pangea_server.dataset.archive.contents import IN_MEMORY, Contents, Parcel, StoreContents
from pangea_server.dataset.collections import RECORDS
from pangea_server.dataset.erasure.withdrawal import sweep
from pangea_server.stores.protocol import BlobStore, RecordStore, Store, Transaction
from pangea_server.stores.unfinished import UNFINISHED_PREFIX

WORKERS = 16  # blobs copied at the same time
BATCH_RECORDS = 100  # records in one transaction
BATCH_SIZE = 2**21  # characters of JSON in one transaction; Firestore takes 10 MiB


def fill(store: Store, contents: Contents, origin: str, watch: Watch = unwatched) -> None:
    """Copy ``contents`` into the empty ``store``: the blobs, then the records that name them; then compare.

    Data that tombstones among the records name is removed again: people who withdrew stay shut out.

    Args:
        origin: identifies ``contents``. An interrupted copy continues if the origin is the same.

    Raises:
        StoreConflictError: the store is not empty, or an interrupted copy into it had another origin.
        StoreError: the store differs from the source afterwards.
    """
    mark = UNFINISHED_PREFIX + origin
    if not store.blobs.list(mark, limit=1):
        _refuse_filled(store)
        store.blobs.create(mark, b"")
    _copy_blobs(store.blobs, watch(contents.blobs(), "Blobs", contents.blob_count()))
    records = chain.from_iterable(contents.records(kind) for kind in RECORDS)
    count = sum(contents.record_count(kind) for kind in RECORDS)
    _copy_records(store.records, watch(records, "Records", count))
    _compare(contents, StoreContents(store), mark)
    sweep(store)
    store.blobs.delete(mark)


def _refuse_filled(store: Store) -> None:
    held = [kind.collection for kind in RECORDS if store.records.find(kind, limit=1)]
    held += [f"the blob {blob.name!r}" for blob in store.blobs.list("", limit=1)]
    if held:
        raise StoreConflictError(
            f"The store is not empty: it has {', '.join(held)}; nothing was changed.",
            remedy="Name an empty one: another --data-dir, or another project and bucket.",
        )


def _copy_blobs(blobs: BlobStore, parcels: Iterable[Parcel]) -> None:
    running: deque[Future[bool]] = deque()
    with ThreadPoolExecutor(WORKERS) as pool:
        for parcel in parcels:
            running.append(pool.submit(_copy_blob, blobs, parcel))
            if len(running) == 2 * WORKERS:
                running.popleft().result()
        for copied in running:
            copied.result()


def _copy_blob(blobs: BlobStore, parcel: Parcel) -> bool:
    with parcel.open() as file:
        return blobs.create(parcel.info.name, file.read() if parcel.info.size <= IN_MEMORY else file)


def _copy_records(records: RecordStore, source: Iterable[Record]) -> None:
    for batch in _batches(source):
        try:
            records.transact(lambda transaction, batch=batch: _create(transaction, batch))  # type: ignore[misc]
        except StoreConflictError:  # some exist from the interrupted run
            for record in batch:
                _create_unless_there(records, record)


def _batches(source: Iterable[Record]) -> Iterator[list[Record]]:
    batch: list[Record] = []
    size = 0
    for record in source:
        batch.append(record)
        size += len(record.model_dump_json())
        if len(batch) == BATCH_RECORDS or size > BATCH_SIZE:
            yield batch
            batch, size = [], 0
    yield batch


def _create(transaction: Transaction, batch: Sequence[Record]) -> None:
    for record in batch:
        transaction.create(record)


def _create_unless_there(records: RecordStore, record: Record) -> None:
    try:
        records.create(record)
    except StoreConflictError:
        if records.get(type(record), record.record_id) != record:
            raise


def _compare(wanted: Contents, found: Contents, mark: str) -> None:
    for kind in RECORDS:
        for one, other in zip_longest(wanted.records(kind), found.records(kind)):
            if one != other:
                record = one or other
                assert record
                raise _differs(f"{record.record_id!r} among the {kind.collection}")
    there = (parcel.info for parcel in found.blobs() if parcel.info.name != mark)
    for blob, info in zip_longest((parcel.info for parcel in wanted.blobs()), there):
        if blob != info:
            either = blob or info
            assert either
            raise _differs(f"the blob {either.name!r}")


def _differs(what: str) -> StoreError:
    return StoreError(
        f"The copy is not what it was made from: {what} differs.",
        remedy="One of the two changed during the copy: stop every server, empty the target, start again.",
    )
