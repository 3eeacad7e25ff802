"""Tables and objects on them. The front is +y."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from environments.demo.model.plan import Finish, Piece

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench


def round_table(bench: Bench, piece: Piece) -> None:
    """A round top on a turned foot."""
    w, _, h = piece.size
    wood = Finish("wood", piece.colour)
    bench.cylinder((0.0, 0.0, h - 0.035), w / 2, 0.035, wood, bevel=0.01)
    bench.turned(
        (0.0, 0.0, 0.0),
        [
            (0.0, 0.0),
            (0.3, 0.0),
            (0.3, 0.03),
            (0.2, 0.06),
            (0.06, 0.1),
            (0.045, 0.35),
            (0.06, h - 0.06),
            (0.16, h - 0.03),
        ],
        Finish("lacquer", piece.accent),
    )


def coffee_table(bench: Bench, piece: Piece) -> None:
    """A low round table on three splayed legs, with two books and a cup."""
    w, _, h = piece.size
    wood = Finish("wood", piece.colour)
    top = h - 0.1
    bench.cylinder((0.0, 0.0, top - 0.035), w / 2, 0.035, wood, bevel=0.012)
    for i in range(3):
        x, y = cos(2 * pi * i / 3 + 0.5), sin(2 * pi * i / 3 + 0.5)
        bench.rod([(x * 0.44 * w, y * 0.44 * w, 0.02), (x * 0.28 * w, y * 0.28 * w, top - 0.03)], 0.02, wood)
    bench.block((-0.12, 0.05, top + 0.015), (0.3, 0.22, 0.03), Finish("lacquer", "#2f6f8f"), turn=(0, 0, 0.3))
    bench.block(
        (-0.11, 0.06, top + 0.042), (0.24, 0.18, 0.025), Finish("lacquer", "#d9a23a"), turn=(0, 0, -0.1)
    )
    bench.turned(
        (0.2, -0.1, top),
        [(0.0, 0.002), (0.03, 0.0), (0.042, 0.08), (0.036, 0.08), (0.028, 0.01)],
        Finish("ceramic", "#f2f2ee"),
    )


def desk(bench: Bench, piece: Piece) -> None:
    """A writing desk with a drawer unit on its right side."""
    w, d, h = piece.size
    wood, drawers = Finish("wood", piece.colour), Finish("lacquer", piece.accent)
    bench.box((-w / 2, -d / 2, h - 0.04), (w / 2, d / 2, h), wood, 0.01)
    for y in (-d / 2 + 0.06, d / 2 - 0.06):
        bench.box((-w / 2 + 0.04, y - 0.025, 0.0), (-w / 2 + 0.09, y + 0.025, h - 0.04), wood)
    left, right = w / 2 - 0.46, w / 2 - 0.04
    bench.box((left, -d / 2 + 0.03, 0.04), (right, d / 2 - 0.05, h - 0.04), drawers)
    for i in range(3):
        low = 0.07 + i * 0.21
        bench.box((left + 0.02, d / 2 - 0.055, low), (right - 0.02, d / 2 - 0.03, low + 0.19), drawers, 0.008)
        bench.rod(
            [(left + 0.15, d / 2 - 0.015, low + 0.13), (right - 0.15, d / 2 - 0.015, low + 0.13)],
            0.008,
            Finish("metal", "#d4b26a"),
        )


def console(bench: Bench, piece: Piece) -> None:
    """A narrow hall table with a shelf below."""
    w, d, h = piece.size
    wood = Finish("wood", piece.colour)
    for x in (-w / 2 + 0.03, w / 2 - 0.03):
        for y in (-d / 2 + 0.03, d / 2 - 0.03):
            bench.box((x - 0.02, y - 0.02, 0.0), (x + 0.02, y + 0.02, h - 0.03), wood)
    bench.box((-w / 2, -d / 2, h - 0.035), (w / 2, d / 2, h), wood, 0.01)
    bench.box((-w / 2 + 0.02, -d / 2 + 0.02, 0.22), (w / 2 - 0.02, d / 2 - 0.02, 0.245), wood)
    bench.box((-w / 2 + 0.03, -d / 2 + 0.02, h - 0.14), (w / 2 - 0.03, d / 2 - 0.012, h - 0.035), wood)
    for x in (-w / 4, w / 4):
        bench.ball((x, d / 2 - 0.008, h - 0.09), (0.014, 0.014, 0.014), Finish("metal", "#d4b26a"))


def laptop(bench: Bench, piece: Piece) -> None:
    """An open laptop."""
    w, d, h = piece.size
    shell = Finish("metal", piece.colour)
    bench.box((-w / 2, -d / 2 + 0.02, 0.0), (w / 2, d / 2, 0.018), shell)
    bench.box(
        (-w / 2 + 0.02, -d / 2 + 0.08, 0.016),
        (w / 2 - 0.02, d / 2 - 0.09, 0.02),
        Finish("lacquer", "#222428"),
    )
    tilt = (0.0, -d / 2 + 0.022, h / 2 + 0.008)
    bench.block(tilt, (w, 0.012, h - 0.02), shell, 0.005, (0.0, 0.0, 0.0))
    bench.block(
        (0.0, -d / 2 + 0.03, h / 2 + 0.01), (w - 0.03, 0.004, h - 0.05), Finish("glow", piece.accent), 0.0
    )


def globe(bench: Bench, piece: Piece) -> None:
    """A globe on a brass foot: blue seas, green lands."""
    w, _, h = piece.size
    brass, radius = Finish("metal", "#c9a34e"), w / 2 - 0.02
    centre = h - radius - 0.02
    bench.cylinder((0.0, 0.0, 0.0), 0.09, 0.02, brass)
    bench.cylinder((0.0, 0.0, 0.02), 0.014, centre - radius, brass)
    bench.ball((0.0, 0.0, centre), (radius,) * 3, Finish("lacquer", piece.colour))
    for turn, tilt, size in (
        (0.2, 0.3, 0.6),
        (1.7, 0.5, 0.45),
        (2.9, -0.2, 0.55),
        (4.2, 0.2, 0.6),
        (5.3, -0.5, 0.4),
    ):
        x, y, z = cos(turn) * cos(tilt), sin(turn) * cos(tilt), sin(tilt)
        at = (x * radius * 0.52, y * radius * 0.52, centre + z * radius * 0.52)
        bench.ball(at, (radius * size * 0.9,) * 3, Finish("lacquer", piece.accent))
    bench.rod(
        [((radius + 0.012) * cos(a), 0.0, centre + (radius + 0.012) * sin(a)) for a in _arc(-1.6, 1.6, 14)],
        0.007,
        brass,
    )


def fruit_bowl(bench: Bench, piece: Piece) -> None:
    """A bowl of fruit."""
    w, _, h = piece.size
    r = w / 2
    bowl = [
        (0.0, 0.0),
        (r * 0.45, 0.0),
        (r * 0.85, h * 0.35),
        (r, h * 0.65),
        (r * 0.96, h * 0.65),
        (r * 0.8, h * 0.36),
        (0.0, 0.03),
    ]
    bench.turned((0.0, 0.0, 0.0), bowl, Finish("ceramic", piece.accent))
    fruit = Finish("lacquer", piece.colour)
    for i in range(5):
        bench.ball(
            (r * 0.5 * cos(i * 1.257), r * 0.5 * sin(i * 1.257), h * 0.52), (0.042, 0.042, 0.04), fruit
        )
    bench.ball((0.0, 0.0, h - 0.04), (0.042, 0.042, 0.04), fruit)


def kettle(bench: Bench, piece: Piece) -> None:
    """A stove kettle with a bow handle."""
    w, _, h = piece.size
    r = w / 2 - 0.02
    paint = Finish("ceramic", piece.colour)
    body = [
        (0.0, 0.0),
        (r, 0.0),
        (r, 0.03),
        (r * 0.9, h * 0.4),
        (r * 0.6, h * 0.6),
        (r * 0.3, h * 0.66),
        (0.0, h * 0.67),
    ]
    bench.turned((0.0, 0.0, 0.0), body, paint)
    bench.ball((0.0, 0.0, h * 0.7), (0.014, 0.014, 0.014), Finish("lacquer", "#222222"))
    bench.rod(
        [(r * 0.8 * cos(a), 0.0, h * 0.55 + (h * 0.42) * sin(a)) for a in _arc(0.0, pi, 12)],
        0.009,
        Finish("lacquer", "#222222"),
    )
    bench.rod([(r * 0.7, 0.0, h * 0.3), (r + 0.015, 0.0, h * 0.5)], 0.014, paint)


def _arc(start: float, end: float, steps: int) -> list[float]:
    return [start + (end - start) * i / steps for i in range(steps + 1)]


BUILDERS = {
    "coffee-table": coffee_table,
    "console": console,
    "desk": desk,
    "fruit-bowl": fruit_bowl,
    "globe": globe,
    "kettle": kettle,
    "laptop": laptop,
    "round-table": round_table,
}
