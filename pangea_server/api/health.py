"""Is the server alive?"""

from __future__ import annotations

from fastapi import APIRouter

router = APIRouter(tags=["health"])


@router.get("/healthz")
def read_health() -> dict[str, str]:
    """Answers as soon as the process serves requests."""
    return {"status": "ok"}
