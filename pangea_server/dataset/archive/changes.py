"""The log that follows a moment of a series: what has changed since, a few seconds in each entry.

``log/{moment}/{number}-{sha256}``   an entry: a signed tar file, under its SHA-256, sealed as the moment is
``log/{moment}/large/{sha256}``      a large blob that an entry names; the next moment has it among its own

An entry has ``changes.jsonl`` and the small blobs that are new; large ones lie apart. Each change
sets a record or blob to what it is now, so that an entry may be applied to a later state as well. The first line names
the entry before.
"""

from __future__ import annotations

import io
import os
import re
import tarfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO

from pydantic import BaseModel, ConfigDict, ValidationError

from pangea_server.core.errors import ArchiveError
from pangea_server.dataset.archive.encryption import Opener, Seal
from pangea_server.dataset.archive.layout import BLOBS
from pangea_server.dataset.archive.moments import checked_digest
from pangea_server.dataset.archive.places import Destination, scratch_file
from pangea_server.dataset.archive.signatures import Signer, read_signed
from pangea_server.stores.describe import describe
from pangea_server.stores.protocol import BlobInfo

LOG_PREFIX = "log/"
CHANGES_FILE = "changes.jsonl"
ENTRY_PATTERN = rf"{LOG_PREFIX}[^/]+/([0-9]{{8}})-([0-9a-f]{{64}})"


class Begin(BaseModel):
    """The first line: the SHA-256 of the entry before; empty in the first."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    previous: str


class RecordLine(BaseModel):
    """A record as it is now; ``document`` is its JSON, None when it was removed."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    collection: str
    record_id: str
    document: str | None


class BlobLine(BaseModel):
    """A blob; ``sha256`` is None when it was removed. ``apart``: it is no part of the entry."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    blob: str
    size: int = 0
    sha256: str | None = None
    apart: bool = False


@dataclass(frozen=True, slots=True)
class EntryName:
    """An entry's number, from 1, and digest."""

    number: int
    sha256: str

    def path(self, moment: str) -> str:
        return f"{LOG_PREFIX}{moment}/{self.number:08d}-{self.sha256}"


def entry_names(place: Destination, moment: str) -> list[EntryName]:
    """The entries after a moment, in order."""
    names = (re.fullmatch(ENTRY_PATTERN, name) for name in place.names(f"{LOG_PREFIX}{moment}/"))
    return [EntryName(int(found[1]), found[2]) for found in names if found]


def large_object(moment: str, sha256: str) -> str:
    """The name under which a place has a large blob of a log.

    Raises:
        ArchiveError: this is no digest.
    """
    return f"{LOG_PREFIX}{moment}/large/{checked_digest(sha256)}"


class EntryWriter:
    """An entry that is being written."""

    def __init__(self) -> None:
        self._file = scratch_file()
        self._tar = tarfile.open(fileobj=self._file, mode="w", format=tarfile.PAX_FORMAT)  # noqa: SIM115
        self._lines: list[bytes] = []

    def note(self, line: RecordLine | BlobLine) -> None:
        self._lines.append(line.model_dump_json().encode() + b"\n")

    def add_blob(self, info: BlobInfo, file: BinaryIO) -> None:
        self._add(BLOBS + info.name, file)
        self._tar.getmembers().clear()  # which would grow with every blob
        self.note(BlobLine(blob=info.name, size=info.size, sha256=info.sha256))

    def put(
        self, place: Destination, moment: str, number: int, previous: str, seal: Seal, signer: Signer
    ) -> str:
        """Store the entry; returns its digest."""
        first = Begin(previous=previous).model_dump_json().encode() + b"\n"
        self._add(CHANGES_FILE, io.BytesIO(b"".join([first, *self._lines])))
        self._tar.close()
        name = EntryName(number, describe("", self._file).sha256)
        path = name.path(moment)
        with signer.signed(path, self._file) as signed, seal.sealed(signed) as sealed:
            place.put(path, sealed)
        return name.sha256

    def close(self) -> None:
        self._file.close()

    def _add(self, name: str, file: BinaryIO) -> None:
        info = tarfile.TarInfo(name)
        info.size = file.seek(0, os.SEEK_END)
        file.seek(0)
        self._tar.addfile(info, file)


class EntryReader:
    """An entry that was found whole, with the entry before it in place."""

    def __init__(self, file: BinaryIO, name: EntryName) -> None:
        self._file = file
        self.name = name
        self.places: dict[str, tuple[int, int]] = {}
        self._lines: list[bytes] = []
        with tarfile.open(fileobj=file, mode="r:") as tar:
            for info in tar:
                if info.name == CHANGES_FILE:
                    found = tar.extractfile(info)
                    self._lines = found.readlines() if found else []
                self.places[info.name.removeprefix(BLOBS)] = (info.offset_data, info.size)

    @property
    def previous(self) -> str:
        return Begin.model_validate_json(self._lines[0]).previous

    def lines(self) -> Iterator[RecordLine | BlobLine]:
        for line in self._lines[1:]:
            yield (BlobLine if line.startswith(b'{"blob"') else RecordLine).model_validate_json(line)

    def bytes_of(self, blob: str) -> bytes:
        """A small blob."""
        start, size = self.places[blob]
        self._file.seek(start)
        return self._file.read(size)

    def close(self) -> None:
        self._file.close()


def read_entry(
    place: Destination,
    moment: str,
    name: EntryName,
    previous: str,
    opener: Opener,
    seal: Seal,
    signed_by: str,
) -> EntryReader:
    """An entry after a moment that ``signed_by`` has signed.

    Raises:
        ArchiveError: it is missing or damaged, somebody else made it, or another entry came before it.
    """
    path = name.path(moment)
    with suppress(ArchiveError, tarfile.TarError, ValidationError, IndexError):
        with opener.opened(place.open(path), seal) as stored:
            file, signature = read_signed(place, path, stored)
        if (signature.signed_by, signature.sha256) == (signed_by, name.sha256):
            entry = EntryReader(file, name)
            if entry.previous == previous:
                return entry
        file.close()
    raise ArchiveError(
        f"{place}: entry {name.number} of the log after {moment} is damaged, or is not the one that was saved."
    )
