"""CTM (time-marked conversation), the format of NIST's scorers and Kaldi.

``utterance channel start duration word [confidence]``, one line per word; the fourth column is the word's duration, not
its end::

    instruction-26 1 0.500 0.380 Turn 0.9310
    instruction-26 1 0.880 0.360 left

Escaping: none; a word has no white space. An unknown confidence is left out, and ``source`` is always left out.
Rounding: start and end to the nearest millisecond, separately; the duration is their difference, so that
start + duration is the rounded end and errors do not accumulate. Confidences have 4 decimals.

Source: NIST SCTK, sclite's input formats, https://github.com/usnistgov/SCTK/blob/master/doc/infmts.htm.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from align.formats.tokens import check_tokens, decoded, one_token, timed_token
from align.timed import Source, TimedWord
from environments.errors import InvalidDataError

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMENT = ";;"
_FORM = "A line is: utterance channel start duration word [confidence]."


def ctm(words: Sequence[TimedWord], utterance: str, channel: str = "1") -> str:
    """The words as a CTM file.

    Args:
        utterance: the recording's name, without folder, extension or white space.

    Raises:
        InvalidDataError, AlignmentError: see ``align.formats.tokens.check_tokens``; or the utterance is not a valid
            name.
    """
    check_tokens(words)
    if one_token(utterance, "The utterance's name").startswith(COMMENT):
        raise InvalidDataError(
            f"The utterance name {utterance!r} would begin a comment.",
            remedy="Give the utterance another name.",
        )
    return "".join(f"{utterance} {channel} {_fields(word)}\n" for word in words)


def read_ctm(data: bytes, *, source: Source) -> dict[tuple[str, str], list[TimedWord]]:
    """Read the words of a CTM file by utterance and channel, in the file's order.

    Scores outside [0, 1] (some recognisers write log likelihoods) are not confidences, and are left out.

    Args:
        source: the origin of the file's times, such as ``recognised`` for a recogniser's.

    Raises:
        InvalidDataError: a line is not CTM, or marks alternatives (``<ALT>``), which have no times.
    """
    words: dict[tuple[str, str], list[TimedWord]] = {}
    for number, line in enumerate(decoded(data).split("\n"), start=1):
        fields = line.split()
        if fields and not line.startswith(COMMENT):
            if len(fields) not in (5, 6):
                raise InvalidDataError(
                    f"Line {number} has {len(fields)} columns: {line[:60]!r}.", remedy=_FORM
                )
            words.setdefault((fields[0], fields[1]), []).append(_word(fields[2:], number, source))
    return words


def _fields(word: TimedWord) -> str:
    start, end = round(word.start_time * 1000), round(word.end_time * 1000)
    timed = f"{_seconds(start)} {_seconds(end - start)} {word.word}"
    return timed if word.confidence is None else f"{timed} {word.confidence:.4f}"


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds // 1000}.{milliseconds % 1000:03d}"


def _word(fields: Sequence[str], number: int, source: Source) -> TimedWord:
    try:
        start, duration, score = float(fields[0]), float(fields[1]), float(fields[3]) if fields[3:] else None
    except ValueError as exc:
        raise InvalidDataError(f"Line {number} of the CTM file: {exc}.", remedy=_FORM) from exc
    confidence = score if score is not None and 0 <= score <= 1 else None
    word = timed_token(fields[2], start, round(start + duration, 6), source, f"Line {number}")
    return replace(word, confidence=confidence)
