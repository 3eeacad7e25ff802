"""How a blob describes itself in a segment: each is a frame, a header and then the blob's bytes.

A segment begins with the line ``PanGEA segment 1 NAME``. A header is ``MARK``, the segment's name (8 bytes), the length
of its label (4 bytes, little-endian), the label's BLAKE2b digest (12 bytes), and the label as JSON. The name is random
and never leaves the server, so that nobody can send bytes that look like a frame.
"""

from __future__ import annotations

import errno
import hashlib
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from msgspec import DecodeError, Struct, ValidationError
from msgspec.json import Decoder, Encoder

from pangea_server.core.records import Record
from pangea_server.stores.describe import BLOCK_BYTES
from pangea_server.stores.protocol import BlobInfo

MARK = b"PGframe1"
FIXED = struct.Struct("<8s8sI12s")
LONGEST_LABEL = 2**20  # bytes; a longer one is damage
NAME_BYTES = 8  # of a segment; its name is their hexadecimal digits


class Owner(Struct, frozen=True):
    """The record that a blob was stored for, as it was then."""

    collection: str
    record_id: str
    document: str

    @classmethod
    def of(cls, record: Record) -> Self:
        return cls(record.collection, record.record_id, record.model_dump_json())


class Label(Struct, frozen=True):
    """What a header says about the bytes that follow it."""

    name: str
    size: int
    sha256: str
    owner: Owner | None = None

    @property
    def info(self) -> BlobInfo:
        return BlobInfo(self.name, self.size, self.sha256)


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame found in a file: its bytes begin at ``start``, after a header of ``head`` bytes."""

    label: Label
    start: int
    head: int

    @property
    def end(self) -> int:
        return self.start + self.label.size

    @property
    def whole(self) -> ByteRange:
        """Header and bytes."""
        return ByteRange(self.start - self.head, self.end)


@dataclass(frozen=True, slots=True)
class ByteRange:
    """Bytes of a file from ``start`` to ``end``."""

    start: int
    end: int


_encode = Encoder().encode
_decoder = Decoder(Label)


def first_line(segment: str) -> bytes:
    """The beginning of a segment whose blobs have headers."""
    return f"PanGEA segment 1 {segment}\n".encode()


def header(segment: str, info: BlobInfo, owner: Owner | None = None) -> bytes:
    """What stands before a blob's bytes."""
    label = _encode(Label(info.name, info.size, info.sha256, owner))
    return FIXED.pack(MARK, bytes.fromhex(segment), len(label), _digest(label)) + label


def read_header(file: int, segment: str, start: int) -> tuple[Label, int] | None:
    """The label that begins at ``start``, and the header's length; None where there is no sound header."""
    fixed = os.pread(file, FIXED.size, start)
    if len(fixed) < FIXED.size:
        return None
    mark, name, length, digest = FIXED.unpack(fixed)
    if mark != MARK or name != bytes.fromhex(segment) or length > LONGEST_LABEL:
        return None
    label = os.pread(file, length, start + FIXED.size)
    if _digest(label) != digest:
        return None
    try:
        return _decoder.decode(label), FIXED.size + length
    except (DecodeError, ValidationError):
        return None


def scan(file: int, segment: str, start: int, end: int) -> Iterator[Frame | ByteRange]:
    """The frames between ``start`` and ``end``, and the stretches of other bytes that are not zero, in order.

    The bytes of a frame are not read. One block is in memory at a time.
    """
    while start < end:
        found = read_header(file, segment, start)
        if found and start + found[1] + found[0].size <= end:
            label, head = found
            yield Frame(label, start + head, head)
            start += head + label.size
            continue
        following = _find_mark(file, segment, start + 1, end)
        if other := _not_zero(file, start, following):
            yield other
        start = following


def is_whole(file: int, frame: Frame) -> bool:
    """Whether the frame's bytes are those that its label describes."""
    return digest_of(file, frame.start, frame.end) == frame.label.sha256


def digest_of(file: int, start: int, end: int) -> str:
    """The SHA-256 of the bytes from ``start`` to ``end``, in hexadecimal."""
    digest = hashlib.sha256()
    for block in blocks(file, start, end):
        digest.update(block)
    return digest.hexdigest()


def blocks(file: int, start: int, end: int) -> Iterator[bytes]:
    """The bytes from ``start`` to ``end``, a block at a time; they end early where the file does."""
    while start < end and (block := os.pread(file, min(BLOCK_BYTES, end - start), start)):
        yield block
        start += len(block)


def _find_mark(file: int, segment: str, start: int, end: int) -> int:
    """Where the next header could begin; ``end`` when there is none."""
    mark = MARK + bytes.fromhex(segment)
    while (start := _next_data(file, start, end)) < end:
        block = os.pread(file, min(BLOCK_BYTES, end - start), start)
        place = block.find(mark)
        if place >= 0:
            return start + place
        if len(block) < len(mark):
            return end
        start += len(block) - len(mark) + 1
    return end


def _not_zero(file: int, start: int, end: int) -> ByteRange | None:
    """From the first to the last byte that is not zero."""
    first, last = end, start
    while (start := _next_data(file, start, end)) < end:
        block = os.pread(file, min(BLOCK_BYTES, end - start), start)
        if not block:
            break
        kept = block.rstrip(b"\0")
        if kept:
            first = min(first, start + len(block) - len(block.lstrip(b"\0")))
            last = start + len(kept)
        start += len(block)
    return ByteRange(first, last) if first < last else None


def _next_data(file: int, start: int, end: int) -> int:
    """The first place from ``start`` on that is not in a hole, at most ``end``."""
    try:
        return min(os.lseek(file, start, os.SEEK_DATA), end)
    except OSError as error:
        if error.errno == errno.ENXIO:  # holes up to the end of the file
            return end
        if error.errno == errno.EINVAL:  # this file system has no holes
            return start
        raise


def _digest(label: bytes) -> bytes:
    return hashlib.blake2b(label, digest_size=12).digest()
