"""Bedroom furniture: beds, wardrobes, chests, trunks, clocks. The front is +y."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from environments.demo.model.plan import Finish, Piece

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench, MeshPoint

_LINEN = Finish("fabric", "#f5f1e8")


def bed(bench: Bench, piece: Piece) -> None:
    """A double bed: an upholstered headboard at the back, a quilt in ``colour``, cushions in ``accent``."""
    w, d, h = piece.size
    wood, quilt, cushion = (
        Finish("wood", "#9a6a3c"),
        Finish("fabric", piece.colour),
        Finish("fabric", piece.accent),
    )
    bench.box((-w / 2, -d / 2, 0.1), (w / 2, -d / 2 + 0.09, h), Finish("fabric", "#b9a88f"), 0.04)
    bench.box((-w / 2 + 0.02, -d / 2 + 0.08, 0.14), (w / 2 - 0.02, d / 2 - 0.01, 0.32), wood, 0.015)
    for x in (-w / 2 + 0.07, w / 2 - 0.07):
        for y in (-d / 2 + 0.12, d / 2 - 0.08):
            bench.box((x - 0.035, y - 0.035, 0.0), (x + 0.035, y + 0.035, 0.15), wood)
    bench.block((0.0, 0.04, 0.42), (w - 0.1, d - 0.16, 0.24), _LINEN, 0.07)
    bench.block((0.0, 0.3, 0.45), (w - 0.03, d - 0.66, 0.26), quilt, 0.09)
    bench.block((0.0, -0.36, 0.56), (w - 0.04, 0.3, 0.07), _LINEN, 0.03)
    for side in (-1, 1):
        at = (side * w * 0.235, -d / 2 + 0.32, 0.67)
        bench.cushion(at, (w * 0.42, 0.5, 0.2), _LINEN, (0.55, 0.0, 0.0))
        bench.cushion(
            (side * 0.22, -d / 2 + 0.56, 0.68), (0.42, 0.4, 0.16), cushion, (pi / 2 - 0.5, 0.0, 0.0)
        )


def bunk_bed(bench: Bench, piece: Piece) -> None:
    """Two beds above each other, a ladder at the front, blankets in ``accent``."""
    w, d, h = piece.size
    paint, blanket = Finish("lacquer", piece.colour), Finish("fabric", piece.accent)
    for x in (-w / 2 + 0.035, w / 2 - 0.035):
        for y in (-d / 2 + 0.035, d / 2 - 0.06):
            bench.box((x - 0.035, y - 0.035, 0.0), (x + 0.035, y + 0.035, h), paint, 0.012)
        for z in (0.5, h - 0.08, h - 0.24):
            bench.box((x - 0.02, -d / 2 + 0.05, z - 0.04), (x + 0.02, d / 2 - 0.07, z + 0.04), paint, 0.01)
    for z in (0.28, h - 0.58):
        for y in (-d / 2 + 0.03, d / 2 - 0.055):
            bench.box((-w / 2 + 0.04, y - 0.018, z), (w / 2 - 0.04, y + 0.018, z + 0.16), paint, 0.008)
        bench.block((0.0, -0.01, z + 0.15), (w - 0.1, d - 0.14, 0.16), _LINEN, 0.05)
        bench.block((0.22, -0.01, z + 0.19), (w - 0.6, d - 0.1, 0.14), blanket, 0.05)
        bench.cushion((-w / 2 + 0.33, -0.01, z + 0.27), (0.42, 0.62, 0.15), Finish("fabric", "#f2c94c"))
    for z in (h - 0.08, h - 0.24):
        bench.box(
            (-w / 2 + 0.04, d / 2 - 0.07, z - 0.03), (w / 2 - 0.55, d / 2 - 0.045, z + 0.03), paint, 0.008
        )
    for x in (w / 2 - 0.5, w / 2 - 0.12):
        bench.box((x - 0.022, d / 2 - 0.045, 0.0), (x + 0.022, d / 2, h - 0.1), paint, 0.008)
    for i in range(5):
        z = 0.22 + i * 0.26
        bench.rod(
            [(w / 2 - 0.5, d / 2 - 0.022, z), (w / 2 - 0.12, d / 2 - 0.022, z)],
            0.018,
            Finish("wood", "#d0a468"),
        )


def wardrobe(bench: Bench, piece: Piece) -> None:
    """A tall wardrobe with panelled doors and a cornice."""
    w, d, h = piece.size
    front, brass = Finish("lacquer", piece.colour), Finish("metal", piece.accent)
    bench.box((-w / 2 + 0.03, -d / 2, 0.0), (w / 2 - 0.03, d / 2 - 0.05, h - 0.05), front, 0.004)
    bench.box((-w / 2, -d / 2, h - 0.08), (w / 2, d / 2, h), front, 0.02)
    doors = max(round(w / 0.6), 2)
    wide = (w - 0.1) / doors
    for i in range(doors):
        x = -w / 2 + 0.05 + (i + 0.5) * wide
        bench.block((x, d / 2 - 0.045, h / 2), (wide - 0.012, 0.03, h - 0.22), front, 0.006)
        for low, high in ((0.2, h * 0.42), (h * 0.47, h - 0.22)):
            bench.block((x, d / 2 - 0.03, (low + high) / 2), (wide - 0.16, 0.016, high - low), front, 0.008)
        knob = x + (wide / 2 - 0.06) * (1 if i % 2 == 0 else -1)
        bench.rod([(knob, d / 2 - 0.014, h * 0.4), (knob, d / 2 - 0.014, h * 0.5)], 0.01, brass)


def dresser(bench: Bench, piece: Piece) -> None:
    """A chest of drawers on short legs, with round handles in ``accent``."""
    w, d, h = piece.size
    front, brass = Finish("lacquer", piece.colour), Finish("metal", piece.accent)
    for x in (-w / 2 + 0.05, w / 2 - 0.05):
        for y in (-d / 2 + 0.05, d / 2 - 0.07):
            bench.cylinder((x, y, 0.0), 0.015, 0.11, Finish("wood", "#6b4a2c"), top=0.024)
    bench.box((-w / 2 + 0.01, -d / 2, 0.1), (w / 2 - 0.01, d / 2 - 0.03, h - 0.02), front, 0.006)
    bench.box((-w / 2, -d / 2, h - 0.03), (w / 2, d / 2, h), front, 0.01)
    rows = max(round((h - 0.15) / 0.22), 1)
    tall = (h - 0.17) / rows
    for i in range(rows):
        z = 0.12 + (i + 0.5) * tall
        bench.block((0.0, d / 2 - 0.025, z), (w - 0.06, 0.024, tall - 0.02), front, 0.006)
        for x in (-w / 4, w / 4) if w > 0.6 else (0.0,):
            bench.ball((x, d / 2 - 0.012, z), (0.018, 0.012, 0.018), brass)


def trunk(bench: Bench, piece: Piece) -> None:
    """A travelling trunk with wooden hoops and a round lid."""
    w, d, h = piece.size
    paint, wood, brass = (
        Finish("lacquer", piece.colour),
        Finish("wood", piece.accent),
        Finish("metal", "#c9a34e"),
    )
    bench.box((-w / 2, -d / 2, 0.0), (w / 2, d / 2 - 0.02, h * 0.66), paint, 0.012)

    def arch(u: float, v: float) -> MeshPoint:
        return (
            w * (v - 0.5),
            -0.01 + (d / 2 - 0.02) * cos(pi * u),
            h * 0.66 + (h * 0.34 - 0.01) * sin(pi * u),
        )

    bench.sheet(arch, (18, 1), paint)
    for x in (-w / 2 + 0.02, w / 2 - 0.02):
        bench.block((x, -0.01, h * 0.7), (0.03, d - 0.08, h * 0.4), paint, 0.05)
    for x in (-w / 3, w / 3):
        bench.box((x - 0.035, -d / 2, 0.01), (x + 0.035, d / 2, h * 0.64), wood, 0.006)
    bench.block((0.0, d / 2 - 0.012, h * 0.62), (0.1, 0.02, 0.12), brass, 0.006)


def tall_clock(bench: Bench, piece: Piece) -> None:
    """A grandfather clock: a white dial under a cornice, a brass pendulum behind glass."""
    w, d, h = piece.size
    wood, brass, ink = (
        Finish("wood", piece.colour),
        Finish("metal", piece.accent),
        Finish("lacquer", "#1f2124"),
    )
    bench.box((-w / 2, -d / 2, 0.0), (w / 2, d / 2, 0.4), wood, 0.012)
    bench.box((-w / 2 + 0.07, -d / 2, 0.4), (w / 2 - 0.07, d / 2 - 0.06, h - 0.55), wood, 0.01)
    bench.box((-w / 2 + 0.02, -d / 2, h - 0.56), (w / 2 - 0.02, d / 2 - 0.02, h - 0.06), wood, 0.012)
    bench.box((-w / 2, -d / 2, h - 0.07), (w / 2, d / 2, h), wood, 0.02)
    face = d / 2 - 0.056
    bench.box(
        (-w / 2 + 0.13, face - 0.02, 0.5),
        (w / 2 - 0.13, face + 0.004, h - 0.64),
        Finish("lacquer", "#241a14"),
        0.0,
    )
    bench.rod([(0.0, face + 0.012, h - 0.66), (0.0, face + 0.012, 0.72)], 0.008, brass)
    bench.ball((0.0, face + 0.012, 0.68), (0.07, 0.012, 0.07), brass)
    dial, middle = d / 2 - 0.016, h - 0.31
    bench.ball((0.0, dial, middle), (0.19, 0.006, 0.19), brass)
    bench.ball((0.0, dial + 0.003, middle), (0.17, 0.006, 0.17), Finish("paint", "#fbf6e6"))
    for i in range(12):
        turn = i * pi / 6
        at = (0.14 * sin(turn), dial + 0.008, middle + 0.14 * cos(turn))
        bench.block(at, (0.008, 0.004, 0.028), ink, 0.0, (0.0, turn, 0.0))
    for turn, length in ((-1.05, 0.07), (1.05, 0.11)):
        tip = (length * sin(turn), dial + 0.012, middle + length * cos(turn))
        bench.rod([(0.0, dial + 0.012, middle), tip], 0.005, ink)


BUILDERS = {
    "bed": bed,
    "bunk-bed": bunk_bed,
    "dresser": dresser,
    "tall-clock": tall_clock,
    "trunk": trunk,
    "wardrobe": wardrobe,
}
