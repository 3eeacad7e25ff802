"""Live training, as sent over HTTP. None of it is stored."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, FiniteFloat

from pangea_server.collect.live.sessions import Hint, LiveSession, LiveState, Purpose
from pangea_server.core.visible_text import Readable, Visible
from pangea_server.core.wire import Wire

Words = Annotated[str, Field(max_length=2000)]


class LiveRequest(Wire):
    """A learner lets the team watch: ``agreed`` is what they pressed after they had read what is shown to whom."""

    agreed: Literal[True]
    purpose: Purpose
    scan_id: Annotated[str, Field(max_length=200)]
    language: Annotated[str, Field(max_length=100)] = ""


class MomentUpdate(Wire):
    """What the learner does now; ``heard``: the number of the last hint that their page shows, 0 for none.

    ``heading`` and ``elevation`` are radians; ``level`` is the loudness of the microphone, null without one.
    """

    viewpoint_id: Annotated[str, Field(max_length=200)]
    heading: Annotated[FiniteFloat, Field(ge=-10, le=10)]
    elevation: Annotated[FiniteFloat, Field(ge=-2, le=2)]
    level: Annotated[FiniteFloat, Field(ge=0, le=1)] | None = None
    words: Words = ""
    heard: Annotated[int, Field(strict=True, ge=0)] = 0

    def moment(self) -> LiveState:
        return LiveState(self.viewpoint_id, self.heading, self.elevation, self.level, self.words)


class HintRequest(Wire):
    """What a person of the team writes to a learner."""

    words: Annotated[Words, Visible, Readable]


class LiveReply(Wire):
    """What the learner's page needs to know: who watches, and the hints that it does not show yet."""

    live_id: str
    watchers: int
    hints: tuple[Hint, ...] = ()

    @classmethod
    def of(cls, session: LiveSession, heard: int) -> LiveReply:
        fresh = tuple(hint for hint in session.hints if hint.number > heard)
        return cls(live_id=session.live_id, watchers=session.watchers, hints=fresh)


class LearnerView(Wire):
    """A learner who may be watched."""

    live_id: str
    annotator_id: int
    purpose: Purpose
    scan_id: str
    language: str
    began_at: datetime
    watchers: int

    @classmethod
    def of(cls, session: LiveSession) -> LearnerView:
        return cls(
            live_id=session.live_id,
            annotator_id=session.annotator_id,
            purpose=session.purpose,
            scan_id=session.scan_id,
            language=session.language,
            began_at=session.began_at,
            watchers=session.watchers,
        )


class LiveView(Wire):
    """What who watches sees; the data of each event. ``moment`` is null until the page has told one, and after the
    end."""

    ended: bool
    moment: LiveState | None
    hints: tuple[Hint, ...]

    @classmethod
    def of(cls, session: LiveSession) -> LiveView:
        return cls(ended=session.ended, moment=session.moment, hints=tuple(session.hints))
