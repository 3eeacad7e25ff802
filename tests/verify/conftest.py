"""A server over a corridor, people who use it, and a store that lies on the disk."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.reliability.flips import build_store
from tests.server.conftest import campaign, people, place, server, settings, store, web

__all__ = ["campaign", "people", "place", "server", "settings", "store", "web"]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built") / "data"
    build_store(folder, seed=1)
    return folder


@pytest.fixture
def sound(built: Path, tmp_path: Path) -> Path:
    """A store as a crash left it: with a log, a segment with a hole, and a file."""
    return Path(shutil.copytree(built, tmp_path / "data"))
