"""Walls, door frames, windows and their light."""

from __future__ import annotations

from math import pi

from mathutils import Matrix

from environments.demo.blender.bench import Bench
from environments.demo.model.plan import HALF_WALL, Finish, House, Opening, Storey
from environments.demo.model.shell import solids

_PANE = Finish("pane", "#ffffff")
_CASING, _BAR = 0.08, 0.05


def build(house: House) -> None:
    """Floors, walls, ceilings and openings of all storeys, and the light of each room's ceiling."""
    shell = Bench("building")
    for solid in solids(house):
        shell.slab(solid.box, solid.finish)
    for level in house.levels:
        _build_level(shell, level)


def _build_level(shell: Bench, level: Storey) -> None:
    for opening in level.openings:
        _FRAMES[opening.kind](_stand_in(opening, level.floor), opening)
        if opening.depth > 2 * HALF_WALL and opening.kind != "entrance":
            _daylight(level, opening)
    for room in level.rooms:
        for x, y, watts in room.lights:
            height = level.floor + (room.height or 0.0) - 0.03
            shell.panel((x, y, height), (1.4, 1.4), watts, (0.0, 0.0, -1.0), "#fff8f0")


def _stand_in(opening: Opening, floor: float) -> Bench:
    """A workbench at the middle of the opening's base: x along the wall, y across it."""
    along = sum(opening.span) / 2
    at = (opening.at, along, floor) if opening.normal == "x" else (along, opening.at, floor)
    turn = Matrix.Rotation(pi / 2 if opening.normal == "x" else 0.0, 4, "Z")
    return Bench("building", Matrix.Translation(at) @ turn)


def _passage(bench: Bench, opening: Opening) -> None:
    """A lined doorway with architraves on both faces."""
    paint, half, (_, top) = Finish("lacquer", opening.colour), _half(opening), opening.rise
    deep = opening.depth / 2
    for side in (-1, 1):
        bench.block((side * (half - 0.01), 0.0, top / 2), (0.02, 2 * deep, top), paint, 0.0)
        for face in (-1, 1):
            bench.block(
                (side * (half + _CASING / 2 - 0.02), face * (deep + 0.01), top / 2),
                (_CASING, 0.025, top),
                paint,
            )
    bench.block((0.0, 0.0, top - 0.01), (2 * half, 2 * deep, 0.02), paint, 0.0)
    for face in (-1, 1):
        bench.block(
            (0.0, face * (deep + 0.01), top + _CASING / 2 - 0.02),
            (2 * half + 2 * _CASING - 0.04, 0.028, _CASING),
            paint,
        )


def _window(bench: Bench, opening: Opening) -> None:
    """Casing, sashes with glazing bars, panes, a sill."""
    paint, half, (low, high) = Finish("lacquer", opening.colour), _half(opening), opening.rise
    deep, middle, tall = opening.depth / 2, (low + high) / 2, high - low
    for side in (-1, 1):
        bench.block((side * (half - 0.01), 0.0, middle), (0.02, 2 * deep, tall), paint, 0.0)
        bench.block((side * (half - 0.02 - _BAR / 2), 0.0, middle), (_BAR, 0.06, tall - 0.04), paint)
        for face in (-1, 1):
            bench.block(
                (side * (half + _CASING / 2 - 0.02), face * (deep + 0.01), middle),
                (_CASING, 0.021, tall),
                paint,
            )
    for z, out in ((low + 0.01, 0.06), (high - 0.01, 0.0)):
        bench.block((0.0, 0.0, z), (2 * half + 2 * out, 2 * deep + 2 * out, 0.03), paint)
    for face in (-1, 1):
        bench.block(
            (0.0, face * (deep + 0.01), high + _CASING / 2 - 0.02),
            (2 * half + 2 * _CASING - 0.04, 0.023, _CASING),
            paint,
        )
    _sashes(bench, paint, half - 0.02, (low + 0.025, high - 0.025))
    bench.block((0.0, 0.0, middle), (2 * half - 0.06, 0.006, tall - 0.06), _PANE, 0.0)


def _sashes(bench: Bench, paint: Finish, half: float, rise: tuple[float, float]) -> None:
    low, high = rise
    for z in (low + _BAR / 2, high - _BAR / 2):
        bench.block((0.0, 0.0, z), (2 * half, 0.056, _BAR), paint)
    columns = max(round(2 * half / 0.75), 1)
    for i in range(1, columns):
        bench.block((-half + 2 * half * i / columns, 0.0, (low + high) / 2), (_BAR, 0.052, high - low), paint)
    bench.block((0.0, 0.0, high - (high - low) * 0.3), (2 * half, 0.045, 0.03), paint)


def _entrance(bench: Bench, opening: Opening) -> None:
    """The lining of a closed house door; the door leaf is a separate piece."""
    _passage(bench, Opening("passage", opening.normal, opening.at, opening.span, opening.rise, opening.depth))


def _half(opening: Opening) -> float:
    return (opening.span[1] - opening.span[0]) / 2


def _daylight(level: Storey, opening: Opening) -> None:
    """The sky's light through a hole in an outer wall: a soft panel just inside it."""
    along, (low, high) = sum(opening.span) / 2, opening.rise
    inward = _inward(level, opening)
    across = opening.at + inward * opening.depth * 0.6
    x, y = (across, along) if opening.normal == "x" else (along, across)
    look = (inward, 0.0, -0.15) if opening.normal == "x" else (0.0, inward, -0.15)
    size = (2 * _half(opening) - 0.1, high - low - 0.1)
    Bench("daylight").panel(
        (x, y, level.floor + (low + high) / 2), size, 16.0 * size[0] * size[1], look, "#e3edff"
    )


def _inward(level: Storey, opening: Opening) -> float:
    axis = "xy".index(opening.normal)
    middles = [(room.low[axis] + room.high[axis]) / 2 for room in level.rooms if room.height]
    return 1.0 if sum(middles) / len(middles) > opening.at else -1.0


_FRAMES = {"entrance": _entrance, "passage": _passage, "window": _window}
