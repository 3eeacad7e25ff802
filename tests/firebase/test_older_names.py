"""Firestore documents that were written with earlier names of fields are read like any other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from google.cloud import firestore

from pangea_server.stores.firebase.store import FirebaseStore
from pangea_server.stores.protocol import RECORD_ID, Store
from tests.archive.older import CHECKS, COLLECTIONS, documents, unpack_older
from tests.firebase.conftest import Emulators


@pytest.mark.emulator
@pytest.mark.parametrize("check", CHECKS)
def test_older_documents_are_read(
    check: Callable[[Store], None], firebase_store: FirebaseStore, emulators: Emulators, tmp_path: Path
) -> None:
    directory, _ = unpack_older(tmp_path)
    client = firestore.Client(project=emulators.project)
    for collection in COLLECTIONS:
        for record_id, document in documents(directory, collection):
            client.collection(collection).document(record_id).set(document | {RECORD_ID: record_id})
    check(firebase_store)
