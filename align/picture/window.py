"""The stretch of a recording that one row of the picture shows."""

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
        """Where a moment lies, in pixels."""
        return LEFT + (time - self.start) * self.scale

    def part(self, start: float, end: float) -> tuple[float, float] | None:
        """What is on this row of a stretch from ``start`` to ``end``, as its two ends in pixels; None if nothing is."""
        if end < self.start or start >= self.end or (end == self.start and start < end):
            return None
        return self.x(max(start, self.start)), self.x(min(end, self.end))


def windows(duration: float, seconds: float) -> Iterator[Window]:
    """Rows of ``seconds`` each; the last one is as long as what is left."""
    start, row = 0.0, 0
    while start < duration:
        row += 1
        yield Window(start, min(duration, row * seconds), WIDTH / seconds)
        start = row * seconds
