"""``pangea restore``: an archive is checked from its first byte to its last before anything of it is used."""

from __future__ import annotations

import hashlib
import io
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeVar

from pydantic import ValidationError

from environments.input.regular_files import open_regular
from pangea_server.core.errors import ArchiveError
from pangea_server.core.progress import Watch, unwatched
from pangea_server.core.records import Record
from pangea_server.dataset.archive.contents import Parcel
from pangea_server.dataset.archive.encryption import Opener, is_sealed
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
from pangea_server.dataset.archive.members import BLOCK_BYTES, members, not_ours, slice_of
from pangea_server.stores.names import is_blob_name
from pangea_server.stores.protocol import BlobInfo

R = TypeVar("R", bound=Record)
WRITTEN_BY = "pangea backup"
LONGEST_RECORD_BYTES = 64 * 2**20  # bytes; no record comes near


class Archive:
    """The ``Contents`` of a verified archive. Memory use does not grow with its size."""

    def __init__(self, file: BinaryIO, index: IO[bytes]) -> None:
        self._file = file
        self._index = index
        self._record_files: dict[str, tuple[int, ArchiveMember]] = {}
        self._last_blob = ""
        self.totals = Totals()
        self.damaged: list[Damage] = []
        """Blobs that were damaged in the store when the backup was made: they are not among ``blobs``."""
        self.sha256 = ""
        """The digest of its manifest, and so of everything in it."""

    @classmethod
    @contextmanager
    def open(cls, path: Path, watch: Watch = unwatched, opener: Opener | None = None) -> Iterator[Archive]:
        """Check ``path`` and open it.

        Args:
            opener: the private keys of an encrypted one, which is decrypted below ``TMPDIR``.

        Raises:
            ArchiveError: the archive is damaged; the message says where.
            ConfigurationError: it is encrypted, and there is no private key for it.
        """
        with ExitStack() as opened:
            try:
                file = opened.enter_context(open_regular(path))
            except OSError as error:
                raise ArchiveError(f"{path} cannot be read: {error.strerror}.") from error
            if is_sealed(file):
                file = opened.enter_context(_decrypted(file, path, opener or Opener()))
            archive = cls(file, opened.enter_context(tempfile.TemporaryFile()))
            archive._check(path, watch)
            yield archive

    def records(self, kind: type[R]) -> Iterator[R]:
        name = f"records/{kind.collection}.jsonl"
        if name in self._record_files:
            offset, member = self._record_files[name]
            yield from _records(kind, name, slice_of(self._file, offset, member.size))

    def record_count(self, kind: type[Record]) -> int:
        _, member = self._record_files.get(f"records/{kind.collection}.jsonl", (0, None))
        return (member.records or 0) if member else 0

    def blobs(self) -> Iterator[Parcel]:
        self._index.seek(0)
        for line in self._index:
            offset, name, size, sha256 = json.loads(line)
            yield Parcel(BlobInfo(name, size, sha256), partial(slice_of, self._file, offset, size))

    def blob_count(self) -> int:
        return self.totals.blobs

    def _check(self, path: Path, watch: Watch) -> None:
        last = ""
        size = os.fstat(self._file.fileno()).st_size
        with tempfile.TemporaryFile() as found:
            for info in _watched(members(self._file, path, WRITTEN_BY), watch, size):
                if info.name == MANIFEST:
                    self._compare(slice_of(self._file, info.offset_data, info.size), found, path)
                    return
                if not last and info.name != HEAD:
                    break
                found.write(self._member(info, path).line())
                last = info.name
        if not last:
            raise not_ours(path, WRITTEN_BY)
        raise ArchiveError(
            f"{path} ends after {last!r}, without its manifest.",
            remedy="It was cut off or is damaged there: copy it again, or take another backup.",
        )

    def _member(self, info: tarfile.TarInfo, path: Path) -> ArchiveMember:
        content = slice_of(self._file, info.offset_data, info.size)
        kind = RECORD_FILES.get(info.name)
        folder, _, blob = info.name.partition("/")
        is_blob = f"{folder}/" in (BLOBS, DAMAGED) and is_blob_name(blob)
        if info.name == HEAD:
            _check_head(content, path)
        elif info.type != tarfile.REGTYPE or not (kind or is_blob):
            raise ArchiveError(
                f"{path} holds {info.name!r}, which this version does not know.",
                remedy="Install the version of PanGEA that wrote it.",
            )
        elif info.name in self._record_files or (not kind and blob <= self._last_blob):
            raise ArchiveError(f"{path} holds {info.name!r} twice, or out of order.")
        sha256 = hashlib.file_digest(content, "sha256").hexdigest()
        if content.tell() != info.size:
            raise ArchiveError(f"{path} is cut off inside {info.name!r}.", remedy="Copy it again.")
        content.seek(0)
        count = sum(1 for _ in _records(kind, info.name, content)) if kind else None
        member = ArchiveMember(name=info.name, size=info.size, sha256=sha256, records=count)
        if kind:
            self._record_files[info.name] = (info.offset_data, member)
        elif is_blob:
            self._last_blob = blob
        if info.name.startswith(BLOBS):
            row = (info.offset_data, blob, info.size, sha256)
            self._index.write(json.dumps(row).encode() + b"\n")
        self.totals.add(member)
        return member

    def _compare(self, manifest: io.BufferedReader, found: IO[bytes], path: Path) -> None:
        found.seek(0)
        for line in found:
            _check_line(line, manifest.readline(LONGEST_RECORD_BYTES), path)
        while (line := manifest.readline(LONGEST_RECORD_BYTES)).startswith(b'{"damaged"'):
            self.damaged.append(_damaged_blob(line, path))
        _check_line(self.totals.line(), line, path)
        if manifest.read(1):
            raise ArchiveError(f"{path} is damaged: its manifest names more than there is.")
        manifest.seek(0)
        self.sha256 = hashlib.file_digest(manifest, "sha256").hexdigest()


def _decrypted(file: BinaryIO, path: Path, opener: Opener) -> BinaryIO:
    try:
        return opener.decrypted(file)
    except ArchiveError as error:
        raise ArchiveError(
            f"{path}: {error.message}", remedy="Copy it again, or name the private key that it was made for."
        ) from error


def _watched(members: Iterator[tarfile.TarInfo], watch: Watch, size: int) -> Iterator[tarfile.TarInfo]:
    """Members, with mebibytes as progress."""
    ticks = iter(watch(range(size // BLOCK_BYTES), "Check", size // BLOCK_BYTES))
    done = 0
    for info in members:
        yield info
        while done < info.offset_data + info.size - BLOCK_BYTES:
            next(ticks, None)
            done += BLOCK_BYTES
    for _ in ticks:
        pass


def _check_head(content: BinaryIO, path: Path) -> None:
    text = content.read(len(HEAD_TEXT) + 1)
    content.seek(0)
    if text == HEAD_TEXT:
        return
    try:
        head: Any = json.loads(text)
        version = head["version"]
    except (ValueError, TypeError, KeyError) as error:
        raise not_ours(path, WRITTEN_BY) from error
    raise ArchiveError(
        f"{path} has version {version!r} of the archive's layout.", remedy="Install the PanGEA that wrote it."
    )


def _check_line(found: bytes, written: bytes, path: Path) -> None:
    if written != found:
        raise ArchiveError(
            f"{path} is damaged: {_name(found) or _name(written) or 'a count'} is not as the manifest says.",
            remedy="Copy it again, or take another backup.",
        )


def _damaged_blob(line: bytes, path: Path) -> Damage:
    try:
        return Damage.model_validate_json(line)
    except ValidationError as error:
        raise ArchiveError(
            f"{path} is damaged: its manifest cannot be read.",
            remedy="Copy it again, or take another backup.",
        ) from error


def _records(kind: type[R], name: str, file: BinaryIO) -> Iterator[R]:
    number = 0
    while line := file.readline(LONGEST_RECORD_BYTES):
        number += 1
        try:
            yield kind.model_validate_json(line)
        except ValidationError as error:
            raise ArchiveError(
                f"Line {number} of {name!r} is no {kind.__name__}.",
                remedy="The archive is damaged, or a later version of PanGEA wrote it.",
            ) from error


def _name(line: bytes) -> str | None:
    try:
        return repr(json.loads(line)["name"])
    except (ValueError, TypeError, KeyError):
        return None
