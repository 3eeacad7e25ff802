"""gzip with a comment in its header, which Python's own writer cannot write and every reader skips.

Source: RFC 1952.
"""

from __future__ import annotations

import io
import struct
import zlib
from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from typing_extensions import Buffer

_MAGIC, _DEFLATE, _COMMENTED, _SMALLEST, _UNKNOWN_SYSTEM = b"\x1f\x8b", 8, 0x10, 2, 255


class CommentedGzip(io.RawIOBase):
    """A stream that compresses to ``file``, without the date of writing: the same input gives the same bytes.

    The comment is one line of Latin-1. Closing ends the compressed stream and leaves ``file`` open.
    """

    def __init__(self, file: BinaryIO, comment: str) -> None:
        self._file = file
        self._deflate = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
        self._crc = self._length = 0
        flags = _COMMENTED if comment else 0
        head = struct.pack("<2sBBIBB", _MAGIC, _DEFLATE, flags, 0, _SMALLEST, _UNKNOWN_SYSTEM)
        file.write(head + (comment.encode("latin-1") + b"\0" if comment else b""))

    def writable(self) -> bool:
        return True

    def write(self, data: Buffer, /) -> int:
        view = memoryview(data)
        self._crc = zlib.crc32(view, self._crc)
        self._length += view.nbytes
        self._file.write(self._deflate.compress(view))
        return view.nbytes

    def close(self) -> None:
        if not self.closed:
            super().close()
            self._file.write(self._deflate.flush() + struct.pack("<II", self._crc, self._length % 2**32))
