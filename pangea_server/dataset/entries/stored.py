"""Stored annotations as files need them: decoded to the entries' own values in a third of the time that records take.

Only types are checked: what a store has was validated when it came in. As the records do, these read what earlier
versions wrote.
"""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from operator import attrgetter
from typing import Any, ClassVar, TypeVar

import msgspec

from align import GroundedWord, TimedWord
from environments import RXR_KEYS
from pangea_server.annotate.alignments.word_columns import TimedWordSequence, WordColumns
from pangea_server.annotate.annotations.population import MarkedWords
from pangea_server.core.records import padded
from pangea_server.dataset.entries.entries import AlignmentEntry, FollowerEntry, GuideFields, HeardEntry

StructT = TypeVar("StructT", bound=msgspec.Struct)


class Present(msgspec.Struct, frozen=True):
    """Something that is there; what it says is not read."""


class StoredScores(msgspec.Struct, frozen=True):
    """``Scores``, in their order; older ones have ``sr`` for ``success``, and ``osr`` for ``oracle_success``."""

    ne: float
    spl: float
    cls: float
    dtw: float
    ndtw: float
    sdtw: float
    path_length: float
    success: float | None = None
    oracle_success: float | None = None
    sr: float | None = None
    osr: float | None = None

    def __post_init__(self) -> None:
        if None in (self.reached, self.was_near):
            raise ValueError("the scores do not say whether the walk succeeded")

    @property
    def reached(self) -> float | None:
        return self.sr if self.success is None else self.success

    @property
    def was_near(self) -> float | None:
        return self.osr if self.oracle_success is None else self.oracle_success

    def as_rxr(self) -> dict[str, float]:
        """The scores under the keys of files, as ``Scores.as_rxr`` has them."""
        values = (
            *(self.ne, self.reached, self.spl, self.was_near, self.cls),
            *(self.dtw, self.ndtw, self.sdtw, self.path_length),
        )
        return dict(zip(RXR_KEYS, values, strict=True))  # type: ignore[arg-type]  # none is None


class GuideFacts(MarkedWords, frozen=True, kw_only=True):
    """As much of a ``GuideAnnotation`` as says whether walks after its words are in a dataset, and in which split."""

    split: str


class StoredGuide(GuideFields, frozen=True, kw_only=True):
    """A ``GuideAnnotation``; ``edit_distance`` and ``review`` are kept beside it."""

    kind: ClassVar[str] = "guide"
    scan: str = msgspec.field(name="scan_id")
    transcript: str | None = msgspec.field(name="transcript", default=None)  # type: ignore[assignment]
    earlier: str | None = msgspec.field(name="instruction", default=None)
    walked: tuple[str, ...]
    scores: StoredScores | None
    voice: Present | None
    pose_trace: Present | None

    def __post_init__(self) -> None:
        if self.transcript is None and self.earlier is None:
            raise ValueError("the annotation has no transcript")

    @property
    def text(self) -> str:
        """The transcript."""
        return (self.earlier or "") if self.transcript is None else self.transcript

    @property
    def record_id(self) -> str:
        return padded(self.instruction_id)

    @property
    def task_id(self) -> str:
        return f"{self.kind}-{self.record_id}"

    def fields(self) -> dict[str, Any]:
        """Those that entries share with it."""
        return dict(zip(_GUIDE, _guide(self), strict=True)) | {"transcript": self.text}


class StoredFollower(FollowerEntry, frozen=True, kw_only=True):
    """A ``FollowerAnnotation``; ``review`` and ``flags`` are kept beside it, and ``scores`` are an entry's metrics."""

    kind: ClassVar[str] = "follower"
    sent_back: ClassVar[bool] = False
    scores: StoredScores
    pose_trace: Present | None

    @property
    def record_id(self) -> str:
        return padded(self.demonstration_id)

    @property
    def task_id(self) -> str:
        return f"{self.kind}-{self.record_id}"

    def fields(self) -> dict[str, Any]:
        """Those that entries share with it."""
        return dict(zip(_FOLLOWER, _follower(self), strict=True))


_GUIDE, _FOLLOWER = GuideFields.__struct_fields__, FollowerEntry.__struct_fields__
_guide, _follower = attrgetter(*_GUIDE), attrgetter(*_FOLLOWER)


class StoredAlignment(AlignmentEntry, frozen=True, kw_only=True, dict=True):
    """An ``AlignmentRecord``; its words are decoded when they are looked at."""

    stored_words: str = msgspec.field(name="timed_instruction")
    edit_distance: float | None = None

    @cached_property
    def columns(self) -> WordColumns:
        """The words with their times. Raises ValueError where they are none."""
        return _columns(self.stored_words)

    @property
    def timed_instruction(self) -> TimedWordSequence[GroundedWord]:
        return TimedWordSequence(GroundedWord, self.columns)


class StoredHeard(msgspec.Struct, frozen=True):
    """A ``HeardWords``."""

    instruction_id: int
    recogniser: str
    language: str
    words: str
    created_at: datetime

    def entry(self) -> HeardEntry:
        """What files say of it. Raises ValueError where it has no words."""
        words = tuple(TimedWordSequence(TimedWord, _columns(self.words)))
        return HeardEntry(self.recogniser, words, self.language, self.created_at)


def _columns(stored: str) -> WordColumns:
    """Columns as stores keep them."""
    return TimedWordSequence.read(TimedWord, stored).columns


def taken(source: object, kind: type[StructT]) -> StructT:
    """The fields of a struct that this part of an entry has."""
    return kind(**{name: getattr(source, name) for name in kind.__struct_fields__})
