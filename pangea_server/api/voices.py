"""Guides' voices, for whoever was given a link."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from pangea_server.annotations import stored_guide, voice_of
from pangea_server.api.deps import LinkKey, TheHouse
from pangea_server.api.media import blob_response
from pangea_server.people.media_links import voice_scope

router = APIRouter(prefix="/voices", tags=["annotations"])


@router.get("/{instruction_id}", response_class=Response)
def read_voice(house: TheHouse, instruction_id: int, k: LinkKey = "") -> Response:
    """A Guide's voice, at the address that a lease or an annotation gives."""
    house.links.check(voice_scope(instruction_id), k)
    guide = stored_guide(house.store.records, instruction_id)
    return blob_response(house.store.blobs, voice_of(guide)[0], "audio/wav")
