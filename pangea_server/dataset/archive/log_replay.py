"""A moment of a series with the log that follows it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from heapq import merge
from itertools import groupby
from operator import itemgetter
from typing import IO, Any, TypeVar

from pydantic import ValidationError

from pangea_server.core.errors import ArchiveError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.core.records import Record
from pangea_server.dataset.archive.backup_state import Newest
from pangea_server.dataset.archive.changes import (
    BlobLine,
    EntryReader,
    RecordLine,
    entry_names,
    large_object,
    read_entry,
)
from pangea_server.dataset.archive.contents import Parcel
from pangea_server.dataset.archive.encryption import Opener
from pangea_server.dataset.archive.layout import Damage
from pangea_server.dataset.archive.members import slice_of
from pangea_server.dataset.archive.places import Destination
from pangea_server.dataset.archive.series_reader import SnapshotContents
from pangea_server.dataset.collections import RECORDS
from pangea_server.stores.protocol import BlobInfo

R = TypeVar("R", bound=Record)
KINDS = {kind.collection: kind for kind in RECORDS}


class Replayed:
    """The ``Contents`` of a store some seconds before its disk was lost.

    The changes since the moment are kept in memory, and the small blobs among them in a temporary file.
    """

    def __init__(self, moment: SnapshotContents, blobs: IO[bytes]) -> None:
        self._moment = moment
        self._small = blobs
        self._records: dict[str, dict[str, Record | None]] = {name: {} for name in KINDS}
        self._blobs: dict[str, Parcel | None] = {}
        self.damaged: list[Damage] = [*moment.damaged]
        self.fault = ""
        """Why the log could not be followed to its end; empty when it was."""
        self.sha256 = moment.sha256
        """Identifies these contents: the digest of the last entry, or of the moment."""

    @classmethod
    @contextmanager
    def open(
        cls,
        place: Destination,
        moment: SnapshotContents,
        opener: Opener,
        newest: Newest | None = None,
        watch: Watch = unwatched,
    ) -> Iterator[Replayed]:
        """Follow the log after ``moment`` as far as it is whole; it should reach ``newest``."""
        with ExitStack() as opened:
            replayed = cls(moment, opened.enter_context(tempfile.TemporaryFile()))
            names = entry_names(place, moment.name)
            previous = ""
            for number, name in enumerate(watch(names, "Log", len(names)), 1):
                try:
                    if name.number != number:
                        raise ArchiveError(
                            f"{place}: entry {number} of the log after {moment.name} is missing."
                        )
                    entry = read_entry(
                        place, moment.name, name, previous, opener, moment.seal, moment.signed_by
                    )
                except ArchiveError as error:
                    replayed.fault = f"Later changes are missing: {error.message}"
                    break
                with closing(entry):
                    replayed._apply(entry)
                previous = replayed.sha256 = name.sha256
            else:
                replayed.fault = missing_end(place, newest, moment.name, len(names))
            replayed._small.flush()
            yield replayed

    def records(self, kind: type[R]) -> Iterator[R]:
        changed: Any = self._records[kind.collection]
        found = ((record.record_id, 0, record) for record in self._moment.records(kind))
        return _latest(found, ((name, 1, changed[name]) for name in sorted(changed)))

    def record_count(self, kind: type[Record]) -> int:
        return sum(1 for _ in self.records(kind))

    def blobs(self) -> Iterator[Parcel]:
        found = ((parcel.info.name, 0, parcel) for parcel in self._moment.blobs())
        return _latest(found, ((name, 1, self._blobs[name]) for name in sorted(self._blobs)))

    def blob_count(self) -> int:
        return sum(1 for _ in self.blobs())

    def _apply(self, entry: EntryReader) -> None:
        for line in entry.lines():
            if isinstance(line, RecordLine):
                self._records[line.collection][line.record_id] = _record(line)
            elif line.sha256 is None:
                self._blobs[line.blob] = None
            else:
                self._blobs[line.blob] = self._parcel(
                    entry, line, BlobInfo(line.blob, line.size, line.sha256)
                )

    def _parcel(self, entry: EntryReader, line: BlobLine, info: BlobInfo) -> Parcel | None:
        if not line.apart:
            start = self._small.seek(0, 2)
            self._small.write(entry.bytes_of(line.blob))
            return Parcel(info, partial(slice_of, self._small, start, line.size))
        name = large_object(self._moment.name, info.sha256)
        if fault := self._moment.fault_of(info, name):
            self.damaged.append(Damage(damaged=info.name, size=info.size, sha256=info.sha256, reason=fault))
            return None
        return Parcel(info, partial(self._moment.read_object, name))


def missing_end(place: Destination, newest: Newest | None, moment: str, entries: int) -> str:
    """A fault where the log after a moment ends before what this machine saved last; otherwise empty."""
    if newest is None or newest.moment != moment or newest.entries <= entries:
        return ""
    return (
        f"Later changes are missing: {place}: the log after {moment} has {entries} entries, "
        f"and this machine saved {newest.entries}."
    )


def _record(line: RecordLine) -> Record | None:
    if line.document is None:
        return None
    try:
        return KINDS[line.collection].model_validate_json(line.document)
    except ValidationError as error:
        raise ArchiveError(
            f"{line.record_id!r} among the {line.collection} is no {KINDS[line.collection].__name__}.",
            remedy="A later version of PanGEA wrote the log.",
        ) from error


def _latest(before: Iterator[tuple[str, int, Any]], since: Iterator[tuple[str, int, Any]]) -> Iterator[Any]:
    """Of each name the later thing, unless it was removed; all in order of name."""
    for _, same in groupby(merge(before, since, key=itemgetter(0, 1)), key=itemgetter(0)):
        *_, (_, _, last) = same
        if last is not None:
            yield last
