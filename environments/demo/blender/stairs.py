"""The wooden stairs. The front is +y; the climb begins there on the left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from environments.demo.model.plan import Box, Finish, Piece
from environments.demo.model.stairs import HANDRAIL, staircase

if TYPE_CHECKING:
    from environments.demo.blender.bench import Bench, MeshPoint

_NOSING, _BOARD = 0.025, 0.035
_POST = 0.035


def stairs(bench: Bench, piece: Piece) -> None:
    """Steps in ``colour`` on risers in ``accent``, newel posts, and handrails on slim balusters along the well."""
    parts, wood, light = staircase(piece), Finish("wood", piece.colour), Finish("wood", piece.accent)
    for step in parts.lower:
        _step(bench, step, _NOSING, wood, light)
    for step in parts.upper:
        _step(bench, step, -_NOSING, wood, light)
    bench.box(parts.landing.low, _lowered(parts.landing), light, 0.0)
    bench.box(
        (parts.landing.low[0], parts.landing.low[1], parts.landing.high[2] - _BOARD), parts.landing.high, wood
    )
    _banister(bench, parts.lower, -_POST, wood, light)
    _banister(bench, parts.upper, _POST, wood, light)


def _step(bench: Bench, step: Box, nosing: float, wood: Finish, light: Finish) -> None:
    """A tread that projects over its riser, towards a person climbing."""
    bench.box(step.low, _lowered(step), light, 0.0)
    low, high = (step.low[0], step.low[1] + min(nosing, 0.0)), (step.high[0], step.high[1] + max(nosing, 0.0))
    bench.box((*low, step.high[2] - _BOARD), (*high, step.high[2]), wood, 0.008)


def _banister(bench: Bench, flight: list[Box], x: float, wood: Finish, light: Finish) -> None:
    nosings = [_middle(step, x) for step in flight]
    rail = [(x, y, z + HANDRAIL - 0.03) for x, y, z in (nosings[0], nosings[-1])]
    bench.rod(rail, 0.028, wood)
    for at, top in zip(nosings, _between(rail[0][2], rail[1][2], len(nosings)), strict=True):
        bench.rod([at, (at[0], at[1], top)], 0.012, light)
    for x, y, z in (nosings[0], nosings[-1]):
        bench.box((x - 0.035, y - 0.035, z - 0.2), (x + 0.035, y + 0.035, z + HANDRAIL - 0.02), wood, 0.01)
        bench.ball((x, y, z + HANDRAIL), (0.045, 0.045, 0.04), wood)


def _middle(step: Box, x: float) -> MeshPoint:
    return (x, (step.low[1] + step.high[1]) / 2, step.high[2])


def _lowered(box: Box) -> MeshPoint:
    return (box.high[0], box.high[1], box.high[2] - _BOARD)


def _between(start: float, end: float, count: int) -> list[float]:
    return [start + (end - start) * i / (count - 1) for i in range(count)]


BUILDERS = {"staircase": stairs}
