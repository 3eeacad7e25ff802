"""Requesting and holding tasks, as sent over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field, JsonValue

from pangea_server.annotate.kinds.wire import Start
from pangea_server.annotate.tasks.records import LeaseState, ProblemKind
from pangea_server.collect.capture.wire import RecordingView
from pangea_server.collect.pairing.wire import PairingView
from pangea_server.core.formatted import Captions, TextNode
from pangea_server.core.visible_text import Readable
from pangea_server.core.wire import Wire


class LeaseRequest(Wire):
    """``kind`` null: the server chooses the kind. ``seat``: of two people in one task, the role in which this one
    would like to do it; null: roles take turns."""

    kind: Annotated[str, Field(max_length=100)] | None = None
    language: Annotated[str, Field(max_length=100)] | None = None
    seat: Annotated[str, Field(max_length=40)] | None = None


class Equipment(Wire):
    """``microphone``: a campaign may ask this person to speak; false where all of theirs ask people to write."""

    microphone: bool


class Draft(Wire):
    """The page's own text (such as JSON), which it gets back when it is opened again; the highest version is kept."""

    version: Annotated[int, Field(strict=True, ge=1, lt=2**53)]
    content: Annotated[str, Field(max_length=100_000)]


class Presence(Wire):
    """The phase of the task in which the person is working now, by keys, pointer or voice; null: not reported."""

    phase: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z_-]+$")] | None = None


class LeaseTerm(Wire):
    """How long this person holds a task."""

    lease_id: str
    expires_at: datetime


class FilmView(Wire):
    """Where a browser finds the film of a kind of task, and its captions."""

    address: str
    captions: tuple[Captions, ...]


class ActionsOffer(Wire):
    """The page is to record the task's actions; ``attempt`` is the first that no page has used."""

    attempt: int


class LeaseView(Wire):
    """A task that this person holds until ``expires_at``; ``args`` is the data that its kind sends to its page.

    ``device_key`` (32 bytes in base64) encrypts the browser's stored data of this lease, and stays in memory; null once
    the answer was accepted.
    ``recordings`` (in order of their attempts) and ``draft`` let a page that is opened again continue.
    ``start_preview`` is the preview of the path's first viewpoint as a data URL, to be shown before anything else
    is loaded; null if tiles were not built. ``instructions`` are the campaign's own for this kind of task. ``film`` is
    null where no film of this kind was made. ``map``: whether the page offers a map with where the person is.
    ``time_limit``: seconds for the work itself, null for any time. ``actions`` is null where the
    campaign does not ask for them. ``pairing`` is null where one person does the task alone. ``start`` is null for
    whoever of two people has the plan of the place alone.
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
    film: FilmView | None
    map: bool
    time_limit: int | None
    actions: ActionsOffer | None
    pairing: PairingView | None = None
    start: Start | None
    args: dict[str, JsonValue]


class ProblemReportRequest(Wire):
    """A reported problem with a task. ``viewpoint_id`` is where the person stands."""

    kind: ProblemKind
    comment: Annotated[str, Field(max_length=2000), Readable] = ""
    viewpoint_id: Annotated[str, Field(max_length=200)] | None = None
