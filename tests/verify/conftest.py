"""A server over a corridor, people who use it, and a store that lies on the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reliability.flips import build_store
from tests.server.conftest import campaign, people, place, server, settings, store, web

__all__ = ["campaign", "people", "place", "server", "settings", "store", "web"]


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    """A store as a crash left it: with a log, a segment with a hole, and a file."""
    build_store(tmp_path / "data", seed=1)
    return tmp_path / "data"
