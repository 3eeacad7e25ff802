"""Fixtures for every test: where the real data is, when it is there."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real input beside the project's root; tests that use it are marked ``shared_data``."""
    if not (SHARED / "data").is_dir():
        pytest.skip(f"no real data at {SHARED}")
    return SHARED
