"""The HTTP interface: one router per noun, under ``/api/v1``."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute

from pangea_server.api import health, leases, me, monitor, practice, recordings, scans, tiles
from pangea_server.api.annotations import router as annotations_router
from pangea_server.schemas import Problem, Snapshot

ROUTERS = (
    me.router,
    scans.router,
    tiles.router,
    practice.router,
    leases.router,
    recordings.router,
    annotations_router,
    monitor.router,
)
Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


def build_api(lifespan: Lifespan | None = None) -> FastAPI:
    """The routes and their description; ``create_app`` adds what stands behind them."""
    app = FastAPI(
        title="PanGEA",
        summary="Panoramic Graph Environment Annotation",
        version="1",
        lifespan=lifespan,
        generate_unique_id_function=_operation_id,
        responses={"default": {"model": Problem, "description": "What is wrong, and what to do."}},
        docs_url=None,
        redoc_url=None,
    )
    app.include_router(health.router)
    v1 = APIRouter(prefix="/api/v1")
    for router in ROUTERS:
        v1.include_router(router)
    app.include_router(v1)
    _describe_snapshots(app)
    return app


def _describe_snapshots(app: FastAPI) -> None:
    """The lines of a pose chunk are read long after the request, so FastAPI does not know their form."""
    plain = app.openapi

    def described() -> dict[str, Any]:
        document = plain()
        document["components"]["schemas"].setdefault("Snapshot", Snapshot.model_json_schema())
        return document

    app.openapi = described  # type: ignore[method-assign]


def _operation_id(route: APIRoute) -> str:
    """Handlers have unique names; the browser's generated client is named after them."""
    return route.name
