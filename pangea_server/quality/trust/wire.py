"""Standings and appeals, as sent over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, FiniteFloat

from pangea_server.core.visible_text import Readable
from pangea_server.core.wire import Wire


class StandingNotice(Wire):
    """A person's own standing as shown to them: whether they get tasks of a kind."""

    campaign_id: str
    kind: str
    state: Literal["working", "stopped", "appealed", "dismissed"]


class AppealRequest(Wire):
    """Asks a manager to be let back in; ``words`` say why."""

    campaign_id: Annotated[str, Field(max_length=60)]
    kind: Annotated[str, Field(max_length=100)]
    words: Annotated[str, Field(max_length=2000), Readable] = ""


class AppealDecision(Wire):
    campaign_id: Annotated[str, Field(max_length=60)]
    kind: Annotated[str, Field(max_length=100)]
    decision: Literal["reinstated", "upheld"]


class BatchNotice(Wire):
    """A batch of this person that was refused whole, without its check items; ``state`` is that of their appeal."""

    batch_id: str
    kind: str
    task_ids: tuple[str, ...]
    refused_at: datetime
    state: Literal["refused", "appealed", "reinstated", "upheld"]


class BatchView(BatchNotice):
    """A refused batch as staff see it; ``words`` are those of the appeal."""

    annotator_id: int
    campaign_id: str
    number: int
    checks: int
    passed: int
    words: str


class BatchAppeal(Wire):
    """Asks staff to look at a refused batch again; ``words`` say why."""

    words: Annotated[str, Field(max_length=2000), Readable] = ""


class BatchDecision(Wire):
    decision: Literal["reinstated", "upheld"]


class StandingView(Wire):
    """How far a person is trusted in a kind of task; shares are of the check items that count."""

    annotator_id: int
    campaign_id: str
    kind: str
    state: Literal["learning", "probation", "trusted", "demoted", "appealed", "dismissed"]
    check_items: int
    overall: FiniteFloat | None
    recent: FiniteFloat | None
    reason: str
    appeal: str  # the words of the newest
