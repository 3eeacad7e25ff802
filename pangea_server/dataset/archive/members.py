"""The members of a tar file that others may have made: one after another, with nothing of them in memory."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO, cast

from pangea_server.core.errors import ArchiveError
from pangea_server.stores.file_views import FileStretch

BLOCK_BYTES = 2**20  # bytes read at once
MOST_HEAD_BYTES = 2**20  # of a member; ours have a few kilobytes
UNREADABLE = (tarfile.TarError, ValueError, OverflowError, RecursionError)
"""What tarfile raises for heads that are none: a number that is too large, or a thousand of them before one member."""


class _Heads:
    """The file as tarfile sees it, which reads the heads of members into memory, however long they say they are."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.seek, self.tell = file.seek, file.tell
        self.bytes_read = 0

    def read(self, size: int) -> bytes:
        if size < 0:  # which would be everything
            raise tarfile.ReadError("a member has a negative size")
        self.bytes_read += size
        if self.bytes_read > MOST_HEAD_BYTES:
            raise tarfile.ReadError("a member has too long a head")
        return self._file.read(size)


def members(file: BinaryIO, path: Path, written_by: str) -> Iterator[tarfile.TarInfo]:
    """The members in their order.

    Args:
        written_by: the command that writes such files, for the remedy.

    Raises:
        ArchiveError: the file is no tar file, or is damaged or cut off.
    """
    heads = _Heads(file)
    try:
        tar = tarfile.open(fileobj=cast("BinaryIO", heads), mode="r:")  # noqa: SIM115  # there is nothing to close but ``file``
    except UNREADABLE as error:
        raise not_ours(path, written_by) from error
    try:
        while (info := tar.next()) is not None:
            if info.size < 0 or info.issparse():
                raise tarfile.ReadError(f"{info.name!r} has no size of a file")
            tar.members.clear()  # type: ignore[attr-defined]
            heads.bytes_read = 0
            yield info
    except UNREADABLE as error:
        raise ArchiveError(f"{path} is damaged or cut off: {error}.", remedy="Copy it again.") from error


def not_ours(path: Path, written_by: str) -> ArchiveError:
    return ArchiveError(
        f"{path} is no archive of PanGEA's.", remedy=f"Name a file that `{written_by}` wrote."
    )


def slice_of(file: IO[bytes], offset: int, size: int) -> io.BufferedReader:
    """``size`` bytes of an open file, as a file."""
    return io.BufferedReader(FileStretch(file.fileno(), offset, size), BLOCK_BYTES)
