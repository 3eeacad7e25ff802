"""Findings of a check: severity, place, fault and remedy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Severity(IntEnum):
    """In increasing order, so that findings can be sorted."""

    NOTE = 0  # good to know
    WARNING = 1  # will disturb people
    ERROR = 2  # cannot be shown or walked through


class Sureness(StrEnum):
    """How sure a finding is that there is a fault."""

    CERTAIN = "certain"  # it is read from the files
    LIKELY = "likely"  # several numbers or pictures speak for it, or nothing else explains them
    POSSIBLE = "possible"  # one pair of pictures speaks for it, or there may be a good reason


@dataclass(frozen=True, slots=True)
class PlaceFinding:
    """One finding.

    Attributes:
        kind: a stable name; findings of one kind and scan belong together.
        viewpoint_ids: the viewpoints concerned; empty when it is about the whole scan.
        what: a sentence about this finding.
        remedy: a sentence about this kind of finding.
    """

    severity: Severity
    kind: str
    scan_id: str
    viewpoint_ids: tuple[str, ...]
    what: str
    remedy: str
    sure: Sureness = Sureness.CERTAIN
