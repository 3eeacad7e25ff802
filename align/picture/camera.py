"""The camera's viewpoints and heading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from align.masks.visits import check_own_voice, visits
from align.picture.svg import element, number, plain, shortened
from align.picture.window import LEFT, Window

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from align.pose_trace import PoseTrace

BAND_HEIGHT = 24.0
HEADING_HEIGHT = 92.0
COLOURS = ("#cfe8d5", "#fbe3bf", "#d6dcf7", "#f7d4d9", "#cdeaee", "#e8d9f3", "#eaeac4", "#e0ddd7")
"""Colours of viewpoints, in the order in which they were first reached."""

_FONT = 12.0
_STEPS = (15, 30, 45, 90, 180, 360, 720)
_LINES = 6


@dataclass(frozen=True, slots=True)
class Stay:
    """A visit to a viewpoint, in seconds."""

    number: int
    viewpoint_id: str
    start: float
    end: float
    colour: str


def stays(trace: PoseTrace, duration: float) -> list[Stay]:
    """Each visit, from its first snapshot to that of the next visit; the first and the last reach the recording's ends.

    Raises:
        InvalidDataError: the trace is a Follower's.
    """
    check_own_voice(trace)
    rows = visits(trace)
    times = [0.0, *(float(trace.time[visit.start]) for visit in rows[1:]), duration]
    colour = _colours(trace.path())
    return [
        Stay(index + 1, viewpoint_id, times[index], times[index + 1], colour[viewpoint_id])
        for index, viewpoint_id in enumerate(trace.path())
    ]


def viewpoint_band(visited: Sequence[Stay], window: Window) -> str:
    """A coloured bar for each stay, with as much of the viewpoint's name as fits."""
    band = []
    for stay in visited:
        part = window.part(stay.start, stay.end)
        if part is not None:
            width = part[1] - part[0]
            name = shortened(f"{stay.number} · {stay.viewpoint_id}", _FONT, width - 14)
            band += [
                element(
                    "rect",
                    element("title", plain(f"{stay.viewpoint_id}: {stay.start:.2f} to {stay.end:.2f} s")),
                    x=part[0],
                    y=0.0,
                    width=width,
                    height=BAND_HEIGHT,
                    class_="stay",
                    fill=stay.colour,
                ),
                element("text", plain(name), x=part[0] + 7, y=16.5, class_="viewpoint") if name else "",
            ]
    return "".join(band)


def steps(visited: Sequence[Stay], window: Window, height: float) -> str:
    """Lines at the times when a viewpoint was left for the next."""
    moments = [stay.start for stay in visited[1:] if window.start <= stay.start < window.end]
    lines = "".join(f"M{number(window.x(moment))} 0V{number(height)}" for moment in moments)
    return element("path", class_="step", d=lines) if lines else ""


@dataclass(frozen=True, slots=True, eq=False)
class HeadingCurve:
    """The camera's heading without jumps at north, in degrees.

    Attributes:
        time: (n,) seconds.
        heading_deg: (n,), unwrapped.
        low, high: degrees at the lower and the upper edge.
        grid: degrees at which lines are drawn.
    """

    time: NDArray[np.float64]
    heading_deg: NDArray[np.float64]
    low: float
    high: float
    grid: range

    @classmethod
    def of(cls, trace: PoseTrace) -> HeadingCurve:
        """The scale for all rows of a picture; it covers at least 30 degrees."""
        heading = np.rad2deg(np.unwrap(trace.heading))
        low, high = float(heading.min()), float(heading.max())
        margin = max(0.08 * (high - low), 15 - (high - low) / 2, 3)
        low, high = low - margin, high + margin
        step = next((step for step in _STEPS if high - low <= _LINES * step), round((high - low) / _LINES))
        grid = range(int(np.ceil(low / step)) * step, int(np.floor(high)) + 1, step)
        return cls(trace.time, heading, low, high, grid)

    def draw(self, window: Window) -> str:
        """A line that keeps its height until the next snapshot, on a grid with degrees."""
        right = number(window.x(window.end))  # an en dash, because some fonts have no minus
        lines = "".join(f"M{number(LEFT)} {number(self._y(degrees))}H{right}" for degrees in self.grid)
        numbers = (
            element(
                "text", f"{degrees}°".replace("-", "–"), x=LEFT - 8, y=self._y(degrees) + 4, class_="degrees"
            )
            for degrees in self.grid
        )
        curve = element("path", class_="heading", d=self._path(window))
        return element("path", class_="grid", d=lines) + "".join(numbers) + curve

    def _y(self, degrees: float) -> float:
        return HEADING_HEIGHT * (self.high - degrees) / (self.high - self.low)

    def _path(self, window: Window) -> str:
        first = max(0, int(np.searchsorted(self.time, window.start, side="right")) - 1)
        last = int(np.searchsorted(self.time, window.end))
        x = [number(window.x(time)) for time in self.time[first + 1 : last].tolist()]
        y = [number(self._y(degrees)) for degrees in self.heading_deg[first:last].tolist()]
        turns = "".join(f"H{there}V{then}" for there, then in zip(x, y[1:], strict=True))
        return f"M{number(LEFT)} {y[0]}{turns}H{number(window.x(window.end))}"


def _colours(path: Sequence[str]) -> Mapping[str, str]:
    return {viewpoint_id: COLOURS[i % len(COLOURS)] for i, viewpoint_id in enumerate(dict.fromkeys(path))}
