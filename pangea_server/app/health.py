"""Health checks: is the server alive, and ready for requests?"""

from __future__ import annotations

from fastapi import APIRouter, Request

from pangea_server.app.readiness import Readiness
from pangea_server.http.services import the_services

router = APIRouter(tags=["health"])


@router.get("/healthz")
def read_health() -> dict[str, str]:
    """Answers as soon as the process serves requests."""
    return {"status": "ok"}


@router.get("/readyz")
def read_readiness(request: Request) -> dict[str, str]:
    """503 when the store cannot be written, the environment cannot be read, or the disk has no space for voices."""
    readiness: Readiness = the_services(request).get(Readiness)
    readiness.check()
    return {"status": "ready"}
