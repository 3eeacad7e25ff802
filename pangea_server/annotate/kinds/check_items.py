"""Work whose answer is known."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from pydantic import Field, FiniteFloat, JsonValue

from pangea_server.annotate.tasks.records import TaskKind
from pangea_server.core.records import Record, now, padded


class CheckItem(Record):
    """A task whose answer is known: words that were understood, a path that was described well, a thing that was found.

    Attributes:
        instruction_ids: the Guide's words that the task is about, or that are good answers to it.
        good_ndtw: the nDTW of the walks that followed these words to the goal; empty where the task is not such a walk.
        answers: numbers of good answers of the item's own kind; empty where ``instruction_ids`` has them.
        args: the same as those of a task of the kind.
        gold: what the right answers are, in a form of the kind's own; never a part of a task.
        item_id: empty where the task is to follow words or to describe a path.
    """

    collection: ClassVar[str] = "check_items"
    indexed: ClassVar[tuple[str, ...]] = ("campaign_id", "kind")
    campaign_id: str
    kind: TaskKind
    language: str
    path_id: int
    scan_id: str
    instruction_ids: tuple[int, ...] = ()
    good_ndtw: tuple[FiniteFloat, ...] = ()
    answers: tuple[int, ...] = ()
    args: dict[str, JsonValue] = Field(default_factory=dict)
    gold: dict[str, JsonValue] = Field(default_factory=dict)
    item_id: str = ""
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        if self.item_id:
            return self.item_id
        if self.good_ndtw:
            return f"{self.kind}-{padded(self.instruction_ids[0])}"
        return f"{self.kind}-{self.language}-{padded(self.path_id)}"
