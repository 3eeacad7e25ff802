"""What a real walk says of the two things that the priors take for granted: that eyes look at the middle of the
picture, and how long before a word they are there.

Nobody knows what a Guide looked at, but what they walked to they had seen, and aimed at. In traces of PanGEA 2021 the
camera turns by itself from there to the next viewpoint, in the second before each step; so the aim is where that
viewpoint was in the picture a second before. From this follow a mean offset from the middle, and its standard error. A
lead is known only as far as something with known directions came into view and left it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from environments.errors import InvalidDataError
from environments.geometry import direction

if TYPE_CHECKING:
    from align.pose_trace import PoseTrace
    from environments.geometry import Vector

TURN = 1.0
"""Seconds before a step in which the 2021 viewer turns the camera. Its turns are even around half of that."""
LONGEST = 4.0
"""Seconds around a word in which a lead is looked for."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Aim:
    """What a person walked to, in the picture from which they chose it.

    Attributes:
        time: in seconds on the clock of the trace.
        right, up: radians from the middle of the picture.
    """

    viewpoint_id: str
    time: float
    right: float
    up: float


class MeanEstimate(NamedTuple):
    """A mean of so many units, its standard error and the deviation of the values; None where they are too few."""

    mean: float | None
    error: float | None
    deviation: float | None
    units: int


def aims(
    trace: PoseTrace, positions: Mapping[str, Vector], *, below: float = 0.0, turn: float = TURN
) -> list[Aim]:
    """Where the next viewpoint was in the picture before the camera was turned to it, step by step.

    Steps that come within ``turn`` of reaching their viewpoint are left out: nobody chose from a picture that moved.

    Args:
        positions: of the viewpoints, in metres of the world.
        below: metres under the next viewpoint's camera at which people aim; its height for the floor.

    Raises:
        InvalidDataError: a viewpoint of the trace has no position.
    """
    found, since = [], float(trace.time[0])
    for row in range(1, len(trace.time)):
        here, there = trace.viewpoint_ids[row - 1], trace.viewpoint_ids[row]
        if here == there:
            continue
        chosen = float(trace.time[row]) - turn
        if chosen >= since:
            way = _position(positions, there) - _position(positions, here) - [0, 0, below]
            right, up = _in_picture(trace, trace.at(chosen), way)
            found.append(Aim(here, chosen, right, up))
        since = float(trace.time[row])
    return found


def estimate(values: Sequence[float]) -> MeanEstimate:
    """The mean of values that are independent of each other; its error from two of them on."""
    if not values:
        return MeanEstimate(None, None, None, 0)
    mean = float(np.mean(values))
    if len(values) < 2:
        return MeanEstimate(mean, None, None, 1)
    deviation = float(np.std(values, ddof=1))
    return MeanEstimate(mean, deviation / sqrt(len(values)), deviation, len(values))


def leads_in_view(
    trace: PoseTrace, viewpoint_id: str, looks: Floats, start: float, *, longest: float = LONGEST
) -> list[tuple[float, float]]:
    """The leads at which the camera was at a viewpoint and had all of some directions (n, 3) in view: from and to, in
    seconds before ``start``, the shortest first. A wide interval says that the trace does not tell the lead.

    Args:
        start: of the word that means what lies in these directions.
        longest: seconds before and after it that are looked at.
    """
    lens = trace.intrinsic_matrix.astype(np.float64)
    ahead, right, up = (np.asarray(axis) @ looks.T for axis in _axes(trace))
    inside = (np.abs(right) <= ahead / lens[:, 0, 0, np.newaxis]).all(axis=1)
    inside &= (np.abs(up) <= ahead / lens[:, 1, 1, np.newaxis]).all(axis=1)
    inside &= np.array(trace.viewpoint_ids) == viewpoint_id
    ends = np.append(trace.time[1:], np.inf)
    found: list[tuple[float, float]] = []
    for shown, end in zip(trace.time[inside][::-1].tolist(), ends[inside][::-1].tolist(), strict=True):
        low, high = max(start - end, -longest), min(start - shown, longest)
        if low >= high:
            continue
        if found and found[-1][1] >= low:
            low = found.pop()[0]
        found.append((low, high))
    return found


def _position(positions: Mapping[str, Vector], viewpoint_id: str) -> Floats:
    if viewpoint_id not in positions:
        raise InvalidDataError(
            f"The viewpoint {viewpoint_id} of the trace has no position.",
            remedy="Give its scan's viewpoints.",
        )
    return np.array(positions[viewpoint_id], np.float64)


def _in_picture(trace: PoseTrace, row: int, way: Floats) -> tuple[float, float]:
    """The angles to the right and upwards of a way (3,) from a snapshot's middle."""
    ahead, right, up = (float(axis[row] @ way) for axis in _axes(trace))
    return float(np.arctan2(right, ahead)), float(np.arctan2(up, ahead))


def _axes(trace: PoseTrace) -> tuple[Floats, Floats, Floats]:
    """The unit vectors (n, 3) ahead, to the right and upwards of each snapshot's level camera."""
    ahead = direction(trace.heading, trace.elevation)
    right = direction(trace.heading + np.pi / 2)
    return ahead, right, np.cross(right, ahead)
