"""What a check says: how bad, where, what, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Severity(IntEnum):
    """Worst last, so that findings sort."""

    NOTE = 0  # good to know
    WARNING = 1  # people will stumble over it
    ERROR = 2  # cannot be shown or walked


@dataclass(frozen=True, slots=True)
class PlaceFinding:
    """One thing that was found.

    Attributes:
        kind: a stable name; findings of one kind and scan belong together.
        viewpoint_ids: where; empty when it is about the whole scan.
        what: a sentence about this one.
        remedy: a sentence about the kind.
    """

    severity: Severity
    kind: str
    scan_id: str
    viewpoint_ids: tuple[str, ...]
    what: str
    remedy: str
