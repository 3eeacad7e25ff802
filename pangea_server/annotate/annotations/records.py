"""What people handed in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, JsonValue

from environments import RXR_KEYS, PathScores
from pangea_server.core.records import Artefact, Record, now, padded


@dataclass(frozen=True, slots=True)
class Phase:
    """How long a person stayed in one phase of a task, in seconds since the lease was shown."""

    name: Annotated[str, Field(max_length=100)]
    start_time: Annotated[FiniteFloat, Field(strict=True)]
    end_time: Annotated[FiniteFloat, Field(strict=True)]


class Typing(BaseModel):
    """How a transcript was written: how many characters were typed, and how many were pasted or dropped from elsewhere.
    ``pastes`` says how often something was pasted or dropped."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    typed: Annotated[int, Field(strict=True, ge=0, le=10_000_000)]
    pasted: Annotated[int, Field(strict=True, ge=0, le=10_000_000)]
    pastes: Annotated[int, Field(strict=True, ge=0, le=100_000)]


class Scores(BaseModel):
    """How a walk compares with its reference path, in the order of ``PathScores``."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    ne: FiniteFloat
    success: FiniteFloat
    spl: FiniteFloat
    oracle_success: FiniteFloat
    cls: FiniteFloat
    dtw: FiniteFloat
    ndtw: FiniteFloat
    sdtw: FiniteFloat
    path_length: FiniteFloat

    @classmethod
    def of(cls, scores: PathScores) -> Scores:
        return cls.in_order(astuple(scores))

    @classmethod
    def in_order(cls, values: Sequence[float]) -> Scores:
        """Of values in the order of ``PathScores``."""
        return cls(**dict(zip(cls.model_fields, values, strict=True)))

    def as_rxr(self) -> dict[str, float]:
        """The scores under the keys of files, as ``PathScores.as_rxr`` has them."""
        return dict(zip(RXR_KEYS, self.model_dump().values(), strict=True))


class Feedback(BaseModel):
    """What a Follower says about the instruction and the walk. Ratings go from 1 (worst) to 5; ``reason`` is why they
    gave up, ``time_up`` that the campaign's time limit ended the walk; None means that they were not asked or
    did not say."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    confidence: Annotated[int, Field(strict=True, ge=1, le=5)] | None = None
    instruction_quality: Annotated[int, Field(strict=True, ge=1, le=5)] | None = None
    reason: Literal["words_unclear", "words_wrong", "lost", "technical", "other", "time_up"] | None = None
    comment: Annotated[str, Field(max_length=2000)] = ""


class Aids(BaseModel):
    """What a person had beside the pictures.

    Attributes:
        map: whether the task had a map with where they are.
        map_seconds: how long the map was open.
        flights: how many times a flight along the path was begun.
        time_limit: seconds that they had for it, as the campaign asks; None for any time.
        time_used: seconds of them that passed while the page was open at the work itself; more than ``time_limit``
            where the kind lets people finish what they have begun.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    map: Annotated[bool, Field(strict=True)]
    map_seconds: Annotated[FiniteFloat, Field(ge=0, le=1_000_000)] = 0.0
    flights: Annotated[int, Field(strict=True, ge=0, le=100_000)] = 0
    time_limit: Annotated[int, Field(strict=True, ge=1, le=36_000)] | None = None
    time_used: Annotated[FiniteFloat, Field(ge=0, le=1_000_000)] | None = None


Outcome = Literal["done", "gave_up"]
TRANSCRIPT_BY = r"^(person:[0-9]+|engine:[A-Za-z0-9_.-]+)$"
TranscriptBy = Annotated[str, Field(pattern=TRANSCRIPT_BY, max_length=100)]


class Annotation(Record):
    """What a person handed in for a task, whatever its kind: one interface over the records of all kinds.

    Attributes:
        learning: one of a newcomer's first annotations. Figures and exports leave it out unless asked for it.
        check_item: its task tested how good the person is. It is left out in the same way.
        kind, number: which task it answers.
        instruction_id: the Guide's words that it gives, or that it is about; None where it is about none.
        walked: viewpoint ids; empty where nobody walked, or where nobody knows the walk.
        transcript: what was said or heard, written down; empty where nothing was.
        typing: how the transcript was written; None where the page did not say.
        voice: that of the person who did the task; ``duration`` in seconds, ``sample_rate`` in Hz.
        outcome, feedback: None where the kind has none.
        system, condition: who or what wrote the instruction, and the arm under which it was followed; None where the
            kind has none.
        place_hidden: under this arm nobody sees where they are, so the walk says nothing about the words.
        sent_back: Followers failed with the words, and another Guide was asked for the path.
        args, answer: what the task was about, and what was answered, in the kind's own form; None where the kind's
            record has fields of its own for it.
        version: counts the corrections of the transcript, from 1.
        aids: what else the person had; None where the page did not say.
        actions: the keys, clicks and the like of the task (``collect/actions``); None where they were not recorded.
    """

    counter: ClassVar[str] = ""  # that numbers its tasks; "": ``KIND_tasks``
    number_field: ClassVar[str]  # under which ``number`` is stored
    title: ClassVar[str]  # what one of it is called in messages
    annotator_id: int
    path_id: int
    scan_id: str
    language: str
    pose_trace: Artefact | None
    phases: tuple[Phase, ...]
    learning: bool = False
    check_item: bool = False
    aids: Aids | None = None
    actions: Artefact | None = None
    submitted_at: datetime = Field(default_factory=now)

    if TYPE_CHECKING:  # stored fields of some kinds, computed for others

        @property
        def kind(self) -> str: ...
        @property
        def instruction_id(self) -> int | None: ...
        @property
        def walked(self) -> tuple[str, ...]: ...
        @property
        def transcript(self) -> str: ...
        @property
        def typing(self) -> Typing | None: ...
        @property
        def voice(self) -> Artefact | None: ...
        @property
        def duration(self) -> float | None: ...
        @property
        def outcome(self) -> Outcome | None: ...
        @property
        def system(self) -> str | None: ...
        @property
        def condition(self) -> str | None: ...
        @property
        def place_hidden(self) -> bool: ...
        @property
        def sent_back(self) -> bool: ...
        @property
        def args(self) -> Mapping[str, JsonValue] | None: ...
        @property
        def answer(self) -> Mapping[str, JsonValue] | None: ...
        @property
        def feedback(self) -> Feedback | None: ...
        @property
        def version(self) -> int: ...

    @property
    def number(self) -> int:
        number: int = getattr(self, self.number_field)
        return number

    @property
    def task_id(self) -> str:
        """The record id of the task that it answers."""
        return f"{self.kind}-{padded(self.number)}"

    @property
    def path_scores(self) -> Scores | None:
        """How the walk compares with the task's path; None where there is no such comparison."""
        return None

    @property
    def measures(self) -> Mapping[str, float | None]:
        """All scores by name; None where one cannot be known."""
        return self.path_scores.model_dump() if self.path_scores else {}

    @property
    def chose_way(self) -> bool:
        """Whether the person could choose where to walk, so that there is no path to compare the walk with."""
        return False

    @classmethod
    def id_of(cls, kind: str, number: int) -> str:
        """The record id of the annotation with this number of a kind."""
        return padded(number)


class GuideAnnotation(Annotation):
    """What a Guide said and did, in its newest version. ``duration`` is the voice's, in seconds.

    One that was imported has no ``voice`` or no ``pose_trace`` where its file had none, and one that a Guide wrote has
    no ``voice``. Without a voice, nobody knows how long the Guide spoke, and without a pose trace, where they walked
    (``walked`` is empty) or how well (``scores`` is None), unless the file of an imported one says so. ``system``: who
    or what wrote it, in a comparison of such systems.

    ``transcript`` is empty where the Guide only spoke and nobody has written it down yet. ``transcript_by`` says who or
    what did: ``person:`` and an annotator_id, or ``engine:`` and the name of a recogniser; None for the Guide's own.

    ``drafted_by``: whose draft the Guide confirmed and corrected, in the same form; None where they typed. ``planted``
    of its words had been replaced by planted errors, and ``planted_left`` of these the Guide left in; there the
    transcript has the recogniser's own words again. ``sent_back``: Followers failed with the words.
    """

    kind: ClassVar[str] = "guide"
    number_field: ClassVar[str] = "instruction_id"
    title: ClassVar[str] = "Guide annotation"
    outcome: ClassVar[Outcome | None] = None
    feedback: ClassVar[Feedback | None] = None
    condition: ClassVar[str | None] = None
    place_hidden: ClassVar[bool] = False
    args: ClassVar[Mapping[str, JsonValue] | None] = None
    answer: ClassVar[Mapping[str, JsonValue] | None] = None

    collection: ClassVar[str] = "guide_annotations"
    counter: ClassVar[str] = "instructions"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "language", "scan_id", "path_id")
    instruction_id: int
    split: str
    path: tuple[str, ...]
    heading: FiniteFloat
    walked: tuple[str, ...]
    transcript: str
    duration: FiniteFloat | None
    sample_rate: int | None
    voice: Artefact | None
    scores: Scores | None
    typing: Typing | None = None
    system: str | None = None
    transcript_by: TranscriptBy | None = None
    drafted_by: TranscriptBy | None = None
    planted: int | None = None
    planted_left: int | None = None
    sent_back: bool = False
    version: int = 1
    corrected_at: datetime | None = None

    @property
    def record_id(self) -> str:
        return padded(self.instruction_id)

    @property
    def path_scores(self) -> Scores | None:
        return self.scores


class GuideVersion(GuideAnnotation):
    """What a guide annotation was before its Guide, or a person of the data team, corrected the transcript."""

    collection: ClassVar[str] = "guide_versions"
    indexed: ClassVar[tuple[str, ...]] = ("instruction_id",)

    @property
    def record_id(self) -> str:
        return f"{padded(self.instruction_id)}-{padded(self.version)}"


class FollowerAnnotation(Annotation):
    """Where a Follower walked (``path``), and how it compares with the Guide's path.

    An imported one may have no ``pose_trace``, and no ``outcome``: its file does not say whether the person arrived or
    gave up. ``system``: that of the instruction. ``condition``: the arm of the campaign in which the task was given.
    ``place_hidden``: it is an arm without panoramas, or with those of other places.
    """

    kind: ClassVar[str] = "follower"
    number_field: ClassVar[str] = "demonstration_id"
    title: ClassVar[str] = "Follower annotation"

    collection: ClassVar[str] = "follower_annotations"
    counter: ClassVar[str] = "demonstrations"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "language", "scan_id", "instruction_id")
    demonstration_id: int
    instruction_id: int
    path: tuple[str, ...]
    outcome: Outcome | None
    feedback: Feedback | None = None
    scores: Scores
    system: str | None = None
    condition: str | None = None
    place_hidden: bool = False
    sent_back: ClassVar[bool] = False
    voice: ClassVar[Artefact | None] = None
    duration: ClassVar[float | None] = None
    typing: ClassVar[Typing | None] = None
    transcript: ClassVar[str] = ""
    args: ClassVar[Mapping[str, JsonValue] | None] = None
    answer: ClassVar[Mapping[str, JsonValue] | None] = None
    version: ClassVar[int] = 1

    @property
    def record_id(self) -> str:
        return padded(self.demonstration_id)

    @property
    def walked(self) -> tuple[str, ...]:
        return self.path

    @property
    def path_scores(self) -> Scores | None:
        return self.scores


class TaskAnnotation(Annotation):
    """What a person handed in for a task of a kind that has no record of its own.

    ``args`` is what the task was about, and ``answer`` is the answer as the kind's ``Answer`` model accepted
    it. The kind defines its own ``scores``.
    """

    number_field: ClassVar[str] = "annotation_id"
    title: ClassVar[str] = "annotation of another kind than Guide's"
    collection: ClassVar[str] = "task_annotations"
    indexed: ClassVar[tuple[str, ...]] = ("kind", "annotator_id", "language", "scan_id")
    kind: str
    annotation_id: int
    split: str
    heading: FiniteFloat
    walked: tuple[str, ...]
    args: dict[str, JsonValue]
    answer: dict[str, JsonValue]
    voice: Artefact | None = None
    duration: FiniteFloat | None = None
    sample_rate: int | None = None
    scores: dict[str, FiniteFloat | None] = Field(default_factory=dict)
    typing: Typing | None = None
    outcome: Outcome | None = None
    feedback: ClassVar[Feedback | None] = None
    system: ClassVar[str | None] = None
    condition: ClassVar[str | None] = None
    place_hidden: ClassVar[bool] = False
    sent_back: ClassVar[bool] = False
    version: ClassVar[int] = 1

    @property
    def record_id(self) -> str:
        return self.task_id

    @classmethod
    def id_of(cls, kind: str, number: int) -> str:
        return f"{kind}-{padded(number)}"

    @property
    def measures(self) -> Mapping[str, float | None]:
        return self.scores

    @property
    def chose_way(self) -> bool:
        return bool(self.walked)

    @property
    def transcript(self) -> str:
        """What was said, in writing, where the kind's answer has a ``transcript``; empty elsewhere."""
        return str(self.answer.get("transcript", ""))

    @property
    def instruction_id(self) -> int | None:
        """The guide annotation that the task was about; None where it was about none."""
        about = self.args.get("instruction_id")
        return about if isinstance(about, int) else None


def report_id(kind: str, annotation_id: int) -> str:
    """The id of an annotation's ``FlagReport``."""
    return f"{kind}-{padded(annotation_id)}"
