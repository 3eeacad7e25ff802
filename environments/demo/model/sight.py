"""The navigation graph of a house: the viewpoints that a straight, unobstructed walk connects."""

from __future__ import annotations

from itertools import combinations
from math import dist, hypot
from typing import TYPE_CHECKING

from environments.demo.model.shell import solids
from environments.demo.model.stairs import obstacles

if TYPE_CHECKING:
    from environments.demo.model.plan import Box, House, Piece
    from environments.geometry import Vector

LONGEST_STEP = 3.7
_KNEE = 0.35
_SHOULDER = 0.22


def feet(house: House) -> dict[str, Vector]:
    """The foot point of each viewpoint: the point of the floor or the stairs under the camera."""
    return {
        stand.viewpoint_id: (*stand.at, level.floor + stand.up)
        for level in house.levels
        for stand in level.stands
    }


def edges(house: House) -> list[tuple[str, str]]:
    """The edges: sorted pairs of viewpoint ids, in sorted order."""
    sight = Sightlines(house)
    return sorted(
        (min(a, b), max(a, b))
        for (a, start), (b, end) in combinations(feet(house).items(), 2)
        if dist(start, end) <= LONGEST_STEP and sight.is_clear(start, end)
    )


class Sightlines:
    """The obstacles to walking and seeing in a house."""

    def __init__(self, house: House) -> None:
        self._eye = house.eye
        closed = [
            opening.box(level.floor)
            for level in house.levels
            for opening in level.openings
            if opening.kind != "passage"
        ]
        self._boxes = [solid.box for solid in solids(house)] + closed
        self._pieces = [
            (piece, level.floor, obstacles(piece)) for level, _, piece in house.pieces() if piece.solid
        ]

    def is_clear(self, start: Vector, end: Vector) -> bool:
        """Whether a line of sight joins the eyes above two foot points, and knees and shoulders can pass as well.

        No walk is steeper than stairs. On stairs people turn around the newel post, so shoulders are not checked.
        """
        across, climb = hypot(end[0] - start[0], end[1] - start[1]), abs(end[2] - start[2])
        if climb > across:
            return False
        aside = ((end[1] - start[1]) / across * _SHOULDER, (start[0] - end[0]) / across * _SHOULDER)
        return not any(
            self._blocked(_moved(start, aside, side, height), _moved(end, aside, side, height))
            for side in ((0,) if climb else (-1, 0, 1))
            for height in (_KNEE, self._eye)
        )

    def _blocked(self, start: Vector, end: Vector) -> bool:
        return any(crosses(start, end, box) for box in self._boxes) or any(
            _stopped(start, end, *piece) for piece in self._pieces
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


def _stopped(start: Vector, end: Vector, piece: Piece, floor: float, boxes: list[Box]) -> bool:
    a, b = piece.to_local(start, floor), piece.to_local(end, floor)
    return any(crosses(a, b, box) for box in boxes)


def _moved(foot: Vector, aside: tuple[float, float], side: int, height: float) -> Vector:
    return (foot[0] + side * aside[0], foot[1] + side * aside[1], foot[2] + height)
