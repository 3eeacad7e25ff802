"""Parts of a file: the recordings that it holds, one after the other."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import BinaryIO

_TAGS = (b"TAG", b"ID3", b"APETAGEX", b"LYRICSBEGIN", b"3DI")
"""What ID3, APE and Lyrics3 tags begin with, which players write behind a recording of any form."""
_BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class ContainerPart:
    """One recording in a file.

    Attributes:
        start: its first byte.
        end: the first byte behind it.
        length: where it says that its length is not known, that byte and what stands there once it is known.
    """

    start: int
    end: int
    length: tuple[int, bytes] | None = None

    def read(self, file: BinaryIO, position: int, count: int) -> bytes:
        """So many bytes from this position in the recording on; fewer at its end."""
        first = self.start + position
        data = bytes_at(file, first, max(0, min(count, self.end - first)))
        if self.length is None:
            return data
        at, known = self.length
        left, right = max(first, at), min(first + len(data), at + len(known))
        return (
            data
            if left >= right
            else data[: left - first] + known[left - at : right - at] + data[right - first :]
        )


class CutOff(Exception):  # noqa: N818
    """The file ends before its own structure does.

    Attributes:
        start: the first byte of the recording that is cut off.
        promised: the number of bytes that the file would have; None: it does not say.
    """

    def __init__(self, start: int, promised: int | None = None) -> None:
        super().__init__(start, promised)
        self.start, self.promised = start, promised


class Damaged(Exception):  # noqa: N818
    """At the byte ``at`` there is something else than the structure asks for."""

    def __init__(self, start: int, at: int) -> None:
        super().__init__(start, at)
        self.start, self.at = start, at


class Followed(Exception):  # noqa: N818
    """Behind the byte ``end``, where the file says that its sound ends, there is something that is no tag."""

    def __init__(self, end: int) -> None:
        super().__init__(end)
        self.end = end


def size_of(file: BinaryIO) -> int:
    """Number of bytes in a file."""
    return file.seek(0, os.SEEK_END)


def bytes_at(file: BinaryIO, position: int, count: int) -> bytes:
    """So many bytes from a position on; fewer at the end of the file."""
    file.seek(position)
    return file.read(count)


def is_tag(file: BinaryIO, position: int) -> bool:
    """True if a player's tag begins here."""
    return bytes_at(file, position, 16).startswith(_TAGS)


def is_tail(file: BinaryIO, position: int) -> bool:
    """True if a tag, zeros only, or nothing follows."""
    if is_tag(file, position):
        return True
    file.seek(position)
    return not any(block.strip(b"\0") for block in iter(lambda: file.read(_BLOCK), b""))


def after_id3(file: BinaryIO, position: int) -> int:
    """The byte behind an ID3v2 tag that begins here; the position itself where there is none."""
    head = bytes_at(file, position, 10)
    if not head.startswith(b"ID3") or len(head) < 10:
        return position
    length = sum((byte & 0x7F) << 7 * power for byte, power in zip(head[6:], (3, 2, 1, 0), strict=True))
    footer = 10 if head[5] & 0x10 else 0
    return position + 10 + length + footer
