"""Two people on one piece of work, as stored beside their leases."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from pangea_server.core.records import Record, now


class PairingState(StrEnum):
    WAITING = "waiting"  # one seat is taken
    RUNNING = "running"  # both are, and the two may talk
    ENDED = "ended"


class EndReason(StrEnum):
    DONE = "done"  # whoever is to end the dialogue did
    LEFT = "left"  # one of the two gave the task back, or did not come back
    LATE = "late"  # nobody else came in the time that was agreed


class Seat(BaseModel):
    """One person's place.

    Attributes:
        task_id: their task; both seats' tasks are on one path and in one language.
        seen_at: when their page was last known to be there, to a minute; written by whichever server it is joined to.
        handed_in: their answer was accepted.
        is_program: the page that joined said that it is a program, so that no person answers from here.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    role: str
    task_id: str
    lease_id: str
    annotator_id: int
    seen_at: datetime
    handed_in: bool = False
    is_program: bool = False


class Pairing(Record):
    """Two people, or one who waits for another, on a path in a language; ``number`` counts the attempts at it from 0.

    Attributes:
        roles: of the kind, in its order; who sits in the last one ends the dialogue.
        seats: in the order in which they were taken.
        asked_again: only one answer came, and its task was given out again for two others.
    """

    collection: ClassVar[str] = "pairings"
    pairing_id: str
    kind: str
    path_id: int
    language: str
    number: int
    roles: tuple[str, str]
    state: PairingState = PairingState.WAITING
    seats: tuple[Seat, ...] = ()
    created_at: datetime = Field(default_factory=now)
    began_at: datetime | None = None
    ended_at: datetime | None = None
    reason: EndReason | None = None
    asked_again: bool = False

    @property
    def record_id(self) -> str:
        return self.pairing_id
