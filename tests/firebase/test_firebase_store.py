"""The Firebase store keeps the contract of all stores, over the emulators."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pytest

from pangea_server.app.testing.stores import RaceContract, StoreContract
from pangea_server.stores.firebase.store import FirebaseStore
from pangea_server.stores.protocol import Store
from tests.firebase.conftest import Emulators


@pytest.mark.emulator
class TestFirebaseStore(StoreContract):
    @pytest.fixture
    def store(self, firebase_store: FirebaseStore) -> Store:
        return firebase_store


@pytest.mark.emulator
class TestFirebaseRaces(RaceContract):
    """The emulator locks whatever a transaction reads: more clients prove nothing more, and wait for minutes."""

    clients = 8
    writers = 8
    spenders = 10

    @pytest.fixture
    def servers(self, emulators: Emulators, firebase_store: FirebaseStore) -> Iterator[Sequence[Store]]:
        with ExitStack() as opened:
            others = (FirebaseStore.open(emulators.project, emulators.bucket) for _ in range(3))
            yield [firebase_store, *(opened.enter_context(other) for other in others)]
