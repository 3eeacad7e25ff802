"""Bytes stored elsewhere, read as one file: several parts joined, or a range of one file."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from environments.file_views import FileView


@dataclass(frozen=True, slots=True)
class FetchedPart:
    """Bytes that are fetched when they are needed; ``size`` is their number, at least one."""

    size: int
    read: Callable[[], bytes]


class JoinedFile(FileView):
    """The ``parts`` in order, with one of them in memory at a time."""

    def __init__(self, parts: Sequence[FetchedPart]) -> None:
        self._parts = parts
        self._ends = list(accumulate(part.size for part in parts))
        self._held: tuple[int, bytes] = (-1, b"")

    @property
    def size(self) -> int:
        return self._ends[-1] if self._ends else 0

    def readinto(self, buffer: Any) -> int:
        """Up to the end of the part that the position is in; 0 at the end of the last one."""
        number = bisect_right(self._ends, self._position)
        if number == len(self._parts):
            return 0
        data = self._part(number)
        start = self._position - (self._ends[number] - self._parts[number].size)
        piece = memoryview(data)[start : start + len(buffer)]
        buffer[: len(piece)] = piece
        self._position += len(piece)
        return len(piece)

    def _part(self, number: int) -> bytes:
        if self._held[0] != number:
            self._held = (number, self._parts[number].read())
        return self._held[1]


class FileStretch(FileView):
    """``size`` bytes of an open file from ``start``, read by position: several readers may share it.

    Args:
        descriptor: of the file; closed together with this object when it is ``owned``.
    """

    def __init__(self, descriptor: int, start: int, size: int, *, owned: bool = False) -> None:
        self._descriptor = descriptor
        self._start = start
        self._size = size
        self._owned = owned

    @property
    def size(self) -> int:
        return self._size

    def readinto(self, buffer: Any) -> int:
        wanted = min(len(buffer), max(0, self._size - self._position))
        read = os.preadv(self._descriptor, [memoryview(buffer)[:wanted]], self._start + self._position)
        self._position += read
        return read

    def close(self) -> None:
        if self._owned and not self.closed:
            os.close(self._descriptor)
        super().close()
