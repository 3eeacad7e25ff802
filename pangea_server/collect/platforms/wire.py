"""Arriving from a crowdsourcing platform, as sent over HTTP."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from pangea_server.collect.platforms.protocol import WayBack
from pangea_server.collect.platforms.records import PlatformName
from pangea_server.core.wire import TokenText, Wire

PlatformId = Annotated[str, Field(max_length=255)]


class EntryRequest(Wire):
    """Enters from a platform. ``ids`` are all parameters of the address; the browser makes its session's token."""

    session: TokenText
    ids: Annotated[dict[PlatformId, PlatformId], Field(max_length=20)]


class VisitView(Wire):
    """One attempt at a study: ``done`` of ``required`` answers are verified. ``code`` is null until it is issued."""

    study_id: str
    platform: PlatformName
    kind: str
    required: int
    done: int
    code: str | None
    way_back: WayBack | None


class StudyView(Wire):
    """Work that a platform offers. ``worker_parameter`` is the address parameter that has the person's id."""

    study_id: str
    platform: PlatformName
    kind: str
    languages: tuple[str, ...]
    required: int
    is_open: bool
    worker_parameter: str
