"""Recording into Firestore and Cloud Storage: every call may be made again, and a lost answer costs nothing."""

from __future__ import annotations

import pytest

from pangea_server import Settings
from pangea_server.app.testing.server import VOICE
from pangea_server.stores.firebase.store import FirebaseStore
from pangea_server.stores.protocol import Store
from tests.firebase.conftest import Emulators
from tests.reliability.cutting_proxy import Cut, CuttingProxy
from tests.server.recordings_in_stores import RecordingsInStores

pytestmark = pytest.mark.emulator


class TestRecordingsInFirebase(RecordingsInStores):
    @pytest.fixture
    def store(self, firebase_store: FirebaseStore) -> Store:
        return firebase_store

    @pytest.fixture
    def settings(self, emulators: Emulators) -> Settings:
        return Settings(
            store="firebase", firebase_project=emulators.project, firebase_bucket=emulators.bucket
        )


@pytest.mark.parametrize("cut", [Cut("request", 300), Cut("answer", 0), Cut("answer", 30)], ids=str)
def test_an_upload_whose_answer_is_lost_is_stored_once(
    emulators: Emulators, monkeypatch: pytest.MonkeyPatch, cut: Cut
) -> None:
    emulators.wipe()
    monkeypatch.setenv("FIRESTORE_EMULATOR_HOST", emulators.firestore)
    with CuttingProxy(int(emulators.storage.rsplit(":", 1)[1])) as proxy:
        monkeypatch.setenv("STORAGE_EMULATOR_HOST", f"http://127.0.0.1:{proxy.port}")
        with FirebaseStore.open(emulators.project, emulators.bucket) as store:
            proxy.cut = cut
            store.blobs.create("recordings/r/voice/000000", VOICE[0])
            assert [blob.size for blob in store.blobs.list("recordings/")] == [len(VOICE[0])]
            assert store.blobs.read("recordings/r/voice/000000") == VOICE[0]
