"""A house made from a seed: other rooms and other furniture than the demo house, for scores that count once."""

from __future__ import annotations

from math import ceil, dist

import numpy as np

from environments.demo.held_out.furnishing import Furnisher
from environments.demo.held_out.furniture import COLOURS, USES
from environments.demo.held_out.layout import Doorway, RoomPlot, plots
from environments.demo.model.plan import SOUTH, Box, Finish, House, Piece, PlanRoom, Solid, Stand, Storey
from environments.demo.model.sight import edges, feet
from environments.errors import InvalidDataError

Point = tuple[float, float]

EYE = 1.55
_ROOMS = (6, 8)
_LONGEST = 3.3
"""Metres between neighbouring viewpoints of a walk."""
_LARGE = 15.0  # square metres of a room with a second viewpoint
_ATTEMPTS = 50
_GRASS = Solid(Box((-400.0, -400.0, -0.3), (400.0, 400.0, -0.16)), Finish("grass", "#6a9a45"))


def generated_house(seed: int) -> House:
    """The house of a seed, of six to eight rooms on one floor; the same on every machine.

    Raises:
        InvalidDataError: the seed gives no house in which one can walk everywhere.
    """
    for attempt in range(_ATTEMPTS):
        house = _house(seed, np.random.default_rng([seed, attempt]))
        if _is_joined(house):
            return house
    raise InvalidDataError(f"Seed {seed} gives no house that one can walk.", remedy="Choose another seed.")


def _house(seed: int, random: np.random.Generator) -> House:
    count = int(random.integers(_ROOMS[0], _ROOMS[1] + 1))
    hall = USES[-1]
    uses = [USES[i] for i in random.permutation(len(USES) - 1)[: count - 1].tolist()]
    rooms, doorways = plots([*uses, hall], random)
    ceiling = float(round(random.uniform(2.5, 2.8), 2))
    stands, walks = _stands(rooms, doorways, random)
    furnisher = Furnisher(random, ceiling)
    level = Storey(
        floor=0.0,
        rooms=tuple(_room(room, furnisher, walks, ceiling, random) for room in rooms),
        openings=tuple(dict.fromkeys(opening for room in rooms for opening in room.openings)),
        stands=stands,
        extra=(_GRASS, _roof(rooms, ceiling)),
    )
    facade = Finish("paint", ("#e6dccb", "#d9e0e3", "#efe3d0")[int(random.integers(3))])
    return House(f"held-out-{seed}", EYE, facade, Finish("lacquer", "#f6f4ee"), (level,))


def _stands(
    rooms: list[RoomPlot], doorways: list[Doorway], random: np.random.Generator
) -> tuple[tuple[Stand, ...], list[tuple[Point, Point]]]:
    """Viewpoints in rooms, in doorways and on the way between them; and the walks that furniture leaves free."""
    stands, walks = list[Stand](), list[tuple[Point, Point]]()
    middles = [_moved(room.middle, random, 0.4) for room in rooms]
    for room, middle in zip(rooms, middles, strict=True):
        stands.append(Stand(f"{room.use.room_id}-1", middle))
        if (room.high[0] - room.low[0]) * (room.high[1] - room.low[1]) >= _LARGE:
            second = _second(room, middle, random)
            stands.append(Stand(f"{room.use.room_id}-2", second))
            walks.append((middle, second))
    for doorway in doorways:
        names = [rooms[number].use.room_id for number in doorway.rooms]
        stands.append(Stand(f"{names[0]}-{names[1]}", doorway.at))
        for number, name in zip(doorway.rooms, names, strict=True):
            walks.append((middles[number], doorway.at))
            for step, at in enumerate(_between(middles[number], doorway.at), start=1):
                stands.append(Stand(f"{names[0]}-{names[1]}-{name}-{step}", at))
    return tuple(stands), walks


def _second(room: RoomPlot, middle: Point, random: np.random.Generator) -> Point:
    """A second viewpoint in a room, at least 1.3 m from the first."""
    while True:
        at = (
            float(round(random.uniform(room.low[0] + 0.7, room.high[0] - 0.7), 2)),
            float(round(random.uniform(room.low[1] + 0.7, room.high[1] - 0.7), 2)),
        )
        if 1.3 <= dist(at, middle) <= _LONGEST:
            return at


def _between(start: Point, end: Point) -> list[Point]:
    """Points on a walk, so that no step is longer than ``_LONGEST``."""
    steps = ceil(dist(start, end) / _LONGEST)
    return [
        (
            round(start[0] + (end[0] - start[0]) * i / steps, 2),
            round(start[1] + (end[1] - start[1]) * i / steps, 2),
        )
        for i in range(1, steps)
    ]


def _moved(at: Point, random: np.random.Generator, by: float) -> Point:
    x, y = random.uniform(-by, by, 2).tolist()
    return round(at[0] + x, 2), round(at[1] + y, 2)


def _room(
    room: RoomPlot,
    furnisher: Furnisher,
    walks: list[tuple[Point, Point]],
    ceiling: float,
    random: np.random.Generator,
) -> PlanRoom:
    use = room.use
    area = (room.high[0] - room.low[0]) * (room.high[1] - room.low[1])
    return PlanRoom(
        use.room_id,
        use.label,
        room.low,
        room.high,
        floor=use.floors[int(random.integers(len(use.floors)))],
        walls=use.walls[int(random.integers(len(use.walls)))],
        pieces=(*furnisher.furnish(room, walks), *_house_door(room, random)),
        height=ceiling,
        facades=room.facades,
        lights=((*room.middle, round(10.0 + 1.6 * area, 1)),),
    )


def _house_door(room: RoomPlot, random: np.random.Generator) -> list[Piece]:
    colour = list(COLOURS)[int(random.integers(len(COLOURS)))]
    return [
        Piece(
            "front-door",
            f"the {colour} front door",
            "door-leaf",
            ((opening.span[0] + opening.span[1]) / 2, round(room.high[1] + 0.1, 2)),
            (0.98, 0.14, 2.1),
            COLOURS[colour],
            heading_deg=SOUTH,
        )
        for opening in room.openings
        if opening.kind == "entrance"
    ]


def _roof(rooms: list[RoomPlot], ceiling: float) -> Solid:
    east, north = max(room.high[0] for room in rooms), max(room.high[1] for room in rooms)
    return Solid(
        Box((-0.7, -0.7, ceiling + 0.2), (east + 0.7, north + 0.7, ceiling + 0.38)),
        Finish("lacquer", "#f2efe8"),
    )


def _is_joined(house: House) -> bool:
    """Whether one can walk from every viewpoint to every other."""
    names = list(feet(house))
    near: dict[str, set[str]] = {name: set() for name in names}
    for a, b in edges(house):
        near[a].add(b)
        near[b].add(a)
    reached, fresh = {names[0]}, [names[0]]
    while fresh:
        fresh = [name for name in near[fresh.pop()] if name not in reached] + fresh
        reached |= {*fresh}
    return len(reached) == len(names) and len(set(names)) == len(names)
