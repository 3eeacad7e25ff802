"""One annotation over HTTP with everything kept in Firestore and Cloud Storage."""

from __future__ import annotations

import pytest

from pangea_server import Settings
from pangea_server.stores.firebase.store import FirebaseStore
from pangea_server.stores.protocol import Store
from tests.firebase.conftest import Emulators
from tests.server.way_in_stores import WayInStores


@pytest.mark.emulator
class TestWayInFirebase(WayInStores):
    @pytest.fixture
    def store(self, firebase_store: FirebaseStore) -> Store:
        return firebase_store

    @pytest.fixture
    def settings(self, emulators: Emulators) -> Settings:
        return Settings(
            store="firebase", firebase_project=emulators.project, firebase_bucket=emulators.bucket
        )
