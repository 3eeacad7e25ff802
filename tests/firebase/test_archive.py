"""Backup, restore and migration between Firebase and the local store."""

from __future__ import annotations

import pytest

from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.stores.firebase.store import FirebaseStore
from pangea_server.stores.protocol import Store
from tests.archive.between_stores import BetweenStores
from tests.archive.campaign import told
from tests.firebase.conftest import Emulators


@pytest.mark.emulator
class TestFirebase(BetweenStores):
    name = "firebase"

    @pytest.fixture
    def store(
        self, emulators: Emulators, firebase_store: FirebaseStore, monkeypatch: pytest.MonkeyPatch
    ) -> Store:
        monkeypatch.setenv("PANGEA_FIREBASE_PROJECT", emulators.project)
        monkeypatch.setenv("PANGEA_FIREBASE_BUCKET", emulators.bucket)
        return firebase_store


@pytest.mark.emulator
def test_the_keys_of_a_mapping_come_back_in_order(firebase_store: FirebaseStore) -> None:
    """The service keeps none, and its client hands them out by a hash that differs from process to process."""
    firebase_store.records.create(
        told("tour", args={"b": {"d": 1, "c": 2}, "a": 3}, scores=dict.fromkeys("zyxwvut"))
    )
    (found,) = firebase_store.records.find(TaskAnnotation)
    assert "".join(found.scores) == "tuvwxyz"
    assert str(found.args) == "{'a': 3, 'b': {'c': 2, 'd': 1}}"
