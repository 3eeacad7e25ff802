"""The time window of a recording that one row of the picture shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

LEFT = 112.0
WIDTH = 1560.0
RIGHT = LEFT + WIDTH


@dataclass(frozen=True, slots=True)
class Window:
    """From ``start`` to ``end``, in seconds, drawn at ``scale`` pixels per second."""

    start: float
    end: float
    scale: float

    def x(self, time: float) -> float:
        """The position of a time in pixels."""
        return LEFT + (time - self.start) * self.scale

    def part(self, start: float, end: float) -> tuple[float, float] | None:
        """The part of a stretch from ``start`` to ``end`` that is on this row, as two ends in pixels; None if there is
        none."""
        if end < self.start or start >= self.end or (end == self.start and start < end):
            return None
        return self.x(max(start, self.start)), self.x(min(end, self.end))


def windows(duration: float, seconds: float) -> Iterator[Window]:
    """Split a recording into rows of ``seconds`` each; the last row has the rest."""
    start, row = 0.0, 0
    while start < duration:
        row += 1
        yield Window(start, min(duration, row * seconds), WIDTH / seconds)
        start = row * seconds
