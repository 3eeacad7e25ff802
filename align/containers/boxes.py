"""MP4 (ISO 14496-12) and Matroska with WebM (RFC 9559): boxes in boxes, each with its length before it."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, BinaryIO

from align.containers.parts import ContainerPart, CutOff, Damaged, bytes_at, is_tail, size_of

if TYPE_CHECKING:
    from collections.abc import Iterator

EBML = 0x1A45DFA3
_SEGMENT, _CLUSTER = 0x18538067, 0x1F43B675
_IN_SEGMENT = {0x114D9B74, 0x1549A966, 0x1654AE6B, 0x1C53BB6B, 0x1941A469, 0x1043A770, 0x1254C367}
_IN_CLUSTER = {0xE7, 0x5854, 0xA7, 0xAB, 0xA3, 0xA0}
_ANYWHERE = {0xEC, 0xBF}
_ELEMENTS = {EBML, _SEGMENT, _CLUSTER} | _IN_SEGMENT | _IN_CLUSTER | _ANYWHERE


def mp4_parts(file: BinaryIO) -> Iterator[ContainerPart]:
    """The recordings of an MP4 file; each begins with a box ``ftyp``.

    Raises:
        CutOff: a box ends behind the end of the file.
        Damaged: something that is no box follows a box.
    """
    size, start, position = size_of(file), 0, 0
    while position < size:
        header = bytes_at(file, position, 16)
        if len(header) < 8:
            raise CutOff(start)
        length, kind = struct.unpack_from(">I4s", header)
        if length == 1 and len(header) == 16:
            length = struct.unpack_from(">Q", header, 8)[0]
        elif length == 0:
            length = size - position
        if length < 8 or not (kind.isascii() and kind.decode().isprintable()) or header.startswith(b"TAG"):
            if not is_tail(file, position):
                raise Damaged(start, position)
            break
        if kind == b"ftyp" and position > start:
            yield ContainerPart(start, position)
            start = position
        if position + length > size:
            raise CutOff(start, position + length)
        position += length
    yield ContainerPart(start, position)


def matroska_parts(file: BinaryIO) -> Iterator[ContainerPart]:
    """The recordings of a Matroska file; each begins with an element ``EBML``. Segments and clusters may be of unknown
    length, as browsers write them: what is in them is looked at one by one.

    Raises:
        CutOff: an element ends behind the end of the file.
        Damaged: something that is no element of a recording follows an element.
    """
    size, start, position = size_of(file), 0, 0
    while position < size:
        head = bytes_at(file, position, 12)
        name, of_name = _number(head, keep_marker=True)
        length, of_length = _number(head[of_name:], keep_marker=False)
        if name not in _ELEMENTS or not of_length:
            if is_tail(file, position):
                break
            raise CutOff(start) if len(head) < 12 else Damaged(start, position)
        if name == EBML and position > start:
            yield ContainerPart(start, position)
            start = position
        content = position + of_name + of_length
        is_unknown = length == (1 << 7 * of_length) - 1
        if is_unknown and name not in {_SEGMENT, _CLUSTER}:
            raise Damaged(start, position)
        if not is_unknown and content + length > size:
            raise CutOff(start, content + length)
        position = content if name in {_SEGMENT, _CLUSTER} else content + length
    yield ContainerPart(start, position)


def _number(data: bytes, *, keep_marker: bool) -> tuple[int, int]:
    """A number of variable length and its number of bytes; 0 bytes: it is not whole, or none begins here."""
    width = 9 - data[0].bit_length() if data else 9
    if width > 8 or len(data) < width:
        return 0, 0
    value = int.from_bytes(data[:width], "big")
    return (value if keep_marker else value & ((1 << 7 * width) - 1)), width
