"""Emulators for a session, and an empty store in them for a test."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from pangea_server.stores.firebase.store import FirebaseStore
from tests.firebase.emulators import EmulatorMissingError, firestore_emulator, storage_emulator

RULES = Path(__file__).parents[2] / "deploy" / "firebase" / "firestore.rules"


@dataclass(frozen=True)
class Emulators:
    """Where the emulators listen, and the project and bucket that this session uses in them."""

    firestore: str
    storage: str
    project: str
    bucket: str

    def wipe(self) -> None:
        """Remove every document and every object."""
        documents = (
            f"http://{self.firestore}/emulator/v1/projects/{self.project}/databases/(default)/documents"
        )
        for request in (
            Request(documents, method="DELETE"),
            Request(f"{self.storage}/wipe?keep-buckets=true"),
        ):
            with urlopen(request):
                pass


@pytest.fixture(scope="session")
def emulators(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Emulators]:
    project = f"pangea-{secrets.token_hex(4)}"
    log = tmp_path_factory.mktemp("firestore") / "emulator.log"
    try:
        with firestore_emulator(RULES, log) as firestore, storage_emulator(f"{project}-blobs") as storage:
            yield Emulators(firestore, storage, project, f"{project}-blobs")
    except EmulatorMissingError as reason:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(reason))


@pytest.fixture
def firebase_store(emulators: Emulators, monkeypatch: pytest.MonkeyPatch) -> Iterator[FirebaseStore]:
    """An empty store over both emulators."""
    monkeypatch.setenv("FIRESTORE_EMULATOR_HOST", emulators.firestore)
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", emulators.storage)
    emulators.wipe()
    with FirebaseStore.open(emulators.project, emulators.bucket) as store:
        yield store
