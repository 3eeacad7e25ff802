"""Work: tasks, who holds them, and what is recorded meanwhile."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import Field

from pangea_server.records.base import Record, now, padded


class TaskState(StrEnum):
    WAITING = "waiting"  # a follower task whose guide annotation does not exist yet
    OPEN = "open"
    LEASED = "leased"
    DONE = "done"
    WITHDRAWN = "withdrawn"  # its answer, or the words it would follow, were taken back


class LeaseState(StrEnum):
    ACTIVE = "active"
    SUBMITTED = "submitted"
    RETURNED = "returned"
    EXPIRED = "expired"


class RecordingState(StrEnum):
    OPEN = "open"
    ACCEPTED = "accepted"  # its streams are the lease's answer
    SUPERSEDED = "superseded"  # another take of the lease was accepted


TaskKind = str  # a name in the entry-point group ``pangea.tasks``


class Task(Record):
    """One piece of work for one person, and who holds it."""

    collection: ClassVar[str] = "tasks"
    indexed: ClassVar[tuple[str, ...]] = ("kind", "state", "language", "instruction_id")
    kind: TaskKind
    number: int
    path_id: int
    scan_id: str
    language: str
    state: TaskState
    instruction_id: int | None = None  # follower tasks: the guide annotation to follow
    guide_annotator_id: int | None = None  # who may not follow it
    lease_id: str | None = None
    lease_expires_at: datetime | None = None

    @property
    def record_id(self) -> str:
        return f"{self.kind}-{padded(self.number)}"


class Lease(Record):
    """One person's attempt at one task."""

    collection: ClassVar[str] = "leases"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "state", "task_id")
    lease_id: str
    task_id: str
    kind: TaskKind
    annotator_id: int
    state: LeaseState
    created_at: datetime = Field(default_factory=now)
    expires_at: datetime
    submission_sha256: str | None = None  # of the accepted submit, so that a repeated call is recognised

    @property
    def record_id(self) -> str:
        return self.lease_id


class Recording(Record):
    """One take within a lease, numbered from 0; its chunks are blobs below ``recordings/{recording_id}/``."""

    collection: ClassVar[str] = "recordings"
    indexed: ClassVar[tuple[str, ...]] = ("lease_id",)
    recording_id: str
    lease_id: str
    annotator_id: int
    take: int = 0
    state: RecordingState = RecordingState.OPEN
    sample_rate: int | None  # Hz; None when no voice is recorded
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.recording_id


class DraftRecord(Record):
    """What the page of a lease wants back when it is opened again; only the page can read ``content``."""

    collection: ClassVar[str] = "drafts"
    lease_id: str
    version: int
    content: str
    saved_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.lease_id


class ProblemReport(Record):
    """Something that a person found wrong with a task while doing it."""

    collection: ClassVar[str] = "problem_reports"
    indexed: ClassVar[tuple[str, ...]] = ("task_id",)
    report_id: str
    lease_id: str
    task_id: str
    annotator_id: int
    kind: Literal["voice", "picture", "offensive", "page", "other"]
    comment: str
    viewpoint_id: str | None
    created_at: datetime

    @property
    def record_id(self) -> str:
        return self.report_id
