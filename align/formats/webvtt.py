"""WebVTT, the captions that browsers show with a ``<video>`` or ``<audio>``.

One cue per word. A word whose times are not ``aligned`` carries its source as a class, which a style sheet can show::

    WEBVTT

    00:00:00.500 --> 00:00:00.880
    Turn

    00:00:00.880 --> 00:00:01.240
    <c.interpolated>left</c>

Escaping: ``&``, ``<`` and ``>`` become ``&amp;``, ``&lt;`` and ``&gt;``, so that no word can contain a tag or an arrow.
Rounding: each time separately to the nearest millisecond; a cue lasts at least 1 ms, the shortest that WebVTT allows.

Source: W3C, WebVTT: The Web Video Text Tracks Format, https://www.w3.org/TR/webvtt1/.
"""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING, cast, get_args

from align.formats.cues import ARROW, clock, cue_times, read_cues
from align.formats.tokens import check_tokens, decoded, timed_token
from align.timed import Source, TimedWord
from environments.errors import InvalidDataError

if TYPE_CHECKING:
    from collections.abc import Sequence

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def webvtt(words: Sequence[TimedWord]) -> str:
    """The words as a WebVTT file.

    Raises:
        InvalidDataError, AlignmentError: see ``align.formats.tokens.check_tokens``.
    """
    check_tokens(words)
    cues = [
        f"{clock(start, '.')} {ARROW} {clock(end, '.')}\n{_payload(word)}\n"
        for word, (start, end) in zip(words, cue_times(words), strict=True)
    ]
    return "\n".join(["WEBVTT\n", *cues])


def read_webvtt(data: bytes, *, source: Source) -> list[TimedWord]:
    """The words of a WebVTT file, one per cue.

    Args:
        source: the origin of words without a label: ``aligned`` for our files, ``mended`` after a person's work on
            them.

    Raises:
        InvalidDataError: the file is not WebVTT, or a cue does not have exactly one word.
    """
    text = decoded(data)
    if not re.match(r"WEBVTT(?=[ \t\n]|$)", text):
        raise InvalidDataError(
            f"The file begins with {text[:20]!r}, so it is not WebVTT.",
            remedy="Give a file that begins with WEBVTT.",
        )
    return [
        timed_token(
            unescape(re.sub(r"<[^>]*>", "", cue.text)),
            cue.start / 1000,
            cue.end / 1000,
            _label(cue.text) or source,
            f"Cue {number}",
        )
        for number, cue in enumerate(read_cues(text, "."), start=1)
    ]


def _payload(word: TimedWord) -> str:
    text = word.word.translate(_ENTITIES)
    return text if word.source == "aligned" else f"<c.{word.source}>{text}</c>"


def _label(text: str) -> Source | None:
    match = re.match(r"<c\.(\w+)>", text)
    return cast(Source, match[1]) if match and match[1] in get_args(Source) else None
