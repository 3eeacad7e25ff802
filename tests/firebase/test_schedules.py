"""The queue's rules hold through Firestore as they do through the local store."""

from __future__ import annotations

import os

import pytest

from pangea_server.stores.firebase.store import FirebaseStore
from tests.campaigns.schedules import StoreQueue, run_schedule, setting
from tests.firebase.conftest import Emulators

pytestmark = pytest.mark.emulator
SCHEDULES = int(os.environ.get("FIRESTORE_SCHEDULES", "6"))


def test_the_rules_hold_through_firestore(firebase_store: FirebaseStore, emulators: Emulators) -> None:
    given = 0
    for seed in range(SCHEDULES):
        emulators.wipe()
        where = setting(seed)
        observer = run_schedule(StoreQueue(firebase_store.records, where), where, seed, steps=20)
        given += len(observer.met)
    assert given > SCHEDULES
