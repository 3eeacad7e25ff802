"""Streams, their chunks, what ends a recording, and problems on the way."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from pangea_server.records import Feedback, Phase, RecordingState, Typing
from pangea_server.schemas.base import Sha256, Wire


class RecordingRequest(Wire):
    """Begins a take, or finds it: a lease's take of one number is always the same recording.

    A restart is the next number; the take before it stays until an answer is accepted. ``sample_rate`` (Hz) is null
    when no voice is recorded (Follower).
    """

    take: Annotated[int, Field(strict=True, ge=0, lt=100)] = 0
    sample_rate: Annotated[int, Field(strict=True, ge=8000, le=192000)] | None = None


class StoredStream(Wire):
    """What is safely stored of a stream: how many chunks and bytes, and the first and last number of each run."""

    chunks: int
    size: int
    ranges: tuple[tuple[int, int], ...]


class RecordingView(Wire):
    """A take, and how much of it is stored. Chunks are taken while ``state`` is open."""

    recording_id: str
    lease_id: str
    take: int
    state: RecordingState
    sample_rate: int | None
    created_at: datetime
    voice: StoredStream
    pose: StoredStream


class ChunkReceipt(Wire):
    """These bytes are on disk. ``sha256`` is of what was stored."""

    recording_id: str
    stream: Literal["voice", "pose"]
    index: int
    size: int
    sha256: Sha256


class StreamSummary(Wire):
    """What the browser sent: how many chunks, how many bytes, and the SHA-256 of all of them joined in order."""

    chunks: Annotated[int, Field(strict=True, ge=0, le=17_280)]
    size: Annotated[int, Field(strict=True, ge=0, lt=2**53)]
    sha256: Sha256


class Submission(Wire):
    """An answer. A Guide sends ``transcript`` and ``voice``, a Follower ``outcome``; all other kinds send ``answer``,
    as their ``Answer`` model says. Those who walk send ``recording_id`` and ``pose``, those who speak ``voice``."""

    recording_id: Annotated[str, Field(max_length=100)] | None = None
    pose: StreamSummary | None = None
    voice: StreamSummary | None = None
    transcript: Annotated[str, Field(max_length=20_000)] | None = None
    typing: Typing | None = None
    outcome: Literal["done", "gave_up"] | None = None
    feedback: Feedback | None = None
    answer: dict[str, JsonValue] | None = None
    phases: Annotated[tuple[Phase, ...], Field(max_length=100)] = ()


class SubmitReceipt(Wire):
    """The answer is stored. ``annotation_id`` counts within its kind: the instruction_id of a Guide, the
    demonstration_id of a Follower."""

    lease_id: str
    kind: str
    annotation_id: int


class ProblemReportRequest(Wire):
    """Something is wrong with a task. ``viewpoint_id`` is where the person stands."""

    kind: Literal["voice", "picture", "offensive", "page", "other"]
    comment: Annotated[str, Field(max_length=2000)] = ""
    viewpoint_id: Annotated[str, Field(max_length=200)] | None = None
