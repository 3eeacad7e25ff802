"""Reviews on the Firebase store, over the emulators."""

from __future__ import annotations

import pytest

from pangea_server.stores.firebase.store import FirebaseStore
from pangea_server.stores.protocol import Store
from tests.review.contract import ReviewContract


@pytest.mark.emulator
class TestFirebaseReviews(ReviewContract):
    @pytest.fixture
    def store(self, firebase_store: FirebaseStore) -> Store:
        return firebase_store
