"""Fixtures for every test: where the real data is, when it is there, and a disk that is soon full."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.disks import mount

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real input beside the project's root; tests that use it are marked ``shared_data``."""
    if not (SHARED / "data").is_dir():
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse(f"there is no real data at {SHARED}")
    return SHARED


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", disk)
    yield disk
    subprocess.run(["umount", disk], check=True)
