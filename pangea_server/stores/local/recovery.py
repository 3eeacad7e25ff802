"""What segments say about themselves, held against the index: chunks without a row are stored again or moved aside.

A frame without a row was written in the last moment before a crash, or the database is older than the segments
(a person put back a copy). The two look the same, so neither is deleted. A frame whose record is unchanged is stored
again, on the condition on which it was stored at first; that its acknowledgement was lost does no harm. The others go
to quarantine. Only what a removal left, what is stored elsewhere, and the half-written end of a segment are erased.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from sqlite3 import Connection

from pangea_server.core.errors import StoreError
from pangea_server.core.records import padded
from pangea_server.stores.local.blob_rows import MOST_BYTES, end_of, find_row, insert
from pangea_server.stores.local.frames import MARK, ByteRange, Frame, Label, Owner, blocks, is_whole, scan
from pangea_server.stores.local.quarantine import Quarantine
from pangea_server.stores.local.segments import NewBlob, Segments, first_byte
from pangea_server.stores.names import is_blob_name, is_record_id
from pangea_server.stores.seals import seal
from pangea_server.stores.sqlite.sqlite import Select, SqliteDatabase

log = logging.getLogger(__name__)
RECORDING = re.compile(r"recordings/([^/]+)/")  # the blobs of one recording; see Tombstone
REMOVED_RECORDINGS = "SELECT substr(record_id, 12) FROM tombstones WHERE record_id GLOB 'recordings:*'"
HAS_SEAL = "SELECT 1 FROM pragma_table_info(?) WHERE name = 'seal'"


class Fate(Enum):
    """What becomes of a frame without a row."""

    FREE = "stored again"
    KNOWN = "stored elsewhere"
    REMOVED = "removed for good"
    TAKEN = "its name has other bytes"
    OWNERLESS = "its record is missing"
    CHANGED = "its record has changed since"


@dataclass
class Recovered:
    """The names of the blobs that were stored again and of the records made for them, and what was put in quarantine,
    with the reason."""

    stored: list[str] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    aside: dict[str, str] = field(default_factory=dict)


class Recovery:
    """Compares segments with the index; the caller holds the server's lock."""

    def __init__(self, database: SqliteDatabase, segments: Segments, quarantine: Quarantine) -> None:
        self._database = database
        self._segments = segments
        self._quarantine = quarantine

    def recover_tails(self) -> Recovered:
        """What lies behind the last row of each segment: nothing else is left by a crash, or unknown to an older copy
        of the database. What cannot be stored or moved now (a full disk) stays where it is."""
        recovered = Recovered()
        for segment in self._segments.names():
            try:
                self._recover(segment, recovered, only_tail=True)
            except (StoreError, OSError) as error:
                log.warning("The end of segment %s stays as it is: %s", segment, error)
        return recovered

    def rebuild(self) -> Recovered:
        """Every frame in segments and in quarantine that has no row; records that are missing are made from them."""
        recovered = Recovered()
        for segment in self._segments.names():
            self._recover(segment, recovered, only_tail=False)
        for segment, path in self._quarantine.pieces():
            self._rebuild_from_quarantine(segment, path, recovered)
        return recovered

    def is_owned(self, name: str) -> bool:
        """Whether a blob is below no recording, or below one whose record says whose it is."""
        match = RECORDING.match(name)
        statement = "SELECT 1 FROM recordings WHERE record_id = ?"
        return not match or bool(self._database.select(statement, (match[1],)))

    def owners_aside(self) -> Iterator[Owner]:
        """The records, as they were, that frames in quarantine were stored for."""
        for segment, path in self._quarantine.pieces():
            with path.open("rb") as file:
                for frame in _frames(scan(file.fileno(), segment, 0, path.stat().st_size)):
                    if frame.label.owner:
                        yield frame.label.owner

    def forget_removed(self) -> list[str]:
        """Remove from quarantine what tombstones name; returns the recordings that they name."""
        for segment, path in self._quarantine.pieces():
            with path.open("rb") as file:
                frames = _frames(scan(file.fileno(), segment, 0, path.stat().st_size))
            if any(
                is_removed(self._database.select, frame.label.name, frame.label.owner) for frame in frames
            ):
                self._quarantine.drop(path)
        removed = [recording_id for (recording_id,) in self._database.select(REMOVED_RECORDINGS)]
        for recording_id in removed:
            self._quarantine.drop_files_below(f"recordings/{recording_id}")
        return removed

    def _recover(self, segment: str, recovered: Recovered, *, only_tail: bool) -> None:
        if self._segments.is_being_written(segment):
            return
        with self._segments.opened(segment) as file:
            first = first_byte(file, segment)
            tail = max(self._end_of(segment), first)
            begin = tail if only_tail or not first else first
            unknown = [
                found
                for found in scan(file, segment, begin, self._segments.size(segment))
                if not self._has_row(segment, _stretch(found))
            ]
            again: list[Frame] = []
            for found in unknown:
                if isinstance(found, Frame) and is_whole(file, found):
                    fate = self._fate(found.label)
                    if fate is Fate.FREE or (fate is Fate.OWNERLESS and not only_tail):
                        again.append(found)
                        continue
                    if fate not in (Fate.KNOWN, Fate.REMOVED):
                        self._put_aside(file, segment, found.whole, recovered, fate.value)
                elif found is unknown[-1] and _stretch(found).start >= tail and _begins_frame(file, found):
                    self._segments.cut(segment, _stretch(found).start)  # half written, so never acknowledged
                    continue
                else:
                    self._put_aside(file, segment, _stretch(found), recovered, "unreadable")
                self._segments.erase_stretch(segment, _stretch(found))
            self._store_again(file, again, recovered)
            for frame in again:
                self._segments.erase_stretch(segment, frame.whole)
        if not self._end_of(segment):
            self._segments.remove_if_empty(segment)

    def _rebuild_from_quarantine(self, segment: str, path: Path, recovered: Recovered) -> None:
        with path.open("rb") as file:
            descriptor = file.fileno()
            found = [*scan(descriptor, segment, 0, path.stat().st_size)]
            whole = [frame for frame in _frames(found) if is_whole(descriptor, frame)]
            fates = [self._fate(frame.label) for frame in whole]
            free = [
                frame for frame, fate in zip(whole, fates, strict=True) if fate in (Fate.FREE, Fate.OWNERLESS)
            ]
            self._store_again(descriptor, free, recovered)
        if len(whole) == len(found) and not set(fates) & {Fate.TAKEN, Fate.CHANGED}:
            self._quarantine.drop(path)
        else:
            reasons = {fate.value for fate in fates if fate in (Fate.TAKEN, Fate.CHANGED)} or {"unreadable"}
            recovered.aside[path.name] = ", ".join(sorted(reasons))

    def _store_again(self, file: int, frames: Sequence[Frame], recovered: Recovered) -> None:
        """As if each had arrived now, in a segment of this process: what was not synced then is synced now."""
        for group in _groups(frames):
            blobs = [
                NewBlob(frame.label.info, [*blocks(file, frame.start, frame.end)], frame.label.owner)
                for frame in group
            ]
            with self._database.writing() as connection:
                for owner in {blob.owner for blob in blobs if blob.owner}:
                    recovered.records += _make_record(connection, owner)
                places = self._segments.append(blobs)
                insert(connection, zip((blob.info for blob in blobs), places, strict=True))
            self._segments.keep(places)
            recovered.stored += [blob.info.name for blob in blobs]

    def _put_aside(self, file: int, segment: str, stretch: ByteRange, recovered: Recovered, why: str) -> None:
        kept = self._quarantine.keep_stretch(file, segment, stretch)
        recovered.aside[kept.name] = why

    def _fate(self, label: Label) -> Fate:
        if not is_blob_name(label.name):
            return Fate.CHANGED
        if is_removed(self._database.select, label.name, label.owner):
            return Fate.REMOVED
        if stored := find_row(self._database.select, label.name):
            return Fate.KNOWN if stored[0] == label.info else Fate.TAKEN
        return self._fate_by_owner(label.owner) if label.owner else Fate.FREE

    def _fate_by_owner(self, owner: Owner) -> Fate:
        if not is_record_id(owner.record_id) or not self._database.select(HAS_SEAL, (owner.collection,)):
            return Fate.CHANGED
        statement = f"SELECT document FROM {owner.collection} WHERE record_id = ?"
        for (document,) in self._database.select(statement, (owner.record_id,)):
            return Fate.FREE if json.loads(document) == json.loads(owner.document) else Fate.CHANGED
        return Fate.OWNERLESS

    def _has_row(self, segment: str, stretch: ByteRange) -> bool:
        """Whether a row's bytes are among these."""
        statement = (
            "SELECT start + size FROM blobs WHERE segment = ? AND start < ? ORDER BY start DESC LIMIT 1"
        )
        return any(end > stretch.start for (end,) in self._database.select(statement, (segment, stretch.end)))

    def _end_of(self, segment: str) -> int:
        with self._database.snapshot() as connection:
            return end_of(connection, segment)


def is_removed(select: Select, name: str, owner: Owner | None = None) -> bool:
    """Whether a tombstone names the record that a blob was for or its person, or the recording that its name is
    below."""
    ids = [f"{owner.collection}:{owner.record_id}", *_person(owner)] if owner else []
    ids += [f"recordings:{match[1]}" for match in [RECORDING.match(name)] if match]
    among = "record_id IN (SELECT value FROM json_each(?))"
    return any(select(f"SELECT 1 FROM tombstones WHERE {among}", (json.dumps(ids),)))


def _person(owner: Owner) -> list[str]:
    """The id of the tombstone of the person whom a record names."""
    person = json.loads(owner.document).get("annotator_id")
    return [f"annotators:{padded(person)}"] if isinstance(person, int) else []


def _make_record(connection: Connection, owner: Owner) -> list[str]:
    """Add the record that a frame was stored for, where it is missing; its id."""
    row = owner.record_id, owner.document
    statement = f"INSERT OR IGNORE INTO {owner.collection} (record_id, document, seal) VALUES (?, ?, ?)"
    made = connection.execute(statement, (*row, seal(owner.collection, *row))).rowcount
    return [f"{owner.collection}/{owner.record_id}"] if made else []


def _groups(frames: Sequence[Frame]) -> Iterator[list[Frame]]:
    """Frames to store together: as many as one commit writes."""
    group: list[Frame] = []
    for frame in frames:
        if group and sum(each.label.size for each in group) + frame.label.size > MOST_BYTES:
            yield group
            group = []
        group.append(frame)
    if group:
        yield group


def _frames(found: Iterable[Frame | ByteRange]) -> list[Frame]:
    return [each for each in found if isinstance(each, Frame)]


def _stretch(found: Frame | ByteRange) -> ByteRange:
    return found.whole if isinstance(found, Frame) else found


def _begins_frame(file: int, found: Frame | ByteRange) -> bool:
    begun = os.pread(file, min(len(MARK), _stretch(found).end - _stretch(found).start), _stretch(found).start)
    return MARK.startswith(begun)
