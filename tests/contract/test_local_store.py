"""The local store keeps the contract of all stores."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pangea_server.stores.local import LocalStore
from pangea_server.stores.protocol import Store
from pangea_server.stores.testing import StoreContract


class TestLocalStore(StoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        with LocalStore.open(tmp_path / "data") as store:
            yield store
