"""Cues of WebVTT and SRT: times in milliseconds, and blocks of lines separated by blank lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from align.formats.tokens import Interval
from environments.errors import InvalidDataError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from align.timed import TimedWord

ARROW = "-->"
WITHOUT_TIMES = ("WEBVTT", "NOTE", "STYLE", "REGION")
"""How blocks of WebVTT begin that are no cues."""


def cue_times(words: Sequence[TimedWord]) -> list[tuple[int, int]]:
    """Start and end of each word's cue, in milliseconds.

    Every time is rounded to the nearest millisecond separately, so that order is kept and nothing drifts. A cue must
    last at least 1 ms; a shorter word is shown for 1 ms.
    """
    times = [(round(word.start_time * 1000), round(word.end_time * 1000)) for word in words]
    return [(start, max(end, start + 1)) for start, end in times]


def clock(milliseconds: int, point: str) -> str:
    """``HH:MM:SS``, ``point``, and the milliseconds."""
    seconds, thousandths = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{point}{thousandths:03d}"


def read_cues(text: str, point: str) -> Iterator[Interval]:
    """Read the cues of a file, in milliseconds. Hours may be left out, a comma may stand for a point; headers, notes,
    styles and numbers that stand alone are skipped.

    Raises:
        InvalidDataError: a line with an arrow does not have two times, or a text has none.
    """
    for block in re.split(r"\n(?:[ \t]*\n)+", text):
        lines = block.strip("\n").split("\n")
        timing = next((index for index, line in enumerate(lines) if ARROW in line), None)
        if timing is not None:
            yield Interval(*_times(lines[timing], point), "\n".join(lines[timing + 1 :]))
        elif not lines[0].startswith(WITHOUT_TIMES) and not re.fullmatch(r"\s*\d*\s*", block):
            raise InvalidDataError(
                f"{block.strip()[:60]!r} stands alone, without the start and end of a cue.",
                remedy="Remove the empty line before it, or give it times.",
            )


def _times(line: str, point: str) -> tuple[int, int]:
    moment = r"(?:(\d+):)?(\d\d):(\d\d)[.,](\d\d\d)"
    match = re.match(rf"\s*{moment}\s*{ARROW}\s*{moment}(?:\s|$)", line)
    if match is None:
        raise InvalidDataError(
            f"{line[:60]!r} is not the start and end of a cue.",
            remedy=f"Write 00:00:01{point}500 {ARROW} 00:00:02{point}000.",
        )
    return _milliseconds(*match.groups()[:4]), _milliseconds(*match.groups()[4:])


def _milliseconds(hours: str | None, minutes: str, seconds: str, thousandths: str) -> int:
    return ((int(hours or 0) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(thousandths)
