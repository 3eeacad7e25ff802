"""Many records in one transaction: at once where a back end can, otherwise one by one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, Protocol, TypeVar, runtime_checkable

from msgspec import UNSET, Struct, defstruct
from msgspec.structs import asdict
from pydantic import ValidationError

from pangea_server.core.records import Record
from pangea_server.stores.failures import unreadable_record
from pangea_server.stores.protocol import RECORD_ID, RecordStore, Transaction

R = TypeVar("R", bound=Record)


@runtime_checkable
class HandlesMany(Protocol):
    """A transaction of a back end to which a thousand records at once are cheaper than a thousand times one."""

    def known(self, kind: type[Record], record_ids: Collection[str]) -> set[str]:
        """Those of the ids under which there is a record."""

    def create_many(self, records: Sequence[Record]) -> None:
        """Add records. Raises StoreConflictError when one of their ids is taken."""


@runtime_checkable
class HasSeals(Protocol):
    """Records of a back end that keeps a digest beside each, or a transaction over them, before or after it writes."""

    def seals(
        self, kind: type[Record], values: Collection[str | int], field: str = RECORD_ID
    ) -> dict[str, bytes]:
        """By id, the digests of the records whose ``field`` is one of these values: another one tells that a record has
        changed."""


@runtime_checkable
class ChecksSeals(Protocol):
    """Records of a back end that keeps a digest beside each."""

    def changed(self, kind: type[Record], record_ids: Collection[str]) -> set[str]:
        """Those of the records whose digest is not that of what they hold."""


def known_among(transaction: Transaction, kind: type[Record], record_ids: Collection[str]) -> set[str]:
    """Those of the ids under which there is a record."""
    if isinstance(transaction, HandlesMany):
        return transaction.known(kind, record_ids)
    return {name for name in record_ids if transaction.get(kind, name) is not None}


def create_all(transaction: Transaction, records: Sequence[Record]) -> None:
    """Add records. Raises StoreConflictError (at the latest on commit) when one of their ids is taken."""
    if isinstance(transaction, HandlesMany):
        transaction.create_many(records)
    else:
        for record in records:
            transaction.create(record)


def records_of(
    records: RecordStore, kind: type[R], values: Collection[str | int], field: str = RECORD_ID
) -> list[R]:
    """The whole records whose ``field`` is one of these values, in order of record id, found together.

    Raises:
        UnreadableRecordError: one of them is damaged.
    """
    found = records.find_parts_of(kind, _all_parts(kind), values, field) if values else ()
    return sorted((_whole(kind, *each) for each in found), key=attrgetter("record_id"))


@cache
def _all_parts(kind: type[Record]) -> type[Struct]:
    return defstruct(kind.__name__, [(name, Any, UNSET) for name in kind.model_fields])


def _whole(kind: type[R], record_id: str, parts: Struct) -> R:
    told = {name: value for name, value in asdict(parts).items() if value is not UNSET}
    try:
        return kind.model_validate(told)
    except ValidationError as error:
        raise unreadable_record(kind, record_id) from error
