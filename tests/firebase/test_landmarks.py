"""Landmarks in Firestore, over the emulators."""

from __future__ import annotations

import pytest

from pangea_server.stores.firebase.store import FirebaseStore
from pangea_server.stores.protocol import Store
from tests.landmarks.in_stores import LandmarksInStores


@pytest.mark.emulator
class TestFirebaseLandmarks(LandmarksInStores):
    @pytest.fixture
    def store(self, firebase_store: FirebaseStore) -> Store:
        return firebase_store
