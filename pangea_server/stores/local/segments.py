"""Small blobs, one after another in files of some hundred megabytes, so that one sync makes many of them durable.

Each blob is a frame (``frames.py``), so that a segment says what is in it. Only the process that created a segment
appends to it. Bytes of removed blobs are erased in place: their disk space is free at once, and the file is removed
when nothing is left in it.
"""

from __future__ import annotations

import ctypes
import fcntl
import io
import os
import re
import secrets
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from environments.folders import make_folder
from pangea_server.stores.describe import BLOCK_BYTES
from pangea_server.stores.file_views import FileStretch
from pangea_server.stores.local.frames import (
    NAME_BYTES,
    ByteRange,
    Owner,
    first_line,
    header,
    read_header,
    scan,
)
from pangea_server.stores.protocol import BlobInfo
from pangea_server.stores.sqlite.syncs import Syncs

SEGMENTS_FOLDER = ".segments"  # no blob's name starts with a dot
FULL = 2**28  # bytes; a segment of this size is followed by a new one
NAME = re.compile(r"[0-9a-f]{16}")
MOST_BUFFERS = 1024  # that one system call takes
KEEP_SIZE_AND_PUNCH_HOLE = 0x01 | 0x02  # linux/falloc.h


@dataclass(frozen=True, slots=True)
class BlobPlace:
    """Where a blob's bytes are. A header of ``head`` bytes stands before them."""

    segment: str
    start: int
    size: int
    head: int


@dataclass(frozen=True, slots=True)
class NewBlob:
    """A blob to append, in blocks, and the record that it is for."""

    info: BlobInfo
    blocks: Sequence[bytes]
    owner: Owner | None = None


class Segments:
    """The segments below ``root``. The database alone decides whether a place counts."""

    def __init__(self, root: Path, syncs: Syncs) -> None:
        self.folder = root / SEGMENTS_FOLDER
        self._syncs = syncs
        self._name = ""
        self._file: int | None = None  # the segment that this process writes and has locked
        self._end = 0
        self._kept = True  # whether nothing lies behind ``_end``

    def prepare(self) -> None:
        """Make the folder."""
        make_folder(self.folder)
        self._syncs.folder(self.folder.parent)

    def append(self, blobs: Sequence[NewBlob]) -> list[BlobPlace]:
        """Write blobs; synced when this returns. ``keep`` makes them permanent."""
        if self._file is None or self._end >= FULL:
            self._begin()
        assert self._file is not None
        if not self._kept:
            os.ftruncate(self._file, self._end)
        self._kept = False
        places, blocks, start = [], [], self._end
        for blob in blobs:
            head = header(self._name, blob.info, blob.owner)
            places.append(BlobPlace(self._name, start + len(head), blob.info.size, len(head)))
            blocks += [head, *blob.blocks]
            start = places[-1].start + blob.info.size
        self._write_at(self._file, self._end, blocks)
        return places

    def keep(self, places: Sequence[BlobPlace]) -> None:
        """Make what ``append`` wrote permanent; without this, the next append overwrites it."""
        for place in places:
            self._end = place.start + place.size
        self._kept = True

    def open(self, place: BlobPlace) -> BinaryIO:
        """Open a place; raises FileNotFoundError when its segment is missing, EOFError when it is too short."""
        file = os.open(self.path(place.segment), os.O_RDONLY | os.O_CLOEXEC)
        if os.fstat(file).st_size < place.start + place.size:
            os.close(file)
            raise EOFError
        return io.BufferedReader(FileStretch(file, place.start, place.size, owned=True))

    def erase(self, removed: Iterable[tuple[str, BlobPlace]]) -> None:
        """Erase the bytes of these blobs, given with their names, and their headers; synced when this returns.

        A place whose header names another blob is left as it is.
        """
        by_segment: dict[str, list[tuple[str, BlobPlace]]] = {}
        for name, place in removed:
            by_segment.setdefault(place.segment, []).append((name, place))
        for segment, mine in by_segment.items():
            with suppress(FileNotFoundError), self.opened(segment) as file:
                for name, place in mine:
                    if not _is_anothers(file, name, place):
                        _erase(file, place.start - place.head, place.start + place.size)
                self._syncs.file(file)

    def erase_stretch(self, segment: str, stretch: ByteRange) -> None:
        """Erase any bytes of a segment; synced when this returns."""
        with self.opened(segment) as file:
            _erase(file, stretch.start, stretch.end)
            self._syncs.file(file)

    def names(self) -> list[str]:
        """All segments that there are; other files in the folder are left alone."""
        return sorted(path.name for path in self.folder.iterdir() if NAME.fullmatch(path.name))

    def size(self, segment: str) -> int:
        return self.path(segment).stat().st_size

    def cut(self, segment: str, end: int) -> None:
        """Cut off everything after ``end``, unless it is being written."""
        with suppress(FileNotFoundError), self.opened(segment) as file:
            if _lock(file) and os.fstat(file).st_size > end:
                os.ftruncate(file, end)
                self._syncs.file(file)

    def remove_if_empty(self, segment: str) -> None:
        """Remove a segment in which nothing is left, unless it is being written."""
        with suppress(FileNotFoundError), self.opened(segment) as file:
            if _lock(file) and is_empty(file, segment):
                self.path(segment).unlink()
                self._syncs.folder(self.folder)

    def is_being_written(self, segment: str) -> bool:
        """Whether a process has it as the segment that it appends to."""
        with self.opened(segment) as file:
            return not _lock(file)

    def close(self) -> None:
        if self._file is not None:
            if not self._kept:
                with suppress(OSError):  # it may be what failed before; the next server looks at it
                    os.ftruncate(self._file, self._end)
            os.close(self._file)
            self._file = None

    def _write_at(self, file: int, start: int, blocks: Sequence[bytes]) -> None:
        _write(file, blocks, start)
        self._syncs.file(file)

    def _begin(self) -> None:
        self.close()
        self._name = secrets.token_hex(NAME_BYTES)
        line = first_line(self._name)
        self._end, self._kept = len(line), True
        file = os.open(self.path(self._name), os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            _write(file, [line], 0)
            self._syncs.folder(self.folder)
        except BaseException:
            os.close(file)
            raise
        self._file = file

    @contextmanager
    def opened(self, segment: str) -> Iterator[int]:
        """A descriptor of a segment, for reading and writing."""
        file = os.open(self.path(segment), os.O_RDWR | os.O_CLOEXEC)
        try:
            yield file
        finally:
            os.close(file)

    def path(self, segment: str) -> Path:
        return self.folder / segment


def _write(file: int, blocks: Iterable[bytes], start: int) -> None:
    pending = deque(memoryview(block) for block in blocks)
    while pending:
        written = os.pwritev(file, list(islice(pending, MOST_BUFFERS)), start)
        start += written
        while pending and written >= len(pending[0]):
            written -= len(pending.popleft())
        if written:
            pending[0] = pending[0][written:]


def is_empty(file: int, segment: str) -> bool:
    """Whether a segment has nothing but its first line and zeros."""
    return next(scan(file, segment, first_byte(file, segment), os.fstat(file).st_size), None) is None


def first_byte(file: int, segment: str) -> int:
    """Where the first blob of a segment may begin: after its first line; 0 where that is damaged."""
    line = first_line(segment)
    found = os.pread(file, len(line), 0)
    return len(found) if line.startswith(found) else 0


def _is_anothers(file: int, name: str, place: BlobPlace) -> bool:
    found = read_header(file, place.segment, place.start - place.head)
    return found is not None and found[0].name != name


def _erase(file: int, start: int, end: int) -> None:
    """Punch a hole where the file system supports it; write zeros elsewhere."""
    if _fallocate is None or _fallocate(file, KEEP_SIZE_AND_PUNCH_HOLE, start, end - start) != 0:
        for begin in range(start, end, BLOCK_BYTES):
            _write(file, [bytes(min(BLOCK_BYTES, end - begin))], begin)


def _lock(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _find_fallocate() -> Any:
    """Python has no function for this system call."""
    function = getattr(ctypes.CDLL(None), "fallocate", None)
    if function is not None:
        function.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64)
    return function


_fallocate = _find_fallocate()
