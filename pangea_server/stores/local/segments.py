"""Small blobs, one after another in files of some hundred megabytes, so that one sync makes many of them durable.

Only the process that created a segment appends to it. Bytes of removed blobs are erased in place: their disk space is
free at once, and the file is removed when nothing is left in it.
"""

from __future__ import annotations

import ctypes
import fcntl
import io
import os
import secrets
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from pangea_server.stores.describe import BLOCK_BYTES
from pangea_server.stores.file_views import FileStretch
from pangea_server.stores.sqlite.syncs import Syncs

SEGMENTS_FOLDER = ".segments"  # no blob's name starts with a dot
FULL = 2**28  # bytes; a segment of this size is followed by a new one
MOST_BUFFERS = 1024  # that one system call takes
KEEP_SIZE_AND_PUNCH_HOLE = 0x01 | 0x02  # linux/falloc.h


@dataclass(frozen=True, slots=True)
class Place:
    """Where a blob's bytes are."""

    segment: str
    start: int
    size: int


class Segments:
    """The segments below ``root``. The database alone decides whether a place counts."""

    def __init__(self, root: Path, syncs: Syncs) -> None:
        self._folder = root / SEGMENTS_FOLDER
        self._syncs = syncs
        self._name = ""
        self._file: int | None = None  # the segment that this process writes and has locked
        self._end = 0

    def prepare(self) -> None:
        """Make the folder."""
        self._folder.mkdir(exist_ok=True)
        self._syncs.folder(self._folder.parent)

    def append(self, blobs: Sequence[Sequence[bytes]]) -> list[Place]:
        """Write blobs, each given in blocks; synced when this returns. ``keep`` makes them permanent."""
        if self._file is None or self._end >= FULL:
            self._begin()
        assert self._file is not None
        places, start = [], self._end
        for blocks in blobs:
            places.append(Place(self._name, start, sum(map(len, blocks))))
            start += places[-1].size
        self._write_at(self._file, self._end, [block for blocks in blobs for block in blocks])
        return places

    def keep(self, places: Sequence[Place]) -> None:
        """Make what ``append`` wrote permanent; without this, the next append overwrites it."""
        for place in places:
            self._end = place.start + place.size

    def open(self, place: Place) -> BinaryIO:
        """Open a place; raises FileNotFoundError when its segment is missing, EOFError when it is too short."""
        file = os.open(self._path(place.segment), os.O_RDONLY | os.O_CLOEXEC)
        if os.fstat(file).st_size < place.start + place.size:
            os.close(file)
            raise EOFError
        return io.BufferedReader(FileStretch(file, place.start, place.size, owned=True))

    def erase(self, places: Iterable[Place]) -> None:
        """Erase the bytes of these places; synced when this returns."""
        by_segment: dict[str, list[Place]] = {}
        for place in places:
            by_segment.setdefault(place.segment, []).append(place)
        for segment, mine in by_segment.items():
            with suppress(FileNotFoundError), self._opened(segment) as file:
                for place in mine:
                    _erase(file, place)
                self._syncs.file(file)

    def names(self) -> list[str]:
        return [path.name for path in self._folder.iterdir()]

    def cut(self, segment: str, end: int) -> None:
        """Cut off everything after ``end``, and remove an empty segment, unless it is being written."""
        with suppress(FileNotFoundError), self._opened(segment) as file:
            if not _lock(file):
                return
            if end == 0:
                self._path(segment).unlink()
                self._syncs.folder(self._folder)
            elif os.fstat(file).st_size > end:
                os.ftruncate(file, end)
                self._syncs.file(file)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _write_at(self, file: int, start: int, blocks: Sequence[bytes]) -> None:
        _write(file, blocks, start)
        self._syncs.file(file)

    def _begin(self) -> None:
        self.close()
        self._name, self._end = secrets.token_hex(8), 0
        file = os.open(self._path(self._name), os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            _lock(file)
            self._syncs.folder(self._folder)
        except BaseException:
            os.close(file)
            raise
        self._file = file

    @contextmanager
    def _opened(self, segment: str) -> Iterator[int]:
        file = os.open(self._path(segment), os.O_RDWR | os.O_CLOEXEC)
        try:
            yield file
        finally:
            os.close(file)

    def _path(self, segment: str) -> Path:
        return self._folder / segment


def _write(file: int, blocks: Iterable[bytes], start: int) -> None:
    pending = deque(memoryview(block) for block in blocks)
    while pending:
        written = os.pwritev(file, list(islice(pending, MOST_BUFFERS)), start)
        start += written
        while pending and written >= len(pending[0]):
            written -= len(pending.popleft())
        if written:
            pending[0] = pending[0][written:]


def _erase(file: int, place: Place) -> None:
    """Punch a hole where the file system supports it; write zeros elsewhere."""
    if _fallocate is None or _fallocate(file, KEEP_SIZE_AND_PUNCH_HOLE, place.start, place.size) != 0:
        for start in range(place.start, place.start + place.size, BLOCK_BYTES):
            _write(file, [bytes(min(BLOCK_BYTES, place.start + place.size - start))], start)


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
