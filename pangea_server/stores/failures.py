"""Error messages that all back ends share."""

from __future__ import annotations

from pangea_server.core.errors import (
    BlobNotFoundError,
    RecordChangedError,
    RecordNotFoundError,
    StoreConflictError,
    StoreError,
    UnreadableRecordError,
)
from pangea_server.core.records import Record


def record_not_found(kind: type[Record], record_id: str) -> RecordNotFoundError:
    return RecordNotFoundError(
        f"There is no {record_id!r} among the {kind.collection}.",
        collection=kind.collection,
        record_id=record_id,
    )


def record_conflict(record: Record) -> StoreConflictError:
    return StoreConflictError(
        f"{record.record_id!r} is already among the {record.collection}; it was left unchanged.",
        collection=record.collection,
        record_id=record.record_id,
    )


def record_changed(record: Record) -> RecordChangedError:
    return RecordChangedError(
        f"{record.record_id!r} among the {record.collection} was changed or removed meanwhile.",
        remedy="Look it up again.",
        collection=record.collection,
        record_id=record.record_id,
    )


def check_may_change(kind: type[Record], record_id: str) -> None:
    """Raise StoreConflictError for a kind of record that can only be added."""
    if kind.only_added:
        raise StoreConflictError(
            f"{record_id!r} among the {kind.collection} stays unchanged: records of this kind can only be added.",
            remedy="Add another record that states the difference.",
        )


def unreadable_record(kind: type[Record], record_id: str) -> UnreadableRecordError:
    return UnreadableRecordError(
        f"The record {record_id!r} among the {kind.collection} is not a valid {kind.__name__}.",
        remedy="Restore it from a backup.",
        record_id=record_id,
    )


def read_after_write() -> StoreError:
    return StoreError(
        "A transaction read after it had written.", remedy="Read everything before the first write."
    )


def blob_not_found(name: str) -> BlobNotFoundError:
    return BlobNotFoundError(f"There is no blob {name!r}.", name=name)


def blob_conflict(name: str) -> StoreConflictError:
    return StoreConflictError(f"Other bytes are stored as {name!r}; they were left as they were.", name=name)
