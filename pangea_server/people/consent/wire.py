"""Consent, as sent over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field

from pangea_server.core.formatted import TextNode
from pangea_server.core.wire import Wire


class ConsentView(Wire):
    """What people are asked to agree to. ``agreed_at`` is when this person did."""

    version: int
    language: str
    body: tuple[TextNode, ...]
    retention_days: int | None
    agreed_at: datetime | None


class Agreement(Wire):
    version: int
    language: Annotated[str, Field(max_length=35)]
