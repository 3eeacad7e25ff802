"""Recordings, streams, chunks and receipts, as sent over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field, FiniteFloat

from pangea_server.annotate.tasks.records import RecordingContent, RecordingState
from pangea_server.core.wire import Sha256, Wire


class RecordingRequest(Wire):
    """Starts a recording, or finds it: an ``attempt`` of a lease, from 0, is always the same recording.

    A restart is the next attempt; the recording before it stays until an answer is accepted. ``sample_rate`` (Hz) is
    null when no voice is recorded (Follower). The actions of a task are recordings of their own, with attempts of their
    own, and only where the campaign asks for them.
    """

    attempt: Annotated[int, Field(strict=True, ge=0, lt=100)] = 0
    sample_rate: Annotated[int, Field(strict=True, ge=8000, le=192000)] | None = None
    holds: RecordingContent = "walk"


class StoredStream(Wire):
    """What is durably stored of a stream: the number of chunks and bytes, and the first and last number of each run."""

    chunks: int
    size: int
    ranges: tuple[tuple[int, int], ...]


class RecordingView(Wire):
    """A recording, and how much of it is stored. Chunks are accepted while ``state`` is open."""

    recording_id: str
    lease_id: str
    attempt: int
    state: RecordingState
    sample_rate: int | None
    created_at: datetime
    voice: StoredStream
    pose: StoredStream
    actions: StoredStream
    holds: RecordingContent


class ChunkReceipt(Wire):
    """Confirms that these bytes are on disk. ``sha256`` is of the stored bytes."""

    recording_id: str
    stream: Literal["voice", "pose", "actions"]
    index: int
    size: int
    sha256: Sha256


class SubmitUnderWay(Wire):
    """The answer is complete, and the server still reads it. The same call, repeated, waits for the receipt."""

    lease_id: str


class SubmitReceipt(Wire):
    """Confirms that the answer is stored. ``annotation_id`` is numbered within its kind: the instruction_id of a
    Guide, the demonstration_id of a Follower."""

    lease_id: str
    kind: str
    annotation_id: int


Number = TypeVar("Number")
Viewpoint = TypeVar("Viewpoint")
Matrix = TypeVar("Matrix")


class SnapshotFields(Wire, Generic[Number, Viewpoint, Matrix]):
    """What a camera state says besides ``audio_time``: of one state, or of many in columns."""

    time: Number
    viewpoint_id: Viewpoint
    extrinsic_matrix: Matrix
    intrinsic_matrix: Matrix


class Snapshot(
    SnapshotFields[FiniteFloat, str, Annotated[tuple[FiniteFloat, ...], Field(min_length=16, max_length=16)]]
):
    """One camera state; a pose chunk is JSON Lines of these.

    ``time`` and ``audio_time`` in seconds: since the recording began (the Guide's audio sample clock), and within the
    Guide's voice as the Follower heard it (null for Guides). Matrices have 16 numbers, row-major, three.js frame:
    camera-to-world and OpenGL projection.
    """

    audio_time: FiniteFloat | None = None
