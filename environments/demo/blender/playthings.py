"""Toys. The front is +y."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from environments.demo.model.plan import Finish, Piece

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench, MeshPoint

_COLOURS = ("#d9382f", "#2b7bbd", "#f2c230", "#3f9e4f", "#ee7f1a", "#8a4f9e")
_INK = Finish("lacquer", "#1f2124")


def tent(bench: Bench, piece: Piece) -> None:
    """A play tent of striped cloth around four crossed poles, open at the front."""
    w, _, h = piece.size
    poles, top = Finish("wood", "#d0a468"), h - 0.22
    strips, gap = 16, 0.14

    for i in range(strips):
        colour = piece.colour if i % 2 == 0 else piece.accent

        def cloth(u: float, v: float, i: int = i) -> MeshPoint:
            share = gap / 2 + (1 - gap) * (i + u) / strips
            turn = 2 * pi * share + pi / 2
            radius = (w / 2 - 0.02) * (1 - v) + 0.03 * v
            return (radius * cos(turn), radius * sin(turn), top * v)

        bench.sheet(cloth, (4, 8), Finish("fabric", colour))
    for i in range(4):
        turn = pi / 4 + i * pi / 2
        x, y = cos(turn), sin(turn)
        bench.rod([(x * (w / 2 - 0.03), y * (w / 2 - 0.03), 0.01), (-x * 0.09, -y * 0.09, h)], 0.014, poles)
    bench.cushion((0.0, 0.02, 0.07), (0.7, 0.6, 0.14), Finish("fabric", "#4f9fd0"))


def teddy(bench: Bench, piece: Piece) -> None:
    """A bear that sits on the floor."""
    w, d, h = piece.size
    fur, light = Finish("carpet", piece.colour), Finish("carpet", piece.accent)
    bench.ball((0.0, -0.04, h * 0.32), (w * 0.34, d * 0.3, h * 0.32), fur)
    bench.ball((0.0, d * 0.14, h * 0.32), (w * 0.2, d * 0.16, h * 0.2), light)
    bench.ball((0.0, 0.0, h * 0.76), (w * 0.29, d * 0.26, h * 0.2), fur)
    bench.ball((0.0, d * 0.22, h * 0.71), (w * 0.13, d * 0.13, h * 0.08), light)
    bench.ball((0.0, d * 0.34, h * 0.74), (0.03, 0.02, 0.022), _INK)
    for side in (-1, 1):
        bench.ball((side * w * 0.24, -0.02, h * 0.93), (w * 0.1, d * 0.06, h * 0.07), fur)
        bench.ball((side * 0.075, d * 0.25, h * 0.8), (0.017, 0.017, 0.02), _INK)
        bench.ball((side * w * 0.38, d * 0.1, h * 0.42), (w * 0.1, d * 0.14, h * 0.17), fur)
        bench.ball((side * w * 0.24, d * 0.28, h * 0.11), (w * 0.14, d * 0.2, h * 0.11), fur)


def rocking_horse(bench: Bench, piece: Piece) -> None:
    """A wooden horse on rockers with a saddle in ``accent``."""
    w, d, h = piece.size
    wood, saddle, mane = (
        Finish("lacquer", piece.colour),
        Finish("fabric", piece.accent),
        Finish("fabric", "#5a3a22"),
    )
    bench.ball((0.0, -0.03, h * 0.52), (w * 0.32, d * 0.32, h * 0.14), wood)
    bench.rod([(0.0, d * 0.2, h * 0.55), (0.0, d * 0.32, h * 0.82)], w * 0.18, wood)
    bench.ball((0.0, d * 0.37, h * 0.84), (w * 0.17, d * 0.13, h * 0.09), wood)
    for i in range(6):
        bench.ball((0.0, d * (0.17 + 0.025 * i), h * (0.66 + 0.05 * i)), (0.03, 0.05, 0.05), mane)
    bench.rod([(0.0, -d * 0.32, h * 0.54), (0.0, -d * 0.43, h * 0.34)], 0.03, mane)
    bench.block((0.0, -0.04, h * 0.65), (w * 0.6, d * 0.26, 0.05), saddle, 0.022)
    for side in (-1, 1):
        bench.ball((side * w * 0.15, d * 0.43, h * 0.88), (0.012, 0.012, 0.015), _INK)
        for y in (-d * 0.22, d * 0.18):
            bench.rod([(side * w * 0.2, y, h * 0.46), (side * w * 0.36, y * 1.5, 0.08)], 0.03, wood)
        arc = [(side * w * 0.36, d * (t - 0.5) * 0.96, 0.03 + 0.42 * (t - 0.5) ** 2) for t in _steps(10)]
        bench.rod(arc, 0.022, Finish("wood", "#9a6536"))
    bench.rod(
        [(-w * 0.42, d * 0.28, h * 0.75), (w * 0.42, d * 0.28, h * 0.75)], 0.014, Finish("wood", "#9a6536")
    )


def toy_shelf(bench: Bench, piece: Piece) -> None:
    """Open squares, some with a coloured box in them."""
    w, d, h = piece.size
    paint, columns, rows = Finish("lacquer", piece.colour), max(round(w / 0.45), 2), max(round(h / 0.45), 2)
    bench.box((-w / 2, -d / 2, 0.0), (w / 2, -d / 2 + 0.012, h), paint, 0.0)
    for i in range(columns + 1):
        x = -w / 2 + 0.012 + i * (w - 0.024) / columns
        bench.box((x - 0.012, -d / 2, 0.0), (x + 0.012, d / 2, h), paint, 0.004)
    for j in range(rows + 1):
        z = 0.012 + j * (h - 0.024) / rows
        bench.box((-w / 2, -d / 2, z - 0.012), (w / 2, d / 2, z + 0.012), paint, 0.004)
    wide, tall = (w - 0.024) / columns, (h - 0.024) / rows
    for i in range(columns):
        for j in range(rows):
            x, z, kind = -w / 2 + 0.012 + (i + 0.5) * wide, 0.024 + j * tall, (i * 3 + j * 2) % 5
            colour = _COLOURS[(i * 2 + j) % len(_COLOURS)]
            if kind < 3:
                bench.block(
                    (x, 0.02, z + tall * 0.36),
                    (wide - 0.06, d - 0.06, tall * 0.7),
                    Finish("fabric", colour),
                    0.015,
                )
            else:
                bench.ball((x, 0.04, z + 0.13), (0.13, 0.13, 0.13), Finish("lacquer", colour))


def toy_blocks(bench: Bench, piece: Piece) -> None:
    """A tower of coloured cubes, and some that fell."""
    w, _, h = piece.size
    side = h / 6
    for i in range(6):
        at = (0.012 * (-1) ** i, 0.01 * (i % 3), side * (i + 0.5))
        paint = Finish("lacquer", _COLOURS[i])
        bench.block(at, (side * 0.97,) * 3, paint, 0.008, (0.0, 0.0, 0.35 * i))
    for i, turn in enumerate((0.3, 1.9, 3.4, 4.8)):
        at = ((w / 2 - side) * cos(turn), (w / 2 - side) * sin(turn), side / 2)
        bench.block(at, (side * 0.97,) * 3, Finish("lacquer", _COLOURS[(i + 2) % 6]), 0.008, (0.0, 0.0, turn))


def balloons(bench: Bench, piece: Piece) -> None:
    """Three balloons on strings that are tied to a weight."""
    w, _, h = piece.size
    r = w * 0.27
    bench.ball((0.0, 0.0, 0.05), (0.05, 0.05, 0.05), Finish("lacquer", "#f2c230"))
    colours = (piece.colour, piece.accent, "#f2c230")
    for i, colour in enumerate(colours):
        x, y = (w / 2 - r) * cos(i * 2.1), (w / 2 - r) * sin(i * 2.1)
        z = h - r * 1.3 - 0.22 * i
        bench.ball((x, y, z), (r, r, r * 1.22), Finish("ceramic", colour))
        bench.rod([(x, y, z - r * 1.2), (0.0, 0.0, 0.08)], 0.003, Finish("paint", "#f6f4ee"))


def _steps(count: int) -> list[float]:
    return [i / count for i in range(count + 1)]


BUILDERS = {
    "balloons": balloons,
    "rocking-horse": rocking_horse,
    "teddy": teddy,
    "tent": tent,
    "toy-blocks": toy_blocks,
    "toy-shelf": toy_shelf,
}
