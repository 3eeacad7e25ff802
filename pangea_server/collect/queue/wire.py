"""Asking for a task, holding it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from pangea_server.annotate.kinds.wire import Start
from pangea_server.annotate.tasks.records import LeaseState
from pangea_server.collect.capture.wire import RecordingView
from pangea_server.core.formatted import TextNode
from pangea_server.core.wire import Wire


class LeaseRequest(Wire):
    """``kind`` null: whatever is this person's turn."""

    kind: Annotated[str, Field(max_length=100)] | None = None
    language: Annotated[str, Field(max_length=100)] | None = None


class Draft(Wire):
    """What a page wants back when it is opened again, in words of its own (JSON, say); the highest version stays."""

    version: Annotated[int, Field(strict=True, ge=1, lt=2**53)]
    content: Annotated[str, Field(max_length=100_000)]


class Presence(Wire):
    """Somebody was at work just now, by keys, pointer or voice, in this phase of the task; null: nobody says so."""

    phase: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z_-]+$")] | None = None


class LeaseTerm(Wire):
    """How long a task is this person's."""

    lease_id: str
    expires_at: datetime


class LeaseView(Wire):
    """A task that is this person's until ``expires_at``; ``args`` is what its kind tells its page.

    ``device_key`` (32 bytes in base64) encrypts what the browser keeps of this lease, and stays in memory; null once
    the answer was accepted.
    ``recordings`` (in order of take) and ``draft`` are what a page that is opened again goes on with.
    ``start_preview`` is the preview of the path's first viewpoint as a data URL, to be shown before anything else is
    loaded; null where tiles were not built. ``instructions`` are the campaign's own for this kind of task.
    """

    lease_id: str
    kind: str
    state: LeaseState
    scan_id: str
    language: str
    expires_at: datetime
    device_key: str | None
    recordings: tuple[RecordingView, ...]
    draft: Draft | None
    start_preview: str | None
    instructions: tuple[TextNode, ...] = ()
    start: Start
    args: dict[str, JsonValue]


class ProblemReportRequest(Wire):
    """Something is wrong with a task. ``viewpoint_id`` is where the person stands."""

    kind: Literal["voice", "picture", "offensive", "page", "other"]
    comment: Annotated[str, Field(max_length=2000)] = ""
    viewpoint_id: Annotated[str, Field(max_length=200)] | None = None
