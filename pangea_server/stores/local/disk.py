"""How full a disk may become.

Blobs leave a reserve for records, so that people can finish their current work. Ballast is thrown off when nothing
else is left, so that a server can start and people can remove data.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

RESERVE = 2 * 2**30  # bytes, unless the settings say otherwise


def room_above_reserve(folder: Path, reserve: int = RESERVE) -> int:
    """Bytes that may still be written below ``folder`` before only the reserve is left; negative when it is less.

    On a disk smaller than twenty reserves, a twentieth of the disk is reserved.
    """
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize - min(reserve, disk.f_blocks * disk.f_frsize // 20)


BALLAST_FILE = "ballast"
BALLAST_BYTES = 8 * 2**20  # bytes: SQLite's log grows to 4 MiB before it is folded into the database
SMALL_DISK_SHARE = 32  # one part in so many of a small disk
SMALLEST_BALLAST_BYTES = 2**20  # bytes; less would be of no use


def throw_off(directory: Path) -> None:
    """Give the space back if the disk is full; records need it more."""
    ballast = directory / BALLAST_FILE
    if _free(directory) < _size(directory) and ballast.exists():
        ballast.unlink()


def take_on(directory: Path) -> None:
    """Occupy the space, where there is enough of it."""
    ballast, size = directory / BALLAST_FILE, _size(directory)
    if size < SMALLEST_BALLAST_BYTES or ballast.exists() or _free(directory) < 4 * size:
        return
    descriptor = os.open(ballast, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        with suppress(OSError):  # a file system without posix_fallocate: then there is none
            os.posix_fallocate(descriptor, 0, size)
    finally:
        os.close(descriptor)


def _size(directory: Path) -> int:
    disk = os.statvfs(directory)
    return min(BALLAST_BYTES, disk.f_blocks * disk.f_frsize // SMALL_DISK_SHARE)


def _free(directory: Path) -> int:
    disk = os.statvfs(directory)
    return disk.f_bavail * disk.f_frsize
