"""Pictures without what cameras write into them about their owner: places (GPS), dates, serial numbers, names.

Nothing is decoded: of a file's parts those are kept that say how its pixels look, byte by byte, and all others are left
out, known or not; also what follows the picture in its file, where cameras keep more pictures and the way they moved.
Sources: JPEG, ITU-T T.81 B.1; PNG, W3C third edition 5; WebP, RFC 9649 2.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING
from zlib import crc32

from environments.errors import InvalidDataError
from environments.pictures import JPEG, REMEDY
from environments.scan import EncodedImage

if TYPE_CHECKING:
    from collections.abc import Iterator

PNG = b"\x89PNG\r\n\x1a\n"
EXIF = b"Exif\0\0"
UPRIGHT = 1
_ORIENTATION, _SHORT = 0x0112, 3
_END, _SCAN = 0xD9, 0xDA
_SCANNED = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")
"""The next marker after pixels: escaped bytes and restarts belong to these."""
_APPLICATION, _COMMENT = range(0xE0, 0xF0), 0xFE
_KEPT_OF_JPEG = ((0xE0, b"JFIF\0"), (0xE2, b"ICC_PROFILE\0"), (0xEE, b"Adobe"))
_KEPT_OF_PNG = {
    *(b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS"),
    *(b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB", b"cICP", b"bKGD", b"pHYs"),
}
_KEPT_OF_WEBP = {b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ICCP"}


def without_metadata(image: EncodedImage) -> EncodedImage:
    """The same picture, pixel by pixel, with its colours and turned as before, and nothing else said in its file.

    Raises:
        InvalidDataError: it is no JPEG, PNG or WebP.
    """
    data = image.data
    if data.startswith(JPEG):
        kept = b"".join(_jpeg(data))
    elif data.startswith(PNG):
        kept = b"".join(_png(data))
    elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        kept = _webp(data)
    else:
        raise InvalidDataError("The file is not an image that can be read.", remedy=REMEDY)
    return EncodedImage(kept, image.media_type)


def _jpeg(data: bytes) -> Iterator[bytes]:
    """A file that is cut off ends where it does; a segment that is cut off is left out."""
    yield JPEG
    for marker, part in _segments(data):
        content = part[4:]
        if marker == 0xE1 and content.startswith(EXIF):
            if turn := _turn(content[len(EXIF) :]):
                yield b"\xff\xe1" + struct.pack(">H", 2 + len(EXIF) + len(turn)) + EXIF + turn
        elif _is_kept(marker, content[:12]):
            yield part


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Each marker with its segment, and with the pixels that follow it."""
    at = len(JPEG)
    while at + 2 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == _END:
            yield marker, data[at : at + 2]
            return
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4])
        if marker == 0xFF:  # a byte that fills up
            at += 1
            continue
        if end > len(data) or end < at + 4:
            return
        if marker == _SCAN:
            found = _SCANNED.search(data, end)
            end = found.start() if found else len(data)
        yield marker, data[at:end]
        at = end


def _is_kept(marker: int, begins: bytes) -> bool:
    if marker in _APPLICATION:
        return any(marker == kept and begins.startswith(name) for kept, name in _KEPT_OF_JPEG)
    return marker != _COMMENT


def _png(data: bytes) -> Iterator[bytes]:
    yield PNG
    at = len(PNG)
    while at + 12 <= len(data):
        length, kind = int.from_bytes(data[at : at + 4]), data[at + 4 : at + 8]
        if kind in _KEPT_OF_PNG:
            yield data[at : at + 12 + length]
        elif kind == b"eXIf" and (turn := _turn(data[at + 8 : at + 8 + length])):
            yield struct.pack(">I", len(turn)) + kind + turn + struct.pack(">I", crc32(kind + turn))
        if kind == b"IEND":
            return
        at += 12 + length


def _webp(data: bytes) -> bytes:
    content = b"WEBP" + b"".join(_chunks(data[: 8 + int.from_bytes(data[4:8], "little")]))
    return b"RIFF" + struct.pack("<I", len(content)) + content


def _chunks(data: bytes) -> Iterator[bytes]:
    """VP8X, which comes first, goes on saying that there is EXIF; readers take a file for upright that has none."""
    at = 12
    while at + 8 <= len(data):
        kind, length = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        end = at + 8 + length + length % 2
        if kind in _KEPT_OF_WEBP:
            yield data[at:end]
        elif kind == b"EXIF" and (turn := _turn(data[at + 8 : at + 8 + length].removeprefix(EXIF))):
            yield kind + struct.pack("<I", len(turn)) + turn
        at = end


def _turn(exif: bytes) -> bytes:
    """The EXIF that turns a picture as this does, and says nothing else; empty where it is upright."""
    orientation = _orientation(exif)
    if orientation not in range(UPRIGHT + 1, 9):
        return b""
    entry = struct.pack(">HHIHH", _ORIENTATION, _SHORT, 1, orientation, 0)
    return b"MM\0*" + struct.pack(">IH", 8, 1) + entry + bytes(4)


def _orientation(exif: bytes) -> int:
    """By the first directory of TIFF 6.0; ``UPRIGHT`` where it does not say, or is damaged."""
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(exif[:4])
    try:
        if order:
            (start,) = struct.unpack_from(f"{order}I", exif, 4)
            (entries,) = struct.unpack_from(f"{order}H", exif, start)
            for at in range(start + 2, start + 2 + 12 * entries, 12):
                tag, kind, _, value = struct.unpack_from(f"{order}HHIH", exif, at)
                if (tag, kind) == (_ORIENTATION, _SHORT):
                    return int(value)
    except struct.error:
        pass
    return UPRIGHT
