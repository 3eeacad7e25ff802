"""Results of check items, appeals and qualifications; standings are computed from them (``trust/standing.py``)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from pangea_server.annotate.tasks.records import TaskKind
from pangea_server.core.records import Record, now, padded


class CheckResult(Record):
    """A check item that was given to a person, and its result.

    ``answered_at`` is None until it was judged; ``passed`` is also None if it could not be judged. ``marks``: of a task
    with several items, whether each was passed; they count one by one, and ``passed`` is about all of them.
    """

    collection: ClassVar[str] = "check_results"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "task_id")
    annotator_id: int
    campaign_id: str
    kind: TaskKind
    item_id: str
    task_id: str
    drawn_at: datetime = Field(default_factory=now)
    answered_at: datetime | None = None
    passed: bool | None = None
    marks: tuple[bool, ...] = ()
    reason: str = ""

    @property
    def record_id(self) -> str:
        return f"{padded(self.annotator_id)}-{self.item_id}"


class Appeal(Record):
    """The appeal of a demoted person, which a manager decides. ``decided_by`` None: the command line."""

    collection: ClassVar[str] = "appeals"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id",)
    annotator_id: int
    campaign_id: str
    kind: TaskKind
    number: int
    words: Annotated[str, Field(max_length=2000)] = ""
    asked_at: datetime = Field(default_factory=now)
    decision: Literal["reinstated", "upheld"] | None = None
    decided_by: int | None = None
    decided_at: datetime | None = None

    @property
    def record_id(self) -> str:
        return f"{padded(self.annotator_id)}-{self.campaign_id}-{self.kind}-{self.number}"


class Qualification(Record):
    """A person's training walks of a kind; ``passed_at`` is None until they passed one.

    ``lesson``: the parts of the kind's lesson that they have done, where it has one.
    """

    collection: ClassVar[str] = "qualifications"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id",)
    annotator_id: int
    kind: TaskKind
    attempts: int = 0
    passed_at: datetime | None = None
    lesson: tuple[str, ...] = ()

    @property
    def record_id(self) -> str:
        return f"{padded(self.annotator_id)}-{self.kind}"
