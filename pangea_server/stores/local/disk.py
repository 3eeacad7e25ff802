"""How much of a disk blobs may use: the rest is reserved for records, so that people can finish their current work."""

from __future__ import annotations

import os
from pathlib import Path

RESERVE = 2 * 2**30  # bytes, unless the settings say otherwise


def room_above_reserve(folder: Path, reserve: int = RESERVE) -> int:
    """Bytes that may still be written below ``folder`` before only the reserve is left; negative when it is less.

    On a disk smaller than twenty reserves, a twentieth of the disk is reserved.
    """
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize - min(reserve, disk.f_blocks * disk.f_frsize // 20)
