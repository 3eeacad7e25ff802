"""The rooms of a generated house: two rows of rectangles, with doors that join all and windows in the outer walls."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from environments.demo.model.plan import HALF_WALL, OUTER_WALL, Opening

if TYPE_CHECKING:
    import numpy as np

    from environments.demo.held_out.furniture import RoomUse

    Point = tuple[float, float]

_GAP = 2 * HALF_WALL
_FACE = OUTER_WALL / 2
_DOOR = 0.95
_CORNER = 0.35
"""Metres that an opening keeps from the corners of its rooms."""


@dataclass(slots=True)
class RoomPlot:
    """A room before it is furnished.

    Attributes:
        low, high: inner corners.
        facades: the sides (of "NESW") that are outer walls.
        doors: the middles of its doorways; ``openings``: all in its walls.
    """

    use: RoomUse
    low: Point
    high: Point
    facades: str
    doors: list[Point] = field(default_factory=list)
    openings: list[Opening] = field(default_factory=list)

    @property
    def middle(self) -> Point:
        return (self.low[0] + self.high[0]) / 2, (self.low[1] + self.high[1]) / 2


@dataclass(frozen=True, slots=True)
class Doorway:
    """A doorway's middle, and the numbers of the two rooms that it joins."""

    at: Point
    rooms: tuple[int, int]


def plots(uses: list[RoomUse], random: np.random.Generator) -> tuple[list[RoomPlot], list[Doorway]]:
    """Rooms in two rows, and doorways that join all of them; windows and the entrance are in their openings."""
    south = len(uses) // 2
    depths = random.uniform(3.6, 5.2, 2).round(2).tolist()
    width = float(round(3.9 * max(south, len(uses) - south) + random.uniform(0.0, 1.5), 2))
    rows = [
        _row(uses[:south], 0.0, depths[0], width, "S", random),
        _row(uses[south:], depths[0] + _GAP, depths[0] + _GAP + depths[1], width, "N", random),
    ]
    rooms = [room for row in rows for room in row]
    doorways = _join(rooms, random)
    for room in rooms:
        _light(room, random)
    _enter(rooms[-1], random)
    return rooms, doorways


def _row(
    uses: list[RoomUse], low: float, high: float, width: float, facade: str, random: np.random.Generator
) -> list[RoomPlot]:
    shares = random.uniform(0.8, 1.25, len(uses))
    inner = width - _GAP * (len(uses) - 1)
    widths = (inner * shares / shares.sum()).round(2).tolist()
    widths[-1] = round(inner - sum(widths[:-1]), 2)
    rooms, west = list[RoomPlot](), 0.0
    for number, (use, wide) in enumerate(zip(uses, widths, strict=True)):
        facades = facade + "W" * (number == 0) + "E" * (number == len(uses) - 1)
        rooms.append(RoomPlot(use, (round(west, 2), low), (round(west + wide, 2), high), facades))
        west += wide + _GAP
    return rooms


def _join(rooms: list[RoomPlot], random: np.random.Generator) -> list[Doorway]:
    """Doorways between neighbours: enough to reach every room, and some more."""
    reached, doorways = {0}, list[Doorway]()
    pairs = [
        (a, b) for a in range(len(rooms)) for b in range(a + 1, len(rooms)) if _shared(rooms[a], rooms[b])
    ]
    order = [pairs[i] for i in random.permutation(len(pairs)).tolist()]
    while len(reached) < len(rooms):
        pair = next(pair for pair in order if len(reached & {*pair}) == 1)
        order.remove(pair)
        reached |= {*pair}
        doorways.append(_doorway(rooms, pair, random))
    extra = [pair for pair in order if random.random() < 0.3]
    return [*doorways, *(_doorway(rooms, pair, random) for pair in extra)]


def _shared(a: RoomPlot, b: RoomPlot) -> tuple[str, float, Point] | None:
    """The wall between two rooms: the axis across it, its middle, and the stretch where a doorway may be."""
    for axis, normal in enumerate("xy"):
        for first, second in ((a, b), (b, a)):
            if abs(first.high[axis] + _GAP - second.low[axis]) < 1e-6:
                along = 1 - axis
                span = (
                    max(a.low[along], b.low[along]) + _CORNER + _DOOR / 2,
                    min(a.high[along], b.high[along]) - _CORNER - _DOOR / 2,
                )
                return (normal, first.high[axis] + HALF_WALL, span) if span[0] <= span[1] else None
    return None


def _doorway(rooms: list[RoomPlot], pair: tuple[int, int], random: np.random.Generator) -> Doorway:
    shared = _shared(rooms[pair[0]], rooms[pair[1]])
    assert shared is not None  # only such pairs are asked for
    normal, at, span = shared
    along = float(round(random.uniform(*span), 2))
    opening = Opening("passage", normal, round(at, 2), (along - _DOOR / 2, along + _DOOR / 2))
    middle = (opening.at, along) if normal == "x" else (along, opening.at)
    for number in pair:
        rooms[number].doors.append(middle)
        rooms[number].openings.append(opening)
    return Doorway(middle, pair)


def _light(room: RoomPlot, random: np.random.Generator) -> None:
    """A window in each outer wall, of another width and height."""
    for side in room.facades:
        along = 0 if side in "NS" else 1
        low, high = room.low[along] + _CORNER, room.high[along] - _CORNER
        wide = float(min(random.uniform(0.9, 1.9), high - low))
        start = float(round(random.uniform(low, high - wide), 2))
        rise = (float(round(random.uniform(0.8, 1.1), 2)), 2.15)
        room.openings.append(
            Opening("window", "y" if side in "NS" else "x", _outer(room, side), (start, start + wide), rise,
                    depth=OUTER_WALL)
        )  # fmt: skip


def _enter(room: RoomPlot, random: np.random.Generator) -> None:
    """A closed house door beside the window, if there is space."""
    (window,) = (each for each in room.openings if each.kind == "window" and each.normal == "y")
    free = [
        (low, high)
        for low, high in pairwise((room.low[0], *window.span, room.high[0]))
        if high - low > 1.7 and (low, high) != window.span
    ]
    if free:
        low, high = free[int(random.integers(len(free)))]
        start = float(round(random.uniform(low + _CORNER, high - _CORNER - 1.0), 2))
        room.openings.append(
            Opening("entrance", "y", _outer(room, room.facades[0]), (start, start + 1.0), depth=OUTER_WALL)
        )


def _outer(room: RoomPlot, side: str) -> float:
    """The middle of an outer wall on its axis."""
    axis = 1 if side in "NS" else 0
    return round(room.high[axis] + _FACE if side in "NE" else room.low[axis] - _FACE, 2)
