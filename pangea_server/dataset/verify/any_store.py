"""A store of any back end, as it answers: each record, what it refers to, and each blob's bytes.

What a back end keeps beside these is its own to check, such as PostgreSQL's pages and indexes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256

from msgspec import Struct

from pangea_server.core.errors import (
    BlobDamagedError,
    BlobNotFoundError,
    RecordNotFoundError,
    UnreadableRecordError,
)
from pangea_server.core.records import Artefact, Record
from pangea_server.dataset.collections import RECORDS
from pangea_server.dataset.verify.blobs import CHANGED
from pangea_server.dataset.verify.context import Step, StepProgress
from pangea_server.dataset.verify.references import artefacts, referred
from pangea_server.dataset.verify.report import Fault, Report
from pangea_server.stores.many import ChecksSeals, records_of
from pangea_server.stores.paging import PAGE, every_blob
from pangea_server.stores.protocol import BlobInfo, BlobStore, RecordStore, Store
from pangea_server.stores.tombstones import Tombstone

BLOCK = 1 << 20
KINDS: Mapping[str, type[Record]] = {kind.collection: kind for kind in RECORDS}


class _IdOnly(Struct):
    """No field: only the id is wanted."""


def total_size(store: Store) -> int:
    """Bytes of all blobs."""
    return sum(info.size for info in every_blob(store.blobs))


def steps(store: Store, report: Report) -> dict[str, Step]:
    """A step for each kind of record, and one for the blobs."""
    records: dict[str, Step] = {
        f"records/{kind.collection}": partial(_records, store, report, kind) for kind in RECORDS
    }
    return records | {"blobs": partial(_blobs, store.blobs, report)}


def _records(store: Store, report: Report, kind: type[Record], after: str) -> Iterator[StepProgress]:
    """Content and references of each record of a kind."""
    for names, last in _pages(store.records, report, kind, after):
        records = [*_readable(store.records, report, kind, names)]
        _check_records_named(store.records, report, records)
        _check_blobs_named(store, report, records)
        report.rows += len(names)
        yield StepProgress(last)


def _pages(
    records: RecordStore, report: Report, kind: type[Record], after: str
) -> Iterator[tuple[list[str], str]]:
    """Pages of the ids after an id, each with its last one. What is no document at all hides the others of its page:
    there they are found one by one, and it is left out."""
    limit = PAGE
    while True:
        try:
            page = records.find_parts(kind, _IdOnly, after=after or None, limit=limit)
        except UnreadableRecordError as error:
            if limit > 1:
                limit = 1
                continue
            after, limit = str(error.context["record_id"]), PAGE
            report.add(_invalid(kind, after))
            report.rows += 1
            yield [], after
            continue
        if not page:
            return
        after, _ = page[-1]
        yield [name for name, _ in page], after


def _readable(
    records: RecordStore, report: Report, kind: type[Record], names: Sequence[str]
) -> Iterator[Record]:
    """Those of the records that are as they were written."""
    changed = records.changed(kind, names) if isinstance(records, ChecksSeals) else set()
    for name in sorted(changed):
        report.add(Fault(f"{kind.collection}/{name}", CHANGED))
    whole = [name for name in names if name not in changed]
    try:
        yield from records_of(records, kind, whole)
    except UnreadableRecordError:
        yield from _one_by_one(records, report, kind, whole)


def _one_by_one(
    records: RecordStore, report: Report, kind: type[Record], names: Iterable[str]
) -> Iterator[Record]:
    for name in names:
        try:
            yield records.get(kind, name)
        except UnreadableRecordError:
            report.add(_invalid(kind, name))
        except RecordNotFoundError:  # removed meanwhile, or named already
            continue


def _invalid(kind: type[Record], name: str) -> Fault:
    return Fault(f"{kind.collection}/{name}", f"it is not a valid {kind.__name__}")


def _check_records_named(records: RecordStore, report: Report, page: Iterable[Record]) -> None:
    """What records refer to is there, or a tombstone says that it was removed."""
    named: dict[str, dict[str, Record]] = defaultdict(dict)
    for record in page:
        for collection, record_id in referred(record):
            named[collection].setdefault(record_id, record)
    for collection, by_id in named.items():
        for record_id in sorted(_missing(records, collection, [*by_id])):
            record = by_id[record_id]
            if _is_still_there(records, record):
                what = f"it refers to {collection}/{record_id}, which is missing"
                report.add(Fault(f"{record.collection}/{record.record_id}", what))


def _missing(records: RecordStore, collection: str, record_ids: Sequence[str]) -> set[str]:
    there = records.find_parts_of(KINDS[collection], _IdOnly, record_ids)
    missing = {*record_ids}.difference(name for name, _ in there)
    tombstones = {f"{collection}:{name}": name for name in missing}
    buried = records.find_parts_of(Tombstone, _IdOnly, [*tombstones]) if tombstones else ()
    return missing.difference(tombstones[name] for name, _ in buried)


def _is_still_there(records: RecordStore, record: Record) -> bool:
    """Whether it says what it said: a server may work meanwhile."""
    try:
        return records.get(type(record), record.record_id) == record
    except RecordNotFoundError:
        return False


def _check_blobs_named(store: Store, report: Report, page: Iterable[Record]) -> None:
    for record in page:
        for artefact in artefacts(record):
            state = _state_of(store.blobs, artefact)
            if state and _is_still_there(store.records, record):
                what = f"the blob {artefact.blob} that it describes {state}"
                report.add(Fault(f"{record.collection}/{record.record_id}", what))


def _state_of(blobs: BlobStore, artefact: Artefact) -> str:
    info = _info(blobs, artefact.blob)
    if info is None:
        return "is missing"
    return "" if (info.size, info.sha256) == (artefact.size, artefact.sha256) else "is another one"


def _info(blobs: BlobStore, name: str) -> BlobInfo | None:
    try:
        return blobs.stat(name)
    except BlobNotFoundError:
        return None


def _blobs(blobs: BlobStore, report: Report, after: str) -> Iterator[StepProgress]:
    """Length and SHA-256 of each blob."""
    for info in every_blob(blobs, after):
        size, digest = _read(blobs, info.name)
        if (size, digest) != (info.size, info.sha256) and _info(blobs, info.name) == info:
            report.add(Fault(info.name, CHANGED if digest else "its bytes are missing or damaged"))
        report.blobs += 1
        yield StepProgress(info.name, size)


def _read(blobs: BlobStore, name: str) -> tuple[int, str]:
    """How many bytes there are, and their SHA-256; none where they cannot all be read."""
    size, digest = 0, sha256()
    try:
        with blobs.open(name) as file:
            while block := file.read(BLOCK):
                size += len(block)
                digest.update(block)
    except (BlobNotFoundError, BlobDamagedError):
        return size, ""
    return size, digest.hexdigest()
