"""Checks that all formats of timed words share: of their words, and of their text encoding."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from align.timed import TimedWord, check_times
from environments.errors import InvalidDataError
from environments.input.text import NotTextError, text_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.timed import Source

_BYTE_ORDER_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be", b"\xef\xbb\xbf": "utf-8"}


class Interval(NamedTuple):
    """A text from ``start`` to ``end``, in whole units of the format's time."""

    start: int
    end: int
    text: str


def check_tokens(words: Sequence[TimedWord], duration: float = math.inf) -> None:
    """Refuse words that a file with one entry per word cannot represent.

    Raises:
        InvalidDataError: a word is empty or contains white space.
        AlignmentError: times run backwards or leave the recording.
    """
    check_times(words, duration)
    for index, word in enumerate(words):
        if word.word.split() != [word.word]:
            raise InvalidDataError(
                f"Word {index} is {word.word!r}, which is not one token.",
                remedy="Give one timed word per whitespace token.",
                index=index,
            )


def timed_token(text: str, start: float, end: float, source: Source, place: str) -> TimedWord:
    """Make the timed word of an entry; ``place`` names the entry in errors, such as "Cue 3". Times are in seconds.

    Raises:
        InvalidDataError: the entry has no word, or several (with unknown times), or its times are impossible.
    """
    if not 0 <= start <= end < math.inf:
        raise InvalidDataError(
            f"{place} goes from {start} s to {end} s.", remedy="Give an end that is not before the start."
        )
    return TimedWord(one_token(text, place), start, end, source)


def one_token(text: str, place: str) -> str:
    """``text`` without the white space around it.

    Raises:
        InvalidDataError: the text has no word, or more than one.
    """
    found = text.split()
    if len(found) != 1:
        raise InvalidDataError(
            f"{place} has {len(found)} words: {text[:60]!r}.", remedy="Give each word its own entry."
        )
    return found[0]


def decoded(data: bytes) -> str:
    """Decode UTF-8, or UTF-16 with a byte order mark, as Praat writes it; line ends become ``\\n``.

    Raises:
        InvalidDataError: the text is in neither encoding.
    """
    try:
        return text_of(data, utf16=True)
    except NotTextError as exc:
        raise InvalidDataError(
            f"This is not text in UTF-8 or UTF-16: {exc}.", remedy="Save it in UTF-8."
        ) from exc
