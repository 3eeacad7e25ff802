"""Mirrors, clocks, curtains, coats, rugs: flat objects on walls and floors. The front is +y."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import TYPE_CHECKING

from environments.demo.model.plan import Finish, Piece

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench, MeshPoint

_INK = Finish("lacquer", "#1f2124")


def mirror(bench: Bench, piece: Piece) -> None:
    """A round mirror in a frame."""
    w, d, _ = piece.size
    ring = [(w / 2 - 0.05, 0.0), (w / 2, 0.0), (w / 2, d * 0.7), (w / 2 - 0.02, d), (w / 2 - 0.05, d * 0.6)]
    _dial(bench, piece, ring, Finish("metal", piece.colour))
    _dial(bench, piece, [(w / 2 - 0.03, d * 0.4), (0.0, d * 0.4)], Finish("mirror", "#f5f7f7"))


def clock(bench: Bench, piece: Piece) -> None:
    """A round wall clock at ten past ten."""
    w, d, h = piece.size
    _dial(
        bench,
        piece,
        [(0.0, 0.0), (w / 2, 0.0), (w / 2, d), (w / 2 - 0.03, d), (w / 2 - 0.03, d * 0.5)],
        Finish("lacquer", piece.colour),
    )
    _dial(bench, piece, [(w / 2 - 0.02, d * 0.5), (0.0, d * 0.5)], Finish("paint", "#fdfcf7"))
    for i in range(12):
        turn = i * pi / 6
        at = (w * 0.37 * sin(turn), -d / 2 + d * 0.55, h / 2 + w * 0.37 * cos(turn))
        bench.block(at, (0.008, 0.004, 0.035), _INK, 0.0, (0.0, turn, 0.0))
    for turn, length in ((-1.05, w * 0.2), (1.05, w * 0.32)):
        tip = (length * sin(turn), -d / 2 + d * 0.62, h / 2 + length * cos(turn))
        bench.rod([(0.0, -d / 2 + d * 0.62, h / 2), tip], 0.006, _INK)


def _dial(bench: Bench, piece: Piece, profile: list[tuple[float, float]], finish: Finish) -> None:
    """A lathe profile whose axis looks to the front."""
    _, d, h = piece.size

    def face(u: float, v: float) -> MeshPoint:
        radius, out = profile[round(v * (len(profile) - 1))]
        return (radius * cos(2 * pi * u), -d / 2 + out, h / 2 + radius * sin(2 * pi * u))

    bench.sheet(face, (56, len(profile) - 1), finish)


def curtains(bench: Bench, piece: Piece) -> None:
    """A pair of curtains drawn to the sides, on a rod."""
    w, d, h = piece.size
    bench.rod(
        [(-w / 2 + 0.02, 0.0, h - 0.03), (w / 2 - 0.02, 0.0, h - 0.03)], 0.014, Finish("metal", piece.accent)
    )
    for x in (-w / 2 + 0.02, w / 2 - 0.02):
        bench.ball((x, 0.0, h - 0.03), (0.02, 0.03, 0.03), Finish("metal", piece.accent))
    for side in (-1, 1):
        bench.sheet(_drape(side, w, d, h), (72, 6), Finish("sheer", piece.colour))


def _drape(side: int, w: float, d: float, h: float) -> Callable[[float, float], MeshPoint]:
    wide = w * 0.17

    def cloth(u: float, v: float) -> MeshPoint:
        fold = (d / 2 - 0.015) * sin(u * 2 * pi * 6.5) * (0.55 + 0.45 * (1 - v))
        return (side * (w / 2 - 0.04 - wide * u * (1.0 - 0.12 * sin(pi * v))), fold, 0.01 + (h - 0.04) * v)

    return cloth


def rug(bench: Bench, piece: Piece) -> None:
    """A striped rug with a border."""
    w, d, h = piece.size
    bench.box((-w / 2, -d / 2, 0.0), (w / 2, d / 2, h * 0.8), Finish("fabric", piece.accent), 0.004)
    bench.box(
        (-w / 2 + 0.1, -d / 2 + 0.1, h * 0.4),
        (w / 2 - 0.1, d / 2 - 0.1, h),
        Finish("stripes", piece.colour, piece.accent),
        0.003,
    )


def patterned_rug(bench: Bench, piece: Piece) -> None:
    """A rug of lozenges within a border."""
    w, d, h = piece.size
    field, figure = Finish("carpet", piece.colour), Finish("carpet", piece.accent)
    bench.box((-w / 2, -d / 2, 0.0), (w / 2, d / 2, h * 0.7), field, 0.004)
    for inset, finish, up in ((0.06, figure, 0.78), (0.11, field, 0.84)):
        bench.box((-w / 2 + inset, -d / 2 + inset, 0.0), (w / 2 - inset, d / 2 - inset, h * up), finish, 0.0)
    columns, rows = max(round(w / 0.42), 2), max(round(d / 0.42), 2)
    across, along = (w - 0.3) / columns, (d - 0.3) / rows
    for i in range(columns):
        for j in range(rows):
            at = (-w / 2 + 0.15 + (i + 0.5) * across, -d / 2 + 0.15 + (j + 0.5) * along)
            for share, finish, up in ((0.94, figure, 0.9), (0.62, field, 0.95), (0.3, figure, 1.0)):
                _lozenge(bench, at, (across * share, along * share), h * up, finish)


def _lozenge(
    bench: Bench, at: tuple[float, float], size: tuple[float, float], height: float, finish: Finish
) -> None:
    def fan(u: float, v: float) -> MeshPoint:
        x, y = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 0))[round(4 * u)]
        return (at[0] + x * v * size[0] / 2, at[1] + y * v * size[1] / 2, height)

    bench.sheet(fan, (4, 1), finish)


def round_rug(bench: Bench, piece: Piece) -> None:
    """A round rug with a ring."""
    w, _, h = piece.size
    bench.cylinder((0.0, 0.0, 0.0), w / 2, h * 0.7, Finish("carpet", piece.colour))
    bench.cylinder((0.0, 0.0, 0.0), w * 0.4, h * 0.85, Finish("carpet", piece.accent))
    bench.cylinder((0.0, 0.0, 0.0), w * 0.34, h, Finish("carpet", piece.colour))


def coat_rack(bench: Bench, piece: Piece) -> None:
    """A board with hooks and two coats."""
    w, d, h = piece.size
    bench.box((-w / 2, -d / 2, h - 0.14), (w / 2, -d / 2 + 0.03, h - 0.02), Finish("wood", "#7a5433"))
    for i in range(4):
        x = -w / 2 + w * (i + 0.5) / 4
        bench.rod(
            [(x, -d / 2 + 0.02, h - 0.09), (x, -d / 2 + 0.09, h - 0.06)], 0.01, Finish("metal", "#c9a34e")
        )
    for x, colour, length in ((-w * 0.27, piece.colour, 0.98), (w * 0.15, piece.accent, 0.85)):
        _coat(bench, x, -d / 2 + d * 0.5, (h - 0.1, h * length), colour, d)


def _coat(bench: Bench, x: float, y: float, hang: tuple[float, float], colour: str, d: float) -> None:
    top, length = hang

    def cloth(u: float, v: float) -> MeshPoint:
        around, down = 2 * pi * u, 1 - v
        half = (0.05 + 0.14 * min(down * 5, 1.0) + 0.05 * down) * (1 + 0.04 * sin(9 * around))
        deep = (d / 2 - 0.03) * min(0.3 + down * 3, 1.0)
        return (x + half * cos(around), y + deep * 0.8 * sin(around), top - (length - 0.12) * down)

    bench.sheet(cloth, (64, 14), Finish("fabric", colour))


BUILDERS = {
    "clock": clock,
    "coat-rack": coat_rack,
    "curtains": curtains,
    "mirror": mirror,
    "patterned-rug": patterned_rug,
    "round-rug": round_rug,
    "rug": rug,
}
