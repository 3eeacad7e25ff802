"""Everything that can be read of a store, past what is damaged in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from pangea_server.core.errors import DatabaseDamagedError, UnreadableRecordError
from pangea_server.core.records import Record
from pangea_server.dataset.archive.layout import Damage
from pangea_server.stores.paging import PAGE, every_blob
from pangea_server.stores.protocol import BlobInfo, BlobStore, RecordReader
from pangea_server.stores.salvage import Lost, SalvagesBlobs, SalvagesRecords

R = TypeVar("R", bound=Record)


def readable_records(records: RecordReader, kind: type[R]) -> Iterator[R | Damage]:
    """All records of a kind in order of id; a damaged one or a damaged page does not end it."""
    after: str | None = None
    limit = PAGE
    while True:
        try:
            page = records.find(kind, after=after, limit=limit)
        except UnreadableRecordError as error:
            if limit > 1:
                limit = 1  # up to the damaged one, one by one
                continue
            after = str(error.context["record_id"])
            yield Damage(damaged=f"{kind.collection}: {after}", reason=error.message)
            limit = PAGE
            continue
        except DatabaseDamagedError:
            if not isinstance(records, SalvagesRecords):
                raise
            yield from _salvaged_records(records, kind, after or "")
            return
        if not page:
            return
        yield from page
        after = page[-1].record_id


def _salvaged_records(records: SalvagesRecords, kind: type[R], after: str) -> Iterator[R | Damage]:
    for found in records.salvage(kind):
        if isinstance(found, Lost):
            if found.name > after or not found.name:
                name = found.name or "others, without a name"
                yield Damage(damaged=f"{kind.collection}: {name}", reason=_sentence(found.reason))
        elif found.record_id > after:
            yield found


def readable_blobs(blobs: BlobStore, after: str = "") -> Iterator[BlobInfo | Damage]:
    """All blobs whose name is greater than ``after``, in order of name; a damaged page does not end it."""
    try:
        for info in every_blob(blobs, after):
            yield info
            after = info.name
    except DatabaseDamagedError:
        if not isinstance(blobs, SalvagesBlobs):
            raise
        yield from _salvaged_blobs(blobs, after)


def _salvaged_blobs(blobs: SalvagesBlobs, after: str) -> Iterator[BlobInfo | Damage]:
    for found in blobs.salvage():
        if isinstance(found, Lost):
            if found.name > after or not found.name:
                name = found.name or "blobs: others, without a name"
                yield Damage(damaged=name, reason=_sentence(found.reason))
        elif found.name > after:
            yield found


def blob_count(blobs: BlobStore, after: str = "") -> int:
    """How many blobs ``readable_blobs`` finds."""
    return sum(1 for _ in readable_blobs(blobs, after))


def _sentence(reason: str) -> str:
    return f"{reason[0].upper()}{reason[1:].rstrip('.')}."
