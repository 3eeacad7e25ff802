"""For the data team: what a person did on the page of a task."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import Response

from pangea_server.annotate.annotations.records import Annotation
from pangea_server.annotate.kinds.answers import stored_annotation
from pangea_server.annotate.kinds.kinds import Kind
from pangea_server.annotate.tasks.records import Recording
from pangea_server.collect.actions.decoder import read_actions
from pangea_server.collect.actions.wire import ActionsView
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.http.caching import json_response
from pangea_server.http.numbers import Number
from pangea_server.http.services import TheServices
from pangea_server.people.access.routing import GuardedRouter
from pangea_server.stores.protocol import RecordStore

router = GuardedRouter(prefix="/annotations", tags=["annotations"])


@router.get("/{kind}/{annotation_id}/actions", response_model=ActionsView)
def read_annotation_actions(
    request: Request, services: TheServices, kind: Kind, annotation_id: Number
) -> Response:
    """Keys, clicks and the like of the task, as far as its campaign asked for them."""
    annotation = stored_annotation(services.store.records, kind, annotation_id)
    if annotation.actions is None:
        raise RecordNotFoundError(
            f"No actions of {kind} {annotation_id} were recorded.",
            remedy="A campaign asks for them with `actions: on`.",
        )
    with services.store.blobs.open(annotation.actions.blob) as packed:
        actions = tuple(read_actions(packed))
    view = ActionsView(attempt=_attempt(services.store.records, annotation), actions=actions)
    return json_response(request, view.model_dump_json(exclude_none=True).encode(), kept=False)


def _attempt(records: RecordStore, annotation: Annotation) -> int | None:
    """The attempt that pose trace and voice are of: their blobs lie below their recording."""
    recorded = annotation.pose_trace or annotation.voice
    if recorded is None:
        return None
    return records.get(Recording, recorded.blob.split("/")[1]).attempt
