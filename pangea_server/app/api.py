"""The HTTP interface: one router per noun, under ``/api/v1``."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import cache
from typing import Any

from fastapi import APIRouter, Depends, FastAPI
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

from pangea_server.annotate.alignments import routes as words
from pangea_server.annotate.attachments import routes as attachments
from pangea_server.annotate.kinds import routes as kinds
from pangea_server.annotate.landmarks import routes as landmarks
from pangea_server.annotate.media import plans, reliefs, tiles, voices
from pangea_server.app import health
from pangea_server.collect.actions import routes as actions
from pangea_server.collect.capture import chunk_routes as chunks
from pangea_server.collect.capture import routes as recordings
from pangea_server.collect.capture.wire import Snapshot
from pangea_server.collect.drafting import routes as drafting
from pangea_server.collect.invitations import routes as invitations
from pangea_server.collect.landmarks.overview import routes as landmark_overview
from pangea_server.collect.landmarks.snapping import routes as snapping
from pangea_server.collect.live import routes as live
from pangea_server.collect.pairing import routes as pairings
from pangea_server.collect.pairing.wire import LineMessages
from pangea_server.collect.planning import routes as practice
from pangea_server.collect.platforms import routes as studies
from pangea_server.collect.questionnaires import routes as forms
from pangea_server.collect.questions import routes as questions
from pangea_server.collect.queue import routes as leases
from pangea_server.collect.scans import routes as scans
from pangea_server.collect.tally import routes as tally
from pangea_server.core.wire import Problem
from pangea_server.dataset.campaigns import routes as campaigns
from pangea_server.dataset.dialogues.routes import router as dialogues_router
from pangea_server.dataset.drafted import routes as drafted
from pangea_server.dataset.erasure import routes as erasure
from pangea_server.dataset.evaluation import routes as evaluation
from pangea_server.dataset.monitoring import own_routes as own_work
from pangea_server.dataset.monitoring import routes as monitor
from pangea_server.dataset.monitoring import trace_routes as traces
from pangea_server.dataset.monitoring.annotation_routes import router as annotations_router
from pangea_server.dataset.verify import routes as verify
from pangea_server.people.access.policy import POLICY, Access
from pangea_server.people.access.routing import check_guarded
from pangea_server.people.access.signed_in import bearer
from pangea_server.people.accounts import routes as people
from pangea_server.people.audit import routes as audit
from pangea_server.people.consent import routes as consent
from pangea_server.people.labels import routes as labels
from pangea_server.people.sign_in import routes as me
from pangea_server.people.sign_in import session_routes as sessions
from pangea_server.people.speech import routes as speech
from pangea_server.quality.exercises import routes as exercises
from pangea_server.quality.lesson import routes as lesson
from pangea_server.quality.review import routes as reviews
from pangea_server.quality.reviewers import routes as reviewers
from pangea_server.quality.trust import routes as trust
from pangea_server.quality.trust import training_routes as training
from pangea_server.quality.votes import routes as votes

ROUTERS = (
    sessions.router,
    studies.router,
    me.router,
    consent.router,
    speech.router,
    erasure.router,
    own_work.router,
    people.router,
    labels.router,
    invitations.router,
    audit.router,
    trust.router,
    training.router,
    lesson.router,
    exercises.router,
    kinds.router,
    scans.router,
    tiles.router,
    reliefs.router,
    plans.router,
    practice.router,
    forms.router,
    leases.router,
    leases.equipment_router,
    pairings.router,
    snapping.router,
    tally.router,
    questions.router,
    live.router,
    recordings.router,
    drafting.router,
    chunks.router,
    annotations_router,
    dialogues_router,
    traces.router,
    actions.router,
    words.router,
    landmarks.router,
    voices.router,
    attachments.router,
    campaigns.router,
    campaigns.checks_router,
    monitor.router,
    landmark_overview.router,
    drafted.router,
    evaluation.router,
    verify.router,
    votes.router,
    votes.counts_router,
    reviews.router,
    reviews.mine,
    reviewers.router,
)
Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def build_api(lifespan: Lifespan | None = None) -> FastAPI:
    """The routes and their description; ``create_app`` adds what stands behind them."""
    app = empty_app(lifespan)
    app.router.routes.extend(_routes())
    app.add_middleware(chunks.ChunkLane)
    _describe(app)
    return app


@cache
def _routes() -> tuple[BaseRoute, ...]:
    """The routes below ``/api/v1`` and of the health checks. They keep no state, so all apps of a process share them:
    FastAPI analyses a route's parameters when it is included, which takes more than half of a server's start."""
    app = empty_app()
    own = len(app.routes)
    app.include_router(health.router)
    v1 = APIRouter(
        prefix="/api/v1", dependencies=[Depends(bearer)]
    )  # for the OpenAPI document; each route checks
    for router in ROUTERS:
        v1.include_router(router)
    check_guarded(v1.routes)
    app.include_router(v1)
    return tuple(app.routes[own:])


def empty_app(lifespan: Lifespan | None = None) -> FastAPI:
    """An app with our settings, which its routes take over when they are included."""
    return FastAPI(
        title="PanGEA",
        summary="Panoramic Graph Environment Annotation",
        version="1",
        lifespan=lifespan,
        generate_unique_id_function=_operation_id,
        responses={"default": {"model": Problem, "description": "What is wrong, and what to do."}},
        docs_url=None,
        redoc_url=None,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # it would record what people typed
        redirect_slashes=False,
    )


def _describe(app: FastAPI) -> None:
    """Adds what FastAPI cannot know: the lines of a pose chunk, read long after the request; the messages of a
    WebSocket; who needs no token; the media type of errors."""
    plain = app.openapi

    @cache
    def described() -> dict[str, Any]:
        document = plain()
        operations = [each for path in document["paths"].values() for each in path.values()]
        for operation in operations:
            if isinstance(POLICY.get(operation["operationId"]), Access):
                operation.pop("security", None)
            content = operation["responses"]["default"]["content"]
            content["application/problem+json"] = content.pop("application/json")
        for model in (Snapshot, LineMessages):
            schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
            for name, part in {**schema.pop("$defs", {}), model.__name__: schema}.items():
                document["components"]["schemas"].setdefault(name, part)
        return document

    app.openapi = described  # type: ignore[method-assign]


def _operation_id(route: APIRoute) -> str:
    """Handlers have unique names; the browser's generated client is named after them."""
    return route.name
