"""The building around the rooms: floors, walls, ceilings and skirting boards, as boxes with every opening cut out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from environments.demo.model.plan import FACADE, HALF_WALL, Box, Finish, Solid

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from environments.demo.model.plan import House, PlanRoom

_SKIRTING_HEIGHT, _SKIRTING_DEPTH = 0.09, 0.015
_CEILING, _FOOTING = 0.20, 0.15
_CEILING_PAINT = Finish("ceiling", "#fbfaf6")


def solids(house: House) -> list[Solid]:
    """All solid boxes of the building; openings are cut through the walls of every storey that they reach."""
    holes = [
        opening.box(level.floor, margin=2 * _SKIRTING_DEPTH)
        for level in house.levels
        for opening in level.openings
    ]
    whole = [
        solid for level in house.levels for room in level.rooms for solid in _shell(room, level.floor, house)
    ]
    carved = [Solid(box, solid.finish) for solid in whole for box in _carve(solid.box, holes)]
    return [*carved, *(solid for level in house.levels for solid in level.extra)]


def _shell(room: PlanRoom, z: float, house: House) -> Iterator[Solid]:
    (x0, y0), (x1, y1), wall = room.low, room.high, HALF_WALL
    if room.height is None:
        yield Solid(Box((x0, y0, z - _FOOTING), (x1, y1, z)), room.floor)
        return
    top = z + room.height
    yield Solid(Box((x0 - wall, y0 - wall, z - _FOOTING), (x1 + wall, y1 + wall, z)), room.floor)
    yield Solid(Box((x0 - wall, y0 - wall, top), (x1 + wall, y1 + wall, top + _CEILING)), _CEILING_PAINT)
    for side in "NESW":
        yield Solid(_along(room, side, 0.0, wall, (wall, wall), (z, top)), room.walls)
        corner = -_SKIRTING_DEPTH if side in "EW" else 0.0
        skirting = _along(
            room, side, -_SKIRTING_DEPTH, _SKIRTING_DEPTH, (corner, corner), (z, z + _SKIRTING_HEIGHT)
        )
        yield Solid(skirting, house.trim)
        if side in room.facades:
            ends = [wall + FACADE * (side in "NS" and end in room.facades) for end in "WE"]
            rise = (z - _FOOTING, top + _CEILING)
            yield Solid(_along(room, side, wall, FACADE, (ends[0], ends[1]), rise), house.facade)


def _along(
    room: PlanRoom, side: str, out: float, depth: float, ends: tuple[float, float], rise: tuple[float, float]
) -> Box:
    """A slab that begins ``out`` metres outside one side of the room and is ``depth`` metres thick."""
    (x0, y0), (x1, y1) = room.low, room.high
    inner = {"N": y1 + out, "E": x1 + out, "S": y0 - out - depth, "W": x0 - out - depth}[side]
    if side in "NS":
        return Box((x0 - ends[0], inner, rise[0]), (x1 + ends[1], inner + depth, rise[1]))
    return Box((inner, y0 - ends[0], rise[0]), (inner + depth, y1 + ends[1], rise[1]))


def _carve(box: Box, holes: Iterable[Box]) -> list[Box]:
    parts = [box]
    for hole in holes:
        parts = [left for part in parts for left in part.minus(hole)]
    return parts
