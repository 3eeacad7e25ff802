"""The draft of an attempt, and what became of the draft of an accepted answer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar, Literal, Protocol

from pydantic import Field, FiniteFloat

from pangea_server.core.records import SENT_WHOLE, Record, now, padded

Confirmed = Literal["heard", "edited", "untouched"]
DraftState = Literal["waiting", "ready", "none"]


@dataclass(frozen=True, slots=True)
class DraftWord:
    """A word as the page shows it.

    Attributes:
        start_time, end_time: seconds since the recording began.
        confidence: the recogniser's, in [0, 1]; None where it has none.
        own: the recogniser's word where another one was planted in its place; None elsewhere. Never sent to the page.
    """

    word: str
    start_time: FiniteFloat
    end_time: FiniteFloat
    confidence: FiniteFloat | None = None
    own: str | None = None


class DraftTranscript(Record):
    """The draft for one attempt at a task. It lives as long as the task is not answered.

    ``waiting``: the recogniser listens; ``ready``: these are its words; ``none``: there is no draft, and ``reason`` is
    the code of the error, or says why.
    """

    collection: ClassVar[str] = "draft_transcripts"
    indexed: ClassVar[tuple[str, ...]] = ("lease_id",)
    recording_id: str
    lease_id: str
    recogniser: str
    state: DraftState = "waiting"
    reason: str = ""
    words: tuple[DraftWord, ...] = ()
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return self.recording_id


@dataclass(frozen=True, slots=True)
class CheckedWord:
    """What became of a word of the draft.

    Attributes:
        shown: on the page.
        own: the recogniser's word where ``shown`` was planted; None elsewhere.
        became: what the person handed in at its place; empty where they removed it.
        confirmed: ``edited`` by the person, ``heard`` while it was shown or touched, or left ``untouched``.
        confidence: the recogniser's; None where it has none.
    """

    shown: str
    own: str | None
    became: str
    confirmed: Confirmed
    confidence: FiniteFloat | None = None


class EditCounts(Protocol):
    """How many words of a draft were edited, planted and left, and how many were inserted."""

    @property
    def edited(self) -> int: ...
    @property
    def inserted(self) -> int: ...
    @property
    def planted(self) -> int: ...
    @property
    def planted_left(self) -> int: ...


def edits(counted: EditCounts) -> int:
    """Words of the draft that were changed or removed, and words that were added; without the planted errors that were
    mended, since no recogniser made them."""
    return counted.edited - (counted.planted - counted.planted_left) + counted.inserted


class DraftedTranscript(Record):
    """How a Guide turned a draft into their transcript: one record for each instruction that began as a draft.

    ``submitted`` is the text as it was handed in, before planted words that were left in were returned to the
    recogniser's own; ``inserted`` counts the words that were added. The other numbers count words of the draft.
    """

    model_config = SENT_WHOLE
    collection: ClassVar[str] = "drafted_transcripts"
    indexed: ClassVar[tuple[str, ...]] = ("annotator_id", "campaign_id")
    instruction_id: int
    annotator_id: int
    campaign_id: str | None
    language: str
    recogniser: str
    submitted: str
    words: tuple[CheckedWord, ...]
    inserted: int
    edited: int
    heard: int
    untouched: int
    planted: int
    planted_left: int
    created_at: datetime = Field(default_factory=now)

    @property
    def record_id(self) -> str:
        return padded(self.instruction_id)

    @property
    def edits_per_word(self) -> float:
        """Edits for each word of the draft."""
        return edits(self) / max(1, len(self.words))
