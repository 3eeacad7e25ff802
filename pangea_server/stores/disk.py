"""How much of a disk blobs may take: the last of it is for records, so that who is at work can still end it."""

from __future__ import annotations

import os
from pathlib import Path

RESERVE = 2 * 2**30  # bytes, or a twentieth of a smaller disk


def room_above_reserve(folder: Path) -> int:
    """Bytes that may still be written below ``folder`` before its disk is down to the reserve; negative beyond it."""
    disk = os.statvfs(folder)
    return disk.f_bavail * disk.f_frsize - min(RESERVE, disk.f_blocks * disk.f_frsize // 20)
