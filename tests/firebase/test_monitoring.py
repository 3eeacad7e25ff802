"""The dashboard's columns over the Firebase store, over the emulators."""

from __future__ import annotations

import pytest

from pangea_server.stores.firebase.store import FirebaseStore
from pangea_server.stores.protocol import Store
from tests.monitoring.contract import BoardContract


@pytest.mark.emulator
class TestFirebaseBoard(BoardContract):
    @pytest.fixture
    def store(self, firebase_store: FirebaseStore) -> Store:
        return firebase_store
