"""Words that a person corrects, and the versions that this makes."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, FiniteFloat

from pangea_server.core.visible_text import is_visible
from pangea_server.core.wire import Wire

AlignmentNumber = Annotated[int, Field(strict=True, ge=1, lt=2**31)]


class EditedWord(Wire):
    """A word without white space, and when it was said, in seconds."""

    word: Annotated[str, Field(min_length=1, max_length=200)]
    start_time: Annotated[FiniteFloat, Field(ge=0)]
    end_time: Annotated[FiniteFloat, Field(ge=0)]


def _with_something_to_see(words: tuple[EditedWord, ...]) -> tuple[EditedWord, ...]:
    if not any(is_visible(word.word) for word in words):
        raise ValueError("nothing of these words can be seen")
    return words


class WordsRequest(Wire):
    """All words of an instruction after the change. ``version`` is the version of the alignment that was edited."""

    version: AlignmentNumber
    words: Annotated[
        tuple[EditedWord, ...], Field(min_length=1, max_length=20_000), AfterValidator(_with_something_to_see)
    ]


class RestoreRequest(Wire):
    """``version`` is the newest version that the page has seen."""

    version: AlignmentNumber


class WordsVersion(Wire):
    """One version of an instruction's words.

    ``made_by`` is the annotator_id of the person who corrected, restored or imported it, 0 for a file whose importer
    nobody named, null for the aligner;
    ``restored`` is the version that it is a copy of. ``words`` and ``mended`` are counts; ``text_changed`` says
    whether the text differs from that of the version before.
    """

    version: int
    state: Literal["aligned", "failed", "outdated"]
    engine: str
    created_at: datetime
    made_by: int | None
    restored: int | None
    words: int
    mended: int
    text_changed: bool
