"""What a server noticed of a proxy that nobody named, kept in the store for ``pangea doctor``."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime

from pangea_server.core.errors import StoreError
from pangea_server.core.records import Counter, now
from pangea_server.stores.protocol import RecordStore, Transaction, found

COUNTER_NAME = "unnamed_proxy"


def note_unnamed_proxy(records: RecordStore) -> None:
    """Keep that there is one, and when this was seen; a store that cannot be written keeps nothing."""
    seen = Counter(name=COUNTER_NAME, value=int(now().timestamp()))

    def write(transaction: Transaction) -> None:
        known = transaction.get(Counter, COUNTER_NAME)
        (transaction.replace if known else transaction.create)(seen)

    with suppress(StoreError):
        records.transact(write)


def forget_unnamed_proxy(records: RecordStore) -> None:
    """A server that starts looks again."""
    with suppress(StoreError):
        if unnamed_proxy_seen_at(records):
            records.transact(lambda transaction: transaction.delete(Counter, COUNTER_NAME))


def unnamed_proxy_seen_at(records: RecordStore) -> datetime | None:
    seen = found(records, Counter, COUNTER_NAME)
    return datetime.fromtimestamp(seen.value, UTC) if seen else None
