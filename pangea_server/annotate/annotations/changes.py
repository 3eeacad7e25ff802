"""Records that something happened to an annotation, for the code that works on it after the submit."""

from __future__ import annotations

import secrets
import time
from typing import ClassVar

from pydantic import Field

from pangea_server.annotate.tasks.records import TaskKind
from pangea_server.core.records import Record


def change_id(microseconds: int, tail: str = "00000000") -> str:
    """The id of a change: 16 hexadecimal digits of its time in microseconds since 1970, and 8 random ones."""
    return f"{microseconds:016x}{tail}"


def moment_of(change_id: str) -> int:
    """Microseconds since 1970; 0 for no id."""
    return int(change_id[:16] or "0", 16)


def _new_id() -> str:
    return change_id(time.time_ns() // 1000, secrets.token_hex(4))


class Change(Record):
    """An annotation was handed in, flagged, decided on, corrected or removed; written in that same transaction.

    A transactional outbox (Richardson, Microservices Patterns, 2018, section 3.3.7). Ids are in order of time, so
    ``find(Change, after=...)`` tails it; servers' clocks differ and transactions take a while, so a reader goes back
    over the last minute.
    """

    collection: ClassVar[str] = "changes"
    change_id: str = Field(default_factory=_new_id)
    kind: TaskKind
    number: int  # the task's, and so the annotation's

    @property
    def record_id(self) -> str:
        return self.change_id
