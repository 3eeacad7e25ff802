"""Bathroom furniture. The front is +y."""

from __future__ import annotations

from math import copysign, cos, pi, pow, sin
from typing import TYPE_CHECKING

from environments.demo.model.plan import Finish, Piece

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench, MeshPoint


def bathtub(bench: Bench, piece: Piece) -> None:
    """A free-standing oval tub with a rolled rim, half full, its tap in ``accent`` at the back."""
    w, d, h = piece.size
    enamel, brass = Finish("ceramic", piece.colour), Finish("metal", piece.accent)
    profile = [(0.0, 0.02), (0.62, 0.02), (0.78, 0.12), (0.92, 0.55), (0.97, 0.93), (1.0, 0.97), (0.98, 1.0)]
    profile += [(0.92, 0.98), (0.86, 0.6), (0.7, 0.22), (0.0, 0.2)]

    def tub(u: float, v: float) -> MeshPoint:
        radius, up = profile[round(v * (len(profile) - 1))]
        return (w / 2 * radius * _round(cos(2 * pi * u)), d / 2 * radius * _round(sin(2 * pi * u)), h * up)

    bench.sheet(tub, (56, len(profile) - 1), enamel)
    bench.sheet(
        lambda u, v: (w * 0.42 * v * cos(2 * pi * u), d * 0.42 * v * sin(2 * pi * u), h * 0.62),
        (40, 1),
        Finish("ceramic", "#9fd0d4"),
    )
    post = [(0.0, -d / 2 + 0.06, h * 0.9), (0.0, -d / 2 + 0.06, h + 0.1), (0.0, -d / 2 + 0.2, h + 0.1)]
    bench.rod(post, 0.016, brass)
    for x in (-0.09, 0.09):
        bench.rod([(x, -d / 2 + 0.06, h + 0.02), (x, -d / 2 + 0.06, h + 0.09)], 0.012, brass)
        bench.ball((x, -d / 2 + 0.06, h + 0.1), (0.028, 0.028, 0.018), brass)


def _round(x: float) -> float:
    """An outline between a circle and a rectangle."""
    return copysign(pow(abs(x), 0.75), x)


def washbasin(bench: Bench, piece: Piece) -> None:
    """A bowl on a black slab on a wooden cabinet in ``accent``."""
    w, d, h = piece.size
    wood, enamel, brass = (
        Finish("wood", piece.accent),
        Finish("ceramic", piece.colour),
        Finish("metal", "#c9a34e"),
    )
    top = h - 0.15
    bench.box((-w / 2, -d / 2, 0.12), (w / 2, d / 2 - 0.02, top - 0.02), wood, 0.01)
    bench.box((-w / 2, -d / 2, top - 0.03), (w / 2, d / 2, top), Finish("lacquer", "#141517"), 0.006)
    for x in (-w / 4, w / 4):
        bench.block((x, d / 2 - 0.018, (top + 0.12) / 2), (w / 2 - 0.04, 0.016, top - 0.2), wood, 0.006)
        bench.ball((x * 0.2, d / 2 - 0.008, top - 0.16), (0.014, 0.008, 0.014), brass)
    bowl = [(0.0, 0.0), (0.12, 0.0), (0.19, 0.06), (0.21, 0.13), (0.195, 0.13), (0.17, 0.06), (0.0, 0.03)]
    bench.turned((0.0, 0.02, top), bowl, enamel)
    bench.rod(
        [(0.0, -0.21, top), (0.0, -0.21, h + 0.06), (0.0, -0.09, h + 0.06), (0.0, -0.09, h + 0.02)],
        0.013,
        brass,
    )


def toilet(bench: Bench, piece: Piece) -> None:
    """A bowl with a lid before its cistern."""
    w, d, h = piece.size
    enamel, lid = Finish("ceramic", piece.colour), Finish("wood", "#9a6536")
    bench.box((-w / 2 + 0.02, -d / 2, 0.4), (w / 2 - 0.02, -d / 2 + 0.2, h - 0.03), enamel, 0.03)
    bench.box((-w / 2 + 0.01, -d / 2, h - 0.04), (w / 2 - 0.01, -d / 2 + 0.21, h), enamel, 0.012)
    bench.ball((0.06, -d / 2 + 0.1, h), (0.025, 0.025, 0.008), Finish("metal", "#d5d8db"))
    profile = [(0.52, 0.0), (0.56, 0.05), (0.55, 0.3), (0.8, 0.75), (0.98, 0.97), (0.95, 1.0), (0.0, 1.0)]

    def bowl(u: float, v: float) -> MeshPoint:
        radius, up = profile[round(v * (len(profile) - 1))]
        return (w / 2 * radius * cos(2 * pi * u), 0.1 + (d / 2 - 0.1) * radius * sin(2 * pi * u), 0.4 * up)

    bench.sheet(bowl, (40, len(profile) - 1), enamel)
    bench.sheet(
        lambda u, v: (
            w * 0.48 * v * cos(2 * pi * u),
            0.1 + (d / 2 - 0.11) * v * sin(2 * pi * u),
            0.425 - 0.02 * v**4,
        ),
        (40, 6),
        lid,
    )
    bench.box((-w / 2 + 0.08, -d / 2 + 0.12, 0.0), (w / 2 - 0.08, 0.05, 0.4), enamel, 0.05)


def towel_rail(bench: Bench, piece: Piece) -> None:
    """Three bars on the wall with towels over two of them."""
    w, d, h = piece.size
    steel, back = Finish("metal", "#d5d8db"), -d / 2
    for x in (-w / 2 + 0.02, w / 2 - 0.02):
        bench.rod([(x, back + 0.03, 0.0), (x, back + 0.03, h)], 0.015, steel)
    for z, colour in ((0.35, piece.accent), (h * 0.62, piece.colour), (h - 0.04, piece.colour)):
        bench.rod([(-w / 2 + 0.02, back + 0.05, z), (w / 2 - 0.02, back + 0.05, z)], 0.012, steel)
        bench.block((0.0, back + 0.075, z - 0.15), (w - 0.14, 0.03, 0.36), Finish("fabric", colour), 0.012)


def basket(bench: Bench, piece: Piece) -> None:
    """A round wicker basket with a lid."""
    w, _, h = piece.size
    r, wicker = w / 2, Finish("wicker", piece.colour)
    sides = [(0.0, 0.0), (r * 0.82, 0.0), (r * 0.96, h * 0.5), (r * 0.92, h - 0.08), (r * 0.98, h - 0.06)]
    bench.turned((0.0, 0.0, 0.0), [*sides, (r * 0.98, h - 0.02), (r * 0.9, h), (0.0, h)], wicker)


def duck(bench: Bench, piece: Piece) -> None:
    """A bath duck with a beak in ``accent``."""
    w, d, h = piece.size
    rubber, ink = Finish("lacquer", piece.colour), Finish("lacquer", "#1f2124")
    bench.ball((0.0, -0.01, h * 0.33), (w / 2, d / 2 - 0.015, h * 0.33), rubber)
    bench.ball((0.0, d * 0.18, h * 0.73), (w * 0.3, w * 0.3, h * 0.27), rubber)
    bench.ball((0.0, d * 0.42, h * 0.68), (w * 0.13, d * 0.1, h * 0.06), Finish("lacquer", piece.accent))
    for x in (-w * 0.16, w * 0.16):
        bench.ball((x, d * 0.38, h * 0.8), (0.009, 0.009, 0.011), ink)


BUILDERS = {
    "basket": basket,
    "bathtub": bathtub,
    "duck": duck,
    "toilet": toilet,
    "towel-rail": towel_rail,
    "washbasin": washbasin,
}
