"""Comparing an import with the store: existing records stay unchanged, and withdrawn ones are not imported again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.core.errors import RecordWithdrawnError, StoreConflictError
from pangea_server.core.records import Record
from pangea_server.dataset.erasure.removal import tombstone
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import Transaction
from pangea_server.stores.tombstones import Tombstone

_PASSING = {"submitted_at", "created_at", "expires_at"}


RecordKey = tuple[str, str]


def key_of(record: Record) -> RecordKey:
    """Names a record among those of all kinds."""
    return record.collection, record.record_id


def missing(
    transaction: Transaction,
    records: Iterable[Record],
    coming: Mapping[RecordKey, Record] = MappingProxyType({}),
) -> list[Record]:
    """Those of ``records`` that are neither in the store nor ``coming`` into it in this transaction.

    Raises:
        RecordWithdrawnError: one of them was withdrawn.
        StoreConflictError: the store has another one under its id.
    """
    lacking = []
    for record in records:
        if transaction.get(Tombstone, tombstone(record, "withdrawn").record_id):
            raise RecordWithdrawnError(
                f"{record.record_id} of {record.collection} was withdrawn, and nothing brings it back.",
                remedy="Leave it out.",
            )
        known = coming.get(key_of(record)) or transaction.get(type(record), record.record_id)
        if known is None:
            lacking.append(record)
        elif not _agree(known, record):
            raise StoreConflictError(
                f"Another {record.record_id} is in {record.collection}, and stays as it is.",
                remedy="Import into a store of its own.",
            )
    return lacking


def _agree(known: Record, record: Record) -> bool:
    if isinstance(known, ScanRecord | AlignmentRecord):  # words may have been aligned anew, or mended
        return True
    if isinstance(known, Annotator):
        return known.imported
    passing = _PASSING | ({"campaign_id"} if isinstance(known, PathRecord) else set())
    return known.model_dump(exclude=passing) == record.model_dump(exclude=passing)
