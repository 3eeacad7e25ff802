"""The Firebase store keeps the contract of all stores, over the emulators."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from pangea_server.records import Lease
from pangea_server.stores.firebase import FirebaseStore
from pangea_server.stores.protocol import Store
from pangea_server.stores.testing import StoreContract, take, task
from tests.firebase.conftest import Emulators


@pytest.mark.emulator
class TestFirebaseStore(StoreContract):
    @pytest.fixture
    def store(self, firebase_store: FirebaseStore) -> Store:
        return firebase_store

    def test_servers_side_by_side_lease_a_task_once(self, emulators: Emulators, store: Store) -> None:
        store.records.create(task(1))
        with ExitStack() as opened:
            servers = [
                opened.enter_context(FirebaseStore.open(emulators.project, emulators.bucket))
                for _ in range(4)
            ]
            with ThreadPoolExecutor(4) as pool:
                won = list(pool.map(take, servers, [f"lease-{number}" for number in range(4)]))
        assert sum(won) == 1
        assert store.records.count(Lease) == 1
