"""Where the panoramas of a tour stand, as far as it says: pure.

Hot spots say in which direction the next panorama is, not how far. Where both ends show each other, one heading follows
from the other, and how steep the step is: half of what one end shows it higher than the other, so that arrows on the
floor, which both show below, cancel. Positions are those at which all steps, each as long as was said, come nearest to
these directions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from environments.geometry import direction, heading_elevation, wrap_angle
from environments.mapping.gps import east_north
from environments.tours.scene import Scene

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

ROUNDS = 200
"""Of evening out headings; a ring of a hundred panoramas has settled to a hundredth of a degree."""
GAP = 2
"""Steps between parts of a tour that nothing joins."""


class Placed(NamedTuple):
    """Where the scenes stand.

    Attributes:
        positions: (n, 3) metres east, north and up, in the order of the scenes.
        headings: of their pictures' middles, radians; None where nothing says it.
        part: (n,) the number of each scene's part of the tour: what links join.
        off: by step from one scene to another, how far the direction that its hot spot shows is from where the other
            was placed, radians.
        measured: whether positions are those of a receiver; otherwise each step is as long as was said.
    """

    positions: Floats
    headings: Sequence[float | None]
    part: NDArray[np.int64]
    off: Mapping[tuple[str, str], float]
    measured: bool


def place_scenes(scenes: Sequence[Scene], step: float | None) -> Placed | None:
    """Place the scenes of a tour; None where it has no positions and no length of a step was given.

    Args:
        step: metres.
    """
    fixes = [each.fix for each in scenes if each.fix]
    measured = len(fixes) == len(scenes)
    if not measured and step is None:
        return None
    headings = _headings(scenes)
    shown = _shown(scenes, headings)
    part = _parts(scenes)
    if measured:
        positions = np.column_stack([east_north(fixes), np.zeros(len(scenes))])
    else:
        positions = _positions(scenes, shown, part, step or 0.0)
    return Placed(positions, headings, part, _off(scenes, positions, shown), measured)


def _headings(scenes: Sequence[Scene]) -> list[float | None]:
    """As the tour says them, or by what two scenes show of each other; the first of a part that says none has 0."""
    number = {each.name: row for row, each in enumerate(scenes)}
    yaws = {
        (row, number[link.to]): link.yaw
        for row, each in enumerate(scenes)
        for link in each.links
        if link.yaw is not None
    }
    turn: dict[int, dict[int, float]] = {row: {} for row in range(len(scenes))}
    for (a, b), yaw in yaws.items():
        if (b, a) in yaws:  # a's heading + yaw is b's heading + its yaw + half a turn
            turn[b][a] = yaw - yaws[b, a] + np.pi
    found = {row: each.heading for row, each in enumerate(scenes) if each.heading is not None}
    told = set(found)
    _spread(found, turn)
    for row in range(len(scenes)):
        if row not in found and turn[row]:
            found[row] = 0.0
            told.add(row)
            _spread(found, turn)
    for _ in range(ROUNDS):
        for row in found.keys() - told:
            around = [np.exp(1j * (found[other] + by)) for other, by in turn[row].items()]
            found[row] = float(np.angle(np.sum(around)))
    return [float(wrap_angle(found[row])) if row in found else None for row in range(len(scenes))]


def _spread(found: dict[int, float], turn: Mapping[int, Mapping[int, float]]) -> None:
    """From scenes with a heading to all that are joined to them, the nearest first."""
    queue = list(found)
    for row in queue:
        for other in turn[row]:
            if other not in found:
                found[other] = found[row] + turn[other][row]
                queue.append(other)


def _shown(scenes: Sequence[Scene], headings: Sequence[float | None]) -> dict[tuple[str, str], Floats]:
    """The direction (3,) of each link in the world."""
    pitches = {(scene.name, link.to): link.pitch for scene in scenes for link in scene.links}
    shown = {}
    for scene, heading in zip(scenes, headings, strict=True):
        for to, yaw, pitch in scene.links:
            if heading is not None and yaw is not None:
                back = pitches.get((to, scene.name), pitch)
                shown[scene.name, to] = direction(heading + yaw, (pitch - back) / 2)
    return shown


def _parts(scenes: Sequence[Scene]) -> NDArray[np.int64]:
    number = {each.name: row for row, each in enumerate(scenes)}
    near: dict[int, set[int]] = {row: set() for row in range(len(scenes))}
    for row, each in enumerate(scenes):
        for link in each.links:
            near[row].add(number[link.to])
            near[number[link.to]].add(row)
    part = np.full(len(scenes), -1, np.int64)
    for first in range(len(scenes)):
        if part[first] < 0:
            joined, queue = {first}, [first]
            for row in queue:
                queue += sorted(near[row] - joined)
                joined |= near[row]
            part[queue] = part.max() + 1
    return part


def _positions(
    scenes: Sequence[Scene], shown: Mapping[tuple[str, str], Floats], part: NDArray[np.int64], step: float
) -> Floats:
    """Those at which steps come nearest to their directions (least squares); parts stand beside each other."""
    number = {each.name: row for row, each in enumerate(scenes)}
    links = {(number[each.name], number[link.to]) for each in scenes for link in each.links}
    named = {(number[a], number[b]): towards for (a, b), towards in shown.items()}
    steps: list[tuple[int, int, Floats]] = []
    for a, b in sorted(links):
        if (a, b) in named:
            steps.append((a, b, step * named[a, b]))
        elif (b, a) not in named:  # joined, and nobody says in which direction: to the east
            steps.append((a, b, np.array([step, 0.0, 0.0])))
    equations, metres = np.zeros((len(steps), len(scenes))), np.zeros((len(steps), 3))
    for row, (a, b, by) in enumerate(steps):
        equations[row, [a, b]] = -1.0, 1.0
        metres[row] = by
    found = np.asarray(np.linalg.lstsq(equations, metres, rcond=None)[0], np.float64)
    left = 0.0
    for each in range(int(part.max()) + 1):
        here = part == each
        found[here] -= found[here].min(axis=0)
        found[here, 0] += left
        left = float(found[here, 0].max()) + GAP * step
    return found


def _off(
    scenes: Sequence[Scene], positions: Floats, shown: Mapping[tuple[str, str], Floats]
) -> dict[tuple[str, str], float]:
    number = {each.name: row for row, each in enumerate(scenes)}
    off = {}
    for (a, b), towards in shown.items():
        there = positions[number[b]] - positions[number[a]]
        if np.any(there[:2]):
            turn = heading_elevation(there)[0] - heading_elevation(towards)[0]
            off[a, b] = float(abs(wrap_angle(turn)))
    return off
