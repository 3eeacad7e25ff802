"""Cupboards, shelves, kitchen units and other heavy furniture along walls. The front is +y."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from environments.demo.model.plan import Finish, Piece

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench

_SPINES = (
    "#b8322c",
    "#2b5f93",
    "#e0a82e",
    "#3c7a4a",
    "#f1e8d4",
    "#7a3f77",
    "#d96c2c",
    "#2a8f96",
    "#432f2a",
    "#cf8fa0",
)
_STEEL = Finish("metal", "#d5d8db")


def bookshelf(bench: Bench, piece: Piece) -> None:
    """Open shelves full of coloured books."""
    w, d, h = piece.size
    wood, shelves = Finish("wood", piece.colour), max(round(h / 0.37), 2)
    for x in (-w / 2 + 0.015, w / 2 - 0.015):
        bench.box((x - 0.015, -d / 2, 0.0), (x + 0.015, d / 2, h), wood, 0.004)
    bench.box((-w / 2 + 0.02, -d / 2, 0.0), (w / 2 - 0.02, -d / 2 + 0.012, h), wood, 0.0)
    for i in range(shelves + 1):
        z = 0.06 + i * (h - 0.085) / shelves
        bench.box((-w / 2 + 0.02, -d / 2, z), (w / 2 - 0.02, d / 2 - 0.005, z + 0.025), wood, 0.004)
        if i < shelves:
            _books(bench, piece, z + 0.025, (h - 0.085) / shelves - 0.05, i)


def _books(bench: Bench, piece: Piece, z: float, room: float, shelf: int) -> None:
    dice = random.Random(f"{piece.name}{shelf}")
    x, end = -piece.size[0] / 2 + 0.04, piece.size[0] / 2 - 0.1
    gap = dice.uniform(0.35, 0.8) * end
    while x < end:
        thick, tall = dice.uniform(0.022, 0.05), room * dice.uniform(0.7, 0.97)
        if abs(x - gap) < 0.09:
            x += 0.05
            continue
        front = piece.size[1] / 2 - dice.uniform(0.02, 0.06)
        low, high = (x, -piece.size[1] / 2 + 0.03, z), (x + thick - 0.002, front, z + tall)
        bench.box(low, high, Finish("lacquer", dice.choice(_SPINES)), 0.004)
        x += thick


def fridge(bench: Bench, piece: Piece) -> None:
    """A round-shouldered fridge with two doors and chrome handles."""
    w, d, h = piece.size
    shell, split = Finish("ceramic", piece.colour), h * 0.68
    bench.box((-w / 2, -d / 2, 0.06), (w / 2, d / 2 - 0.09, h), shell, 0.06)
    bench.box(
        (-w / 2 + 0.03, -d / 2 + 0.03, 0.0), (w / 2 - 0.03, d / 2 - 0.12, 0.1), Finish("lacquer", "#222326")
    )
    for low, high in ((0.08, split - 0.006), (split + 0.006, h)):
        bench.box((-w / 2, d / 2 - 0.1, low), (w / 2, d / 2 - 0.035, high), shell, 0.03)
        z = high - 0.16 if low < split else low + 0.14
        bench.rod(
            [(-w / 2 + 0.08, d / 2 - 0.02, z - 0.1), (-w / 2 + 0.08, d / 2 - 0.02, z + 0.1)], 0.013, _STEEL
        )
    bench.block((0.1, d / 2 - 0.032, h - 0.2), (0.16, 0.006, 0.03), _STEEL, 0.003)


def counter(bench: Bench, piece: Piece) -> None:
    """Base cabinets with doors, a plinth and a worktop in the accent's stone."""
    w, d, h = piece.size
    front, brass = Finish("lacquer", piece.colour), Finish("metal", "#c9a34e")
    bench.box((-w / 2, -d / 2, 0.1), (w / 2, d / 2 - 0.05, h - 0.04), front, 0.002)
    bench.box((-w / 2, -d / 2, 0.0), (w / 2, d / 2 - 0.09, 0.1), Finish("lacquer", "#2a2a2c"), 0.0)
    bench.box((-w / 2, -d / 2, h - 0.04), (w / 2, d / 2, h), Finish("marble", "#f2efe9", piece.accent), 0.006)
    doors = max(round(w / 0.5), 1)
    for i in range(doors):
        low, high = -w / 2 + i * w / doors + 0.005, -w / 2 + (i + 1) * w / doors - 0.005
        _panelled(bench, (low, high), d / 2 - 0.05, (0.12, h - 0.06), front)
        knob = high - 0.07 if i % 2 == 0 else low + 0.07
        bench.rod([(knob, d / 2 - 0.012, h - 0.26), (knob, d / 2 - 0.012, h - 0.14)], 0.008, brass)


def cupboard(bench: Bench, piece: Piece) -> None:
    """Wall cupboards."""
    w, d, h = piece.size
    front, brass = Finish("lacquer", piece.colour), Finish("metal", "#c9a34e")
    bench.box((-w / 2, -d / 2, 0.0), (w / 2, d / 2 - 0.035, h), front, 0.002)
    doors = max(round(w / 0.45), 1)
    for i in range(doors):
        low, high = -w / 2 + i * w / doors + 0.004, -w / 2 + (i + 1) * w / doors - 0.004
        _panelled(bench, (low, high), d / 2 - 0.035, (0.005, h - 0.005), front)
        knob = high - 0.05 if i % 2 == 0 else low + 0.05
        bench.ball((knob, d / 2 - 0.005, 0.09), (0.013, 0.013, 0.013), brass)


def _panelled(
    bench: Bench, across: tuple[float, float], y: float, rise: tuple[float, float], finish: Finish
) -> None:
    (x0, x1), (z0, z1), rail = across, rise, 0.055
    bench.box((x0, y, z0), (x1, y + 0.012, z1), finish, 0.002)
    for low, high in ((z0, z0 + rail), (z1 - rail, z1)):
        bench.box((x0, y + 0.008, low), (x1, y + 0.022, high), finish, 0.003)
    for low, high in ((x0, x0 + rail), (x1 - rail, x1)):
        bench.box((low, y + 0.008, z0 + rail), (high, y + 0.022, z1 - rail), finish, 0.003)


def stove(bench: Bench, piece: Piece) -> None:
    """A range cooker: glass oven door, knobs, four burners."""
    w, d, h = piece.size
    body, black = Finish("lacquer", piece.colour), Finish("lacquer", "#141517")
    bench.box((-w / 2 + 0.003, -d / 2, 0.05), (w / 2 - 0.003, d / 2 - 0.05, h - 0.02), body, 0.006)
    bench.box((-w / 2 + 0.003, -d / 2, h - 0.03), (w / 2 - 0.003, d / 2 - 0.02, h - 0.008), _STEEL, 0.006)
    bench.box((-w / 2 + 0.03, d / 2 - 0.06, 0.16), (w / 2 - 0.03, d / 2 - 0.03, h - 0.2), _STEEL, 0.008)
    bench.box((-w / 2 + 0.09, d / 2 - 0.04, 0.24), (w / 2 - 0.09, d / 2 - 0.026, h - 0.3), black, 0.006)
    bench.rod(
        [(-w / 2 + 0.08, d / 2 - 0.012, h - 0.24), (w / 2 - 0.08, d / 2 - 0.012, h - 0.24)], 0.012, _STEEL
    )
    for i in range(4):
        bench.ball((-w / 2 + 0.12 + i * (w - 0.24) / 3, d / 2 - 0.045, h - 0.1), (0.02, 0.025, 0.02), _STEEL)
        x, y = (w / 4) * (1 if i % 2 else -1), (d / 5) * (1 if i < 2 else -1) - 0.02
        bench.cylinder((x, y, h - 0.01), 0.075, 0.01, black)


def hood(bench: Bench, piece: Piece) -> None:
    """A cooker hood with its chimney."""
    w, d, h = piece.size
    steel = Finish("metal", piece.colour)
    bench.box((-w / 2, -d / 2, 0.0), (w / 2, d / 2, 0.06), steel, 0.006)
    bench.box((-w / 2 + 0.06, -d / 2, 0.05), (w / 2 - 0.06, d / 2 - 0.08, 0.14), steel, 0.03)
    bench.box((-0.14, -d / 2, 0.1), (0.14, -d / 2 + 0.26, h), steel, 0.006)


def sink(bench: Bench, piece: Piece) -> None:
    """A ceramic basin that stands on the worktop, with an arched tap."""
    w, d, h = piece.size
    basin = Finish("ceramic", piece.colour)
    bench.box((-w / 2, -d / 2, 0.0), (w / 2, d / 2, 0.03), basin, 0.008)
    bench.box(
        (-w / 2 + 0.03, -d / 2 + 0.1, 0.028),
        (w / 2 - 0.03, d / 2 - 0.03, 0.033),
        Finish("metal", "#9aa0a6"),
        0.0,
    )
    arch = [(0.0, -d / 2 + 0.05, 0.02), (0.0, -d / 2 + 0.05, h - 0.06), (0.0, -d / 2 + 0.09, h - 0.015)]
    bench.rod([*arch, (0.0, -d / 2 + 0.19, h - 0.02), (0.0, -d / 2 + 0.22, h - 0.08)], 0.012, _STEEL)


def piano(bench: Bench, piece: Piece) -> None:
    """An upright piano with its keys."""
    w, d, h = piece.size
    black, ivory = Finish("ceramic", piece.colour), Finish("lacquer", piece.accent)
    bench.box((-w / 2 + 0.004, -d / 2, 0.0), (w / 2 - 0.004, 0.02, h - 0.02), black, 0.012)
    bench.box((-w / 2, -d / 2, h - 0.03), (w / 2, 0.04, h), black, 0.01)
    bench.box((-w / 2 + 0.002, 0.0, 0.58), (w / 2 - 0.002, d / 2, 0.68), black, 0.012)
    for x in (-w / 2 + 0.03, w / 2 - 0.03):
        bench.box((x - 0.03, d / 2 - 0.1, 0.0), (x + 0.03, d / 2 - 0.02, 0.6), black, 0.01)
        bench.box((x - 0.03, 0.0, 0.66), (x + 0.03, d / 2 - 0.01, 0.76), black, 0.012)
    bench.box((-w / 2 + 0.07, d / 2 - 0.17, 0.67), (w / 2 - 0.07, d / 2 - 0.02, 0.695), ivory, 0.002)
    keys = 36
    for i in range(keys):
        if i % 7 not in (2, 6):
            x = -w / 2 + 0.07 + (i + 1) * (w - 0.14) / keys
            bench.box((x - 0.008, d / 2 - 0.17, 0.69), (x + 0.008, d / 2 - 0.07, 0.708), black, 0.002)
    bench.block((0.0, 0.04, 0.9), (0.5, 0.01, 0.25), Finish("lacquer", "#f3efe2"), 0.0, (-0.15, 0.0, 0.0))


def fireplace(bench: Bench, piece: Piece) -> None:
    """A mantelpiece around a dark hearth with logs that glow."""
    w, d, h = piece.size
    stone, soot = Finish("lacquer", piece.colour), Finish("paint", "#191412")
    jamb, back = w * 0.2, -d / 2 + 0.02
    for side in (-1, 1):
        x = side * (w / 2 * 0.94 - jamb / 2)
        bench.box((x - jamb / 2, -d / 2, 0.04), (x + jamb / 2, d / 2 - 0.05, h - 0.3), stone, 0.004)
        bench.box((x - 0.07, d / 2 - 0.06, 0.1), (x + 0.07, d / 2 - 0.035, h - 0.32), stone, 0.01)
    bench.box((-w / 2 * 0.94, -d / 2, h - 0.3), (w / 2 * 0.94, d / 2 - 0.05, h - 0.06), stone, 0.004)
    bench.box((-w / 2, -d / 2, h - 0.06), (w / 2, d / 2, h), stone, 0.015)
    bench.box((-w / 2 * 0.94, -d / 2, 0.0), (w / 2 * 0.94, d / 2, 0.04), Finish("stone", "#4a4a4e"), 0.006)
    bench.box((-w / 2 + jamb, back - 0.02, 0.0), (w / 2 - jamb, back, h - 0.28), soot, 0.0)
    for i, x in enumerate((-0.16, 0.0, 0.15)):
        bench.rod(
            [(x - 0.14, 0.0, 0.09 + 0.05 * (i == 1)), (x + 0.14, 0.04 * (i - 1), 0.1 + 0.06 * (i == 1))],
            0.045,
            Finish("wood", "#4f3320"),
        )
    for i in range(9):
        x, tall = -0.24 + i * 0.06, 0.1 + 0.09 * (1 - abs(i - 4) / 5) + 0.04 * (i % 2)
        bench.cylinder(
            (x, 0.0 + 0.03 * (i % 2), 0.12),
            0.035,
            tall,
            Finish("glow", "#ff7a1e" if i % 2 else "#ffb03a"),
            top=0.003,
        )
    bench.lamp((0.0, d / 2 - 0.06, 0.28), 12.0, "#ff8a3a", 0.06)


BUILDERS = {
    "bookshelf": bookshelf,
    "counter": counter,
    "cupboard": cupboard,
    "fireplace": fireplace,
    "fridge": fridge,
    "hood": hood,
    "piano": piano,
    "sink": sink,
    "stove": stove,
}
