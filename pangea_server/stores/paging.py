"""All records of a kind, without holding them all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from pangea_server.records import Record
from pangea_server.stores.protocol import RecordStore, Where

R = TypeVar("R", bound=Record)
PAGE = 500


def every(records: RecordStore, kind: type[R], where: Where | None = None) -> Iterator[R]:
    """The records that ``find`` would find, page by page, in order of record id."""
    after: str | None = None
    while page := records.find(kind, where, after=after, limit=PAGE):
        yield from page
        after = page[-1].record_id
