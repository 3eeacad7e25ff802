"""The few fields of records that the table is made of: decoding no others, a store is read in a third of the time."""

from __future__ import annotations

from datetime import datetime
from math import nan

from msgspec import Struct

from pangea_server.annotate.annotations.reviews import ReviewState
from pangea_server.dataset.monitoring.table import FOLLOWER, GUIDE


class PhasePart(Struct):
    name: str
    start_time: float
    end_time: float


class ScoresPart(Struct):
    ne: float
    sr: float
    osr: float
    spl: float
    ndtw: float
    sdtw: float


NOT_SCORED = ScoresPart(nan, nan, nan, nan, nan, nan)


class AnnotationPart(Struct, kw_only=True):
    """What Guides' and Followers' annotations have in common."""

    instruction_id: int
    annotator_id: int
    path_id: int
    scan_id: str
    language: str
    phases: tuple[PhasePart, ...]
    scores: ScoresPart | None
    learning: bool = False
    check_item: bool = False
    submitted_at: datetime

    def seconds(self, name: str | None = None) -> float:
        """How long the person was in the phases of this name, or in any; NaN where there is none."""
        spent = [each.end_time - each.start_time for each in self.phases if name is None or each.name == name]
        return sum(spent) if spent else nan


class GuidePart(AnnotationPart, kw_only=True):
    duration: float | None

    kind = GUIDE
    outcome = ""

    @property
    def number(self) -> int:
        return self.instruction_id

    @property
    def recording(self) -> float:
        return nan if self.duration is None else self.duration


class FollowerPart(AnnotationPart, kw_only=True):
    demonstration_id: int
    outcome: str

    kind = FOLLOWER

    @property
    def number(self) -> int:
        return self.demonstration_id

    @property
    def recording(self) -> float:
        return self.seconds("walk")


class PathPart(Struct):
    path_id: int
    scan_id: str
    path: tuple[str, ...]


class TaskPart(Struct):
    kind: str
    number: int
    campaign_id: str | None = None
    pool: str | None = None


class ReviewPart(Struct):
    kind: str
    number: int
    state: ReviewState = ReviewState.PENDING


class ChangePart(Struct):
    kind: str
    number: int


class FindingPart(Struct):
    raised: bool | None


class ReportPart(Struct):
    kind: str
    annotation_id: int
    findings: tuple[FindingPart, ...]
