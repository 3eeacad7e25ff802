"""The contents of an annotation in a dataset file, independent of the format: plain values, no store, no files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Literal

import msgspec

from align import AlignmentReport, Stretch, TimedWord
from pangea_server.annotate.annotations.records import TRANSCRIPT_BY, Outcome, Phase
from pangea_server.quality.flags.protocol import Finding

NO_OUTCOME = "Its file does not say whether the person arrived or gave up."
"""Why a walk's outcome is None."""


class TypingEntry(msgspec.Struct, frozen=True):
    """How a transcript was written, as ``Typing`` has it."""

    typed: int
    pasted: int
    pastes: int


class AidsEntry(msgspec.Struct, frozen=True):
    """What a person had beside the pictures, as ``Aids`` has it."""

    map: bool
    map_seconds: float = 0.0
    flights: int = 0
    time_limit: int | None = None
    time_used: float | None = None


class FeedbackEntry(msgspec.Struct, frozen=True):
    """What a Follower says about the instruction and the walk, as ``Feedback`` has it."""

    confidence: int | None = None
    instruction_quality: int | None = None
    reason: str | None = None
    comment: str = ""


class ReviewEntry(msgspec.Struct, frozen=True):
    """Where the review of an annotation stands; who reviewed it is not in files."""

    state: Literal["pending", "accepted", "rejected", "sent_back"]
    version: int = 0
    reason: str = ""
    decided_at: datetime | None = None
    flagged: bool = False


class FlagsEntry(msgspec.Struct, frozen=True):
    """What the quality flags found, and in which versions of the annotation and its words."""

    rules: str
    annotation_version: int
    alignment_version: int
    findings: tuple[Finding, ...]
    created_at: datetime


class AlignmentEntry(msgspec.Struct, frozen=True):
    """How the words got their times, as ``AlignmentRecord`` has it."""

    engine: str
    state: Literal["aligned", "failed", "outdated"]
    version: int = 1
    reason: str = ""
    fault: str = ""
    made_by: int | None = None
    restored: int | None = None
    created_at: datetime | None = None
    unwritten: tuple[Stretch, ...] | None = None
    report: AlignmentReport | None = None


class GuideFields(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of an instruction that entries, rows and tables share, in RxR's order; each is written only here.

    A field that is added takes its value from the ``GuideAnnotation`` field of the same name, and RxR's rows and the
    Parquet tables get it as a key and as a column. Files call the transcript ``instruction``, as RxR does.

    Attributes:
        heading: radians, where the Guide looked at first.
        annotator_id, language: None if the format does not say.
        system: who or what wrote it, where several are compared.
        edit_distance: from the transcript to what a recogniser heard, as a fraction.
        transcript_by: who or what wrote down the voice, as ``GuideAnnotation`` has it; None for the Guide's own words.
        drafted_by: the recogniser whose draft the Guide confirmed and corrected; None where they typed.
        planted: how many planted errors the draft had.
        planted_left: how many of them they left in, which are the recogniser's own words here.
        version, corrected_at: of the transcript; versions count from 1.
        duration, sample_rate: of the voice, in seconds and in Hz; None if unknown.
        submitted_at: when it was handed in; or came in, where the file that it came from does not say. None if the
            format does not say.
        learning, check_item, sent_back, typing, phases, aids: as ``Annotation`` has them.
        review: None where there is none.
    """

    path_id: int
    split: str
    scan: str
    heading: float
    path: tuple[str, ...]
    instruction_id: int
    annotator_id: int | None = None
    language: str | None = None
    transcript: str = msgspec.field(name="instruction")
    system: str | None = None
    edit_distance: float | None = None
    transcript_by: Annotated[str, msgspec.Meta(pattern=TRANSCRIPT_BY, max_length=100)] | None = None
    drafted_by: Annotated[str, msgspec.Meta(pattern=TRANSCRIPT_BY, max_length=100)] | None = None
    planted: int | None = None
    planted_left: int | None = None
    version: int = 1
    corrected_at: datetime | None = None
    duration: float | None = None
    sample_rate: int | None = None
    submitted_at: datetime | None = None
    learning: bool = False
    check_item: bool = False
    sent_back: bool = False
    typing: TypingEntry | None = None
    phases: tuple[Phase, ...] = ()
    aids: AidsEntry | None = None
    review: ReviewEntry | None = None


class HeardEntry(msgspec.Struct, frozen=True):
    """The words that a recogniser heard in a voice; ``language`` and ``created_at`` are None if nobody said them."""

    recogniser: str
    words: tuple[TimedWord, ...] = ()
    language: str | None = None
    created_at: datetime | None = None


class GuideEntry(GuideFields, frozen=True, kw_only=True):
    """An instruction and the path that it describes.

    Attributes:
        words: with their times; empty if unknown.
        heard: what each recogniser heard.
        walked: where the Guide walked; empty if unknown.
        metrics: of that walk, under RxR's keys; empty if unknown.
        alignment: None where nothing was aligned, or nobody said how.
        flags: None where none were run.
    """

    words: Sequence[TimedWord] = ()
    heard: tuple[HeardEntry, ...] = ()
    walked: tuple[str, ...] = ()
    metrics: Mapping[str, float] = msgspec.field(default_factory=dict)
    alignment: AlignmentEntry | None = None
    flags: FlagsEntry | None = None

    @property
    def said(self) -> GuideEntry | None:
        """The instruction that this is; None for other entries."""
        return self

    @property
    def instruction(self) -> str:
        """The transcript under its earlier name, for formats of third parties."""
        return self.transcript

    @property
    def followed(self) -> FollowerEntry | None:
        """The walk that this is; None for other entries."""
        return None


class FollowerEntry(msgspec.Struct, frozen=True):
    """A walk after an instruction, in RxR's order; what both have is as in ``GuideFields`` and ``GuideEntry``.

    Attributes:
        annotator_id: None if the format does not say.
        metrics: the file's, under RxR's keys, perhaps of another version.
        system, condition: who or what wrote the instruction, and the arm under which it was followed; None where there
            is none.
        place_hidden: under this arm nobody saw where they were, so the walk says nothing about the words.
        outcome: None if the format does not say; no reader fills it in.
        feedback: None where the Follower was not asked.
    """

    demonstration_id: int
    instruction_id: int
    annotator_id: int | None
    path: tuple[str, ...]
    metrics: Mapping[str, float] = msgspec.field(default_factory=dict)
    system: str | None = None
    condition: str | None = None
    place_hidden: bool = False
    outcome: Outcome | None = None
    feedback: FeedbackEntry | None = None
    submitted_at: datetime | None = None
    learning: bool = False
    check_item: bool = False
    phases: tuple[Phase, ...] = ()
    aids: AidsEntry | None = None
    review: ReviewEntry | None = None
    flags: FlagsEntry | None = None

    @property
    def said(self) -> GuideEntry | None:
        return None

    @property
    def followed(self) -> FollowerEntry | None:
        return self


class WordsEntry(msgspec.Struct, frozen=True):
    """Word times for an instruction that is already known. ``made_from``: the digest of the words that the file was
    made from; None if nothing says it."""

    instruction_id: int
    words: tuple[TimedWord, ...]
    made_from: str | None = None

    @property
    def said(self) -> GuideEntry | None:
        return None

    @property
    def followed(self) -> FollowerEntry | None:
        return None


Entry = GuideEntry | FollowerEntry | WordsEntry


GUIDE_FIELDS = GuideEntry.__struct_fields__
FOLLOWER_FIELDS = FollowerEntry.__struct_fields__


def placed(words: Iterable[TimedWord], text: str) -> tuple[TimedWord, ...]:
    """Words with their places in the text; none at all where they are not its whitespace tokens."""
    known, tokens = list(words), list(re.finditer(r"\S+", text))
    if [word.word for word in known] != [token[0] for token in tokens]:
        return ()
    return tuple(
        replace(word, start_char=token.start(), end_char=token.end())
        for word, token in zip(known, tokens, strict=True)
    )
