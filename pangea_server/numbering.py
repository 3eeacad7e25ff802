"""Integer ids as RxR has them, given out in order and never twice."""

from __future__ import annotations

from pangea_server.records import Counter
from pangea_server.stores.protocol import RecordStore, Transaction


def take_numbers(records: RecordStore, name: str, count: int) -> range:
    """The next ``count`` numbers under ``name``; the first ever is 1."""

    def take(transaction: Transaction) -> range:
        counter = transaction.get(Counter, name)
        last = counter.value if counter else 0
        write = transaction.replace if counter else transaction.create
        write(Counter(name=name, value=last + count))
        return range(last + 1, last + count + 1)

    return records.transact(take)
