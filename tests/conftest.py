"""Fixtures for every test: where the real data is, when it is there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real input beside the project's root; tests that use it are marked ``shared_data``."""
    if not (SHARED / "data").is_dir():
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse(f"there is no real data at {SHARED}")
    return SHARED
