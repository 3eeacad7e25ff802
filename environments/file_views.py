"""Bytes that lie elsewhere, read as one file."""

from __future__ import annotations

import io


class FileView(io.RawIOBase):
    """A seekable, readable file of ``size`` bytes; ``readinto`` reads at ``_position`` and moves it on."""

    _position = 0

    @property
    def size(self) -> int:
        """Number of bytes."""
        raise NotImplementedError

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        origin = {io.SEEK_SET: 0, io.SEEK_CUR: self._position, io.SEEK_END: self.size}[whence]
        self._position = max(0, origin + offset)
        return self._position
