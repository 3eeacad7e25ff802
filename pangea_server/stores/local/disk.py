"""How much of a disk blobs may take: the last of it is for records, so that who is at work can still end it."""

from __future__ import annotations

import os
from pathlib import Path

RESERVE = 2 * 2**30  # bytes, unless the settings say otherwise


def room_above_reserve(folder: Path, reserve: int = RESERVE) -> int:
    """Bytes that may still be written below ``folder`` before its disk is down to the reserve; negative beyond it.

    Of a disk smaller than twenty reserves, a twentieth is enough.
    """
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize - min(reserve, disk.f_blocks * disk.f_frsize // 20)
