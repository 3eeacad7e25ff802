"""Lamps with their light."""

from __future__ import annotations

from typing import TYPE_CHECKING

from environments.demo.model.plan import Finish, Piece

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench

_BLACK = Finish("lacquer", "#202124")


def floor_lamp(bench: Bench, piece: Piece) -> None:
    """A shade on a tall stem; ``accent`` is the stem."""
    w, _, h = piece.size
    stem, shade = Finish("metal", piece.accent), h * 0.19
    bench.cylinder((0.0, 0.0, 0.0), w * 0.36, 0.025, stem)
    bench.cylinder((0.0, 0.0, 0.02), 0.013, h - shade * 0.6, stem)
    _shade(bench, h - shade, shade, w / 2, piece.colour)
    bench.lamp((0.0, 0.0, h - shade * 0.45), 22.0)


def table_lamp(bench: Bench, piece: Piece) -> None:
    """A glazed foot under a cloth shade."""
    w, _, h = piece.size
    r = w * 0.3
    foot = [
        (0.0, 0.0),
        (r, 0.0),
        (r * 0.9, 0.02),
        (r * 0.5, 0.04),
        (r, h * 0.2),
        (r * 0.9, h * 0.32),
        (0.02, h * 0.5),
        (0.015, h * 0.7),
    ]
    bench.turned((0.0, 0.0, 0.0), foot, Finish("ceramic", piece.accent))
    _shade(bench, h * 0.55, h * 0.45, w / 2, piece.colour)
    bench.lamp((0.0, 0.0, h * 0.72), 9.0)


def desk_lamp(bench: Bench, piece: Piece) -> None:
    """A jointed work lamp that leans over the desk."""
    w, d, h = piece.size
    paint = Finish("lacquer", piece.colour)
    bench.cylinder((0.0, -d / 2 + 0.09, 0.0), 0.085, 0.025, paint)
    joint, head = (0.0, -d / 2 + 0.03, h * 0.55), (0.0, d / 2 - 0.12, h - 0.03)
    bench.rod([(0.0, -d / 2 + 0.09, 0.02), joint, head], 0.009, paint)
    bench.ball(joint, (0.018, 0.018, 0.018), paint)
    hood = [(0.02, 0.0), (0.03, -0.02), (0.055, -0.04), (w / 2, -0.13), (w / 2 - 0.006, -0.13), (0.04, -0.04)]
    bench.turned(head, hood, paint)
    bench.ball((head[0], head[1], head[2] - 0.09), (0.03, 0.03, 0.035), Finish("glow", "#fff0cf"))
    bench.lamp((head[0], head[1], head[2] - 0.15), 6.0, radius=0.04)


def pendant(bench: Bench, piece: Piece) -> None:
    """A bell on a cord; its upper end is the ceiling."""
    w, _, h = piece.size
    r, bell = w / 2, w * 0.55
    bench.cylinder((0.0, 0.0, bell), 0.006, h - bell, _BLACK)
    bench.cylinder((0.0, 0.0, h - 0.025), 0.05, 0.025, _BLACK)
    profile = [
        (r, 0.0),
        (r * 0.97, bell * 0.25),
        (r * 0.8, bell * 0.55),
        (r * 0.45, bell * 0.8),
        (r * 0.14, bell),
        (0.006, bell),
    ]
    bench.turned((0.0, 0.0, 0.0), profile, Finish("lacquer", piece.colour))
    bench.ball((0.0, 0.0, bell * 0.3), (0.05, 0.05, 0.06), Finish("glow", "#fff0cf"))
    bench.lamp((0.0, 0.0, -0.06), 26.0)


def paper_lantern(bench: Bench, piece: Piece) -> None:
    """A glowing ball on a cord; its upper end is the ceiling."""
    w, _, h = piece.size
    r = w / 2
    bench.cylinder((0.0, 0.0, 2 * r), 0.006, max(h - 2 * r, 0.01), _BLACK)
    bench.cylinder((0.0, 0.0, h - 0.025), 0.05, 0.025, _BLACK)
    bench.ball((0.0, 0.0, r), (r, r, r * 0.98), Finish("lampshade", piece.colour))
    bench.lamp((0.0, 0.0, r), 24.0, radius=r * 0.6)


def _shade(bench: Bench, foot: float, height: float, radius: float, colour: str) -> None:
    cloth = [
        (radius, foot),
        (radius * 0.72, foot + height),
        (radius * 0.71, foot + height),
        (radius * 0.985, foot),
    ]
    bench.turned((0.0, 0.0, 0.0), cloth, Finish("lampshade", colour))


BUILDERS = {
    "desk-lamp": desk_lamp,
    "floor-lamp": floor_lamp,
    "paper-lantern": paper_lantern,
    "pendant": pendant,
    "table-lamp": table_lamp,
}
