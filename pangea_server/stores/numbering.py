"""Integer ids as in RxR, given out in order and never twice."""

from __future__ import annotations

from pangea_server.core.records import Counter
from pangea_server.stores.protocol import RecordStore, Transaction


def pass_over(records: RecordStore, name: str, last: int) -> None:
    """Reserve the numbers up to ``last`` under ``name``, so that they are not given out."""

    records.transact(
        lambda transaction: pass_over_from(transaction, transaction.get(Counter, name), name, last)
    )


def pass_over_from(transaction: Transaction, counter: Counter | None, name: str, last: int) -> None:
    """The same within a transaction that has read the counter."""
    if counter is None:
        transaction.create(Counter(name=name, value=last))
    elif counter.value < last:
        transaction.replace(Counter(name=name, value=last))


def take_numbers(records: RecordStore, name: str, count: int) -> range:
    """The next ``count`` numbers under ``name``; the very first is 1."""

    def take(transaction: Transaction) -> range:
        counter = transaction.get(Counter, name)
        last = counter.value if counter else 0
        write = transaction.replace if counter else transaction.create
        write(Counter(name=name, value=last + count))
        return range(last + 1, last + count + 1)

    return records.transact(take)
