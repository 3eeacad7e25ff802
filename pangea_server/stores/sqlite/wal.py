"""SQLite's write-ahead log, read as it lies on the disk (sqlite.org/fileformat2.html#the_write_ahead_log).

SQLite stops reading it at the first frame whose checksum is wrong, without an error: of a damaged frame and of all
commits behind it nothing is left. Only frames behind that place tell that it was not the end.
"""

from __future__ import annotations

import struct
from array import array
from dataclasses import dataclass
from pathlib import Path
from sys import byteorder

HEADER = struct.Struct(">8I")
FRAME = struct.Struct(">6I")
MAGIC = 0x377F0682  # the last bit says that checksums are of big-endian words
MOST = 2**25  # bytes read; SQLite keeps the log at some megabytes
WORD = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class LogState:
    """Frames that SQLite reads, and frames of the same log that it does not reach."""

    frames: int
    unreachable: int
    header_is_damaged: bool = False

    @property
    def fault(self) -> str:
        """What is wrong, as a sentence; empty when nothing is."""
        if self.header_is_damaged:
            return "its first bytes are damaged, so that SQLite ignores it"
        if self.unreachable:
            return (
                f"frame {self.frames + 1} is damaged, so that SQLite ignores it and what follows, "
                f"{self.unreachable} in all; a power cut can leave this at the end of a log, in what nobody "
                "was told is stored"
            )
        return ""


def read_log(path: Path) -> LogState:
    """The state of a log that nobody is writing to. One that is missing or empty is sound."""
    return check_log(first_bytes(path))


def first_bytes(path: Path) -> bytes:
    """What is looked at of a log; nothing when it is missing."""
    if not path.exists():
        return b""
    with path.open("rb") as file:
        return file.read(MOST)


def check_log(data: bytes) -> LogState:
    """The state of the log that has these bytes."""
    if len(data) < HEADER.size:
        return LogState(0, 0)
    magic, _, page_size, _, *salts, first, second = HEADER.unpack_from(data)
    big_endian = bool(magic & 1)
    sums = _checksum(data[: HEADER.size - 8], (0, 0), big_endian)
    if magic & ~1 != MAGIC or sums != (first, second):
        return LogState(0, 0, header_is_damaged=any(data))
    length = FRAME.size + page_size
    starts = range(HEADER.size, len(data) - length + 1, length)
    for number, start in enumerate(starts):
        _, _, *given, first, second = FRAME.unpack_from(data, start)
        sums = _checksum(data[start : start + 8], sums, big_endian)
        sums = _checksum(data[start + FRAME.size : start + length], sums, big_endian)
        if given != salts or sums != (first, second):
            return LogState(number, _of_this_log(data, starts[number:], salts))
    return LogState(len(starts), 0)


def _of_this_log(data: bytes, starts: range, salts: list[int]) -> int:
    """How many frames carry the salts of this log, at least one of the two; older ones carry others."""
    count = 0
    for start in starts:
        _, _, *given, _, _ = FRAME.unpack_from(data, start)
        if given[0] != salts[0] and given[1] != salts[1]:
            break
        count += 1
    return count


def _checksum(data: bytes, sums: tuple[int, int], big_endian: bool) -> tuple[int, int]:
    words = array("I", data)
    if big_endian != (byteorder == "big"):
        words.byteswap()
    one, two = sums
    for place in range(0, len(words), 2):
        one = (one + words[place] + two) & WORD
        two = (two + words[place + 1] + one) & WORD
    return one, two
