"""Reads annotations of any kind: one, or all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.kinds import annotation_records, declared
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordReader, RecordStore, found


def stored_annotation(records: RecordStore, kind: str, number: int) -> Annotation:
    """The answer to the task of a kind with this number.

    Raises:
        RecordNotFoundError: there is none.
    """
    record = declared(kind).record
    return records.get(record, record.id_of(kind, number))


def found_annotation(records: RecordStore, kind: str, number: int) -> Annotation | None:
    """None when there is none, or it was withdrawn."""
    record = declared(kind).record
    return found(records, record, record.id_of(kind, number))


def every_annotation(records: RecordReader) -> Iterator[Annotation]:
    """All annotations, record by record."""
    for record in annotation_records():
        yield from every(records, record)


def count_annotations(records: RecordReader) -> int:
    """How many annotations there are, of all kinds."""
    return sum(records.count(record) for record in annotation_records())


def newest_of_kind(records: RecordReader, kind: str, limit: int) -> Sequence[Annotation]:
    """At most ``limit`` annotations of a kind, the newest number first."""
    record = declared(kind).record
    of = {"kind": kind} if "kind" in record.indexed else {}  # a record of this kind alone does not say so
    return records.find(record, of, limit=limit, descending=True)
