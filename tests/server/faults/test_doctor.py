"""What ``pangea doctor`` says of a disk that takes nothing."""

from __future__ import annotations

import os

from pangea_server import Settings
from tests.disks import mount
from tests.server.test_doctor import doctor, filled

__all__ = ["filled"]


def test_tiles_that_cannot_be_written_are_named(filled: Settings) -> None:
    filled.tiles_dir.mkdir(mode=0o700)
    mount("-t", "tmpfs", "-o", "ro", "tmpfs", filled.tiles_dir)
    try:
        assert f"Tiles cannot be written to {filled.tiles_dir}" in doctor(filled).output
    finally:
        os.system(f"umount {filled.tiles_dir}")
