"""Many parts read as one file, with one part in memory at a time."""

from __future__ import annotations

import io
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any


@dataclass(frozen=True, slots=True)
class Part:
    """Bytes that are fetched when they are needed; ``size`` is how many they are, at least one."""

    size: int
    read: Callable[[], bytes]


class JoinedFile(io.RawIOBase):
    """A seekable, readable file of ``parts`` in order."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._ends = list(accumulate(part.size for part in parts))
        self._position = 0
        self._held: tuple[int, bytes] = (-1, b"")

    @property
    def size(self) -> int:
        return self._ends[-1] if self._ends else 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        origin = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self.size}[whence]
        self._position = max(0, origin + offset)
        return self._position

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
