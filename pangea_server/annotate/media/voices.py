"""Voices, for whoever was given a link."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from fastapi.responses import Response

from pangea_server.annotate.annotations.lookups import stored_guide, voice_of
from pangea_server.annotate.kinds.answers import stored_annotation
from pangea_server.annotate.kinds.kinds import Kind
from pangea_server.annotate.links.media import MediaLinks, check_voice_link, task_voice_scope, voice_scope
from pangea_server.annotate.links.signed import LinkKey
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.http.media import blob_response
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter

router = GuardedRouter(prefix="/voices", tags=["annotations"])
IN_PART: dict[int | str, dict[str, Any]] = {
    206: {"description": "The part that the header Range asks for."},
    416: {"description": "The voice has no such part."},
}


@router.head("/{instruction_id}", include_in_schema=False)
@router.get("/{instruction_id}", response_class=Response, responses=IN_PART)
def read_voice(request: Request, services: TheServices, instruction_id: int, k: LinkKey = "") -> Response:
    """A Guide's voice, at the address that a lease or an annotation gives."""
    check_voice_link(services.get(MediaLinks), services.store.records, voice_scope(instruction_id), k)
    guide = stored_guide(services.store.records, instruction_id)
    return blob_response(request, services.store.blobs, voice_of(guide)[0], "audio/wav")


@router.head("/{kind}/{annotation_id}", include_in_schema=False)
@router.get("/{kind}/{annotation_id}", response_class=Response, responses=IN_PART)
def read_task_voice(
    request: Request, services: TheServices, kind: Kind, annotation_id: int, k: LinkKey = ""
) -> Response:
    """The voice of an answer to a task of another kind, at the address that its annotation gives."""
    check_voice_link(
        services.get(MediaLinks), services.store.records, task_voice_scope(kind, annotation_id), k
    )
    annotation = stored_annotation(services.store.records, kind, annotation_id)
    if annotation.voice is None:
        raise RecordNotFoundError(
            f"Nobody spoke in {annotation.record_id}.", remedy="See its pose trace for the walk."
        )
    return blob_response(request, services.store.blobs, annotation.voice, "audio/wav")
