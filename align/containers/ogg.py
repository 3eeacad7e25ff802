"""Ogg: a list of pages, each with a checksum and a number (RFC 3533)."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, BinaryIO

from align.containers.parts import ContainerPart, CutOff, Damaged, bytes_at, is_tail, size_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADER = struct.Struct("<4sBBqIIIB")
_FIRST, _LAST = 2, 4
_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def ogg_parts(file: BinaryIO) -> Iterator[ContainerPart]:
    """The recordings of an Ogg file: streams that begin together, until the last of them has ended.

    Raises:
        CutOff: the file ends within a page, or before the last page of a stream.
        Damaged: a page is missing or has another checksum than it says.
    """
    size, start, position = size_of(file), 0, 0
    numbers: dict[int, int] = {}
    while position < size:
        header = bytes_at(file, position, _HEADER.size)
        if header[:4] != b"OggS" and (position < size - 3 or not b"OggS".startswith(header[:4])):
            if numbers or not is_tail(file, position):
                raise Damaged(start, position)
            return
        if len(header) < _HEADER.size:
            raise CutOff(start)
        _, _, kind, _, stream, number, checksum, segments = _HEADER.unpack(header)
        lengths = file.read(segments)
        page = header + lengths + file.read(sum(lengths))
        if len(page) < _HEADER.size + segments + sum(lengths):
            raise CutOff(start, position + _HEADER.size + segments + sum(lengths))
        if crc(page[:22] + bytes(4) + page[26:]) != checksum or number != numbers.get(stream, number):
            raise Damaged(start, position)
        if not kind & _FIRST and stream not in numbers:
            raise Damaged(start, position)
        position += len(page)
        numbers[stream] = number + 1
        if kind & _LAST:
            del numbers[stream]
            if not numbers:
                yield ContainerPart(start, position)
                start = position
    if numbers:
        raise CutOff(start)


def crc(data: bytes) -> int:
    """Ogg's checksum: that of zlib with all bits in the other order, beginning with 0."""
    mirrored = zlib.crc32(data.translate(_MIRRORED), 0xFFFF_FFFF) ^ 0xFFFF_FFFF
    return int(f"{mirrored:032b}"[::-1], 2)
