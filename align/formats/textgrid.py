"""TextGrid, the format of Praat and the Montreal Forced Aligner.

The long text form, with one tier named ``words``; silence is an interval with an empty text::

    File type = "ooTextFile"
    Object class = "TextGrid"

    xmin = 0.000000
    xmax = 1.500000
    tiers? <exists>
    size = 1
    item []:
        item [1]:
            class = "IntervalTier"
            name = "words"
            xmin = 0.000000
            xmax = 1.500000
            intervals: size = 2
            intervals [1]:
                xmin = 0.000000
                xmax = 0.500000
                text = ""
            intervals [2]:
                xmin = 0.500000
                xmax = 1.500000
                text = "Turn"

Escaping: ``"`` is doubled. The origin of times (``source``) is lost.
Rounding: to the nearest microsecond, finer than a sample of sound. Intervals must touch, may not overlap and may not be
empty: a word ends at the latest where the next one starts, and a word of no length gets one microsecond.
``xmax`` is the recording's length.

Source: Praat's manual, "TextGrid file formats".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from align.formats.tokens import Interval, check_tokens, decoded, timed_token
from align.timed import Source, TimedWord
from environments.errors import InvalidDataError

if TYPE_CHECKING:
    from typing import NoReturn

TIER = "words"
_TOKEN = re.compile(r'"(?:[^"]|"")*"|!.*|\S+')
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?$")


def textgrid(words: Sequence[TimedWord], duration: float) -> str:
    """The words as a TextGrid.

    Args:
        duration: length of the recording in seconds.

    Raises:
        InvalidDataError, AlignmentError: see ``align.formats.tokens.check_tokens``; or the recording is shorter than a
            microsecond per word.
    """
    check_tokens(words, duration)
    length = _microseconds(duration)
    intervals = list(_filled(_separated(words, length), length))
    return _HEADER.format(length=_seconds(length), tier=TIER, size=len(intervals)) + "".join(
        _INTERVAL.format(
            number=number,
            start=_seconds(interval.start),
            end=_seconds(interval.end),
            text=interval.text.replace('"', '""'),
        )
        for number, interval in enumerate(intervals, start=1)
    )


def read_textgrid(data: bytes, *, source: Source, tier: str = TIER) -> list[TimedWord]:
    """Read the words of one interval tier of a TextGrid; intervals without text are silence.

    Reads the long and the short text form, in UTF-8 or UTF-16 as Praat writes them.

    Args:
        source: the origin of the times, such as ``mended`` after a person's work in Praat.

    Raises:
        InvalidDataError: the file is not a TextGrid in a text form, has no interval tier of that name or several, or an
            interval has several words.
    """
    found = list(_tiers(_values(decoded(data))))
    tiers = dict(found)
    if (count := sum(name == tier for name, _ in found)) > 1:
        raise InvalidDataError(
            f"The TextGrid has {count} interval tiers {tier!r}.",
            remedy="Remove or rename all but one in Praat.",
        )
    if tier not in tiers:
        raise InvalidDataError(
            f"The TextGrid has no interval tier {tier!r}.",
            remedy=f"It has these interval tiers: {', '.join(tiers) or 'none'}.",
        )
    return [
        timed_token(text, start, end, source, f"The interval at {start} s")
        for start, end, text in tiers[tier]
        if text.strip()
    ]


def _separated(words: Sequence[TimedWord], length: int) -> list[Interval]:
    """The words' intervals in microseconds; none is empty and none overlaps its neighbour."""
    starts = [_microseconds(word.start_time) for word in words]
    for index in range(1, len(starts)):
        starts[index] = max(starts[index], starts[index - 1] + 1)
    latest = length
    for index in reversed(range(len(starts))):
        latest = starts[index] = min(starts[index], latest - 1)
    if latest < 0:
        raise InvalidDataError(
            f"{len(words)} words do not fit into {length} µs.",
            remedy="Give the recording's length in seconds.",
        )
    return [
        Interval(start, min(max(_microseconds(word.end_time), start + 1), following), word.word)
        for word, start, following in zip(words, starts, [*starts, length][1:], strict=True)
    ]


def _filled(intervals: Sequence[Interval], length: int) -> Iterator[Interval]:
    end = 0
    for interval in intervals:
        if interval.start > end:
            yield Interval(end, interval.start, "")
        yield interval
        end = interval.end
    if end < length:
        yield Interval(end, length, "")


def _microseconds(seconds: float) -> int:
    return round(seconds * 1_000_000)


def _seconds(microseconds: int) -> str:
    return f"{microseconds // 1_000_000}.{microseconds % 1_000_000:06d}"


def _values(text: str) -> Iterator[str | float]:
    """The values of either text form, in order; everything else in the long form is for human readers."""
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token.startswith('"') and token.endswith('"') and len(token) > 1:
            yield token[1:-1].replace('""', '"')
        elif _NUMBER.match(token):
            yield float(token)


def _tiers(values: Iterator[str | float]) -> Iterator[tuple[str, list[tuple[float, float, str]]]]:
    try:
        if (next(values), next(values)) != ("ooTextFile", "TextGrid"):
            _refuse("This is not a TextGrid in a text form.")
        _number(values), _number(values)
        for _ in range(int(_number(values))):
            kind, name = next(values), str(next(values))
            _number(values), _number(values)
            size = int(_number(values))
            if kind == "IntervalTier":
                yield name, [(_number(values), _number(values), _text(values)) for _ in range(size)]
            else:
                _skip_points(values, size)
    except StopIteration:
        _refuse("The TextGrid is cut off, or has a quotation mark in a text that is not doubled.")


def _skip_points(values: Iterator[str | float], size: int) -> None:
    for _ in range(size):
        _number(values), _text(values)


def _number(values: Iterator[str | float]) -> float:
    value = next(values)
    return (
        value
        if isinstance(value, float)
        else _refuse(f"The TextGrid has {value[:40]!r} where a number is expected.")
    )


def _text(values: Iterator[str | float]) -> str:
    value = next(values)
    return value if isinstance(value, str) else _refuse(f"The TextGrid has {value} where a text is expected.")


def _refuse(message: str) -> NoReturn:
    raise InvalidDataError(message, remedy="Save it from Praat as a text file.")


_HEADER = """\
File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0.000000
xmax = {length}
tiers? <exists>
size = 1
item []:
    item [1]:
        class = "IntervalTier"
        name = "{tier}"
        xmin = 0.000000
        xmax = {length}
        intervals: size = {size}
"""

_INTERVAL = """\
        intervals [{number}]:
            xmin = {start}
            xmax = {end}
            text = "{text}"
"""
