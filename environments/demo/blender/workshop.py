"""Equipment of painters and musicians. The front is +y."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import cos, pi, sin
from typing import TYPE_CHECKING

from environments.demo.model.plan import Finish, Piece

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench, MeshPoint


def easel(bench: Bench, piece: Piece) -> None:
    """A tripod with a canvas: a sunflower in ``accent`` on blue."""
    w, d, h = piece.size
    wood, lean = Finish("wood", piece.colour), 0.14
    for x in (-w / 2 + 0.05, w / 2 - 0.05):
        bench.rod([(x, d / 2 - 0.04, 0.01), (x * 0.15, 0.0, h)], 0.018, wood)
    bench.rod([(0.0, -d / 2 + 0.03, 0.01), (0.0, -0.02, h - 0.05)], 0.018, wood)
    bench.box((-w / 2 + 0.04, d / 2 - 0.26, 0.72), (w / 2 - 0.04, d / 2 - 0.14, 0.75), wood)
    front = d / 2 - 0.2
    size, middle = (w - 0.12, 0.9), 0.75 + 0.45

    def on_canvas(x: float, z: float, out: float) -> MeshPoint:
        return (x * size[0] / 2, front - lean * (z * size[1] / 2) + out, middle + z * size[1] / 2)

    bench.sheet(lambda u, v: on_canvas(2 * u - 1, 2 * v - 1, 0.0), (1, 1), Finish("paint", "#7fb4d4"))
    bench.sheet(lambda u, v: on_canvas(2 * u - 1, 2 * v - 1, -0.02), (1, 1), Finish("paint", "#efe9da"))
    bench.sheet(
        lambda u, v: on_canvas(0.05 * (2 * u - 1), -0.9 + 0.9 * v, 0.004), (1, 1), Finish("paint", "#3f7a35")
    )
    for i in range(14):
        turn = 2 * pi * i / 14
        tip = (cos(turn) * 0.3, sin(turn) * 0.3)
        _disc(bench, on_canvas, (tip[0] * 1.15, 0.2 + tip[1]), 0.17, 0.006, Finish("paint", piece.accent))
    _disc(bench, on_canvas, (0.0, 0.2), 0.24, 0.01, Finish("paint", "#6b4023"))


def _disc(
    bench: Bench,
    place: Callable[[float, float, float], MeshPoint],
    at: tuple[float, float],
    radius: float,
    out: float,
    finish: Finish,
) -> None:
    def fan(u: float, v: float) -> MeshPoint:
        return place(at[0] + 1.3 * radius * v * cos(2 * pi * u), at[1] + radius * v * sin(2 * pi * u), out)

    bench.sheet(fan, (20, 1), finish)


def paint_jars(bench: Bench, piece: Piece) -> None:
    """Glasses full of brushes, and pots of paint."""
    w, d, h = piece.size
    dice = random.Random(piece.name)
    for i, colour in enumerate((piece.colour, piece.accent, "#f2c230", "#3f9e4f")):
        x = -w / 2 + (i + 0.5) * w / 4
        bench.cylinder((x, d * 0.18, 0.0), 0.05, 0.1, Finish("lacquer", colour))
        if i % 2 == 0:
            bench.cylinder((x, -d * 0.2, 0.0), 0.05, 0.15, Finish("ceramic", "#dfe6e4"), top=0.055)
            for _ in range(6):
                lean = (dice.uniform(-0.05, 0.05), dice.uniform(-0.04, 0.04))
                top = (x + lean[0], -d * 0.2 + lean[1], h - dice.uniform(0.02, 0.08))
                bench.rod([(x, -d * 0.2, 0.1), top], 0.006, Finish("wood", "#d0a468"))
                bench.ball(
                    top,
                    (0.011, 0.011, 0.022),
                    Finish("paint", dice.choice(("#d9382f", "#2b7bbd", "#3a2718"))),
                )


def stool(bench: Bench, piece: Piece) -> None:
    """A round seat on four legs in ``accent``."""
    w, _, h = piece.size
    legs = Finish("metal", piece.accent)
    for i in range(4):
        turn = pi / 4 + i * pi / 2
        x, y = cos(turn), sin(turn)
        bench.rod(
            [(x * (w / 2 - 0.02), y * (w / 2 - 0.02), 0.01), (x * w * 0.3, y * w * 0.3, h - 0.05)],
            0.013,
            legs,
        )
    bench.cylinder((0.0, 0.0, h - 0.055), w / 2 - 0.01, 0.055, Finish("lacquer", piece.colour), bevel=0.018)


def guitar(bench: Bench, piece: Piece) -> None:
    """An acoustic guitar that leans in its stand; neck and bridge in ``accent``."""
    w, d, h = piece.size
    wood, dark, steel = (
        Finish("lacquer", piece.colour),
        Finish("wood", piece.accent),
        Finish("metal", "#33363b"),
    )
    low, lean = 0.16, 0.16

    def body(front: float) -> None:
        def outline(u: float, v: float) -> MeshPoint:
            turn = 2 * pi * u
            z = 0.23 * sin(turn)
            waist = 1 - 0.3 * (1 - min(abs(z - 0.03) / 0.1, 1.0)) ** 2
            half = (w / 2 - 0.02) * (1.0 if z < 0 else 0.8) * waist * abs(cos(turn)) ** 0.7
            x = half * (1 if cos(turn) > 0 else -1)
            return (x * v, front - lean * (z + 0.23), low + 0.23 + z * v)

        bench.sheet(outline, (48, 1), wood)

    for step in range(6):
        body(0.02 + 0.016 * step)
    face = 0.02 + 0.08 - lean * 0.28
    bench.ball((0.0, face + 0.006, low + 0.29), (0.05, 0.004, 0.05), Finish("lacquer", "#141517"))
    bench.block((0.0, 0.085, low + 0.1), (0.14, 0.02, 0.025), dark)
    neck = [(0.0, face, low + 0.4), (0.0, face - lean * 0.55, h - 0.06)]
    bench.rod(neck, 0.024, dark)
    bench.block((0.0, neck[1][1], h - 0.05), (0.075, 0.02, 0.1), dark)
    for x in (-0.12, 0.12):
        bench.rod([(x, 0.14, 0.01), (x * 0.6, -0.02, low), (x * 0.6, 0.13, low)], 0.011, steel)
    bench.rod([(0.0, -d / 2 + 0.03, 0.01), (0.0, -0.02, low + 0.35)], 0.011, steel)


def drum(bench: Bench, piece: Piece) -> None:
    """A tall hand drum, waisted, with a skin on top and ropes in ``accent``."""
    w, _, h = piece.size
    r = w / 2 - 0.01
    body = [
        (0.0, 0.0),
        (r * 0.72, 0.0),
        (r * 0.55, h * 0.3),
        (r * 0.7, h * 0.55),
        (r, h * 0.8),
        (r * 0.97, h - 0.02),
    ]
    bench.turned((0.0, 0.0, 0.0), body, Finish("lacquer", piece.colour))
    bench.cylinder((0.0, 0.0, h - 0.03), r * 0.98, 0.03, Finish("paint", "#efe3c8"), bevel=0.01)
    rope = Finish("fabric", piece.accent)
    for i in range(14):
        turn, other = 2 * pi * i / 14, 2 * pi * (i + 0.5) / 14
        top = (r * cos(turn), r * sin(turn), h * 0.94)
        low = (r * 0.74 * cos(other), r * 0.74 * sin(other), h * 0.56)
        after = (r * cos(turn + pi / 7), r * sin(turn + pi / 7), h * 0.94)
        bench.rod([top, low, after], 0.007, rope)


def deckchair(bench: Bench, piece: Piece) -> None:
    """A sling of striped cloth in a wooden frame."""
    w, d, h = piece.size
    wood = Finish("wood", "#b98550")
    for x in (-w / 2 + 0.025, w / 2 - 0.025):
        bench.rod([(x, d / 2 - 0.04, 0.03), (x, -d / 2 + 0.04, h - 0.03)], 0.02, wood)
        bench.rod([(x * 0.9, -d / 2 + 0.2, 0.02), (x * 0.9, d / 2 - 0.12, 0.42)], 0.02, wood)
    for y, z in ((-d / 2 + 0.05, h - 0.03), (d / 2 - 0.12, 0.4)):
        bench.rod([(-w / 2 + 0.03, y, z), (w / 2 - 0.03, y, z)], 0.018, wood)
    stripes = 7
    for i in range(stripes):
        colour = piece.colour if i % 2 == 0 else piece.accent

        def sling(u: float, v: float, i: int = i) -> MeshPoint:
            x = (w - 0.12) * ((i + u) / stripes - 0.5)
            z = h - 0.03 + (0.4 - h + 0.03) * v - 0.25 * sin(pi * v) ** 1.2
            return (x, -d / 2 + 0.05 + (d - 0.17) * v, z)

        bench.sheet(sling, (1, 14), Finish("fabric", colour))


BUILDERS = {
    "deckchair": deckchair,
    "drum": drum,
    "easel": easel,
    "guitar": guitar,
    "paint-jars": paint_jars,
    "stool": stool,
}
