"""The contents of an annotation in a dataset file, independent of the format: plain values, no store, no files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated

import msgspec

from align import TimedWord
from pangea_server.annotate.annotations.records import TRANSCRIPT_BY


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


class GuideEntry(GuideFields, frozen=True, kw_only=True):
    """An instruction and the path that it describes.

    Attributes:
        words: with their times; empty if unknown.
    """

    words: tuple[TimedWord, ...] = ()

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
    """A walk after an instruction, in RxR's order. ``metrics`` are the file's, under RxR's keys, perhaps of another
    version; ``annotator_id`` is None where the format does not say. ``system`` wrote the instruction, and ``condition``
    is the arm under which it was followed; None where there is none."""

    demonstration_id: int
    instruction_id: int
    annotator_id: int | None
    path: tuple[str, ...]
    metrics: Mapping[str, float] = msgspec.field(default_factory=dict)
    system: str | None = None
    condition: str | None = None

    @property
    def said(self) -> GuideEntry | None:
        return None

    @property
    def followed(self) -> FollowerEntry | None:
        return self


class WordsEntry(msgspec.Struct, frozen=True):
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
