"""A disk whose power can be cut.

The model: an ext4 file system in a file, mounted through a loop device. ``cut_power`` shuts the file system down
(EXT4_IOC_SHUTDOWN without flushing the journal): from that instant nothing more reaches the disk, and what was
written and not synced is dropped, as it is when a computer loses its power. Mounting again replays the journal, as
booting would. What this cannot show: a drive that lies about its own cache, and torn sectors.
"""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
import time
from pathlib import Path

from tests.disks import mount

EXT4_IOC_SHUTDOWN = 0x8004587D
NO_LOG_FLUSH = 2
PATIENCE = 10.0  # seconds that files may still be open after the server was killed


class LoopDisk:
    """An ext4 file system of ``megabytes`` (sparse) below ``folder``, mounted at ``root``."""

    def __init__(self, folder: Path, megabytes: int) -> None:
        self._image = folder / "disk.img"
        self.root = folder / "disk"
        self.root.mkdir()
        with self._image.open("wb") as image:
            image.truncate(megabytes * 2**20)
        subprocess.run(["mkfs.ext4", "-q", "-F", self._image], check=True)
        self.mount()

    def mount(self) -> None:
        mount("-o", "loop", self._image, self.root)

    def cut_power(self) -> None:
        descriptor = os.open(self.root, os.O_RDONLY)
        try:
            fcntl.ioctl(descriptor, EXT4_IOC_SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
        finally:
            os.close(descriptor)

    def unmount(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while subprocess.run(["umount", self.root], capture_output=True, check=False).returncode:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{self.root} is still in use")
            time.sleep(0.02)

    def remove(self) -> None:
        self.unmount()
        self._image.unlink()
