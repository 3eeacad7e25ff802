"""What is stored for a recording."""

from __future__ import annotations

from pangea_server.collect.capture.chunks import Stream, stored_chunks
from pangea_server.collect.capture.recordings import own_recording, recording_view
from pangea_server.collect.capture.wire import ChunkReceipt, RecordingView
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person

router = GuardedRouter(prefix="/recordings", tags=["recordings"])


@router.get("/{recording_id}")
def read_recording(services: TheServices, person: Person, recording_id: str) -> RecordingView:
    """How much of a recording is stored, and whether it accepts more: an interrupted page continues from there."""
    recording = own_recording(services.store.records, person, recording_id)
    return recording_view(services.store.blobs, recording)


@router.get("/{recording_id}/{stream}")
def read_chunks(
    services: TheServices, person: Person, recording_id: str, stream: Stream
) -> list[ChunkReceipt]:
    """What is stored for a stream so far."""
    recording = own_recording(services.store.records, person, recording_id)
    return stored_chunks(services.store.blobs, recording, stream)
