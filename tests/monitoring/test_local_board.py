"""The board over the local store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.monitoring.contract import BoardContract


class TestLocalBoard(BoardContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        with LocalStore.open(tmp_path / "data") as opened:
            yield opened
