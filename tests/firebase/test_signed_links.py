"""Signed links: the emulators know none."""

from __future__ import annotations

import pytest
from fastapi.responses import StreamingResponse

from pangea_server.core.records import Artefact
from pangea_server.http.media import blob_response
from pangea_server.stores.firebase.store import FirebaseStore
from tests.contract.test_signed_links import ASKED, VOICE
from tests.firebase.conftest import Emulators


@pytest.mark.emulator
def test_with_the_emulators_the_server_hands_out_the_bytes(
    emulators: Emulators, firebase_store: FirebaseStore
) -> None:
    firebase_store.blobs.create(VOICE, b"bytes")
    with FirebaseStore.open(emulators.project, emulators.bucket, links=True) as store:
        assert store.blobs.link(VOICE, "audio/wav") is None
        artefact = Artefact(blob=VOICE, size=5, sha256="")
        assert isinstance(blob_response(ASKED, store.blobs, artefact, "audio/wav"), StreamingResponse)
