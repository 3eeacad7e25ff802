"""Rules over the numbers of a place, which somebody may have written by hand: units, axes and ranges."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from environments.check.findings import PlaceFinding, Severity, Sureness

if TYPE_CHECKING:
    from environments.scan import Scan

LONGEST_STEP = 40.0
"""Metres; the median step of Matterport3D's places is 3.1 m at most, and Street View's is some 10 m."""
HIGHEST = 10.0
"""Metres above the floor; Matterport3D's highest camera is at 8.1 m, above a stairwell."""
STEEP = math.radians(45)
MOST_STEEP = 0.25
"""Share of steep steps; stairs make up to 0.08 of Matterport3D's."""
WHOLE_TURN = math.tau + 0.01
NO_DIRECTIONS = frozenset({"axes exchanged", "headings in degrees"})
"""Kinds of findings with which nothing lies where the numbers say, so that pictures need not be asked."""


def check_numbers(scan: Scan, headings: Mapping[str, float]) -> Iterator[PlaceFinding]:
    """Findings about positions, heights and headings.

    Args:
        headings: as the source states them; empty if it states none.
    """
    return chain(_steps(scan), _axes(scan), _heights(scan), _headings(scan.scan_id, headings))


def _steps(scan: Scan) -> Iterator[PlaceFinding]:
    lengths = [length for _, _, length in scan.graph.edges()]
    if lengths and (middle := float(np.median(lengths))) > LONGEST_STEP:
        yield PlaceFinding(
            Severity.WARNING,
            "positions not in metres",
            scan.scan_id,
            (),
            f"Half of its {len(lengths)} steps are longer than {middle:.0f} m.",
            "Write positions in metres: divide centimetres by 100, millimetres by 1000.",
            Sureness.LIKELY,
        )


def _axes(scan: Scan) -> Iterator[PlaceFinding]:
    steps = np.array(
        [np.subtract(scan.graph.position(b), scan.graph.position(a)) for a, b, _ in scan.graph.edges()]
    ).reshape(-1, 3)
    steep = int((np.abs(steps[:, 2]) > np.hypot(steps[:, 0], steps[:, 1]) * math.tan(STEEP)).sum())
    if steep > MOST_STEEP * len(steps):
        yield PlaceFinding(
            Severity.WARNING,
            "axes exchanged",
            scan.scan_id,
            (),
            f"{steep} of its {len(steps)} steps are steeper than stairs.",
            "Write positions as [x, y, z]: x and y lie level, and z, the last, points up.",
            Sureness.LIKELY,
        )


def _heights(scan: Scan) -> Iterator[PlaceFinding]:
    for viewpoint in scan.viewpoints.values():
        if viewpoint.height is not None and not 0 < viewpoint.height <= HIGHEST:
            yield PlaceFinding(
                Severity.WARNING,
                "doubtful height",
                scan.scan_id,
                (viewpoint.viewpoint_id,),
                f"Its camera is {viewpoint.height:g} m above the floor.",
                "Write the height of the camera above the floor in metres, such as 1.55, or leave it out.",
                Sureness.LIKELY if viewpoint.height > 0 else Sureness.CERTAIN,
            )


def _headings(scan_id: str, headings: Mapping[str, float]) -> Iterator[PlaceFinding]:
    beyond = tuple(name for name, heading in headings.items() if abs(heading) > WHOLE_TURN)
    if beyond:
        yield PlaceFinding(
            Severity.WARNING,
            "headings in degrees",
            scan_id,
            beyond,
            f"{_counted(len(beyond), 'heading')} beyond a whole turn of 6.28 radians, such as {headings[beyond[0]]:g}.",
            "Write headings in radians: multiply degrees by 0.0174533.",
            Sureness.LIKELY,
        )


def _counted(number: int, word: str) -> str:
    return f"1 {word} is" if number == 1 else f"{number} {word}s are"
