"""Times that a person has set right, and how they outlive a new alignment."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from align.timed import TimedWord, check_times
from environments.errors import InvalidDataError

if TYPE_CHECKING:
    from collections.abc import Sequence

TOLERANCE = 0.0015
"""Times nearer than this were not touched: files round to milliseconds."""
DECIMALS = 4
"""Of kept times, as in every other record of a word."""


def mend(words: Sequence[TimedWord], edited: Sequence[TimedWord], duration: float) -> list[TimedWord]:
    """The words with the times of ``edited``; those whose times a person has changed are ``mended``.

    Args:
        words: as they were aligned.
        edited: the same words, from a file that a person has worked on.
        duration: of the recording, in seconds.

    Raises:
        InvalidDataError: they are not the same words.
        AlignmentError: the new times run backwards or leave the recording.
    """
    _check_same(edited, [word.word for word in words])
    result = [
        _retimed(word, other) if _differs(word, other) else word
        for word, other in zip(words, edited, strict=True)
    ]
    check_times(result, duration)
    return result


def around_mended(
    times: Sequence[TimedWord | None], tokens: Sequence[str], before: Sequence[TimedWord]
) -> list[TimedWord | None]:
    """New times of tokens, those that were ``mended`` before keeping theirs.

    A new time is cut where it reaches into a mended word, and given up (None) where nothing of it is left.

    Raises:
        InvalidDataError: these are not the same words.
    """
    _check_same(before, tokens)
    ends, starts = _room(before)
    return [
        old if old.source == "mended" else _within(new, end, start)
        for new, old, end, start in zip(times, before, ends, starts, strict=True)
    ]


def _room(before: Sequence[TimedWord]) -> tuple[list[float], list[float]]:
    """For each word where the mended ones before it end, and where those after it start."""
    ends, starts, end, start = [], [], 0.0, float("inf")
    for word in before:
        end = word.end_time if word.source == "mended" else end
        ends.append(end)
    for word in reversed(before):
        start = word.start_time if word.source == "mended" else start
        starts.append(start)
    return ends, starts[::-1]


def _within(word: TimedWord | None, low: float, high: float) -> TimedWord | None:
    if word is None:
        return None
    start, end = max(word.start_time, low), min(word.end_time, high)
    return replace(word, start_time=start, end_time=end) if start < end else None


def _differs(word: TimedWord, other: TimedWord) -> bool:
    moves = (other.start_time - word.start_time, other.end_time - word.end_time)
    return any(abs(move) > TOLERANCE for move in moves)


def _retimed(word: TimedWord, other: TimedWord) -> TimedWord:
    """A person's times have no confidence."""
    start, end = round(other.start_time, DECIMALS), round(other.end_time, DECIMALS)
    return replace(word, start_time=start, end_time=end, source="mended", confidence=None)


def _check_same(words: Sequence[TimedWord], tokens: Sequence[str]) -> None:
    found = [word.word for word in words]
    if found != list(tokens):
        differ = (i for i, (one, other) in enumerate(zip(found, tokens, strict=False)) if one != other)
        place = next(differ, min(len(found), len(tokens)))
        raise InvalidDataError(
            f"These {len(found)} words are not the transcript's {len(tokens)}: they differ from word {place} on.",
            remedy="Change times only, and leave every word as the transcript has it.",
            index=place,
        )
