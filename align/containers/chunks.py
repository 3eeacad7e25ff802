"""Forms that are lists of chunks with a name and a length: WAV (RIFF, RF64, BW64), Wave64, AIFF and CAF."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO

from align.containers.parts import (
    ContainerPart,
    CutOff,
    Damaged,
    Followed,
    bytes_at,
    is_tag,
    is_tail,
    size_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_GUID = bytes.fromhex("f3acd3118cd100c04f8edb8a")
_LONGEST_BUT_UNKNOWN = 0x7FFF_0000
"""A program that writes into a pipe cannot go back and enter the length. It leaves 0, or the greatest length that its
form can state, less its headers: 2 or 4 GiB, or 8 EiB, which no recording that is read here has."""


@dataclass(frozen=True, slots=True)
class ChunkForm:
    """How a form writes its chunks.

    Attributes:
        demuxer: FFmpeg's name of the form.
        length: struct's format of a chunk's length.
        head: bytes before the first chunk.
        sound: name of the chunk that has the samples.
        name: bytes of a chunk's name.
        included: whether a chunk's length counts its name and length too.
        multiple: chunks begin at multiples of so many bytes.
    """

    demuxer: str
    length: str
    head: int = 12
    sound: bytes = b"data"
    name: int = 4
    included: bool = False
    multiple: int = 2

    @property
    def header(self) -> int:
        """Bytes of a chunk before its content."""
        return self.name + struct.calcsize(self.length)


_WAV = ChunkForm("wav", "<I")
_WAVE64 = ChunkForm("w64", "<Q", 40, b"data" + _GUID, 16, included=True, multiple=8)
_CAF = ChunkForm("caf", ">Q", 8, multiple=1)
_AIFF = ChunkForm("aiff", ">I", sound=b"SSND")


def chunk_form(head: bytes) -> ChunkForm | None:
    """The form of a file that begins so (at least 16 bytes); None: it has no chunks."""
    if head[:4] in {b"RIFF", b"RF64", b"BW64"} and head[8:12] == b"WAVE":
        return _WAV
    if head[:4] == b"FORM" and head[8:12] in {b"AIFF", b"AIFC"}:
        return _AIFF
    if head[:4] == b"riff":
        return _WAVE64
    return _CAF if head[:4] == b"caff" else None


def chunk_parts(file: BinaryIO, form: ChunkForm) -> Iterator[ContainerPart]:
    """The recordings of such a file.

    Raises:
        CutOff: a chunk ends behind the end of the file.
        Damaged: a chunk is shorter than its own header.
        Followed: something that is neither a chunk, a tag nor another recording follows the sound.
    """
    size, start = size_of(file), 0
    while start < size:
        part = _part(file, form, start, size)
        yield part
        if chunk_form(bytes_at(file, part.end, 16)) != form and part.end < size:
            if not is_tail(file, part.end):
                raise Followed(part.end)
            return
        start = part.end


def _part(file: BinaryIO, form: ChunkForm, start: int, size: int) -> ContainerPart:
    """The recording that begins here, up to the end of its last chunk."""
    position, has_sound = start + form.head, False
    wide: tuple[int, int] | None = None
    while size - position >= form.header and not (has_sound and _is_no_chunk(file, form, position, size)):
        name, length, content, end = _chunk(file, form, position)
        if name == b"ds64" and end <= size and length >= 16:
            wide = content + 8, struct.unpack("<Q", bytes_at(file, content + 8, 8))[0]
        if name == form.sound:
            has_sound = True
            length_at = position + form.name, form.length
            if wide and length == 0xFFFF_FFFF:
                length_at, end = (wide[0], "<Q"), content + wide[1]
            if _is_unknown(file, form, content, end, size):
                known = size - (position if form.included else content)
                return ContainerPart(start, size, (length_at[0], struct.pack(length_at[1], known)))
        if end > size:
            raise CutOff(start, end)
        if end < content:
            raise Damaged(start, position)
        position = min(size, start - (start - end) // form.multiple * form.multiple)
    if not has_sound:
        raise CutOff(start)
    return ContainerPart(start, position)


def _chunk(file: BinaryIO, form: ChunkForm, position: int) -> tuple[bytes, int, int, int]:
    """The name of a chunk, its stated length, where its content begins, and where it ends."""
    header = bytes_at(file, position, form.header)
    length: int = struct.unpack_from(form.length, header, form.name)[0]
    content = position + form.header
    return header[: form.name], length, content, (position if form.included else content) + length


def _is_unknown(file: BinaryIO, form: ChunkForm, content: int, end: int, size: int) -> bool:
    """True if a chunk of sound says of its length only that it is not known."""
    if end > size:
        return end - content >= _LONGEST_BUT_UNKNOWN
    return end <= content < size and _is_no_chunk(file, form, content, size) and not is_tail(file, content)


def _is_no_chunk(file: BinaryIO, form: ChunkForm, position: int, size: int) -> bool:
    """True if what stands here, behind the sound, has no chunk's name or goes beyond the file."""
    if size - position < form.header or is_tag(file, position) or chunk_form(bytes_at(file, position, 16)):
        return True
    name, _, content, end = _chunk(file, form, position)
    return not name[:4].isascii() or not name[:4].decode().isprintable() or not content <= end <= size
