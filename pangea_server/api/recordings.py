"""What is stored of a take."""

from __future__ import annotations

from fastapi import APIRouter

from pangea_server.api.deps import Person, TheHouse
from pangea_server.capture.recordings import Stream, stored_chunks
from pangea_server.capture.takes import own_recording, recording_view
from pangea_server.schemas import ChunkReceipt, RecordingView

router = APIRouter(prefix="/recordings", tags=["recordings"])


@router.get("/{recording_id}")
def read_recording(house: TheHouse, person: Person, recording_id: str) -> RecordingView:
    """How much of a take is stored, and whether it still takes chunks: where an interrupted page goes on."""
    recording = own_recording(house.store.records, person, recording_id)
    return recording_view(house.store.blobs, recording)


@router.get("/{recording_id}/{stream}")
def read_chunks(house: TheHouse, person: Person, recording_id: str, stream: Stream) -> list[ChunkReceipt]:
    """What is stored of a stream so far."""
    recording = own_recording(house.store.records, person, recording_id)
    return stored_chunks(house.store.blobs, recording, stream)
