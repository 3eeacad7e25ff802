"""When each word of a Guide was said."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat

from pangea_server.core.records import Record, now, padded


class TimedWordRecord(BaseModel):
    """One whitespace token of the transcript, when it was said, and what the camera saw then.

    ``start_char`` and ``end_char`` are its place in the transcript. ``viewpoint_id``, ``heading`` and ``elevation``
    (radians) are those at ``start_time``; ``first_snapshot`` and ``last_snapshot`` are rows of the pose trace, both of
    the word. None where there is no trace, and in records that are older than the field.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    word: str
    start_time: FiniteFloat
    end_time: FiniteFloat
    source: Literal["aligned", "interpolated", "recognised", "mended"]
    confidence: FiniteFloat | None = None
    start_char: int | None = None
    end_char: int | None = None
    viewpoint_id: str | None = None
    heading: FiniteFloat | None = None
    elevation: FiniteFloat | None = None
    first_snapshot: int | None = None
    last_snapshot: int | None = None


class StretchRecord(BaseModel):
    """A part of a voice, in seconds."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    start_time: FiniteFloat
    end_time: FiniteFloat


class ReportRecord(BaseModel):
    """How far an alignment can be trusted; ``align.report.AlignmentReport`` says what each number means."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    coverage: FiniteFloat
    unwritten_share: FiniteFloat | None
    silence_share: FiniteFloat | None
    unstable_words: int | None
    speaking_rate: FiniteFloat
    verdict: Literal["fits", "doubtful"]
    reasons: tuple[str, ...]
    unknown: str


class AlignmentRecord(Record):
    """The timed words of one guide annotation, in their newest version; ``AlignmentVersion`` has those before it.

    ``unwritten`` is what was said and not written; None where the engine cannot tell, and once a person has changed
    the transcript. ``made_by`` is the annotator_id of whoever mended or restored it on the replay page, None for the
    aligner and for files; ``restored`` is the version that it is a copy of.
    """

    collection: ClassVar[str] = "alignments"
    indexed: ClassVar[tuple[str, ...]] = ("engine", "state")
    instruction_id: int
    version: int = 1
    engine: str
    state: Literal["aligned", "failed", "outdated"]  # outdated: the transcript was corrected since
    reason: str = ""  # why it failed
    fault: str = ""  # the error's code
    timed_instruction: tuple[TimedWordRecord, ...] = ()
    edit_distance: FiniteFloat | None = None
    unwritten: tuple[StretchRecord, ...] | None = None
    report: ReportRecord | None = None
    made_by: int | None = None
    restored: int | None = None
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return padded(self.instruction_id)


class AlignmentVersion(AlignmentRecord):
    """What an alignment was before it was made anew, or mended or restored by a person."""

    collection: ClassVar[str] = "alignment_versions"
    indexed: ClassVar[tuple[str, ...]] = ("instruction_id",)

    @property
    def record_id(self) -> str:
        return f"{padded(self.instruction_id)}-{padded(self.version)}"
