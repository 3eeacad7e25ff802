"""The lines of a stream that a stranger sent, plain or gzip, in blocks: it is read only as far as its bounds."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import BinaryIO

from align.errors import PoseTraceError

BLOCK_BYTES = 2**16  # that are unpacked at a time
PACKED_BLOCK_BYTES = 2**14
LONGEST_LINE_BYTES = 2**12  # a browser's snapshot has about 350
MOST_MEMBERS = 20_000  # gzips one after the other: a chunk is one, and a recording has at most 17,280
REMEDY = "Record the walk again, or read the file with the convention that it was written in."
_GZIP = b"\x1f\x8b"
_GZIP_WINDOW = 16 + zlib.MAX_WBITS  # zlib's way to say: with gzip's head and checksum


def numbered_blocks(file: BinaryIO, most_bytes: int) -> Iterator[tuple[int, bytes]]:
    """Blocks of whole lines, each with the number of its first line, from 1; the last line may lack its end.

    Raises:
        PoseTraceError: the stream unpacks to over ``most_bytes``, a line is too long, or the gzip is damaged.
    """
    number, size, rest = 1, 0, b""
    for block in _unpacked(file):
        size += len(block)
        if size > most_bytes:
            raise PoseTraceError(f"The pose trace unpacks to over {most_bytes} bytes.", remedy=REMEDY)
        block = rest + block
        _refuse_long_line(block, number)
        lines, end, rest = block.rpartition(b"\n")
        if end:
            yield number, lines + end
            number += lines.count(b"\n") + 1
    if rest:
        yield number, rest


def _refuse_long_line(block: bytes, first: int) -> None:
    lengths = list(map(len, block.split(b"\n")))
    if (longest := max(lengths)) > LONGEST_LINE_BYTES:
        raise PoseTraceError(
            f"Line {first + lengths.index(longest)} of the pose trace has over {LONGEST_LINE_BYTES} bytes.",
            remedy=REMEDY,
        )


def _unpacked(file: BinaryIO) -> Iterator[bytes]:
    block = file.read(PACKED_BLOCK_BYTES)
    if block.startswith(_GZIP):
        yield from _from_gzip(file, block)
        return
    while block:
        yield block
        block = file.read(BLOCK_BYTES)


def _from_gzip(file: BinaryIO, packed: bytes) -> Iterator[bytes]:
    """One member, or several joined; ``packed`` was read of the file already."""
    members = 0
    while packed:
        members += 1
        if members > MOST_MEMBERS:
            raise PoseTraceError(f"The pose trace has over {MOST_MEMBERS} gzips.", remedy=REMEDY)
        member = zlib.decompressobj(_GZIP_WINDOW)
        while not member.eof:
            packed = packed or file.read(PACKED_BLOCK_BYTES)
            if not packed:
                raise PoseTraceError("The pose trace's gzip is cut off.", remedy=REMEDY)
            try:
                yield member.decompress(packed, BLOCK_BYTES)
            except zlib.error as exc:
                raise PoseTraceError(f"The pose trace's gzip is damaged: {exc}.", remedy=REMEDY) from exc
            packed = member.unconsumed_tail
        packed = member.unused_data or file.read(PACKED_BLOCK_BYTES)
