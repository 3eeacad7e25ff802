"""The same calls do the same to the local store and to Firebase."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pangea_server.stores.firebase.store import FirebaseStore
from tests.contract.store_sequences import Call, check_same, drawn
from tests.firebase.conftest import Emulators

pytestmark = pytest.mark.emulator


@drawn
def test_both_stores_do_the_same(
    firebase_store: FirebaseStore, emulators: Emulators, sequence: Sequence[Call]
) -> None:
    emulators.wipe()
    check_same(firebase_store, sequence)
