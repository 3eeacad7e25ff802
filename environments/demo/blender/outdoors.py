"""Terrace furniture. The front is +y."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from environments.demo.model.plan import Finish, Piece

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench, MeshPoint


def parasol(bench: Bench, piece: Piece) -> None:
    """A round sunshade with a scalloped edge on a heavy foot."""
    w, _, h = piece.size
    r, cloth = w / 2, Finish("fabric", piece.colour)
    bench.cylinder((0.0, 0.0, 0.0), 0.24, 0.07, Finish("stone", "#8a8a88"), bevel=0.02)
    bench.cylinder((0.0, 0.0, 0.05), 0.022, h - 0.1, Finish("wood", piece.accent))

    def canopy(u: float, v: float) -> MeshPoint:
        turn, sag = 2 * pi * u, 1 - 0.045 * abs(sin(4 * 2 * pi * u)) * v
        return (r * v * sag * cos(turn), r * v * sag * sin(turn), h - 0.06 - 0.42 * v**1.25)

    def valance(u: float, v: float) -> MeshPoint:
        x, y, z = canopy(u, 1.0)
        return (x, y, z - v * (0.1 + 0.05 * abs(sin(8 * 2 * pi * u))))

    bench.sheet(canopy, (96, 10), cloth)
    bench.sheet(valance, (128, 2), cloth)
    bench.ball((0.0, 0.0, h - 0.04), (0.035, 0.035, 0.04), Finish("wood", piece.accent))


def railing(bench: Bench, piece: Piece) -> None:
    """A balustrade of slim bars under a handrail."""
    w, d, h = piece.size
    paint = Finish("lacquer", piece.colour)
    bench.box((-w / 2, -d / 2, h - 0.05), (w / 2, d / 2, h), paint, 0.015)
    bench.box((-w / 2, -0.02, 0.08), (w / 2, 0.02, 0.12), paint)
    posts = max(round(w / 1.6), 1)
    for i in range(posts + 1):
        x = -w / 2 + 0.03 + i * (w - 0.06) / posts
        bench.box((x - 0.03, -0.03, 0.0), (x + 0.03, 0.03, h - 0.02), paint)
    bars = int(w / 0.12)
    for i in range(bars):
        x = -w / 2 + (i + 0.5) * w / bars
        bench.box((x - 0.009, -0.009, 0.1), (x + 0.009, 0.009, h - 0.03), paint, 0.0)


def barbecue(bench: Bench, piece: Piece) -> None:
    """A kettle grill on three legs."""
    w, _, h = piece.size
    r, bowl = w / 2 - 0.03, h - (w / 2) * 1.25
    steel, enamel = Finish("metal", "#c9ccd0"), Finish("ceramic", piece.colour)
    for i in range(3):
        x, y = cos(2 * pi * i / 3), sin(2 * pi * i / 3)
        bench.rod([(x * r, y * r, 0.01), (x * r * 0.6, y * r * 0.6, bowl - r * 0.4)], 0.014, steel)
    bench.ball((0.0, 0.0, bowl), (r, r, r * 0.72), enamel)
    bench.ball((0.0, 0.0, bowl + 0.03), (r * 1.02, r * 1.02, r * 0.8), enamel)
    bench.cylinder((0.0, 0.0, bowl), r * 1.03, 0.03, steel)
    grip = [
        (-0.08, 0.0, bowl + r * 0.8),
        (-0.06, 0.0, h - 0.02),
        (0.06, 0.0, h - 0.02),
        (0.08, 0.0, bowl + r * 0.8),
    ]
    bench.rod(grip, 0.012, Finish("wood", "#7a5433"))


def door_leaf(bench: Bench, piece: Piece) -> None:
    """A panelled door that stands open, handles on both faces."""
    w, d, h = piece.size
    paint, brass = Finish("lacquer", piece.colour), Finish("metal", "#c9a34e")
    core = d / 2 - 0.045
    bench.box((-w / 2, -core, 0.01), (w / 2, core, h), paint, 0.004)
    for face in (-1, 1):
        for low, high in ((0.2, 0.95), (1.15, h - 0.2)):
            bench.block((0.0, face * core, (low + high) / 2), (w - 0.3, 0.012, high - low), paint, 0.006)
        bench.rod(
            [
                (w / 2 - 0.07, face * core, 1.02),
                (w / 2 - 0.07, face * (core + 0.035), 1.02),
                (w / 2 - 0.19, face * (core + 0.035), 1.02),
            ],
            0.009,
            brass,
        )


def garden_wall_lamp(bench: Bench, piece: Piece) -> None:
    """A lantern on the house wall."""
    w, d, h = piece.size
    black = Finish("lacquer", piece.colour)
    bench.box((-w / 4, -d / 2, h * 0.3), (w / 4, -d / 2 + 0.02, h * 0.8), black)
    bench.box(
        (-w / 2 + 0.02, -d / 2 + 0.04, 0.03),
        (w / 2 - 0.02, d / 2 - 0.02, h - 0.06),
        Finish("glow", "#ffe2a8"),
        0.01,
    )
    bench.box((-w / 2, -d / 2 + 0.01, h - 0.07), (w / 2, d / 2, h), black, 0.012)
    bench.box((-w / 2, -d / 2 + 0.01, 0.0), (w / 2, d / 2, 0.03), black)


BUILDERS = {
    "barbecue": barbecue,
    "door-leaf": door_leaf,
    "parasol": parasol,
    "railing": railing,
    "wall-lantern": garden_wall_lamp,
}
