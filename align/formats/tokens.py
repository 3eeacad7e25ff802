"""What every file of timed words asks of its words, and of the bytes that it is read from."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from align.timed import TimedWord, check_times
from environments.errors import InvalidDataError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.timed import Source

_BYTE_ORDER_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be", b"\xef\xbb\xbf": "utf-8"}


class Interval(NamedTuple):
    """A text from ``start`` to ``end``, in whole units of its format's clock."""

    start: int
    end: int
    text: str


def check_tokens(words: Sequence[TimedWord], duration: float = math.inf) -> None:
    """Refuse words that a file of one entry per word cannot hold.

    Raises:
        InvalidDataError: a word is empty or has white space in it.
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
    """The word that stands in a place of a file, such as "Cue 3", with its times in seconds.

    Raises:
        InvalidDataError: there is none, or more than one (nothing says when each was spoken), or its times are none.
    """
    if not 0 <= start <= end < math.inf:
        raise InvalidDataError(
            f"{place} goes from {start} s to {end} s.", remedy="A word ends no sooner than it starts."
        )
    return TimedWord(one_token(text, place), start, end, source)


def one_token(text: str, place: str) -> str:
    """``text`` without the white space around it.

    Raises:
        InvalidDataError: it holds no word, or more than one.
    """
    found = text.split()
    if len(found) != 1:
        raise InvalidDataError(
            f"{place} holds {len(found)} words: {text[:60]!r}.", remedy="Give each word an entry of its own."
        )
    return found[0]


def decoded(data: bytes) -> str:
    """Text in UTF-8, with or without a byte order mark, or in UTF-16 with one; line ends as ``\\n``.

    Raises:
        InvalidDataError: it is in neither.
    """
    mark = next((mark for mark in _BYTE_ORDER_MARKS if data.startswith(mark)), b"")
    try:
        text = data[len(mark) :].decode(_BYTE_ORDER_MARKS.get(mark, "utf-8"))
    except UnicodeDecodeError as exc:
        raise InvalidDataError(
            f"This is no text in UTF-8 or UTF-16: {exc}.", remedy="Save it in UTF-8."
        ) from exc
    return text.replace("\r\n", "\n").replace("\r", "\n")
