"""``pangea backup``: a store as one file, also while its server runs."""

from __future__ import annotations

import fcntl
import hashlib
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, BinaryIO

from pydantic import BaseModel, ValidationError

from environments.errors import ConfigurationError, PangeaError
from pangea_server.core.errors import BlobNotFoundError, StoreError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.core.records import Record
from pangea_server.dataset.archive.contents import IN_MEMORY
from pangea_server.dataset.archive.layout import (
    BLOBS,
    HEAD,
    HEAD_TEXT,
    MANIFEST,
    RECORD_FILES,
    ArchiveMember,
    Totals,
)
from pangea_server.dataset.archive.reading import Archive
from pangea_server.stores.paging import every, every_blob
from pangea_server.stores.protocol import BlobInfo, BlobStore, RecordReader, Store
from pangea_server.stores.unfinished import refuse_unfinished


def write_archive(store: Store, path: Path, watch: Watch = unwatched) -> Totals:
    """Write everything in ``store`` to ``path``, and read it back.

    Records are those of one moment. Blobs never change and exist before the record that names them, so every blob of an
    accepted annotation is in the archive; blobs added or removed after that moment may or may not be. An interrupted
    backup stays in ``path`` + ``.part`` and is continued: with the same moment and the blobs already copied.

    Raises:
        ConfigurationError: ``path`` exists, or another backup is writing it.
        StoreError: a blob is damaged.
    """
    refuse_unfinished(store)
    if path.exists():
        raise ConfigurationError(f"{path} exists.", remedy="Name another file; no backup is overwritten.")
    part = path.with_name(path.name + ".part")
    with _Draft.open(part) as draft:
        if not draft.has_records:
            draft.clear()
            draft.add(HEAD, io.BytesIO(HEAD_TEXT))
            with store.records.snapshot() as records:
                for name, kind in watch(RECORD_FILES.items(), "Records", len(RECORD_FILES)):
                    _add_records(draft, name, kind, records)
        count = sum(1 for _ in every_blob(store.blobs, draft.last_blob))
        for info in watch(every_blob(store.blobs, draft.last_blob), "Blobs", count):
            _add_blob(draft, info, store.blobs)
        totals = draft.finish()
        with Archive.open(part, watch):
            _publish(part, path)
    return totals


def _add_records(draft: _Draft, name: str, kind: type[Record], records: RecordReader) -> None:
    with tempfile.TemporaryFile(dir=draft.path.parent) as spool:
        count = 0
        for record in every(records, kind):
            spool.write(_line(record))
            count += 1
        draft.add(name, spool, count)


def _line(record: Record) -> bytes:
    """Keys sorted: equal records have one form, in whatever order a store hands out their mappings."""
    fields = record.model_dump(mode="json")
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode() + b"\n"


def _add_blob(draft: _Draft, info: BlobInfo, blobs: BlobStore) -> None:
    try:
        file = io.BytesIO(blobs.read(info.name)) if info.size <= IN_MEMORY else blobs.open(info.name)
    except PangeaError:
        if _exists(blobs, info.name):
            raise
        return  # it was a chunk of a finished recording, or its person has withdrawn
    with file:
        member = draft.add(BLOBS + info.name, file)
    if (member.size, member.sha256) != (info.size, info.sha256):
        raise StoreError(
            f"The blob {info.name!r} is damaged: its bytes have changed.", remedy="Check the disk."
        )


def _exists(blobs: BlobStore, name: str) -> bool:
    try:
        blobs.stat(name)
    except BlobNotFoundError:
        return False
    return True


def _publish(part: Path, path: Path) -> None:
    part.rename(path)
    _journal(part).unlink()
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


class _Entry(BaseModel):
    """A line of the journal: a member that is whole, and where in the file it ends."""

    member: ArchiveMember
    end: int


def _entry(line: bytes) -> _Entry | None:
    """None where the line is torn, if only by its end: what follows would be written onto it."""
    try:
        return _Entry.model_validate_json(line) if line.endswith(b"\n") else None
    except ValidationError:
        return None


def _opened(path: Path) -> BinaryIO:
    """Made where it is not there, for its owner only."""
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
        with _opened(path) as file, _opened(_journal(path)) as journal:
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

    def add(self, name: str, file: BinaryIO, records: int | None = None) -> ArchiveMember:
        """Add a member; what ``file`` holds, from its beginning."""
        info = tarfile.TarInfo(name)
        info.size = file.seek(0, os.SEEK_END)
        info.mode = 0o600
        file.seek(0)
        hashing = _Hashing(file)
        self._tar.addfile(info, hashing)  # type: ignore[arg-type]  # it only reads
        self._tar.getmembers().clear()  # which would grow with every member
        self._file.flush()
        member = ArchiveMember(name=name, size=info.size, sha256=hashing.digest.hexdigest(), records=records)
        self._note(_Entry(member=member, end=self._file.tell()))
        self._journal.write(_Entry(member=member, end=self._end).model_dump_json().encode() + b"\n")
        self._journal.flush()
        return member

    def finish(self) -> Totals:
        """Write the manifest, end the file and sync it."""
        with tempfile.TemporaryFile(dir=self.path.parent) as manifest:
            lines = (entry.member.line() for entry in self._entries())
            manifest.writelines(chain(lines, [self._totals.line()]))
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
        name = entry.member.name
        if name in RECORD_FILES:
            self._names.add(name)
        elif name.startswith(BLOBS):
            self.last_blob = name.removeprefix(BLOBS)
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


class _Hashing:
    """Reads ``file`` and notes the SHA-256 of what was read."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.digest = hashlib.sha256()

    def read(self, size: int) -> bytes:
        data = self._file.read(size)
        self.digest.update(data)
        return data
