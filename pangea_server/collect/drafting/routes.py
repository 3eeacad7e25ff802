"""The draft of a Guide's transcript."""

from __future__ import annotations

from pangea_server.annotate.assignment.leases import active_lease
from pangea_server.collect.capture.recordings import own_recording
from pangea_server.collect.drafting.maker import DraftMaker
from pangea_server.collect.drafting.requests import draft_of
from pangea_server.collect.drafting.wire import DraftTranscriptRequest, DraftTranscriptView
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.people.access.signed_in import Person

router = GuardedRouter(prefix="/draft-transcripts", tags=["recordings"])


@router.put("/{recording_id}")
def ask_for_draft_transcript(
    services: TheServices, person: Person, recording_id: str, wanted: DraftTranscriptRequest
) -> DraftTranscriptView:
    """Ask for what a recogniser hears in a recording, as a draft; asked again, it says how far that is."""
    recording = own_recording(services.store.records, person, recording_id)
    lease = active_lease(services.store.records, person, recording.lease_id)
    return draft_of(services.store, services.get(DraftMaker), lease, recording, wanted.voice)
