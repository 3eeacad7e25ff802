"""Practice, training, standing and appeals."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, FiniteFloat

from pangea_server.schemas.base import Wire


class PracticeWalk(Wire):
    """A path to practise on; nothing of it is sent or counted."""

    scan_id: str
    path: tuple[str, ...]
    heading: FiniteFloat
    start_preview: str | None


class TrainingView(Wire):
    """Words to follow whose path is known; ``passed``: this person may do tasks of the kind already."""

    scan_id: str
    instruction_id: int
    start_viewpoint_id: str
    heading: FiniteFloat
    start_preview: str | None
    language: str
    instruction: str
    voice_url: str
    voice_duration: FiniteFloat
    passed: bool


class TrainingAnswer(Wire):
    """Where somebody walked, viewpoint by viewpoint, from the start on."""

    instruction_id: Annotated[int, Field(ge=0, lt=2**31)]
    path: Annotated[tuple[Annotated[str, Field(max_length=200)], ...], Field(min_length=1, max_length=1000)]


class TrainingResult(Wire):
    """How near a walk came to the ``path`` that was meant; ``ne`` is how far from its end it ended, in metres."""

    passed: bool
    arrived: bool
    ne: FiniteFloat
    ndtw: FiniteFloat
    path: tuple[str, ...]


class StandingNotice(Wire):
    """What a person is told of their own standing: whether they are given tasks of a kind."""

    campaign_id: str
    kind: str
    state: Literal["working", "stopped", "appealed", "dismissed"]


class AppealRequest(Wire):
    """Asks a manager to be let back in; ``words`` say why."""

    campaign_id: Annotated[str, Field(max_length=60)]
    kind: Annotated[str, Field(max_length=100)]
    words: Annotated[str, Field(max_length=2000)] = ""


class AppealDecision(Wire):
    campaign_id: Annotated[str, Field(max_length=60)]
    kind: Annotated[str, Field(max_length=100)]
    decision: Literal["reinstated", "upheld"]


class StandingView(Wire):
    """How far a person is relied on in a kind of task; shares are of the check items that count."""

    annotator_id: int
    campaign_id: str
    kind: str
    state: Literal["learning", "probation", "trusted", "demoted", "appealed", "dismissed"]
    check_items: int
    overall: FiniteFloat | None
    recent: FiniteFloat | None
    reason: str
    appeal: str  # the words of the newest
