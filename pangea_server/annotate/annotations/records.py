"""What people handed in."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, JsonValue

from pangea_server.core.records import Artefact, Record, now, padded


class Phase(BaseModel):
    """How long a person stayed in one phase of a task, in seconds since the lease was shown."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    name: Annotated[str, Field(max_length=100)]
    start_time: Annotated[FiniteFloat, Field(strict=True)]
    end_time: Annotated[FiniteFloat, Field(strict=True)]


class Typing(BaseModel):
    """How a transcript came about, in characters: typed, and pasted or dropped from elsewhere. ``pastes`` counts the
    latter's times."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    typed: Annotated[int, Field(strict=True, ge=0, le=10_000_000)]
    pasted: Annotated[int, Field(strict=True, ge=0, le=10_000_000)]
    pastes: Annotated[int, Field(strict=True, ge=0, le=100_000)]


class Scores(BaseModel):
    """How a walk compares with its reference path; RxR's keys and three more."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    ne: FiniteFloat
    sr: FiniteFloat
    spl: FiniteFloat
    osr: FiniteFloat
    cls: FiniteFloat
    dtw: FiniteFloat
    ndtw: FiniteFloat
    sdtw: FiniteFloat
    path_length: FiniteFloat


class GuideAnnotation(Record):
    """What a Guide said and did, in its newest version. ``duration`` is the voice's, in seconds.

    One that was imported has no ``voice`` or no ``pose_trace`` where its file had none: then nobody knows how long they
    spoke, or where they walked (``walked`` is empty) and how well (``scores`` is None).
    ``learning``: one of a newcomer's first; ``check_item``: done to show how good the person is. Figures and exports
    leave both out unless asked for them.
    """

    collection: ClassVar[str] = "guide_annotations"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "language", "scan_id", "path_id")
    instruction_id: int
    annotator_id: int
    path_id: int
    split: str
    scan_id: str
    language: str
    path: tuple[str, ...]
    heading: FiniteFloat
    walked: tuple[str, ...]
    instruction: str
    duration: FiniteFloat | None
    sample_rate: int | None
    voice: Artefact | None
    pose_trace: Artefact | None
    phases: tuple[Phase, ...]
    scores: Scores | None
    learning: bool = False
    check_item: bool = False
    typing: Typing | None = None
    submitted_at: datetime = Field(default_factory=now)
    version: int = 1
    corrected_at: datetime | None = None

    @property
    def record_id(self) -> str:
        return padded(self.instruction_id)


class GuideVersion(GuideAnnotation):
    """What a guide annotation was before its Guide, or somebody of the data team, corrected the transcript."""

    collection: ClassVar[str] = "guide_versions"
    indexed: ClassVar[tuple[str, ...]] = ("instruction_id",)

    @property
    def record_id(self) -> str:
        return f"{padded(self.instruction_id)}-{padded(self.version)}"


class Feedback(BaseModel):
    """What a Follower says of the instruction and the walk. Ratings go from 1 (worst) to 5; ``reason`` is why they gave
    up; None is what they were not asked or did not say."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    confidence: Annotated[int, Field(strict=True, ge=1, le=5)] | None = None
    instruction_quality: Annotated[int, Field(strict=True, ge=1, le=5)] | None = None
    reason: Literal["words_unclear", "words_wrong", "lost", "technical", "other"] | None = None
    comment: Annotated[str, Field(max_length=2000)] = ""


class FollowerAnnotation(Record):
    """Where a Follower walked, and how it compares with the Guide's path; ``learning``, ``check_item`` as a Guide's.

    One that was imported may have no ``pose_trace``.
    """

    collection: ClassVar[str] = "follower_annotations"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "language", "scan_id", "instruction_id")
    demonstration_id: int
    instruction_id: int
    annotator_id: int
    path_id: int
    scan_id: str
    language: str
    path: tuple[str, ...]
    outcome: Literal["done", "gave_up"]
    feedback: Feedback | None = None
    pose_trace: Artefact | None
    phases: tuple[Phase, ...]
    scores: Scores
    learning: bool = False
    check_item: bool = False
    submitted_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return padded(self.demonstration_id)


class TaskAnnotation(Record):
    """What somebody handed in for a task of any other kind.

    ``args`` is what the task was about, and ``answer`` what its ``Answer`` model let through. ``duration`` (seconds)
    and ``sample_rate`` (Hz) are the voice's, all None where none was asked for. Where nobody walked, there is no
    ``pose_trace`` and ``walked`` is empty. ``scores`` are the kind's own; None is what cannot be known. ``learning``,
    ``check_item`` as a Guide's.
    """

    collection: ClassVar[str] = "task_annotations"
    indexed: ClassVar[tuple[str, ...]] = ("kind", "annotator_id", "language", "scan_id")
    kind: str
    annotation_id: int
    annotator_id: int
    path_id: int
    split: str
    scan_id: str
    language: str
    heading: FiniteFloat
    walked: tuple[str, ...]
    args: dict[str, JsonValue]
    answer: dict[str, JsonValue]
    voice: Artefact | None = None
    duration: FiniteFloat | None = None
    sample_rate: int | None = None
    pose_trace: Artefact | None
    phases: tuple[Phase, ...]
    scores: dict[str, FiniteFloat | None] = Field(default_factory=dict)
    learning: bool = False
    check_item: bool = False
    typing: Typing | None = None
    submitted_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return f"{self.kind}-{padded(self.annotation_id)}"

    @property
    def transcript(self) -> str:
        """What was said, written down, where the kind's answer has it under this name."""
        return str(self.answer.get("transcript", ""))

    @property
    def instruction_id(self) -> int | None:
        """The guide annotation that the task was about, where it was about one."""
        about = self.args.get("instruction_id")
        return about if isinstance(about, int) else None


def report_id(kind: str, annotation_id: int) -> str:
    """The id of an annotation's ``FlagReport``."""
    return f"{kind}-{padded(annotation_id)}"
