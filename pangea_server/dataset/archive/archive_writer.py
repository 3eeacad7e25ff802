"""``pangea backup``: a store as one file, also while its server runs."""

from __future__ import annotations

import fcntl
import hashlib
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, BinaryIO

from pydantic import BaseModel, ValidationError

from environments.errors import ConfigurationError, PangeaError
from pangea_server.core.errors import BlobDamagedError, BlobNotFoundError, DatabaseDamagedError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.core.records import STORED, Record
from pangea_server.dataset.archive.archive_reader import Archive
from pangea_server.dataset.archive.contents import IN_MEMORY
from pangea_server.dataset.archive.layout import (
    BLOBS,
    DAMAGED,
    HEAD,
    HEAD_TEXT,
    MANIFEST,
    RECORD_FILES,
    ArchiveMember,
    Damage,
    Totals,
)
from pangea_server.dataset.archive.salvaged import blob_count, readable_blobs, readable_records
from pangea_server.stores.protocol import BlobInfo, BlobStore, RecordReader, Store
from pangea_server.stores.unfinished import refuse_unfinished


@dataclass(frozen=True, slots=True)
class Backup:
    """What was written; blobs that are ``damaged`` in the store are not among the ``totals``."""

    totals: Totals
    damaged: Sequence[Damage]


def write_archive(store: Store, path: Path, watch: Watch = unwatched) -> Backup:
    """Write everything in ``store`` to ``path``, and read it back.

    Records are those of one moment. Blobs never change and exist before the record that names them, so every blob of an
    accepted annotation is in the archive; blobs added or removed after that moment may or may not be. A blob that is
    damaged in the store is named in the result, and its bytes are kept apart. An interrupted backup stays in ``path``
    + ``.part`` and is continued: with the same moment and the blobs already copied.

    Raises:
        ConfigurationError: ``path`` exists, or another backup is writing it.
        StoreError: the store cannot be read.
    """
    with suppress(DatabaseDamagedError):  # which is named below
        refuse_unfinished(store)
    refuse_overwriting(path)
    part = path.with_name(path.name + ".part")
    with _Draft.open(part) as draft:
        if not draft.has_records:
            draft.clear()
            draft.add(HEAD, io.BytesIO(HEAD_TEXT))
            with store.records.snapshot() as records:
                _add_all_records(draft, records, watch)
        count = blob_count(store.blobs, draft.last_blob)
        for info in watch(readable_blobs(store.blobs, draft.last_blob), "Blobs", count):
            if isinstance(info, Damage):
                draft.note_damage(info)
            else:
                _add_blob(draft, info, store.blobs)
        totals = draft.finish()
        with Archive.open(part, watch) as archive:
            _publish(part, path)
            return Backup(totals, archive.damaged)


def refuse_overwriting(path: Path) -> None:
    """Raise ConfigurationError when there is such a file."""
    if path.exists():
        raise ConfigurationError(f"{path} exists.", remedy="Name another file; no backup is overwritten.")


def write_records(records: RecordReader, path: Path, watch: Watch = unwatched) -> Backup:
    """Write an archive of the records alone to the new file ``path``, and read it back."""
    part = path.with_name(path.name + ".part")
    with _Draft.open(part) as draft:
        draft.add(HEAD, io.BytesIO(HEAD_TEXT))
        _add_all_records(draft, records, watch)
        totals = draft.finish()
        with Archive.open(part) as archive:
            _publish(part, path)
            return Backup(totals, archive.damaged)


def _add_all_records(draft: _Draft, records: RecordReader, watch: Watch) -> None:
    for name, kind in watch(RECORD_FILES.items(), "Records", len(RECORD_FILES)):
        _add_records(draft, name, kind, records)


def _add_records(draft: _Draft, name: str, kind: type[Record], records: RecordReader) -> None:
    with tempfile.TemporaryFile(dir=draft.path.parent) as spool:
        count = 0
        for record in readable_records(records, kind):
            if isinstance(record, Damage):
                draft.note_damage(record)
            else:
                spool.write(_line(record))
                count += 1
        draft.add(name, spool, count)


def _line(record: Record) -> bytes:
    """Keys sorted: equal records have one form, in whatever order a store hands out their mappings."""
    fields = record.model_dump(mode="json", context=STORED)
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() + b"\n"


def _add_blob(draft: _Draft, info: BlobInfo, blobs: BlobStore) -> None:
    try:
        with opened_blob(blobs, info) as file:
            draft.add_blob(info, file)
    except (BlobDamagedError, DatabaseDamagedError) as error:
        draft.add_damage(info, error.message)
    except PangeaError:
        if is_listed(blobs, info.name):
            raise
        # otherwise it was a chunk of a finished recording, or its person has withdrawn


def opened_blob(blobs: BlobStore, info: BlobInfo) -> BinaryIO:
    """Its bytes as they are on the disk, seekable; they may not be those that were stored."""
    if info.size > IN_MEMORY:
        return blobs.open(info.name)
    try:
        return io.BytesIO(blobs.read(info.name))
    except BlobDamagedError:
        return blobs.open(info.name)


def is_listed(blobs: BlobStore, name: str) -> bool:
    try:
        blobs.stat(name)
    except BlobNotFoundError:
        return False
    return True


def _publish(part: Path, path: Path) -> None:
    part.rename(path)
    _journal(part).unlink()
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class _Entry(BaseModel):
    """A line of the journal: a member that is whole, a blob that was damaged, or both; where in the file they end."""

    member: ArchiveMember | None = None
    damage: Damage | None = None
    end: int


def _entry(line: bytes) -> _Entry | None:
    """None where the line is torn, if only by its end: what follows would be written onto it."""
    try:
        return _Entry.model_validate_json(line) if line.endswith(b"\n") else None
    except ValidationError:
        return None


def create_or_open(path: Path) -> BinaryIO:
    """A file to read and write; made where it is not there, for its owner only."""
    try:
        return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    except OSError as error:
        raise ConfigurationError(
            f"{path} cannot be written: {error.strerror}.",
            remedy="Name a file in a folder that this user may write to.",
        ) from error


def _journal(part: Path) -> Path:
    return part.with_name(part.name + ".journal")


class _Draft:
    """An archive that is being written, and its journal, from which an interrupted one is continued."""

    def __init__(self, path: Path, file: BinaryIO, journal: IO[bytes]) -> None:
        self.path = path
        self._file = file
        self._journal = journal
        self._names: set[str] = set()
        self._totals = Totals()
        self.last_blob = ""
        self._end = 0
        for entry in self._entries():
            self._note(entry)
        self._open_tar()

    @classmethod
    @contextmanager
    def open(cls, path: Path) -> Iterator[_Draft]:
        with create_or_open(path) as file, create_or_open(_journal(path)) as journal:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise ConfigurationError(
                    f"Another backup is writing {path}.", remedy="Wait for it, or name another file."
                ) from error
            yield cls(path, file, journal)

    @property
    def has_records(self) -> bool:
        return self._names >= RECORD_FILES.keys()

    def clear(self) -> None:
        self._journal.truncate(0)
        self._journal.seek(0)
        self._names.clear()
        self._totals, self._end, self.last_blob = Totals(), 0, ""
        self._open_tar()

    def add(self, name: str, file: BinaryIO, records: int | None = None) -> None:
        """Add a member; what ``file`` holds, from its beginning."""
        self._keep(member=self._append(name, file, records))

    def add_blob(self, info: BlobInfo, file: BinaryIO) -> None:
        """Add a blob. Where ``file`` holds other bytes than those that were stored, they are added apart, as damaged.

        Raises:
            BlobDamagedError: the disk cannot read ``file``.
        """
        found = self._append(BLOBS + info.name, file)
        if (found.size, found.sha256) == (info.size, info.sha256):
            self._keep(member=found)
            return
        self._open_tar()
        self._keep(
            member=self._append(DAMAGED + info.name, file), damage=_damage(info, "Its bytes have changed.")
        )

    def note_damage(self, damage: Damage) -> None:
        """Note a record, or a blob whose row cannot be read, that is left out."""
        self._keep(damage=damage)

    def add_damage(self, info: BlobInfo, reason: str) -> None:
        """Note that a blob cannot be read, in place of the blob."""
        self._open_tar()
        self._keep(damage=_damage(info, reason))

    def _append(self, name: str, file: BinaryIO, records: int | None = None) -> ArchiveMember:
        info = tarfile.TarInfo(name)
        info.size = file.seek(0, os.SEEK_END)
        info.mode = 0o600
        file.seek(0)
        readable = HashedReader(name, file)
        self._tar.addfile(info, readable)
        self._tar.getmembers().clear()  # which would grow with every member
        self._file.flush()
        return ArchiveMember(name=name, size=info.size, sha256=readable.digest.hexdigest(), records=records)

    def _keep(self, member: ArchiveMember | None = None, damage: Damage | None = None) -> None:
        """Go on from here if the backup is interrupted."""
        entry = _Entry(member=member, damage=damage, end=self._file.tell())
        self._note(entry)
        self._journal.write(entry.model_dump_json(exclude_none=True).encode() + b"\n")
        self._journal.flush()

    def finish(self) -> Totals:
        """Write the manifest, end the file and sync it."""
        with tempfile.TemporaryFile(dir=self.path.parent) as manifest:
            members = (entry.member.line() for entry in self._entries() if entry.member)
            manifest.writelines(members)
            damages = (entry.damage.line() for entry in self._entries() if entry.damage)
            manifest.writelines(chain(damages, [self._totals.line()]))
            size = manifest.tell()
            manifest.seek(0)
            info = tarfile.TarInfo(MANIFEST)
            info.size, info.mode = size, 0o600
            self._tar.addfile(info, manifest)
        self._tar.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        return self._totals

    def _open_tar(self) -> None:
        """Continue after the last complete member."""
        self._file.truncate(self._end)
        self._file.seek(self._end)
        self._tar = tarfile.open(fileobj=self._file, mode="w", format=tarfile.PAX_FORMAT)  # noqa: SIM115

    def _note(self, entry: _Entry) -> None:
        if entry.damage and entry.damage.sha256:
            self.last_blob = entry.damage.damaged
        if entry.member:
            self._names |= {entry.member.name} & RECORD_FILES.keys()
            if entry.member.name.startswith(BLOBS):
                self.last_blob = entry.member.name.removeprefix(BLOBS)
            self._totals.add(entry.member)
        self._end = entry.end

    def _entries(self) -> Iterator[_Entry]:
        """The journal, which may end in half a line."""
        self._journal.seek(0)
        length = os.fstat(self._file.fileno()).st_size
        while line := self._journal.readline():
            entry = _entry(line)
            if entry is None or entry.end > length:
                self._journal.seek(-len(line), os.SEEK_CUR)
                self._journal.truncate()
                return
            yield entry


class HashedReader:
    """Reads ``file``, and notes the SHA-256 of what was read; what the disk cannot read is a damaged blob."""

    def __init__(self, name: str, file: BinaryIO) -> None:
        self._name = name
        self._file = file
        self.digest = hashlib.sha256()

    def read(self, size: int = -1, /) -> bytes:
        try:
            data = self._file.read(size)
        except OSError as error:
            raise BlobDamagedError(
                f"{self._name!r} cannot be read: {error.strerror}.", remedy="Check the disk."
            ) from error
        self.digest.update(data)
        return data


def _damage(info: BlobInfo, reason: str) -> Damage:
    return Damage(damaged=info.name, size=info.size, sha256=info.sha256, reason=reason)
