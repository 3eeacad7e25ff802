"""Frames, one directly after the other: MP3 (MPEG audio, ISO 11172-3, 13818-3), bare AAC (ADTS, ISO 13818-7), FLAC."""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO

from align.containers.parts import ContainerPart, CutOff, Damaged, after_id3, bytes_at, is_tail, size_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_KBITS = {
    (1, 1): (0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448),
    (1, 2): (0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384),
    (1, 3): (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    (2, 1): (0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256),
    (2, 2): (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}
"""Rates in kbit/s by version (1, or 2 for 2 and 2.5) and layer; layer 3 of version 2 has those of layer 2."""
_KBITS[2, 3] = _KBITS[2, 2]
_HERTZ = {3: (44_100, 48_000, 32_000), 2: (22_050, 24_000, 16_000), 0: (11_025, 12_000, 8_000)}
_MOST_BEFORE = 1 << 14
"""So many bytes may stand before the first frame, such as zeros or a broken tag."""
_ENOUGH_FRAMES = 4
_FLAC = b"fLaC\0\0\0\x22"
_BLOCK = 1 << 16
_SUMMARIES = (b"Xing", b"Info", b"VBRI")
"""What the first frame of a file has instead of sound: the number of frames, and a table for seeking."""


def mpeg_frame(header: bytes) -> int:
    """Bytes in the frame of MPEG audio that begins so (4 bytes); 0: none does, or one of free format."""
    if len(header) < 4 or header[0] != 0xFF or header[1] & 0xE0 != 0xE0:
        return 0
    version, layer = header[1] >> 3 & 3, 4 - (header[1] >> 1 & 3)
    if version == 1 or layer == 4 or header[2] >> 4 in {0, 15} or header[2] >> 2 & 3 == 3:
        return 0
    bits = 1000 * _KBITS[1 if version == 3 else 2, layer][header[2] >> 4]
    rate, padding = _HERTZ[version][header[2] >> 2 & 3], header[2] >> 1 & 1
    if layer == 1:
        return 4 * (12 * bits // rate + padding)
    samples = 576 if layer == 3 and version != 3 else 1152
    return samples // 8 * bits // rate + padding


def adts_frame(header: bytes) -> int:
    """Bytes in the frame of AAC that begins so (6 bytes); 0: none does."""
    if len(header) < 6 or header[0] != 0xFF or header[1] & 0xF6 != 0xF0:
        return 0
    length = (header[3] & 3) << 11 | header[4] << 3 | header[5] >> 5
    return length if length >= 7 else 0


def first_frame(file: BinaryIO, frame: Callable[[bytes], int]) -> int | None:
    """The byte near the head of a file, behind an ID3 tag, from which on frames follow each other; None: none does."""
    begin = after_id3(file, 0)
    head = bytes_at(file, begin, _MOST_BEFORE)
    at = head.find(b"\xff")
    while at >= 0:
        if _begins(file, frame, begin + at):
            return begin + at
        at = head.find(b"\xff", at + 1)
    return None


def _begins(file: BinaryIO, frame: Callable[[bytes], int], position: int) -> bool:
    """True if frames follow each other from here on; fewer than usual where the file ends."""
    size = size_of(file)
    for number in range(_ENOUGH_FRAMES):
        length = frame(bytes_at(file, position, 6))
        if not length:
            return False
        position += length
        if position >= size:
            return number > 0
    return True


def frame_parts(file: BinaryIO, start: int, frame: Callable[[bytes], int]) -> Iterator[ContainerPart]:
    """The recordings of a file of frames, from its first one on. A tag or a summary begins another recording.

    Raises:
        CutOff: the last frame is not whole.
        Damaged: something else than a frame follows a frame.
    """
    size, position = size_of(file), start
    while position < size:
        header = bytes_at(file, position, 6)
        length = frame(header)
        if not length:
            behind = after_id3(file, position)
            if behind > position and frame(bytes_at(file, behind, 6)):
                yield ContainerPart(start, position)
                start = position = behind
                continue
            if size - position < 6 and header.startswith(b"\xff"):
                raise CutOff(start)
            if not is_tail(file, position):
                raise Damaged(start, position)
            break
        if position > start and _is_summary(file, position):
            yield ContainerPart(start, position)
            start = position
        if position + length > size:
            raise CutOff(start, position + length)
        position += length
    yield ContainerPart(start, position)


def flac_parts(file: BinaryIO) -> Iterator[ContainerPart]:
    """The recordings of a FLAC file; each begins with its mark and the block that states its length. Its frames do not
    say how long they are: what is missing in them is found when they are decoded."""
    size, starts, position = size_of(file), [0], after_id3(file, 0) + len(_FLAC)
    while block := bytes_at(file, position, _BLOCK + len(_FLAC) - 1):
        found = block.find(_FLAC)
        if found >= 0:
            starts.append(position + found)
        position += found + len(_FLAC) if found >= 0 else _BLOCK
    for start, end in zip(starts, [*starts[1:], size], strict=True):
        yield ContainerPart(start, end)


def _is_summary(file: BinaryIO, position: int) -> bool:
    content = bytes_at(file, position, 40)
    return content[1] & 6 == 2 and any(content[at : at + 4] in _SUMMARIES for at in (13, 21, 36))
