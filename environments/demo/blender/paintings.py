"""Framed pictures, painted with flat coloured shapes. The front is +y."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from environments.demo.model.plan import Finish, Piece

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench, MeshPoint

PaintedOutline = list[tuple[float, float]]

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

    def shape(self, outline: PaintedOutline, colour: str) -> None:
        x0, z0 = (sum(c) / len(outline) for c in zip(*outline, strict=True))
        closed, (w, h) = [*outline, outline[0]], self.half
        self.layer += 0.001
        y = self.layer

        def fan(u: float, v: float) -> MeshPoint:
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


def balloon_painting(bench: Bench, piece: Piece) -> None:
    """A hot-air balloon over green fields."""
    canvas = _Canvas(bench, piece, "#a9d3ea")
    canvas.shape([(-1.0, -1.0), (1.0, -1.0), (1.0, -0.55), (0.0, -0.4), (-1.0, -0.6)], "#6fa552")
    canvas.disc(0.0, 0.32, 0.5, "#d9382f")
    canvas.shape([(-0.42, 0.1), (0.42, 0.1), (0.12, -0.32), (-0.12, -0.32)], "#d9382f")
    for x in (-0.3, 0.18):
        canvas.shape([(x, 0.68), (x + 0.12, 0.74), (x + 0.1, -0.05), (x * 0.6, -0.05)], "#f6d365")
    canvas.shape([(-0.1, -0.44), (0.1, -0.44), (0.08, -0.58), (-0.08, -0.58)], "#6b4023")


def lighthouse_painting(bench: Bench, piece: Piece) -> None:
    """A red and white lighthouse on a rock."""
    canvas = _Canvas(bench, piece, "#bfe0ee")
    canvas.shape([(-1.0, -1.0), (1.0, -1.0), (1.0, -0.35), (-1.0, -0.35)], "#2b78a8")
    canvas.shape([(-0.6, -0.75), (0.7, -0.75), (0.45, -0.3), (-0.3, -0.25)], "#6b6660")
    for i in range(5):
        low, high = -0.3 + 0.2 * i, -0.1 + 0.2 * i
        a, b = 0.2 - 0.02 * i, 0.18 - 0.02 * i
        canvas.shape([(-a, low), (a, low), (b, high), (-b, high)], "#c4302b" if i % 2 == 0 else "#fbf9f2")
    canvas.shape([(-0.09, 0.7), (0.09, 0.7), (0.09, 0.82), (-0.09, 0.82)], "#f6d365")
    canvas.shape([(-0.14, 0.82), (0.14, 0.82), (0.0, 0.96)], "#2b2b2d")


def rocket_painting(bench: Bench, piece: Piece) -> None:
    """A red rocket among stars and a ringed planet."""
    canvas = _Canvas(bench, piece, "#1d2b57")
    for x, z in ((-0.7, 0.7), (0.5, 0.8), (-0.8, -0.2), (0.8, -0.6), (-0.5, -0.75), (0.75, 0.1)):
        canvas.disc(x, z, 0.04, "#fdfbe8")
    canvas.disc(0.55, 0.45, 0.2, "#ee9f3a")
    canvas.shape([(0.2, 0.38), (0.9, 0.52), (0.9, 0.56), (0.2, 0.42)], "#f6dc7a")
    canvas.shape([(-0.32, -0.5), (-0.12, -0.2), (-0.12, -0.5)], "#2b7bbd")
    canvas.shape([(0.32, -0.5), (0.12, -0.2), (0.12, -0.5)], "#2b7bbd")
    canvas.shape([(-0.17, -0.5), (0.17, -0.5), (0.17, 0.25), (0.0, 0.65), (-0.17, 0.25)], "#d9382f")
    canvas.disc(0.0, 0.12, 0.1, "#bfe0ee")
    canvas.shape([(-0.12, -0.52), (0.12, -0.52), (0.0, -0.85)], "#f6c230")


def whale_painting(bench: Bench, piece: Piece) -> None:
    """A blue whale that spouts."""
    canvas = _Canvas(bench, piece, "#e6efe6")
    canvas.shape([(-1.0, -1.0), (1.0, -1.0), (1.0, -0.4), (-1.0, -0.4)], "#4f9fb0")
    canvas.disc(-0.15, -0.15, 0.48, "#2b4f7d")
    canvas.shape([(0.0, 0.2), (0.55, -0.05), (0.75, 0.35), (0.62, -0.35), (0.0, -0.6)], "#2b4f7d")
    canvas.shape([(0.75, 0.3), (0.95, 0.6), (0.68, 0.5), (0.45, 0.6)], "#2b4f7d")
    canvas.shape([(-0.55, -0.45), (0.35, -0.45), (0.1, -0.63), (-0.4, -0.63)], "#dfe8ea")
    canvas.disc(-0.34, -0.1, 0.05, "#fdfdfb")
    for x in (-0.35, 0.05):
        canvas.shape([(-0.17, 0.33), (-0.13, 0.33), (x, 0.8), (x - 0.06, 0.75)], "#7fb6d8")


def cat_painting(bench: Bench, piece: Piece) -> None:
    """A sitting black cat on red."""
    canvas = _Canvas(bench, piece, "#c9503a")
    canvas.shape([(-1.0, -1.0), (1.0, -1.0), (1.0, -0.7), (-1.0, -0.7)], "#8a2f26")
    canvas.disc(0.0, -0.42, 0.42, "#17181b")
    canvas.shape([(-0.3, -0.2), (0.3, -0.2), (0.2, 0.3), (-0.2, 0.3)], "#17181b")
    canvas.disc(0.0, 0.35, 0.27, "#17181b")
    canvas.shape([(-0.3, 0.45), (-0.08, 0.58), (-0.26, 0.82)], "#17181b")
    canvas.shape([(0.3, 0.45), (0.08, 0.58), (0.26, 0.82)], "#17181b")
    for x in (-0.11, 0.11):
        canvas.disc(x, 0.4, 0.06, "#e6d24a")
    canvas.shape(
        [(0.35, -0.7), (0.75, -0.5), (0.72, -0.1), (0.62, -0.15), (0.62, -0.45), (0.3, -0.6)], "#17181b"
    )


def fish_painting(bench: Bench, piece: Piece) -> None:
    """A red fish in a turquoise sea."""
    canvas = _Canvas(bench, piece, "#2f9aa0")
    canvas.shape([(-1.0, -1.0), (1.0, -1.0), (1.0, -0.75), (0.2, -0.6), (-1.0, -0.8)], "#e6d3a0")
    canvas.disc(-0.08, 0.05, 0.5, "#d9382f")
    canvas.shape([(0.2, 0.05), (0.75, 0.5), (0.62, 0.05), (0.75, -0.4)], "#d9382f")
    canvas.shape([(-0.2, 0.45), (0.15, 0.75), (0.15, 0.4)], "#ee7f1a")
    canvas.disc(-0.3, 0.15, 0.09, "#fdfbe8")
    canvas.disc(-0.31, 0.15, 0.045, "#17181b")
    for z, size in ((0.3, 0.04), (0.55, 0.055), (0.8, 0.07)):
        canvas.disc(-0.75, z, size, "#d6eef0")


def rainbow_painting(bench: Bench, piece: Piece) -> None:
    """A rainbow over a dark green hill."""
    canvas = _Canvas(bench, piece, "#cfe3ee")
    for i, colour in enumerate(("#c4302b", "#ee7f1a", "#f2c230", "#3f9e4f", "#2b7bbd", "#7b4f96", "#cfe3ee")):
        radius = 1.2 - 0.12 * i
        arc = [(0.7 * radius * cos(pi * j / 24), -0.55 + radius * sin(pi * j / 24)) for j in range(25)]
        canvas.shape(arc, colour)
    canvas.shape(
        [(-1.0, -1.0), (1.0, -1.0), (1.0, -0.35), (0.2, -0.6), (-0.5, -0.45), (-1.0, -0.65)], "#2f6b45"
    )


def stripes_painting(bench: Bench, piece: Piece) -> None:
    """Slanting stripes in many colours."""
    canvas = _Canvas(bench, piece, "#f2ead8")
    for i, colour in enumerate(("#1f4e79", "#2f9aa0", "#f2c230", "#ee7f1a", "#c4302b", "#7b4f96")):
        x = -0.95 + 0.27 * i
        canvas.shape([(x, -0.85), (x + 0.2, -0.85), (x + 0.55, 0.85), (x + 0.35, 0.85)], colour)


BUILDERS = {
    "abstract-painting": abstract_painting,
    "balloon-painting": balloon_painting,
    "boat-painting": boat_painting,
    "cat-painting": cat_painting,
    "fish-painting": fish_painting,
    "lemon-painting": lemon_painting,
    "lighthouse-painting": lighthouse_painting,
    "moon-painting": moon_painting,
    "mountain-painting": mountain_painting,
    "rainbow-painting": rainbow_painting,
    "rocket-painting": rocket_painting,
    "stripes-painting": stripes_painting,
    "whale-painting": whale_painting,
}
