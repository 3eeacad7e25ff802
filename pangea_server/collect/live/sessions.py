"""Who is watched in training now, what they do, and what the team writes to them. It is kept in memory only.

Everything happens on the event loop, so nothing needs a lock. With several servers, a learner and who watches them
must reach the same one.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from time import monotonic
from typing import Literal

from pangea_server.core.errors import OverloadedError, RecordNotFoundError
from pangea_server.core.records import now

SILENT_SECONDS = 20.0  # after which a learner whose page says nothing is no longer there
MOST_LEARNERS = 100
MOST_WATCHERS = 3  # of one learner
MOST_HINTS = 50  # kept of one learner; the oldest go first
APART_SECONDS = 0.2  # between two looks that one watcher gets
BEAT_SECONDS = 1.0  # between looks in which nothing has changed: whoever watches is asked for again

Purpose = Literal["training", "practice"]


@dataclass(frozen=True, slots=True)
class LiveState:
    """What a learner does now. Angles in radians; ``level`` is the loudness of the microphone, 0 to 1, None without
    one; ``words`` is what they are typing."""

    viewpoint_id: str
    heading: float
    elevation: float
    level: float | None
    words: str


@dataclass(frozen=True, slots=True)
class Hint:
    """What a person of the team wrote; numbered from 1."""

    number: int
    words: str
    at: datetime


@dataclass
class LiveSession:
    """One learner who agreed to be watched."""

    live_id: str
    annotator_id: int
    purpose: Purpose
    scan_id: str
    language: str
    began_at: datetime = field(default_factory=now)
    moment: LiveState | None = None
    hints: list[Hint] = field(default_factory=list)
    watchers: int = 0
    ended: bool = False
    version: int = 0
    heard_at: float = field(default_factory=monotonic)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self) -> None:
        """Wake up who watches."""
        self.version += 1
        self.changed.set()
        self.changed = asyncio.Event()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """A person watches, which the learner is told."""
        self.watchers += 1
        self.tell()
        try:
            yield
        finally:
            self.watchers -= 1
            self.tell()


class LiveSessions:
    """The learners who are watched, or could be, by the id of their session."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._sessions: dict[str, LiveSession] = {}

    def open(self, annotator_id: int, purpose: Purpose, scan_id: str, language: str) -> LiveSession:
        """Begin a session of a learner who has agreed to it; an earlier one of theirs ends.

        Raises:
            OverloadedError: too many learners are there.
        """
        self._forget_silent()
        self.end(annotator_id)
        if len(self._sessions) >= MOST_LEARNERS:
            raise OverloadedError(
                "Too many people are helped just now.",
                remedy="Go on without help, or try again.",
                retry_after=60,
            )
        session = LiveSession(secrets.token_hex(16), annotator_id, purpose, scan_id, language)
        session.heard_at = self._clock()
        self._sessions[session.live_id] = session
        return session

    def update(self, annotator_id: int, live_id: str, moment: LiveState) -> LiveSession:
        """Note what a learner does.

        Raises:
            RecordNotFoundError: they are not watched, or by another server; the page may begin again.
        """
        session = self.of(live_id)
        if session.annotator_id != annotator_id:
            raise _gone()
        session.heard_at = self._clock()
        if session.moment != moment:
            session.moment = moment
            session.tell()
        return session

    def end(self, annotator_id: int) -> None:
        """End a learner's session, if there is one; who watches is told."""
        for session in [each for each in self._sessions.values() if each.annotator_id == annotator_id]:
            self._close(session)

    def of(self, live_id: str) -> LiveSession:
        """Raises RecordNotFoundError when the learner is no longer there."""
        self._forget_silent()
        session = self._sessions.get(live_id)
        if session is None:
            raise _gone()
        return session

    def all(self) -> list[LiveSession]:
        """Everybody who agreed to be watched, who waits longest first."""
        self._forget_silent()
        return sorted(self._sessions.values(), key=lambda session: session.began_at)

    def hint(self, live_id: str, words: str) -> Hint:
        """Write to a learner.

        Raises:
            RecordNotFoundError: they are no longer there.
        """
        session = self.of(live_id)
        number = session.hints[-1].number + 1 if session.hints else 1
        given = Hint(number, words, now())
        session.hints = [*session.hints, given][-MOST_HINTS:]
        session.tell()
        return given

    async def watch(self, live_id: str, seconds: float) -> AsyncIterator[LiveSession]:
        """The session, now and whenever it changes, for so many seconds at most; last when it has ended.

        Raises:
            RecordNotFoundError: the learner is no longer there.
            OverloadedError: enough people watch.
        """
        session = self.of(live_id)
        if session.watchers >= MOST_WATCHERS:
            raise OverloadedError(
                f"{MOST_WATCHERS} people watch this learner.", remedy="Watch another.", retry_after=60
            )
        until = self._clock() + seconds
        with session.watched():
            shown, ended = session.version, False
            yield session
            while not ended and self._clock() < until:
                await asyncio.sleep(APART_SECONDS)
                if session.version == shown:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(session.changed.wait(), BEAT_SECONDS)
                self._forget_silent()
                shown, ended = session.version, session.ended
                yield session

    def _forget_silent(self) -> None:
        at = self._clock()
        for session in list(self._sessions.values()):
            if at - session.heard_at > SILENT_SECONDS:
                self._close(session)

    def _close(self, session: LiveSession) -> None:
        del self._sessions[session.live_id]
        session.ended = True
        session.moment, session.hints = None, []
        session.tell()


def _gone() -> RecordNotFoundError:
    return RecordNotFoundError("This learner is not watched any more.", remedy="Look who is there now.")
