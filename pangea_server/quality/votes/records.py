"""Items that people vote on."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from pydantic import Field

from pangea_server.annotate.forms.ballot import Ballot
from pangea_server.annotate.tasks.records import TaskKind
from pangea_server.core.records import Record, now
from pangea_server.quality.votes.decision import VoteState


class VotedItem(Record):
    """An item that a person has voted on. The votes themselves are the annotations with these ``numbers``.

    Attributes:
        numbers: of the tasks in which people voted.
        seats: how many tasks about it there are.
        state: after the last vote, or after the decision of staff.
        ballot: what people vote on.
        settled: what staff decided, ``settled_by`` whom and when; None for the command line.
    """

    collection: ClassVar[str] = "voted_items"
    indexed: ClassVar[tuple[str, ...]] = ("campaign_id", "state")
    item_id: str
    campaign_id: str
    kind: TaskKind
    scan_id: str
    path_id: int
    language: str
    ballot: Ballot
    numbers: tuple[int, ...] = ()
    seats: int
    state: VoteState = VoteState.OPEN
    settled: str | None = None
    settled_by: int | None = None
    settled_at: datetime | None = None
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.item_id
