"""Plants in pots, flowers in vases, hedges and trees."""

from __future__ import annotations

import random
from math import cos, pi, sin
from typing import TYPE_CHECKING

from environments.demo.model.plan import Finish, Piece

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench, MeshPoint

_EARTH = Finish("paint", "#2c1f16")


def plant(bench: Bench, piece: Piece) -> None:
    """Long arching leaves out of a pot in the accent colour."""
    w, _, h = piece.size
    dice, pot = random.Random(piece.name), min(h * 0.3, 0.4)
    r = pot * 0.48
    rim = [(0.0, 0.0), (r * 0.75, 0.0), (r, pot), (r * 0.92, pot), (r * 0.9, pot - 0.03), (0.0, pot - 0.03)]
    bench.turned((0.0, 0.0, 0.0), rim, Finish("ceramic", piece.accent))
    bench.cylinder((0.0, 0.0, pot - 0.04), r * 0.88, 0.015, _EARTH)
    for i in range(34):
        turn, ring = i * 2.4, i / 34
        reach = (w / 2 - 0.01) * (0.35 + 0.65 * ring) * dice.uniform(0.85, 1.0)
        top = pot + (h - pot) * (1.0 - 0.75 * ring**1.5) * dice.uniform(0.85, 1.0)
        _leaf(bench, turn, reach, (pot - 0.03, top), 0.035 + 0.05 * h / 2, piece.colour)


def _leaf(
    bench: Bench, turn: float, reach: float, rise: tuple[float, float], width: float, colour: str
) -> None:
    side = (cos(turn + pi / 2), sin(turn + pi / 2))

    def blade(u: float, v: float) -> MeshPoint:
        out = reach * u**1.3
        z = (
            rise[0]
            + (rise[1] - rise[0]) * (1 - (1 - min(u * 1.35, 1.0)) ** 2)
            - 0.14 * reach * max(u - 0.7, 0.0) ** 2 * 11
        )
        half = width * (sin(pi * min(u * 0.98 + 0.02, 1.0)) ** 0.7) * (v - 0.5)
        fold = abs(v - 0.5) * width * 0.5
        return (out * cos(turn) + half * side[0], out * sin(turn) + half * side[1], z + fold)

    bench.sheet(blade, (10, 4), Finish("leaf", colour))


def tulips(bench: Bench, piece: Piece) -> None:
    """Cut flowers in a vase in the accent colour."""
    w, _, h = piece.size
    r, vase = w * 0.22, h * 0.5
    body = [
        (0.0, 0.0),
        (r * 0.7, 0.0),
        (r, vase * 0.4),
        (r * 0.6, vase * 0.85),
        (r * 0.75, vase),
        (r * 0.68, vase),
    ]
    bench.turned((0.0, 0.0, 0.0), body, Finish("ceramic", piece.accent))
    for i in range(9):
        turn, lean = i * 2.4, 0.12 + 0.88 * i / 9
        tip = (
            lean * (w / 2 - 0.045) * cos(turn),
            lean * (w / 2 - 0.045) * sin(turn),
            h - 0.055 - 0.1 * lean * h,
        )
        bench.rod([(0.0, 0.0, vase * 0.8), tip], 0.005, Finish("leaf", "#5c8f3f"))
        bench.ball(tip, (0.032, 0.032, 0.045), Finish("fabric", piece.colour))
    for i in range(5):
        _leaf(bench, i * 1.257, w * 0.4, (vase * 0.9, h * 0.85), 0.035, "#4f8a3a")


def grasses(bench: Bench, piece: Piece) -> None:
    """Long dry grasses in a tall vase in the accent colour."""
    w, _, h = piece.size
    r, vase, dice = w * 0.36, h * 0.45, random.Random(piece.name)
    body = [
        (0.0, 0.0),
        (r * 0.7, 0.0),
        (r, vase * 0.45),
        (r * 0.75, vase * 0.85),
        (r * 0.55, vase),
        (r * 0.5, vase),
    ]
    bench.turned((0.0, 0.0, 0.0), body, Finish("ceramic", piece.accent))
    for i in range(16):
        turn, lean = i * 2.4, (w / 2 - 0.05) * (0.2 + 0.8 * i / 16)
        tip = (lean * cos(turn), lean * sin(turn), h - 0.1 - 0.2 * dice.random())
        bench.rod([(0.0, 0.0, vase * 0.9), tip], 0.004, Finish("paint", "#b08f4f"))
        bench.ball(tip, (0.02, 0.02, 0.085), Finish("fabric", piece.colour))


def cactus(bench: Bench, piece: Piece) -> None:
    """A cactus with two arms in a pot in the accent colour."""
    w, _, h = piece.size
    pot, r, green = h * 0.24, w * 0.2, Finish("leaf", piece.colour)
    rim = [(0.0, 0.0), (r * 1.0, 0.0), (r * 1.4, pot), (r * 1.28, pot), (0.0, pot - 0.03)]
    bench.turned((0.0, 0.0, 0.0), rim, Finish("ceramic", piece.accent))
    bench.ball((0.0, 0.0, (pot + h) / 2), (r * 0.8, r * 0.8, (h - pot) / 2), green)
    for side, up, tall in ((-1, 0.5, 0.22), (1, 0.4, 0.3)):
        x = side * (w / 2 - r * 0.45)
        bench.rod([(0.0, 0.0, h * up), (x, 0.0, h * (up + 0.03))], r * 0.38, green)
        bench.ball((x, 0.0, h * (up + 0.02 + tall / 2)), (r * 0.43, r * 0.43, h * tall / 2 + 0.03), green)


def hill(bench: Bench, piece: Piece) -> None:
    """A long rise of the land, far away."""
    w, d, h = piece.size
    bench.ball((0.0, 0.0, 0.0), (w / 2, d / 2, h), Finish("grass", piece.colour))


def hedge(bench: Bench, piece: Piece) -> None:
    """A clipped hedge."""
    w, d, h = piece.size
    bench.block((0.0, 0.0, h / 2), (w, d, h), Finish("leaf", piece.colour), 0.12)
    dice = random.Random(piece.name)
    for _ in range(int(w * 16)):
        x, y, z = dice.uniform(-w / 2, w / 2), dice.uniform(-d / 2, d / 2), dice.uniform(0.3 * h, h)
        bench.ball((x, y, z), (0.16, d * 0.16, 0.14), Finish("leaf", piece.colour))


def tree(bench: Bench, piece: Piece) -> None:
    """A round tree: a trunk and a crown of many small globes."""
    w, d, h = piece.size
    dice = random.Random(piece.name)
    bench.cylinder((0.0, 0.0, 0.0), 0.16, h * 0.5, Finish("wood", "#5b4331"), top=0.09)
    for i in range(70):
        turn, up = i * 2.4, 1 - 2 * (i + 0.5) / 70
        ring = (1 - up * up) ** 0.5 * dice.uniform(0.6, 0.82)
        at = (w / 2 * ring * cos(turn), d / 2 * ring * sin(turn), h * 0.66 + up * h * 0.26)
        size = w * dice.uniform(0.08, 0.14)
        bench.ball(at, (size, size, size * 0.8), Finish("leaf", piece.colour))


def flower_box(bench: Bench, piece: Piece) -> None:
    """A trough full of blossoms."""
    w, d, h = piece.size
    dice = random.Random(piece.name)
    bench.box((-w / 2, -d / 2, 0.0), (w / 2, d / 2, h * 0.55), Finish("paint", piece.accent), 0.015)
    for _ in range(int(w * 60)):
        x, y = dice.uniform(-w / 2 + 0.05, w / 2 - 0.05), dice.uniform(-d / 2 + 0.05, d / 2 - 0.05)
        bench.ball((x, y, h * 0.62 + dice.uniform(0.0, 0.1)), (0.06, 0.06, 0.07), Finish("leaf", "#4a7a38"))
        bench.ball((x, y, h - dice.uniform(0.03, 0.14)), (0.03, 0.03, 0.025), Finish("fabric", piece.colour))


BUILDERS = {
    "cactus": cactus,
    "flower-box": flower_box,
    "grasses": grasses,
    "hedge": hedge,
    "hill": hill,
    "plant": plant,
    "tree": tree,
    "tulips": tulips,
}
