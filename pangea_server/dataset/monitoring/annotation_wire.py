"""Annotations and replays, as sent over HTTP."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import FiniteFloat, JsonValue

from pangea_server.annotate.alignments.heard import HeardWords
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import Aids, Feedback, Scores
from pangea_server.annotate.drafting.records import DraftedTranscript
from pangea_server.annotate.kinds.wire import KindView
from pangea_server.collect.capture.wire import SnapshotFields
from pangea_server.core.records import SENT_WHOLE
from pangea_server.core.wire import Wire
from pangea_server.quality.flags.protocol import Finding


class RaisedFlag(Wire):
    """A finding that a reviewer should check, with the reason in a sentence."""

    flag: str
    why: str


class AnnotationSummary(Wire):
    """What a replay says of an annotation. ``annotation_id`` counts within its kind.

    ``scores`` compare a walk with its task's path; where there is none to compare with, they are null, and ``measures``
    are the kind's own scores. ``instruction_id`` is null where the task is about no Guide's words. ``system`` wrote
    them, and ``condition`` is the arm in which they were followed, where there are any.
    """

    kind: str
    annotation_id: int
    annotator_id: int
    language: str
    scan_id: str
    path_id: int
    instruction_id: int | None
    system: str | None
    condition: str | None
    outcome: Literal["done", "gave_up"] | None
    duration: FiniteFloat | None
    scores: Scores | None  # None for a Guide whose walk is not known
    measures: dict[str, FiniteFloat | None] | None = None
    alignment: Literal["aligned", "failed", "missing"] | None  # None where there is nothing to align
    flags: tuple[RaisedFlag, ...] | None  # None: not looked at yet
    submitted_at: datetime


class AnnotationView(Wire):
    """Everything a replay needs. Where the task was about a Guide's words, voice and alignment are the Guide's, and so
    is the ``transcript``, unless the task was to write it down. ``transcript_by`` says who or what wrote down the voice
    of a Guide who only spoke; null for the Guide's own words. ``heard``: what recognisers heard in the voice.
    ``drafted``: how the Guide turned a draft into the transcript; null where they typed.

    ``declares`` says what the kind is. ``args`` and ``answer`` are in the kind's own words; where nobody spoke there is
    no voice, and where nobody walked no pose trace. ``aids`` is null where the page did not say, ``actions_url`` where
    no actions were recorded.
    """

    model_config = SENT_WHOLE
    summary: AnnotationSummary
    declares: KindView
    transcript: str
    transcript_by: str | None = None
    reference: tuple[str, ...]
    walked: tuple[str, ...]
    heading: FiniteFloat
    feedback: Feedback | None  # None for Guides
    alignment: AlignmentRecord | None
    heard: tuple[HeardWords, ...] = ()
    drafted: DraftedTranscript | None = None
    flags: tuple[Finding, ...] | None  # None: not looked at yet
    args: dict[str, JsonValue] | None = None
    answer: dict[str, JsonValue] | None = None
    voice_url: str | None
    voice_duration: FiniteFloat | None
    pose_trace_url: str | None
    aids: Aids | None = None
    actions_url: str | None = None


class PoseTraceView(
    SnapshotFields[tuple[FiniteFloat, ...], tuple[str, ...], tuple[tuple[FiniteFloat, ...], ...]]
):
    """A pose trace in columns of equal length, as ``Snapshot`` says; ``audio_time`` is null for Guides."""

    audio_time: tuple[FiniteFloat, ...] | None
