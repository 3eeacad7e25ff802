"""The few fields of records that the table is made of: decoding no others, a store is read in a third of the time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from math import nan
from operator import attrgetter
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct, defstruct

from pangea_server.annotate.annotations.records import Annotation, Phase
from pangea_server.annotate.annotations.reviews import ReviewState


class ScoresPart(Struct):
    """Scores of a walk."""

    ne: float = nan
    success: float = nan
    oracle_success: float = nan
    spl: float = nan
    ndtw: float = nan
    sdtw: float = nan


NOT_SCORED = ScoresPart()


class AnnotationPart(Struct, kw_only=True):
    """What the annotations of all kinds have in common."""

    if TYPE_CHECKING:  # each record stores it under a name of its own, see ``part_of``
        number: int

    kind: str
    annotator_id: int
    path_id: int
    scan_id: str
    language: str
    phases: tuple[Phase, ...]
    instruction_id: int | None = None
    duration: float | None = None
    outcome: str | None = None
    system: str | None = None
    condition: str | None = None
    place_hidden: bool = False
    learning: bool = False
    check_item: bool = False
    sent_back: bool = False
    submitted_at: datetime

    @property
    def about(self) -> int | None:
        """The Guide's words that it gives, or that it is about."""
        return self.instruction_id

    @property
    def path_scores(self) -> ScoresPart:
        return NOT_SCORED

    @property
    def own_scores(self) -> Mapping[str, float | None]:
        return {}

    def seconds(self, name: str | None = None) -> float:
        """How long the person was in the phases of this name, or in any; NaN where there is none."""
        spent = [each.end_time - each.start_time for each in self.phases if name is None or each.name == name]
        return sum(spent) if spent else nan


class WalkPart(AnnotationPart, kw_only=True):
    """Of kinds with a record of their own, whose scores compare a walk with a path."""

    scores: ScoresPart | None

    @property
    def path_scores(self) -> ScoresPart:
        return self.scores or NOT_SCORED


class AboutPart(Struct):
    instruction_id: int | None = None


class OwnPart(AnnotationPart, kw_only=True):
    """Of kinds whose scores are their own."""

    args: AboutPart
    scores: dict[str, float | None]

    @property
    def about(self) -> int | None:
        return self.args.instruction_id

    @property
    def own_scores(self) -> Mapping[str, float | None]:
        return self.scores


@cache
def part_of(record: type[Annotation]) -> type[AnnotationPart]:
    """The fields of a record of annotations."""
    says_kind = "kind" in record.model_fields
    fields: list[Any] = [] if says_kind else [("kind", str, record.kind)]
    if record.number_field not in AnnotationPart.__struct_fields__:
        fields.append((record.number_field, int))
    made = defstruct(
        f"{record.__name__}Part",
        fields,
        bases=(OwnPart if says_kind else WalkPart,),
        namespace={"number": property(attrgetter(record.number_field))},
        kw_only=True,
    )
    return cast("type[AnnotationPart]", made)


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
