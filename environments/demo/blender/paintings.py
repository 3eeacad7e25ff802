"""Framed pictures, painted with flat coloured shapes. The front is +y."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from environments.demo.plan import Finish, Piece

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench, Point

Outline = list[tuple[float, float]]

_RAIL = 0.045
_SHEET = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]


class _Canvas:
    """A framed canvas whose shapes are given from -1 to 1 in both directions; later ones lie on top."""

    def __init__(self, bench: Bench, piece: Piece, ground: str) -> None:
        width, depth, height = piece.size
        self.bench, self.half, self.middle = bench, (width / 2 - _RAIL, height / 2 - _RAIL), height / 2
        self.layer = -depth / 2 + 0.008
        wood, back, front = Finish("wood", piece.colour), -depth / 2, depth / 2
        for x in (-width / 2, width / 2 - _RAIL):
            bench.box((x, back, 0.0), (x + _RAIL, front, height), wood)
        for z in (0.0, height - _RAIL):
            bench.box((-width / 2 + _RAIL, back, z), (width / 2 - _RAIL, front, z + _RAIL), wood)
        self.shape(_SHEET, ground)

    def shape(self, outline: Outline, colour: str) -> None:
        x0, z0 = (sum(c) / len(outline) for c in zip(*outline, strict=True))
        closed, (w, h) = [*outline, outline[0]], self.half
        self.layer += 0.001
        y = self.layer

        def fan(u: float, v: float) -> Point:
            x, z = closed[round(u * len(outline))]
            return (w * (x0 + (x - x0) * v), y, self.middle + h * (z0 + (z - z0) * v))

        self.bench.sheet(fan, (len(outline), 1), Finish("paint", colour))

    def disc(self, x: float, z: float, radius: float, colour: str) -> None:
        aspect = self.half[1] / self.half[0]
        turns = [2 * pi * i / 32 for i in range(32)]
        self.shape([(x + radius * aspect * cos(a), z + radius * sin(a)) for a in turns], colour)


def boat_painting(bench: Bench, piece: Piece) -> None:
    """A red sailing boat with white sails on a blue sea."""
    canvas = _Canvas(bench, piece, "#9fc9e3")
    canvas.disc(0.62, 0.55, 0.2, "#f6d365")
    canvas.shape([(-1.0, -1.0), (1.0, -1.0), (1.0, -0.25), (-1.0, -0.25)], "#1f5f94")
    for x, z in ((-0.6, -0.5), (0.55, -0.65), (-0.1, -0.82), (0.75, -0.4)):
        canvas.shape([(x - 0.2, z), (x, z + 0.03), (x + 0.2, z), (x, z - 0.03)], "#7fb6d8")
    canvas.shape([(-0.42, -0.2), (-0.3, -0.5), (0.3, -0.5), (0.46, -0.2)], "#a3342b")
    canvas.shape([(-0.012, -0.2), (0.012, -0.2), (0.012, 0.84), (-0.012, 0.84)], "#4a2f1d")
    canvas.shape([(0.03, -0.12), (0.42, -0.12), (0.03, 0.8)], "#fbf9f2")
    canvas.shape([(-0.03, -0.12), (-0.34, -0.12), (-0.03, 0.62)], "#eee6d2")


def mountain_painting(bench: Bench, piece: Piece) -> None:
    """Snowy mountains behind a green meadow."""
    canvas = _Canvas(bench, piece, "#f3c79b")
    for x, top, half, rock in (
        (-0.4, 0.5, 0.58, "#7486a8"),
        (0.42, 0.72, 0.56, "#5d6f93"),
        (0.0, 0.3, 0.5, "#48597f"),
    ):
        slope = (top + 0.5) / half
        canvas.shape([(x - half, -0.5), (x + half, -0.5), (x, top)], rock)
        canvas.shape([(x - 0.3 / slope, top - 0.3), (x + 0.3 / slope, top - 0.3), (x, top)], "#fdfdfb")
    canvas.shape([(-1.0, -1.0), (1.0, -1.0), (1.0, -0.4), (-1.0, -0.5)], "#5f8f4a")


def abstract_painting(bench: Bench, piece: Piece) -> None:
    """Three coloured discs on cream."""
    canvas = _Canvas(bench, piece, "#f2ead8")
    canvas.disc(-0.25, 0.2, 0.6, "#d9482b")
    canvas.disc(0.35, -0.2, 0.46, "#1f4e79")
    canvas.disc(-0.35, -0.55, 0.28, "#e6b422")


def lemon_painting(bench: Bench, piece: Piece) -> None:
    """Three lemons with leaves on turquoise."""
    canvas = _Canvas(bench, piece, "#3c9a9a")
    canvas.shape([(-1.0, -1.0), (1.0, -1.0), (1.0, -0.45), (-1.0, -0.45)], "#e8e0cd")
    for x, z in ((-0.42, -0.22), (0.4, -0.3), (0.02, 0.05)):
        canvas.shape([(x, z + 0.3), (x + 0.3, z + 0.62), (x + 0.12, z + 0.24)], "#3f7a35")
        canvas.disc(x, z, 0.36, "#f4cf2a")
        canvas.disc(x - 0.06, z + 0.1, 0.14, "#f9e27a")


def moon_painting(bench: Bench, piece: Piece) -> None:
    """A yellow moon and stars above dark hills."""
    canvas = _Canvas(bench, piece, "#1d2b57")
    canvas.disc(0.2, 0.35, 0.33, "#f6dc7a")
    for x, z in ((-0.6, 0.7), (-0.4, 0.1), (0.75, 0.8), (-0.75, -0.1), (0.7, -0.15), (-0.2, 0.82)):
        canvas.disc(x, z, 0.03, "#fdfbe8")
    canvas.shape(
        [(-1.0, -1.0), (1.0, -1.0), (1.0, -0.3), (0.4, -0.5), (-0.3, -0.25), (-1.0, -0.6)], "#31507a"
    )
    canvas.shape(
        [(-1.0, -1.0), (1.0, -1.0), (1.0, -0.7), (0.3, -0.62), (-0.5, -0.8), (-1.0, -0.7)], "#16203d"
    )


BUILDERS = {
    "abstract-painting": abstract_painting,
    "boat-painting": boat_painting,
    "lemon-painting": lemon_painting,
    "moon-painting": moon_painting,
    "mountain-painting": mountain_painting,
}
