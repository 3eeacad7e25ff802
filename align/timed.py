"""Words with times, and interpolation for words that have none."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Any, Literal

from align.errors import AlignmentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from align.transcript import Token

Source = Literal["aligned", "interpolated", "recognised", "mended"]


@dataclass(frozen=True, slots=True)
class TimedWord:
    """A word and the times at which it was said.

    Attributes:
        start_time, end_time: seconds since the recording began.
        source: the origin of the times: ``aligned`` to the sound; ``recognised`` by a recogniser; ``mended`` by a
            person; ``interpolated`` between timed neighbours when the sound gave none.
        confidence: in [0, 1]. Of an ``aligned`` word it is the probability that it starts within 100 ms of
            ``start_time`` (``align.calibration``); of a ``recognised`` word what the recogniser says. None if unknown.
        start_char, end_char: place in the transcript's text; None for a word that is in no text.
        expected_error: of an ``aligned`` word, the expected distance in seconds of ``start_time`` from its true start;
            None if unknown.
    """

    word: str
    start_time: float
    end_time: float
    source: Source
    confidence: float | None = None
    start_char: int | None = None
    end_char: int | None = None
    expected_error: float | None = None


_FIELDS = tuple(field.name for field in fields(TimedWord))


def timed_fields(word: TimedWord) -> dict[str, Any]:
    """The word with only the fields of ``TimedWord``, also for a grounded word."""
    return {name: getattr(word, name) for name in _FIELDS}


def interpolated(words: Sequence[str], times: Sequence[TimedWord | None], duration: float) -> list[TimedWord]:
    """Give every word times: those in ``times``, or else a share of the gap between timed neighbours.

    Our choice: shares are proportional to the number of letters. A gap may be empty.

    Args:
        words: (n,) tokens.
        times: (n,) the known times.
        duration: of the recording, in seconds.

    Raises:
        AlignmentError: no word has a time.
    """
    if not any(times):
        raise AlignmentError(
            f"None of the {len(words)} words has a time.",
            remedy="Check that recording and transcript belong together.",
        )
    filled = list(times)
    for first, last in _gaps(times):
        before, after = (times[first - 1] if first else None), (times[last] if last < len(times) else None)
        start, end = before.end_time if before else 0.0, after.start_time if after else duration
        filled[first:last] = _shares(words[first:last], start, end)
    return [word for word in filled if word is not None]


def settled(words: Sequence[TimedWord], tokens: Sequence[Token], duration: float) -> list[TimedWord]:
    """Add the words' places in the text, and round times to whole milliseconds within the recording.

    Rounding keeps the order, so that an end is never after the next start by a float's last digit.

    Args:
        tokens: (n,) of the transcript, one per word.
        duration: of the recording, in seconds.
    """
    return [
        replace(
            word,
            start_time=min(round(word.start_time, 3), duration),
            end_time=min(round(word.end_time, 3), duration),
            start_char=token.start,
            end_char=token.end,
        )
        for word, token in zip(words, tokens, strict=True)
    ]


_ENGINES_FAULT = "This is a fault of the engine; please report it with its name."


def check_times(words: Sequence[TimedWord], duration: float, remedy: str = _ENGINES_FAULT) -> None:
    """Refuse times that run backwards or leave the recording.

    Raises:
        AlignmentError: the message names the word's place and its times.
    """
    for index, word in enumerate(words):
        if not 0 <= word.start_time <= word.end_time <= duration:
            wrong = f"is not within {duration} s" if duration < inf else "is not a valid interval"
            raise AlignmentError(
                f"Word {index} from {word.start_time} s to {word.end_time} s {wrong}.",
                remedy=remedy,
            )
    for index, (word, following) in enumerate(pairwise(words)):
        if following.start_time < word.start_time:
            raise AlignmentError(
                f"Word {index + 1} starts at {following.start_time} s, before the previous word.",
                remedy=remedy,
            )


def _gaps(times: Sequence[TimedWord | None]) -> list[tuple[int, int]]:
    known = [-1, *(index for index, word in enumerate(times) if word), len(times)]
    return [(before + 1, after) for before, after in pairwise(known) if after > before + 1]


def _shares(words: Sequence[str], start: float, end: float) -> list[TimedWord]:
    total = sum(map(len, words))
    shares, letters = [], 0
    for word in words:
        begin = start + (end - start) * letters / total
        letters += len(word)
        shares.append(TimedWord(word, begin, start + (end - start) * letters / total, "interpolated"))
    return shares
