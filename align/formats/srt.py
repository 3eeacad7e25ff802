"""SubRip (SRT): subtitles that every player reads.

One subtitle per word, counted from 1::

    1
    00:00:00,500 --> 00:00:00,880
    Turn

    2
    00:00:00,880 --> 00:00:01,240
    left

Escaping: SRT has none; words are written unchanged, in UTF-8 without a byte order mark. The origin of times
(``source``) is lost: use WebVTT or JSON to keep it.
Rounding: each time separately to the nearest millisecond; a subtitle lasts at least 1 ms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from align.formats.cues import ARROW, clock, cue_times, read_cues
from align.formats.tokens import check_tokens, decoded, timed_token
from align.timed import Source, TimedWord

if TYPE_CHECKING:
    from collections.abc import Sequence


def srt(words: Sequence[TimedWord]) -> str:
    """The words as an SRT file.

    Raises:
        InvalidDataError, AlignmentError: see ``align.formats.tokens.check_tokens``.
    """
    check_tokens(words)
    return "\n".join(
        f"{number}\n{clock(start, ',')} {ARROW} {clock(end, ',')}\n{word.word}\n"
        for number, (word, (start, end)) in enumerate(zip(words, cue_times(words), strict=True), start=1)
    )


def read_srt(data: bytes, *, source: Source) -> list[TimedWord]:
    """The words of an SRT file, one per subtitle.

    Args:
        source: the origin of the times, which the file does not state.

    Raises:
        InvalidDataError: a subtitle's times cannot be read, or it does not have exactly one word.
    """
    return [
        timed_token(cue.text, cue.start / 1000, cue.end / 1000, source, f"Subtitle {number}")
        for number, cue in enumerate(read_cues(decoded(data), ","), start=1)
    ]
