"""The navigation graph of a house: who can be reached in a straight, unobstructed walk."""

from __future__ import annotations

from itertools import combinations
from math import dist, hypot
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from environments.demo.plan import Box, House, Level, Stand
    from environments.geometry import Vector

LONGEST_STEP = 5.0
_KNEE = 0.35
_SHOULDER = 0.22


def edges(house: House) -> list[tuple[str, str]]:
    """Pairs of viewpoint ids that one may step between, each pair sorted, the list sorted."""
    return sorted(
        (min(a.viewpoint_id, b.viewpoint_id), max(a.viewpoint_id, b.viewpoint_id))
        for level in house.levels
        for a, b in combinations(level.stands, 2)
        if dist(a.at, b.at) <= LONGEST_STEP and is_clear(house, level, a, b)
    )


def is_clear(house: House, level: Level, start: Stand, end: Stand) -> bool:
    """Whether the eye sees straight from one stand to the other, and knees and shoulders pass as well."""
    if _blocked(house, level, start.at, end.at, house.eye):
        return False
    across = hypot(end.at[0] - start.at[0], end.at[1] - start.at[1])
    aside = (
        (end.at[1] - start.at[1]) / across * _SHOULDER,
        (start.at[0] - end.at[0]) / across * _SHOULDER,
    )
    return not any(
        _blocked(house, level, _moved(start.at, aside, side), _moved(end.at, aside, side), height)
        for side in (-1, 0, 1)
        for height in (_KNEE, house.eye)
    )


def crosses(start: Vector, end: Vector, box: Box) -> bool:
    """Whether the segment touches the box (slab method)."""
    enter, leave = 0.0, 1.0
    for axis in range(3):
        step = end[axis] - start[axis]
        near, far = box.low[axis] - start[axis], box.high[axis] - start[axis]
        if step == 0.0:
            if near > 0.0 or far < 0.0:
                return False
            continue
        enter = max(enter, min(near / step, far / step))
        leave = min(leave, max(near / step, far / step))
    return enter <= leave


def _blocked(
    house: House, level: Level, start: tuple[float, float], end: tuple[float, float], height: float
) -> bool:
    a, b = (*start, level.floor + height), (*end, level.floor + height)
    closed = [opening.box(level.floor) for opening in level.openings if opening.kind != "passage"]
    boxes = [solid.box for solid in house.solids(level)] + closed
    return any(crosses(a, b, box) for box in boxes) or any(
        crosses(piece.to_local(a, level.floor), piece.to_local(b, level.floor), piece.local_box)
        for _, piece in level.pieces()
        if piece.solid
    )


def _moved(at: tuple[float, float], aside: tuple[float, float], side: int) -> tuple[float, float]:
    return (at[0] + side * aside[0], at[1] + side * aside[1])
