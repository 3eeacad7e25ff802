"""Work: tasks, who holds them, and what is recorded for them."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import Field, JsonValue

from pangea_server.core.records import Record, now, padded


class TaskState(StrEnum):
    WAITING = "waiting"  # a task about a Guide's words, which do not exist yet
    OPEN = "open"
    LEASED = "leased"
    DONE = "done"
    WITHDRAWN = "withdrawn"  # its answer, or the words it would follow, were taken back
    RETIRED = "retired"  # its campaign does not need it any more


class LeaseState(StrEnum):
    ACTIVE = "active"
    SUBMITTED = "submitted"
    RETURNED = "returned"
    EXPIRED = "expired"


class RecordingState(StrEnum):
    OPEN = "open"
    ACCEPTED = "accepted"  # its streams are the lease's answer
    SUPERSEDED = "superseded"  # another recording of the lease was accepted


ProblemKind = Literal["voice", "picture", "offensive", "page", "other"]
RecordingContent = Literal["walk", "actions"]
TaskKind = str  # a name in the entry-point group ``pangea.tasks``


class Task(Record):
    """One piece of work for one person, and who holds it.

    ``campaign_id`` is None where the task is older than campaigns in files. ``check_item``: the answer is known,
    and the task shows how good the person is; nothing that is sent to the page may reveal this. ``learning``: its
    answer is a newcomer's, and another task asks for the same again. ``condition``: the arm of its campaign in which it
    is given, drawn when a person first takes it; None where the campaign has no arms for it. ``pairing_id`` and
    ``role``: with whom and as what its holder does it, where it takes two people (``annotate/pairing``).
    """

    collection: ClassVar[str] = "tasks"
    indexed: ClassVar[tuple[str, ...]] = (
        *("kind", "state", "language", "instruction_id"),
        *("campaign_id", "pool", "priority", "path_id"),
    )
    kind: TaskKind
    number: int
    path_id: int
    scan_id: str
    language: str
    state: TaskState
    campaign_id: str | None = None
    pool: str | None = None  # only its members may do the task; None: everybody
    priority: int = 0
    check_item: bool = False
    learning: bool = False
    condition: str | None = None
    instruction_id: int | None = None  # tasks about a Guide's words: the annotation that has them
    guide_annotator_id: int | None = None  # the Guide whose words these are, who may not do the task
    also_language: str | None = None  # whoever does it has to understand this language as well
    not_for: tuple[int, ...] = ()  # people who may not do it: what it asks about is their own work
    lease_id: str | None = None
    lease_expires_at: datetime | None = None
    pairing_id: str | None = None
    role: str | None = None
    args: dict[str, JsonValue] = Field(default_factory=dict)  # fields that only tasks of this kind have

    @property
    def record_id(self) -> str:
        return f"{self.kind}-{padded(self.number)}"


class History(Record):
    """What one person was given so far; it decides which tasks they may be given next.

    Attributes:
        met: the task under which the person met a path, by path id; nobody meets a path in two tasks.
        taken: how many tasks they took and did not give back, by ``CAMPAIGN/KIND``.
        day: the day (UTC) to which ``today`` belongs.
        today: how many tasks they took and did not give back on that day, by campaign.
        systems: how many tasks about words of each system they took and did not give back, by ``CAMPAIGN/SYSTEM``.
    """

    collection: ClassVar[str] = "histories"
    annotator_id: int
    met: dict[str, str] = Field(default_factory=dict)
    taken: dict[str, int] = Field(default_factory=dict)
    day: date | None = None
    today: dict[str, int] = Field(default_factory=dict)
    systems: dict[str, int] = Field(default_factory=dict)

    @property
    def record_id(self) -> str:
        return padded(self.annotator_id)


class Lease(Record):
    """One person's attempt at one task. The ids of leases that an import made begin with ``IMPORTED``."""

    IMPORTED: ClassVar[str] = "imported-"
    collection: ClassVar[str] = "leases"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "state", "task_id")
    lease_id: str
    task_id: str
    kind: TaskKind
    annotator_id: int
    state: LeaseState
    created_at: datetime = Field(default_factory=now)
    expires_at: datetime
    submission_sha256: str | None = None  # of the accepted submission, so that a repeated call is recognised

    @property
    def record_id(self) -> str:
        return self.lease_id


class Recording(Record):
    """What one ``attempt`` at a leased task, from 0, recorded: a walk with its voice, or the actions of the whole task.

    Its chunks are blobs below ``recordings/{recording_id}/``.
    """

    collection: ClassVar[str] = "recordings"
    indexed: ClassVar[tuple[str, ...]] = ("lease_id",)
    recording_id: str
    lease_id: str
    annotator_id: int
    attempt: int = 0
    state: RecordingState = RecordingState.OPEN
    sample_rate: int | None  # Hz; None when no voice is recorded
    holds: RecordingContent = "walk"
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.recording_id


class DraftRecord(Record):
    """What the page of a lease saves, to get it back when it is opened again; only the page can read ``content``."""

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
    indexed: ClassVar[tuple[str, ...]] = ("task_id", "annotator_id")
    report_id: str
    lease_id: str
    task_id: str
    annotator_id: int
    kind: ProblemKind
    comment: str
    viewpoint_id: str | None
    created_at: datetime

    @property
    def record_id(self) -> str:
        return self.report_id
