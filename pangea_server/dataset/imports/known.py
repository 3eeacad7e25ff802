"""Comparing an import with the store: existing records stay unchanged, and withdrawn ones are not imported again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from msgspec import Struct

from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.core.errors import RecordWithdrawnError, StoreConflictError
from pangea_server.core.records import Record
from pangea_server.dataset.erasure.removal import tombstone
from pangea_server.people.access.records import Annotator
from pangea_server.quality.flags.records import FlagReport
from pangea_server.stores.many import known_among
from pangea_server.stores.protocol import RecordStore, Transaction
from pangea_server.stores.tombstones import Tombstone

_PASSING = {"submitted_at", "created_at", "expires_at"}
LIVING = (ScanRecord, AlignmentRecord, HeardWords, Review, FlagReport)
"""What goes on in the store: words are aligned anew or mended, annotations are reviewed and flagged."""


SHARED = (ScanRecord, PathRecord, Annotator)
"""What many entries have in common: within a file these agree, so one of them is compared with the store's."""

RecordKey = tuple[str, str]


def key_of(record: Record) -> RecordKey:
    """Names a record among those of all kinds."""
    return record.collection, record.record_id


Ids = Mapping[type[Record], Collection[str]]
"""Ids of records by their kind."""


def in_store(records: RecordStore, ids: Ids) -> set[RecordKey]:
    """The keys of those records that the store has, or that were withdrawn; read without a transaction."""
    known = {(kind.collection, name) for kind, names in ids.items() for name in _found(records, kind, names)}
    return known | withdrawn_among(records, ids)


def withdrawn_among(records: RecordStore, ids: Ids) -> set[RecordKey]:
    """The keys of those records that were withdrawn, of ids by kind."""
    if not records.find_parts(Tombstone, _Existence, limit=1):
        return set()
    return {
        (kind.collection, name)
        for kind, names in ids.items()
        for name in _withdrawn(kind, _found(records, Tombstone, _marks(kind, names)))
    }


def known_or_withdrawn(transaction: Transaction, wanted: Iterable[Record]) -> set[RecordKey]:
    """As ``in_store``, as it is in this transaction."""
    known = set[RecordKey]()
    buried = bool(transaction.find(Tombstone, {}, limit=1))
    for kind, ids in _ids(wanted).items():
        names = known_among(transaction, kind, ids)
        if buried:
            names |= _withdrawn(kind, known_among(transaction, Tombstone, _marks(kind, ids)))
        known |= {(kind.collection, name) for name in names}
    return known


class _Existence(Struct):
    """No field of a record: only whether it is there."""


def _ids(records: Iterable[Record]) -> dict[type[Record], set[str]]:
    ids = defaultdict[type[Record], set[str]](set)
    for record in records:
        ids[type(record)].add(record.record_id)
    return ids


def _found(records: RecordStore, kind: type[Record], ids: Collection[str]) -> set[str]:
    return {name for name, _ in records.find_parts_of(kind, _Existence, ids)}


def _marks(kind: type[Record], ids: Iterable[str]) -> set[str]:
    """The ids of the tombstones that these records would have."""
    return {f"{kind.collection}:{name}" for name in ids}


def _withdrawn(kind: type[Record], marks: Iterable[str]) -> set[str]:
    return {mark.removeprefix(f"{kind.collection}:") for mark in marks}


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
    if isinstance(known, LIVING):
        return True
    if isinstance(known, Annotator):
        return known.imported
    passing = _PASSING | ({"campaign_id"} if isinstance(known, PathRecord) else set())
    if getattr(record, "outcome", "none asked for") is None:
        passing |= {"outcome"}  # what a file does not say does not contradict what the store knows
    return known.model_dump(exclude=passing) == record.model_dump(exclude=passing)
