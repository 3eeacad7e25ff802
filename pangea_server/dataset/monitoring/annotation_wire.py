"""What was collected, for those who look at it."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import FiniteFloat, JsonValue

from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import Feedback, Scores
from pangea_server.core.wire import Wire
from pangea_server.quality.flags.records import FindingRecord


class RaisedFlag(Wire):
    """What a reviewer should look at, and why in a sentence."""

    flag: str
    why: str


class AnnotationSummary(Wire):
    """What a replay says of an annotation. ``annotation_id`` counts within its kind.

    ``scores`` is null for kinds other than Guide and Follower, which have ``measures``, scores of their own, instead;
    so is ``instruction_id`` where they are about no Guide's words.
    """

    kind: str
    annotation_id: int
    annotator_id: int
    language: str
    scan_id: str
    path_id: int
    instruction_id: int | None
    outcome: Literal["done", "gave_up"] | None
    duration: FiniteFloat | None
    scores: Scores | None  # None for a Guide whose walk is not known
    measures: dict[str, FiniteFloat | None] | None = None
    alignment: Literal["aligned", "failed", "missing"] | None  # None where there is nothing to align
    flags: tuple[RaisedFlag, ...] | None  # None: not looked at yet
    submitted_at: datetime


class TaskAnnotationPage(Wire):
    """Answers of one kind, the newest first."""

    items: tuple[AnnotationSummary, ...]
    next_cursor: str | None


class AnnotationView(Wire):
    """Everything a replay needs. ``instruction``, alignment and voice of a Follower are those of its Guide; so is the
    voice of who wrote it down, whose ``instruction`` is what they wrote.

    ``args`` and ``answer`` are those of kinds other than Guide and Follower; where nobody spoke there is no voice, and
    where nobody walked no pose trace.
    """

    summary: AnnotationSummary
    instruction: str
    reference: tuple[str, ...]
    walked: tuple[str, ...]
    heading: FiniteFloat
    feedback: Feedback | None  # None for Guides
    alignment: AlignmentRecord | None
    flags: tuple[FindingRecord, ...] | None  # None: not looked at yet
    args: dict[str, JsonValue] | None = None
    answer: dict[str, JsonValue] | None = None
    voice_url: str | None
    voice_duration: FiniteFloat | None
    pose_trace_url: str | None


class PoseTraceView(Wire):
    """A pose trace in columns of equal length, as ``Snapshot`` says; ``audio_time`` is null for Guides."""

    time: tuple[FiniteFloat, ...]
    audio_time: tuple[FiniteFloat, ...] | None
    viewpoint_id: tuple[str, ...]
    extrinsic_matrix: tuple[tuple[FiniteFloat, ...], ...]
    intrinsic_matrix: tuple[tuple[FiniteFloat, ...], ...]
