"""Where a Guide looked while they said a phrase: what is free to know of what it means.

The weight of a direction d at a viewpoint k is the sum over the snapshots s there, whose view holds d, of

    seconds of s * exp(-(angle of d from the middle of the view / sigma)^2 / 2)

from ``lead`` seconds before the phrase to its end. Both parameters are guesses: the one real trace bounds the lead at
one word by 0.42 s, and tells no offset of looks (``aims``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import radians
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from align.reference.spread import LEAST, spread_points
from environments.errors import InvalidDataError
from environments.geometry import direction
from environments.regions import Angles, Region, ViewBox

if TYPE_CHECKING:
    from align.pose_trace import PoseTrace

LEAD = 0.5
"""Seconds by which people look before they speak."""
SIGMA = radians(20)
"""Radians from the middle of the view."""
_PARTS = 500  # at a sigma of one radian; there are more at a smaller one, whose weight falls faster
_STEPS = 200  # of a view's width and height when its weights are added up

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SeenView:
    """What a camera saw from a viewpoint for some seconds."""

    viewpoint_id: str
    view: ViewBox
    seconds: float


@dataclass(frozen=True)
class CameraPrior:
    """Weights over all directions at all viewpoints.

    Attributes:
        views: what was seen.
        sigma: radians; None weighs everything in a view alike.
    """

    views: tuple[SeenView, ...]
    sigma: float | None = SIGMA

    @property
    def total(self) -> float:
        """The weight of everything."""
        return sum(
            seen.seconds * view_mass(seen.view.width, seen.view.height, self.sigma) for seen in self.views
        )

    def weights(self, viewpoint_id: str, directions: Floats) -> Floats:
        """The weights (n,) per steradian of directions (n, 3) at a viewpoint, not normalised."""
        views = self.at(viewpoint_id)
        told = [(each.view.heading, each.view.elevation, each.view.width, each.view.height) for each in views]
        heading, elevation, width, height = np.array(told).reshape(-1, 4).T
        ahead, right, up = (directions @ axes.T for axes in _axes(heading, elevation))
        inside = np.abs(right) <= np.tan(width / 2) * ahead
        inside &= np.abs(up) <= np.tan(height / 2) * ahead
        points, seen = np.nonzero(inside)
        weight = self._density(ahead[inside]) * np.array([each.seconds for each in views])[seen]
        return np.bincount(points, weight, len(directions)).astype(np.float64)

    def axes_at(self, viewpoint_id: str) -> tuple[Floats, Floats]:
        """The views at a viewpoint, and their seconds (v,): of each the axes (v, 3, 3) ahead, to the right and upwards,
        the last two longer the narrower it is, so that nothing in the view lies farther along them than ahead."""
        views = self.at(viewpoint_id)
        told = [(each.view.heading, each.view.elevation, each.view.width, each.view.height) for each in views]
        heading, elevation, width, height = np.array(told, np.float64).reshape(-1, 4).T
        axes = np.stack(_axes(heading, elevation), axis=1)
        axes[:, 1:] /= np.tan(np.stack([width, height], axis=1) / 2)[..., None]
        return axes, np.array([each.seconds for each in views], np.float64)

    def share(self, viewpoint_id: str, regions: tuple[Region, ...], points: int = LEAST) -> float:
        """How much of the whole weight lies in the union of regions at a viewpoint; 0 if nothing was seen.

        Args:
            points: in the regions, at which the weight is looked up.
        """
        if not (total := self.total):
            return 0.0
        looks, steradians = spread_points(regions, points)
        return float(self.weights(viewpoint_id, looks).sum() * steradians / total)

    def middle(self, viewpoint_id: str) -> Angles | None:
        """The direction in the middle of a view that has most weight; None if nothing was seen from the viewpoint."""
        if viewpoint_id not in self._middles:
            self._middles[viewpoint_id] = self._middle(viewpoint_id)
        return self._middles[viewpoint_id]

    def _middle(self, viewpoint_id: str) -> Angles | None:
        views = self.at(viewpoint_id)
        if not views:
            return None
        looks = direction([seen.view.heading for seen in views], [seen.view.elevation for seen in views])
        best = views[int(self.weights(viewpoint_id, looks).argmax())].view
        return best.heading, best.elevation

    @cached_property
    def _middles(self) -> dict[str, Angles | None]:
        return {}

    def at(self, viewpoint_id: str) -> list[SeenView]:
        """What was seen from one viewpoint."""
        return [seen for seen in self.views if seen.viewpoint_id == viewpoint_id]

    def _density(self, cosines: Floats) -> Floats:
        if self.sigma is None:
            return np.ones_like(cosines)
        return np.asarray(np.exp(-0.5 * (np.arccos(np.clip(cosines, -1, 1)) / self.sigma) ** 2))


def _axes(heading: Floats, elevation: Floats) -> tuple[Floats, Floats, Floats]:
    """The unit vectors (n, 3) ahead, to the right and upwards of level cameras."""
    ahead = direction(heading, elevation)
    right = np.stack([np.cos(heading), -np.sin(heading), np.zeros_like(heading)], axis=-1)
    return ahead, right, np.cross(right, ahead)


def camera_prior(
    trace: PoseTrace, start: float, end: float, *, lead: float = LEAD, sigma: float | None = SIGMA
) -> CameraPrior:
    """The prior of a phrase from where the Guide's camera looked.

    Args:
        start, end: of the phrase, in seconds on the clock of the trace.
        lead: seconds before ``start`` that count too.
        sigma: as in ``CameraPrior``.

    Raises:
        InvalidDataError: the phrase ends before it starts, or the trace is a Follower's, whose clock is another.
    """
    if end < start:
        raise InvalidDataError(
            f"A phrase ends at {end} s and starts at {start} s.", remedy="Correct its times."
        )
    if trace.audio_time is not None:
        raise InvalidDataError("The pose trace is a Follower's.", remedy="Give the Guide's, who speaks.")
    rows, seconds = _shown(trace, start - lead, end)
    starts = np.flatnonzero(_moved(trace, rows))
    views = zip(rows[starts].tolist(), _views(trace, rows[starts]), strict=True)
    added = np.add.reduceat(seconds, starts) if len(rows) else seconds
    seen = (
        SeenView(trace.viewpoint_ids[row], view, float(each))
        for (row, view), each in zip(views, added, strict=True)
    )
    return CameraPrior(tuple(seen), sigma)


def seconds_at(trace: PoseTrace, start: float, end: float) -> dict[str, float]:
    """How long the camera was at each viewpoint between two times, in the order in which it came there."""
    found: dict[str, float] = {}
    for row, seconds in zip(*_shown(trace, start, end), strict=True):
        at = trace.viewpoint_ids[row]
        found[at] = found.get(at, 0.0) + float(seconds)
    return found


def _shown(trace: PoseTrace, start: float, end: float) -> tuple[NDArray[np.intp], Floats]:
    """The snapshots that are on the screen between two times, and for how many seconds; the last one stays."""
    first = max(0, int(np.searchsorted(trace.time, start, "right")) - 1)
    last = int(np.searchsorted(trace.time, end))
    time = np.append(trace.time[first : last + 1], np.inf if last + 1 >= len(trace) else [])
    seconds = np.minimum(time[1:], end) - np.maximum(time[:-1], start)
    rows = np.flatnonzero(seconds > 0)
    return rows + first, seconds[rows]


def _moved(trace: PoseTrace, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which snapshots show something else than the one before: a camera that rests has one view."""
    if not len(rows):
        return np.zeros(0, np.bool_)
    names = [trace.viewpoint_ids[row] for row in rows]
    lens = trace.intrinsic_matrix[rows][:, (0, 1), (0, 1)]
    angles = np.column_stack([trace.heading[rows], trace.elevation[rows], lens])
    moved = np.any(angles[1:] != angles[:-1], axis=1)
    return np.array([True, *(moved | np.array([a != b for a, b in pairwise(names)], np.bool_))])


def trace_views(trace: PoseTrace, viewpoint_id: str) -> list[ViewBox]:
    """What a camera saw from one viewpoint, snapshot by snapshot."""
    return _views(trace, np.flatnonzero(np.array(trace.viewpoint_ids) == viewpoint_id))


def seconds_in_view(trace: PoseTrace, viewpoint_id: str, looks: Floats, part: float = 1.0) -> Floats:
    """How long (n,) directions (n, 3) were in view from a viewpoint, in seconds.

    Args:
        part: of the picture's width and of its height, around its middle; 1/3 is its middle third.
    """
    rows = np.flatnonzero(np.array(trace.viewpoint_ids) == viewpoint_id)
    lens = trace.intrinsic_matrix[rows].astype(np.float64)
    ahead, right, up = (looks @ axes.T for axes in _axes(trace.heading[rows], trace.elevation[rows]))
    inside = np.abs(right) <= part / lens[:, 0, 0] * ahead
    inside &= np.abs(up) <= part / lens[:, 1, 1] * ahead
    seconds = np.diff(trace.time, append=trace.time[-1:])[rows]
    return np.asarray(inside @ seconds, dtype=np.float64)


def _views(trace: PoseTrace, rows: NDArray[np.intp]) -> list[ViewBox]:
    lens = trace.intrinsic_matrix[rows].astype(np.float64)
    width, height = (2 * np.arctan(1 / lens[:, axis, axis]) for axis in (0, 1))
    angles = np.stack([trace.heading[rows], trace.elevation[rows], width, height], axis=1)
    return [ViewBox(*row) for row in angles.tolist()]


@lru_cache(maxsize=16)
def falling(sigma: float | None) -> Floats:
    """How the weight of a direction in a view falls with the cosine of its angle from the middle: cubics (c, 4) of
    equal parts from 0 to 1, within 1e-12 of the weight (they have its values and slopes where they meet)."""
    if sigma is None:
        return np.array([[1.0, 0, 0, 0]])
    parts = int(np.ceil(_PARTS / sigma**2))
    cosine = np.arange(parts + 1) / parts
    angle = np.arccos(cosine)
    value = np.exp(-0.5 * (angle / sigma) ** 2)
    slope = value / sigma**2 / np.sinc(angle / np.pi) / parts
    rise = np.diff(value)
    start, end = slope[:-1], slope[1:]
    return np.column_stack([value[:-1], start, 3 * rise - 2 * start - end, start + end - 2 * rise])


@lru_cache(maxsize=4096)
def view_mass(width: float, height: float, sigma: float | None) -> float:
    """The weight of a whole view that is seen for a second: steradians, each weighed by its angle from the middle."""
    x, y = (np.tan(angle / 2) * ((np.arange(_STEPS) + 0.5) / _STEPS * 2 - 1) for angle in (width, height))
    square = x[:, None] ** 2 + y**2
    weight = 1.0 if sigma is None else np.exp(-0.5 * (np.arctan(np.sqrt(square)) / sigma) ** 2)
    cell = (2 * np.tan(width / 2) / _STEPS) * (2 * np.tan(height / 2) / _STEPS)
    return float((weight / (1 + square) ** 1.5).sum() * cell)
