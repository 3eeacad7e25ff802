"""For the data team: what the words of a Guide mean, and where that is seen."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from pangea_server.annotate.landmarks.replayed import landmarks_of
from pangea_server.annotate.landmarks.wire import LandmarksView
from pangea_server.http.caching import json_response
from pangea_server.http.numbers import Number
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter

router = GuardedRouter(prefix="/annotations/guide/{instruction_id}/landmarks", tags=["annotations"])


@router.get("", response_model=LandmarksView)
def read_landmarks(request: Request, services: TheServices, instruction_id: Number) -> Response:
    """The mentions of an instruction with their times, what they mean, and its regions by viewpoint."""
    view = landmarks_of(services.store.records, instruction_id)
    return json_response(request, view.model_dump_json().encode(), kept=False)
