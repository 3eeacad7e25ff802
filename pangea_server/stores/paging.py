"""All records of a kind, or all blobs, without keeping all of them in memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec import Struct

from pangea_server.core.records import Record
from pangea_server.stores.protocol import BlobInfo, BlobStore, RecordReader, Where

R = TypeVar("R", bound=Record)
P = TypeVar("P", bound=Struct)
PAGE = 500


def every(
    records: RecordReader, kind: type[R], where: Where | None = None, *, page_size: int = PAGE
) -> Iterator[R]:
    """The records that ``find`` would find, page by page, in order of record id.

    Args:
        page_size: of the first page; later pages are larger, up to ``PAGE``.
    """
    after: str | None = None
    while page := records.find(kind, where, after=after, limit=page_size):
        yield from page
        after = page[-1].record_id
        page_size = max(page_size, min(4 * page_size, PAGE))


def every_part(records: RecordReader, kind: type[Record], parts: type[P]) -> Iterator[P]:
    """All records of a kind, of which ``find_parts`` reads only these fields."""
    after: str | None = None
    while page := records.find_parts(kind, parts, after=after, limit=PAGE):
        yield from (part for _, part in page)
        after, _ = page[-1]


def every_blob(blobs: BlobStore, after: str = "") -> Iterator[BlobInfo]:
    """All blobs whose name is greater than ``after``, page by page, in order of name."""
    while page := blobs.list("", after=after, limit=PAGE):
        yield from page
        after = page[-1].name
