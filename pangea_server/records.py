"""What the store keeps: one frozen class per kind of record.

Ids follow RxR: ``path_id``, ``annotator_id``, ``instruction_id`` and ``demonstration_id`` are integers that are
numbered within one store; a guide task's number becomes its annotation's ``instruction_id``, a follower task's number
its ``demonstration_id``. Leases and recordings are attempts and have random ids.
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat


def now() -> datetime:
    """The current time, aware, in UTC."""
    return datetime.now(UTC)


class Record(BaseModel):
    """A small document. ``collection`` names its kind, ``indexed`` the fields that a store can search by."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    collection: ClassVar[str]
    indexed: ClassVar[tuple[str, ...]] = ()

    @property
    def record_id(self) -> str:
        raise NotImplementedError


class Role(StrEnum):
    """What each may do is said in ``people/policy.py``."""

    ANNOTATOR = "annotator"
    REVIEWER = "reviewer"
    MANAGER = "manager"
    OWNER = "owner"


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


def padded(number: int) -> str:
    """Integer ids as record ids whose code-point order is their numeric order (RxR pads to six digits as well)."""
    return f"{number:06d}"


class Counter(Record):
    """The last number given out under a name."""

    collection: ClassVar[str] = "counters"
    name: str
    value: int

    @property
    def record_id(self) -> str:
        return self.name


class Annotator(Record):
    """A person, known by a number. ``identity`` is the SHA-256 of who a sign-in service says they are."""

    collection: ClassVar[str] = "annotators"
    indexed: ClassVar[tuple[str, ...]] = ("identity", "role")
    annotator_id: int
    role: Role
    languages: tuple[str, ...]
    identity: str | None = None
    created_at: datetime = Field(default_factory=now)
    withdrawn_at: datetime | None = None

    @property
    def record_id(self) -> str:
        return padded(self.annotator_id)


class ScanRecord(Record):
    """A scan that this store has tasks in."""

    collection: ClassVar[str] = "scans"
    scan_id: str
    environment: str
    viewpoint_count: int

    @property
    def record_id(self) -> str:
        return self.scan_id


class PathRecord(Record):
    """A path to be described. ``heading`` (radians) is where the Guide looks at first."""

    collection: ClassVar[str] = "paths"
    indexed: ClassVar[tuple[str, ...]] = ("scan_id",)
    path_id: int
    scan_id: str
    path: tuple[str, ...]
    heading: FiniteFloat
    split: str = "train"

    @property
    def record_id(self) -> str:
        return padded(self.path_id)


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


class Artefact(BaseModel):
    """A stored blob that belongs to an annotation."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    blob: str
    size: int
    sha256: str


class Phase(BaseModel):
    """How long a person stayed in one phase of a task, in seconds since the lease was shown."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: Annotated[str, Field(max_length=100)]
    start_time: Annotated[FiniteFloat, Field(strict=True)]
    end_time: Annotated[FiniteFloat, Field(strict=True)]


class Scores(BaseModel):
    """How a walk compares with its reference path; RxR's keys and three more."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    ne: FiniteFloat
    sr: FiniteFloat
    spl: FiniteFloat
    osr: FiniteFloat
    cls: FiniteFloat
    dtw: FiniteFloat
    ndtw: FiniteFloat
    sdtw: FiniteFloat
    path_length: FiniteFloat


class TimedWordRecord(BaseModel):
    """One whitespace token of the transcript, when it was said, and what the camera saw then.

    ``start_char`` and ``end_char`` are its place in the transcript. ``viewpoint_id``, ``heading`` and ``elevation``
    (radians) are those at ``start_time``; ``first_snapshot`` and ``last_snapshot`` are rows of the pose trace, both of
    the word. None where there is no trace, and in records that are older than the field.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    word: str
    start_time: FiniteFloat
    end_time: FiniteFloat
    source: Literal["aligned", "interpolated", "recognised", "mended"]
    confidence: FiniteFloat | None = None
    start_char: int | None = None
    end_char: int | None = None
    viewpoint_id: str | None = None
    heading: FiniteFloat | None = None
    elevation: FiniteFloat | None = None
    first_snapshot: int | None = None
    last_snapshot: int | None = None


class StretchRecord(BaseModel):
    """A part of a voice, in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    start_time: FiniteFloat
    end_time: FiniteFloat


class ReportRecord(BaseModel):
    """How far an alignment can be trusted; ``align.report.AlignmentReport`` says what each number means."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    coverage: FiniteFloat
    unwritten_share: FiniteFloat | None
    silence_share: FiniteFloat | None
    unstable_words: int | None
    speaking_rate: FiniteFloat
    verdict: Literal["fits", "doubtful"]
    reasons: tuple[str, ...]
    unknown: str


class AlignmentRecord(Record):
    """The timed words of one guide annotation, in their newest version; ``AlignmentVersion`` has those before it.

    ``unwritten`` is what was said and not written; None where the engine cannot tell.
    """

    collection: ClassVar[str] = "alignments"
    indexed: ClassVar[tuple[str, ...]] = ("engine", "state")
    instruction_id: int
    version: int = 1
    engine: str
    state: Literal["aligned", "failed"]
    reason: str = ""  # why it failed
    timed_instruction: tuple[TimedWordRecord, ...] = ()
    edit_distance: FiniteFloat | None = None
    unwritten: tuple[StretchRecord, ...] | None = None
    report: ReportRecord | None = None
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return padded(self.instruction_id)


class AlignmentVersion(AlignmentRecord):
    """What an alignment was before it was made anew, or mended by a person."""

    collection: ClassVar[str] = "alignment_versions"
    indexed: ClassVar[tuple[str, ...]] = ("instruction_id",)

    @property
    def record_id(self) -> str:
        return f"{padded(self.instruction_id)}-{padded(self.version)}"


class GuideAnnotation(Record):
    """What a Guide said and did. ``duration`` is the voice's, in seconds."""

    collection: ClassVar[str] = "guide_annotations"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "language", "scan_id", "path_id")
    instruction_id: int
    annotator_id: int
    path_id: int
    split: str
    scan_id: str
    language: str
    path: tuple[str, ...]
    heading: FiniteFloat
    walked: tuple[str, ...]
    instruction: str
    duration: FiniteFloat
    sample_rate: int
    voice: Artefact
    pose_trace: Artefact
    phases: tuple[Phase, ...]
    scores: Scores
    submitted_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return padded(self.instruction_id)


class Feedback(BaseModel):
    """What a Follower says of the instruction and the walk. Ratings go from 1 (worst) to 5; ``reason`` is why they gave
    up; None is what they were not asked or did not say."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    confidence: Annotated[int, Field(strict=True, ge=1, le=5)] | None = None
    instruction_quality: Annotated[int, Field(strict=True, ge=1, le=5)] | None = None
    reason: Literal["words_unclear", "words_wrong", "lost", "technical", "other"] | None = None
    comment: Annotated[str, Field(max_length=2000)] = ""


class FollowerAnnotation(Record):
    """Where a Follower walked, and how it compares with the Guide's path."""

    collection: ClassVar[str] = "follower_annotations"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "language", "scan_id", "instruction_id")
    demonstration_id: int
    instruction_id: int
    annotator_id: int
    path_id: int
    scan_id: str
    language: str
    path: tuple[str, ...]
    outcome: Literal["done", "gave_up"]
    feedback: Feedback | None = None
    pose_trace: Artefact
    phases: tuple[Phase, ...]
    scores: Scores
    submitted_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return padded(self.demonstration_id)


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


class Invite(Record):
    """A link that lets one person in once. Only the SHA-256 of its token is kept."""

    collection: ClassVar[str] = "invites"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id",)
    token_hash: str
    annotator_id: int
    created_at: datetime = Field(default_factory=now)
    expires_at: datetime
    session_hash: str | None = None  # of the session that it was exchanged for

    @property
    def record_id(self) -> str:
        return self.token_hash


class Session(Record):
    """A browser in which a person is signed in. Only the SHA-256 of its token is kept."""

    collection: ClassVar[str] = "sessions"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id",)
    token_hash: str
    annotator_id: int
    created_at: datetime = Field(default_factory=now)
    expires_at: datetime

    @property
    def record_id(self) -> str:
        return self.token_hash


class ConsentText(Record):
    """What people are asked to agree to, in Markdown by language (BCP 47). Another text is another version."""

    collection: ClassVar[str] = "consent_texts"
    version: int
    texts: dict[str, str]
    retention_days: int | None  # after which what was collected under this version is removed
    published_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return padded(self.version)


class ConsentReceipt(Record):
    """Who agreed to which version, in which language, when. It outlives a withdrawal, as proof of what was agreed."""

    collection: ClassVar[str] = "consent_receipts"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id",)
    annotator_id: int
    version: int
    language: str
    sha256: str  # of the text that was shown
    agreed_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return f"{padded(self.annotator_id)}-{padded(self.version)}"


class Tombstone(Record):
    """This record of this collection was removed for good; nothing may bring it or its blobs back.

    A recording's blobs are those below ``recordings/{removed_id}/``.
    """

    collection: ClassVar[str] = "tombstones"
    removed_from: str
    removed_id: str
    reason: Literal["withdrawn", "retention"]
    removed_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return f"{self.removed_from}:{self.removed_id}"


Action = Literal["enrolled", "invited", "revoked", "role changed", "withdrawn", "retention", "refused"]


class AuditEntry(Record):
    """Who did what to whom, by number; entries are added and never changed. ``actor`` is None for the command line."""

    collection: ClassVar[str] = "audit"
    entry_id: str
    actor: int | None
    action: Action
    subject: int | None
    detail: str = ""
    at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.entry_id


class SigningKey(Record):
    """A secret of all servers of one store, in base64."""

    collection: ClassVar[str] = "signing_keys"
    name: str
    secret: str

    @property
    def record_id(self) -> str:
        return self.name


RECORDS: tuple[type[Record], ...] = (
    AlignmentRecord,
    AlignmentVersion,
    Annotator,
    AuditEntry,
    ConsentReceipt,
    ConsentText,
    Counter,
    DraftRecord,
    FollowerAnnotation,
    GuideAnnotation,
    Invite,
    Lease,
    PathRecord,
    ProblemReport,
    Recording,
    ScanRecord,
    Session,
    SigningKey,
    Task,
    Tombstone,
)
