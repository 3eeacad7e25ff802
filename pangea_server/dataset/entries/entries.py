"""The contents of an annotation in a dataset file, independent of the format: plain values, no store, no files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from align import TimedWord


@dataclass(frozen=True, slots=True)
class GuideEntry:
    """An instruction and the path that it describes.

    Attributes:
        annotator_id, language: None if the format does not say.
        heading: radians, where the Guide looked at first.
        words: with their times; empty if unknown.
        edit_distance: from the transcript to what a recogniser heard, as a fraction.
    """

    instruction_id: int
    path_id: int
    split: str
    scan: str
    path: tuple[str, ...]
    heading: float
    transcript: str
    annotator_id: int | None = None
    language: str | None = None
    words: tuple[TimedWord, ...] = ()
    edit_distance: float | None = None

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


@dataclass(frozen=True, slots=True)
class FollowerEntry:
    """A walk after an instruction, in RxR's order. ``metrics`` are the file's, under RxR's keys, perhaps of another
    version; ``annotator_id`` is None where the format does not say."""

    demonstration_id: int
    instruction_id: int
    annotator_id: int | None
    path: tuple[str, ...]
    metrics: Mapping[str, float] = field(default_factory=dict)

    @property
    def said(self) -> GuideEntry | None:
        return None

    @property
    def followed(self) -> FollowerEntry | None:
        return self


@dataclass(frozen=True, slots=True)
class WordsEntry:
    """Word times for an instruction that is already known."""

    instruction_id: int
    words: tuple[TimedWord, ...]

    @property
    def said(self) -> GuideEntry | None:
        return None

    @property
    def followed(self) -> FollowerEntry | None:
        return None


Entry = GuideEntry | FollowerEntry | WordsEntry


def shared_fields(source: object, names: Iterable[str]) -> dict[str, Any]:
    """What ``source`` has under these names."""
    return {name: getattr(source, name) for name in names if hasattr(source, name)}


GUIDE_FIELDS = tuple(each.name for each in fields(GuideEntry))
FOLLOWER_FIELDS = tuple(each.name for each in fields(FollowerEntry))


def placed(words: Iterable[TimedWord], text: str) -> tuple[TimedWord, ...]:
    """Words with their places in the text; none at all where they are not its whitespace tokens."""
    known, tokens = list(words), list(re.finditer(r"\S+", text))
    if [word.word for word in known] != [token[0] for token in tokens]:
        return ()
    return tuple(
        replace(word, start_char=token.start(), end_char=token.end())
        for word, token in zip(known, tokens, strict=True)
    )
