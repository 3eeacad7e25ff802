"""Seats and daybeds. The front is +y."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from environments.demo.model.plan import Finish, Piece

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench


def sofa(bench: Bench, piece: Piece) -> None:
    """Two seats, two arms, back cushions and a pillow at each end in the accent colour."""
    w, d, h = piece.size
    cloth, pillow, legs = (
        Finish("fabric", piece.colour),
        Finish("fabric", piece.accent),
        Finish("wood", "#5a3a22"),
    )
    arm, seat = 0.2, 0.42
    for x in (-w / 2 + 0.12, w / 2 - 0.12):
        for y in (-d / 2 + 0.12, d / 2 - 0.12):
            bench.cylinder((x, y, 0.0), 0.018, 0.13, legs, top=0.03)
    bench.box((-w / 2 + 0.02, -d / 2 + 0.02, 0.12), (w / 2 - 0.02, d / 2 - 0.04, 0.3), cloth, 0.03)
    bench.box((-w / 2 + 0.04, -d / 2 + 0.005, 0.2), (w / 2 - 0.04, -d / 2 + 0.2, h - 0.04), cloth, 0.07)
    for side in (-1, 1):
        bench.block((side * (w / 2 - arm / 2), 0.0, 0.38), (arm, d, 0.5), cloth, 0.08)
        inner = (w - 2 * arm) / 2
        bench.block((side * inner / 2, 0.09, seat - 0.06), (inner - 0.01, d - 0.24, 0.19), cloth, 0.06)
        back = (side * inner / 2, -d / 2 + 0.25, seat + 0.19)
        bench.block(back, (inner - 0.02, 0.18, h - seat - 0.06), cloth, 0.08, (0.18, 0.0, 0.0))
        bench.cushion(
            (side * (w / 2 - arm - 0.2), -0.02, seat + 0.2),
            (0.42, 0.42, 0.17),
            pillow,
            (pi / 2 - 0.35, 0.0, side * 0.45),
        )


def armchair(bench: Bench, piece: Piece) -> None:
    """A rounded chair with a curved back that embraces the seat."""
    w, d, h = piece.size
    cloth, legs = Finish("fabric", piece.colour), Finish("wood", "#6b4a2c")
    for x in (-w / 2 + 0.14, w / 2 - 0.14):
        for y in (-d / 2 + 0.14, d / 2 - 0.14):
            bench.cylinder((x, y, 0.0), 0.015, 0.18, legs, top=0.025)
    bench.cylinder((0.0, 0.0, 0.16), w / 2 - 0.06, 0.16, cloth, bevel=0.05)
    bench.cylinder((0.0, 0.03, 0.3), w / 2 - 0.11, 0.15, cloth, bevel=0.05)
    steps = 9
    for i in range(steps):
        angle = pi * (1.02 + 0.96 * i / (steps - 1))
        rise = h - 0.16 - 0.22 * abs(cos(angle)) ** 1.5
        centre = ((w / 2 - 0.075) * cos(angle), (d / 2 - 0.075) * sin(angle), 0.16 + rise / 2)
        bench.block(centre, (0.3, 0.14, rise), cloth, 0.066, (0.0, 0.0, angle + pi / 2))


def chair(bench: Bench, piece: Piece) -> None:
    """A dining chair: four splayed legs, a rounded seat, a bent back on two posts."""
    w, d, h = piece.size
    paint = Finish("lacquer", piece.colour)
    for x in (-1, 1):
        bench.rod(
            [(x * (w / 2 - 0.02), d / 2 - 0.02, 0.01), (x * (w / 2 - 0.07), d / 2 - 0.07, 0.44)], 0.016, paint
        )
        post = (x * (w / 2 - 0.06), -d / 2 + 0.07, 0.44)
        bench.rod([(x * (w / 2 - 0.02), -d / 2 + 0.04, 0.01), post], 0.016, paint)
        bench.rod([post, (x * (w / 2 - 0.06), -d / 2 + 0.03, h - 0.05)], 0.014, paint)
    bench.block((0.0, 0.0, 0.45), (w - 0.03, d - 0.06, 0.035), paint, 0.016)
    bench.cushion((0.0, 0.0, 0.485), (w - 0.06, d - 0.09, 0.06), Finish("fabric", piece.colour))
    for z in (h - 0.08, h - 0.2):
        bench.block((0.0, -d / 2 + 0.035 + (h - z) * 0.06, z), (w - 0.08, 0.022, 0.075), paint, 0.01)


def swivel_chair(bench: Bench, piece: Piece) -> None:
    """An office chair on a five-armed foot."""
    w, d, h = piece.size
    cloth, metal, black = (
        Finish("fabric", piece.colour),
        Finish("metal", "#c9ccd0"),
        Finish("lacquer", "#1c1d20"),
    )
    for i in range(5):
        x, y = (w / 2 - 0.04) * cos(2 * pi * i / 5), (w / 2 - 0.04) * sin(2 * pi * i / 5)
        bench.rod([(0.0, 0.0, 0.12), (x, y, 0.075)], 0.018, metal)
        bench.ball((x, y, 0.035), (0.032, 0.032, 0.032), black)
    bench.cylinder((0.0, 0.0, 0.1), 0.025, 0.34, metal)
    bench.block((0.0, 0.02, 0.48), (w - 0.1, d - 0.12, 0.1), cloth, 0.045)
    bench.rod([(0.0, -0.1, 0.42), (0.0, -d / 2 + 0.05, 0.46), (0.0, -d / 2 + 0.04, 0.7)], 0.02, metal)
    bench.block((0.0, -d / 2 + 0.075, h - 0.25), (w - 0.14, 0.09, 0.46), cloth, 0.04, (0.08, 0.0, 0.0))


def bench_seat(bench: Bench, piece: Piece) -> None:
    """A wooden bench with a long cushion."""
    w, d, h = piece.size
    wood, cloth = Finish("wood", piece.colour), Finish("fabric", piece.accent)
    for x in (-w / 2 + 0.09, w / 2 - 0.09):
        bench.box((x - 0.03, -d / 2 + 0.02, 0.0), (x + 0.03, d / 2 - 0.02, h - 0.1), wood)
    bench.box((-w / 2, -d / 2, h - 0.12), (w / 2, d / 2, h - 0.07), wood, 0.012)
    bench.block((0.0, 0.0, h - 0.035), (w - 0.06, d - 0.04, 0.07), cloth, 0.03)


def garden_bench(bench: Bench, piece: Piece) -> None:
    """A slatted garden bench with arms and two cushions."""
    w, d, h = piece.size
    wood, cloth = Finish("lacquer", piece.colour), Finish("fabric", piece.accent)
    for x in (-w / 2 + 0.03, w / 2 - 0.03):
        bench.box((x - 0.03, d / 2 - 0.08, 0.0), (x + 0.03, d / 2 - 0.02, 0.62), wood)
        bench.box((x - 0.03, -d / 2, 0.0), (x + 0.03, -d / 2 + 0.06, h), wood)
        bench.box((x - 0.028, -d / 2 + 0.02, 0.6), (x + 0.028, d / 2, 0.64), wood, 0.012)
    for i in range(5):
        y = -d / 2 + 0.1 + i * (d - 0.18) / 4
        bench.block((0.0, y, 0.41), (w - 0.08, 0.075, 0.025), wood)
    for i in range(4):
        bench.block((0.0, -d / 2 + 0.05, 0.54 + i * (h - 0.6) / 3), (w - 0.08, 0.025, 0.075), wood)
    for side in (-1, 1):
        bench.block((side * w / 4, 0.02, 0.46), (w / 2 - 0.06, d - 0.16, 0.08), cloth, 0.035)
        bench.cushion(
            (side * (w / 2 - 0.3), -d / 2 + 0.18, 0.66),
            (0.4, 0.4, 0.14),
            cloth,
            (pi / 2 - 0.25, 0.0, side * 0.2),
        )


def daybed(bench: Bench, piece: Piece) -> None:
    """A bed against the wall with a blanket, a head pillow and cushions along its back."""
    w, d, h = piece.size
    frame, sheet, pillow = (
        Finish("wood", "#7a5433"),
        Finish("fabric", piece.colour),
        Finish("fabric", piece.accent),
    )
    for x in (-w / 2 + 0.03, w / 2 - 0.03):
        bench.box((x - 0.03, -d / 2, 0.0), (x + 0.03, d / 2, h), frame, 0.015)
    bench.box((-w / 2 + 0.05, -d / 2 + 0.005, 0.16), (w / 2 - 0.05, -d / 2 + 0.05, h - 0.01), frame, 0.012)
    bench.box((-w / 2 + 0.04, -d / 2 + 0.05, 0.16), (w / 2 - 0.04, d / 2 - 0.01, 0.26), frame, 0.01)
    bench.block((0.0, 0.02, 0.35), (w - 0.14, d - 0.1, 0.22), Finish("fabric", "#f0ece2"), 0.06)
    bench.block((0.22, 0.02, 0.4), (w - 0.65, d - 0.07, 0.15), sheet, 0.055)
    bench.cushion((-w / 2 + 0.38, 0.02, 0.54), (0.5, 0.66, 0.18), Finish("fabric", "#f7f5ef"))
    for i in range(3):
        x = -w / 2 + 0.75 + i * 0.48
        bench.cushion((x, -d / 2 + 0.2, 0.63), (0.45, 0.4, 0.16), pillow, (pi / 2 - 0.3, 0.0, 0.0))


BUILDERS = {
    "armchair": armchair,
    "bench": bench_seat,
    "chair": chair,
    "daybed": daybed,
    "garden-bench": garden_bench,
    "sofa": sofa,
    "swivel-chair": swivel_chair,
}
