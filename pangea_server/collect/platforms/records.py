"""Studies on crowdsourcing platforms, and the visits of their people."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Literal

from pydantic import Field

from pangea_server.annotate.tasks.records import TaskKind
from pangea_server.core.records import Record, now

PlatformName = Literal["prolific", "mturk", "mturk-code"]


class Study(Record):
    """Work offered on a platform: ``required`` answers of one kind earn its completion code.

    ``reward`` is what the platform itself pays for a completion, in minor units of ``currency``.
    """

    collection: ClassVar[str] = "studies"
    study_id: str
    platform: PlatformName
    kind: TaskKind
    languages: tuple[str, ...]
    required: int
    places: int
    taken: int = 0
    completion_code: str | None = None  # Prolific has one per study; elsewhere each attempt gets its own
    reward: int = 0
    currency: str = "USD"
    created_at: datetime = Field(default_factory=now)
    closed_at: datetime | None = None

    @property
    def record_id(self) -> str:
        return self.study_id


class Visit(Record):
    """One attempt at a study by one person, known by a keyed hash of the platform's own id of the attempt.

    ``code`` is set once the work was verified; ``lease_ids`` are the answers that earned it, and earn no other code.
    """

    collection: ClassVar[str] = "visits"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "study_id")
    visit_id: str
    study_id: str
    annotator_id: int
    began_at: datetime = Field(default_factory=now)
    submit_to: str | None = None
    code: str | None = None
    completed_at: datetime | None = None
    lease_ids: tuple[str, ...] = ()

    @property
    def record_id(self) -> str:
        return self.visit_id


class Payee(Record):
    """The platform's own ids for paying a visit: the only place where they are stored in plain text.

    Only payment reads it; it is removed with the person's data.
    """

    collection: ClassVar[str] = "payees"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "study_id")
    visit_id: str
    study_id: str
    annotator_id: int
    worker_id: str
    assignment_id: str

    @property
    def record_id(self) -> str:
        return self.visit_id
