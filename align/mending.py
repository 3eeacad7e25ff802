"""Words and times that a person has corrected, and keeping them in a new alignment."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from align.timed import TimedWord, check_times
from environments.errors import InvalidDataError

if TYPE_CHECKING:
    from collections.abc import Sequence

TOLERANCE_SECONDS = 0.0015
"""Seconds; times that differ by less are unchanged, because files round to milliseconds."""
DECIMALS = 4
"""Decimals of kept times, as in every other record of a word."""


def mend(words: Sequence[TimedWord], edited: Sequence[TimedWord], duration: float) -> list[TimedWord]:
    """The words with the times of ``edited``; those whose times a person has changed are ``mended``.

    Args:
        words: as they were aligned.
        edited: the same words, from a file that a person has worked on.
        duration: of the recording, in seconds.

    Raises:
        InvalidDataError: ``edited`` are not the same words.
        AlignmentError: the new times run backwards or leave the recording.
    """
    _check_same(edited, [word.word for word in words])
    return correct(words, edited, duration)


def correct(words: Sequence[TimedWord], edited: Sequence[TimedWord], duration: float) -> list[TimedWord]:
    """As ``mend``, but a person may also have changed, added or removed words: new ones are ``mended``.

    Places in the text refer to the old text; None for a new word.

    Raises:
        InvalidDataError: no word is left, or an entry is not a single word.
        AlignmentError: the new times run backwards or leave the recording.
    """
    _check_single(edited)
    result: list[TimedWord] = []
    for kind, i, j, k, m in _changes([word.word for word in words], [word.word for word in edited]):
        if kind == "equal":
            result += map(_kept, words[i:j], edited[k:m])
        else:
            result += map(_new, edited[k:m])
    check_times(result, duration, remedy="Keep the words in their order, and within the recording.")
    return result


def retyped(text: str, words: Sequence[str]) -> str:
    """Replace the words of the text. White space in front of words that stay is kept."""
    old = list(re.finditer(r"\S+", text))
    gaps = [
        text[before : match.start()] for before, match in zip([0, *(m.end() for m in old)], old, strict=False)
    ]
    written: list[str] = []
    for kind, i, _, k, m in _changes([match[0] for match in old], words):
        for place, word in enumerate(words[k:m]):
            stays = kind == "equal" or (kind == "replace" and place == 0)
            gap = gaps[i + place] if stays else ""
            written += (gap or (" " if written else "")), word
    return "".join(written) + (text[old[-1].end() :] if old else "")


def around_mended(
    times: Sequence[TimedWord | None], tokens: Sequence[str], before: Sequence[TimedWord]
) -> list[TimedWord | None]:
    """Combine new times of tokens with earlier ones: ``mended`` words keep their times.

    A new time is cut where it overlaps a mended word, and dropped (None) when nothing of it is left.

    Raises:
        InvalidDataError: ``before`` are not the same words.
    """
    _check_same(before, tokens)
    ends, starts = _room(before)
    return [
        old if old.source == "mended" else _within(new, end, start)
        for new, old, end, start in zip(times, before, ends, starts, strict=True)
    ]


def _room(before: Sequence[TimedWord]) -> tuple[list[float], list[float]]:
    """For each word, the end of the mended words before it and the start of those after it."""
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


def _changes(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, int, int, int, int]]:
    """The edits from ``old`` to ``new``, as ``difflib`` opcodes."""
    return list(SequenceMatcher(None, old, new, autojunk=False).get_opcodes())


def _kept(word: TimedWord, other: TimedWord) -> TimedWord:
    return _retimed(word, other) if _differs(word, other) else word


def _new(word: TimedWord) -> TimedWord:
    return replace(_retimed(word, word), start_char=None, end_char=None)


def _check_single(words: Sequence[TimedWord]) -> None:
    if not words:
        raise InvalidDataError("No word is left.", remedy="Keep the words that are said in the recording.")
    for place, word in enumerate(words):
        if word.word.split() != [word.word]:
            raise InvalidDataError(
                f"Word {place} is {word.word!r}, which is not a single word.",
                remedy="Give each word a time of its own.",
                index=place,
            )


def _differs(word: TimedWord, other: TimedWord) -> bool:
    moves = (other.start_time - word.start_time, other.end_time - word.end_time)
    return any(abs(move) > TOLERANCE_SECONDS for move in moves)


def _retimed(word: TimedWord, other: TimedWord) -> TimedWord:
    """``word`` with the times of ``other``, which a person has set: they have neither confidence nor expected
    error."""
    start, end = round(other.start_time, DECIMALS), round(other.end_time, DECIMALS)
    return replace(
        word, start_time=start, end_time=end, source="mended", confidence=None, expected_error=None
    )


def _check_same(words: Sequence[TimedWord], tokens: Sequence[str]) -> None:
    found = [word.word for word in words]
    if found != list(tokens):
        differ = (i for i, (one, other) in enumerate(zip(found, tokens, strict=False)) if one != other)
        place = next(differ, min(len(found), len(tokens)))
        raise InvalidDataError(
            f"These {len(found)} words are not the transcript's {len(tokens)} words: they differ from word {place} on.",
            remedy="Change times only, and leave every word as the transcript has it.",
            index=place,
        )
