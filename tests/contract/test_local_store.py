"""The local store keeps the contract of all stores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest

from pangea_server.app.testing.stores import RaceContract, StoreContract
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store


class TestLocalStore(StoreContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        with LocalStore.open(tmp_path / "data") as store:
            yield store


class TestLocalRaces(RaceContract):
    @pytest.fixture
    def servers(self, tmp_path: Path) -> Iterator[Sequence[Store]]:
        with ExitStack() as opened:
            yield [opened.enter_context(LocalStore.open(tmp_path / "data")) for _ in range(2)]
