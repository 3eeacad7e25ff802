"""Where the panoramas of a scan show its viewpoints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from environments.geometry import heading_elevation
from environments.scan import Scan, Viewpoint

if TYPE_CHECKING:
    from numpy.typing import NDArray

Pictures = Mapping[str, str]
"""A viewpoint's picture, by viewpoint id: its name beside the file that is written."""


def neighbours_seen(scan: Scan, viewpoint: Viewpoint) -> dict[str, tuple[float, float]]:
    """Where the picture of a viewpoint shows each neighbour's camera: to the right of its middle, and up; radians."""
    found = {}
    for other in scan.graph.neighbors(viewpoint.viewpoint_id):
        there = np.subtract(scan.viewpoints[other].position, viewpoint.position)
        local: NDArray[np.float64] = there @ np.array(viewpoint.orientation)
        yaw, pitch = heading_elevation(local)
        found[other] = float(yaw), float(pitch)
    return found


def heading_of(viewpoint: Viewpoint) -> float:
    """Of the picture's middle, radians."""
    forward = np.array(viewpoint.orientation)[:, 1]
    return float(heading_elevation(forward)[0])


def degrees(angle: float) -> float:
    """Rounded to less than a pixel."""
    return round(float(np.degrees(angle)), 4)
