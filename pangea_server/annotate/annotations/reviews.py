"""What reviewers decided about annotations."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from pydantic import BaseModel, Field

from pangea_server.annotate.tasks.records import TaskKind
from pangea_server.core.records import Record, now


class ReviewState(StrEnum):
    PENDING = "pending"
    ACCEPTED = "accepted"
    REJECTED = "rejected"  # left out of exports; the task is given out again
    SENT_BACK = "sent_back"  # its annotator is asked to correct it


class Verdict(StrEnum):
    ACCEPT = "accept"
    REJECT = "reject"
    SEND_BACK = "send_back"
    REOPEN = "reopen"  # takes back the decision before it
    CORRECT = "correct"  # its annotator has corrected what was sent back


class ReviewFields(BaseModel):
    """What the store keeps of a review, and the review pages show.

    Attributes:
        number: the instruction_id or demonstration_id; of other kinds, the number of the task.
        version, reason, decided_at: of the last decision; the annotator sees the reason.
        flagged: whether a quality flag is raised, or answers of several people contradict each other.
        claimed_by: the reviewer who has claimed it.
    """

    task_id: str
    kind: TaskKind
    number: int
    annotator_id: int
    language: str
    scan_id: str
    submitted_at: datetime = Field(default_factory=now)
    state: ReviewState = ReviewState.PENDING
    version: int = 0
    reason: str = ""
    decided_at: datetime | None = None
    flagged: bool = False
    claimed_by: int | None = None


class Review(ReviewFields, Record):
    """Where the review of one annotation stands; each ``Decision`` is one step on the way there.

    Ids begin with the time of the submit, so that a queue in the order of ids has the oldest first.
    """

    collection: ClassVar[str] = "reviews"
    indexed: ClassVar[tuple[str, ...]] = ("task_id", "state", "kind", "language", "flagged", "annotator_id")
    lease_id: str
    claimed_at: datetime | None = None  # when the one who has it claimed it first
    claimed_until: datetime | None = None
    seen_version: int = 0  # the decision that its annotator has seen
    disputed: str = ""  # why a reviewer has to settle it: people's answers to the same contradict each other

    @property
    def record_id(self) -> str:
        return self.id_of(self.submitted_at, self.task_id)

    @classmethod
    def id_of(cls, submitted_at: datetime, task_id: str) -> str:
        return f"{submitted_at:%Y%m%dT%H%M%S.%f}-{task_id}"


class Decision(Record):
    """One step of a review. Decisions are added, never changed; ``actor`` is None for the command line."""

    collection: ClassVar[str] = "decisions"
    indexed: ClassVar[tuple[str, ...]] = ("task_id",)
    decision_id: str  # made by the caller, so that a call can be repeated
    task_id: str
    version: int
    verdict: Verdict
    state: ReviewState  # after the decision
    reason: str
    actor: int | None
    closed_tasks: tuple[str, ...] = ()  # tasks that are no longer given out because of it
    opened_tasks: tuple[str, ...] = ()  # tasks that ask for the same work again
    claimed_at: datetime | None = (
        None  # when its actor opened the annotation; None where nobody had claimed it
    )
    at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.decision_id
