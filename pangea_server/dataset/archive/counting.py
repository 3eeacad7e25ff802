"""How much two stores have."""

from __future__ import annotations

from dataclasses import dataclass

from pangea_server.core.errors import DatabaseDamagedError
from pangea_server.core.records import Record
from pangea_server.dataset.archive.layout import Damage
from pangea_server.dataset.archive.salvaging import readable_blobs, readable_records
from pangea_server.dataset.collections import RECORDS
from pangea_server.stores.protocol import Store


@dataclass(frozen=True, slots=True)
class Count:
    """How many of a kind of record, blobs or bytes each store has."""

    what: str
    restored: int
    live: int


def compare_counts(restored: Store, live: Store) -> list[Count]:
    """What at least one of them has, kind by kind; then blobs and their bytes. What is damaged is not counted."""
    records = [Count(kind.collection, _records(restored, kind), _records(live, kind)) for kind in RECORDS]
    here, there = _blobs(restored), _blobs(live)
    counts = [*records, Count("blobs", here[0], there[0]), Count("bytes of blobs", here[1], there[1])]
    return [count for count in counts if count.restored or count.live]


def _records(store: Store, kind: type[Record]) -> int:
    try:
        return store.records.count(kind)
    except DatabaseDamagedError:
        with store.records.snapshot() as records:
            return sum(not isinstance(found, Damage) for found in readable_records(records, kind))


def _blobs(store: Store) -> tuple[int, int]:
    number, size = 0, 0
    for info in readable_blobs(store.blobs):
        if not isinstance(info, Damage):
            number += 1
            size += info.size
    return number, size
