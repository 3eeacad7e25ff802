"""Words: a box over the waveform for each word, and its text below, in as many lanes as needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from align.picture.sound import WAVE_HEIGHT
from align.picture.svg import element, font_family, number, plain, text_width
from align.picture.window import RIGHT, Window

if TYPE_CHECKING:
    from align.report import Stretch
    from align.timed import TimedWord

LANE = 18.0
FONT = 13.0

GAP = 2.0
"""Pixels between a word and the next one, so that neighbours of one shade can be told apart."""
LEAST_DARK = 0.1
"""The opacity of a word that is not sure at all."""

_BETWEEN_TEXTS = 7.0


def word_boxes(words: Sequence[TimedWord], window: Window) -> str:
    """A box behind the waveform for each word, as dark as it is sure, with a line where the word starts and a gap where
    it ends."""
    boxes, starts = [], []
    for word in words:
        part = window.part(word.start_time, word.end_time)
        if part is None:
            continue
        boxes.append(
            element(
                "rect",
                element("title", plain(_description(word))),
                x=part[0],
                y=1.0,
                width=max(1.5, part[1] - part[0] - GAP),
                height=WAVE_HEIGHT - 2,
                class_=f"word {word.source}",
                fill_opacity=darkness(word.confidence),
            )
        )
        if word.start_time >= window.start:
            starts.append(f"M{number(part[0])} 0V{number(WAVE_HEIGHT)}")
    return "".join(boxes) + (element("path", class_="start", d="".join(starts)) if starts else "")


def darkness(confidence: float | None) -> float:
    """The opacity of a word's box. A word whose engine gives no confidence is as dark as a sure one."""
    return 1.0 if confidence is None else round(LEAST_DARK + (1 - LEAST_DARK) * confidence, 3)


def unwritten_boxes(stretches: Sequence[Stretch], window: Window) -> str:
    """Hatched boxes for speech that is not in the transcript."""
    parts = [(window.part(stretch.start_time, stretch.end_time), stretch) for stretch in stretches]
    return "".join(
        element(
            "rect",
            element("title", f"said, not written: {stretch.start_time:.2f} to {stretch.end_time:.2f} s"),
            x=part[0],
            y=1.0,
            width=max(1.5, part[1] - part[0]),
            height=WAVE_HEIGHT - 2,
            class_="unwritten",
        )
        for part, stretch in parts
        if part is not None
    )


def word_labels(words: Sequence[TimedWord], window: Window) -> tuple[str, float]:
    """The texts of the words on this row, and the height of their lanes."""
    free: list[float] = [0.0]
    lines, texts = [], []
    for word in words:
        part = window.part(word.start_time, word.end_time)
        if part is not None:
            text = word.word if word.start_time >= window.start else f"… {word.word}"
            width = text_width(text, FONT)
            x = min(part[0], RIGHT - width)
            lane = _lane(free, x)
            free[lane] = x + width + _BETWEEN_TEXTS
            y = (lane + 1) * LANE
            lines.append(element("path", class_="leader", d=f"M{number(part[0])} 0V{number(y - 12)}"))
            texts.append(
                element("text", plain(text), x=x, y=y, class_=f"label {word.source}", style=font_family(text))
            )
    return "".join(lines + texts), len(free) * LANE + 8


def _lane(free: list[float], x: float) -> int:
    """The first lane that is free from ``x`` on."""
    for lane, end in enumerate(free):
        if end <= x:
            return lane
    free.append(0.0)
    return len(free) - 1


def _description(word: TimedWord) -> str:
    sure = "" if word.confidence is None else f", confidence {word.confidence:.2f}"
    error = "" if word.expected_error is None else f", off by about {1000 * word.expected_error:.0f} ms"
    return f"{word.word}: {word.start_time:.3f} to {word.end_time:.3f} s, {word.source}{sure}{error}"
