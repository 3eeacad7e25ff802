"""Small file systems, to be filled up and made read-only."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest


def mount(*arguments: str | Path) -> None:
    """Mount as root; where that is not allowed the test is skipped, in CI it fails."""
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse(f"a small file system cannot be mounted here: {done.stderr.strip()}")
