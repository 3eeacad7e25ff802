"""Votes, as sent over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import Field

from pangea_server.core.wire import Wire
from pangea_server.quality.votes.decision import VoteState


class VoteView(Wire):
    """One person's vote, and the number of the annotation that has the rest of their answers."""

    annotation_id: int
    annotator_id: int
    value: str


class ShownAnswer(Wire):
    """An answer that is judged."""

    kind: str
    annotation_id: int
    transcript: str


class VotedItemView(Wire):
    """An item, what was shown, and how people voted. ``value`` is the decision, null before there is one."""

    item_id: str
    campaign_id: str
    kind: str
    language: str
    scan_id: str
    shows: str
    question: str
    about: tuple[ShownAnswer, ...]
    viewpoint_id: str | None
    state: VoteState
    value: str | None
    votes: tuple[VoteView, ...]
    choices: tuple[str, ...]
    settled_by: int | None
    settled_at: datetime | None


class VoteCount(Wire):
    """How many items of a campaign's kind are in which state, and for what they were decided."""

    campaign_id: str
    kind: str
    states: dict[VoteState, int]
    values: dict[str, int]


class VoteSettlement(Wire):
    """What staff decide."""

    value: Annotated[str, Field(max_length=100)]
