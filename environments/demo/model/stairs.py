"""A half-turn staircase: a flight up, a landing as wide as both, a flight back. In the piece's frame, without Blender.

The climb starts at the piece's front on its left and ends above the front on its right. The piece's height is that of
the climb and the handrail above it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from environments.demo.model.plan import Box

if TYPE_CHECKING:
    from environments.demo.model.plan import Piece

HANDRAIL = 0.9
_RISER, _TREAD, _WELL = 0.185, 0.25, 0.1
_SLAB = 0.24


class Staircase(NamedTuple):
    """A staircase: the steps of each flight, lowest first, the landing, and the gap between the flights with its
    handrails."""

    lower: list[Box]
    landing: Box
    upper: list[Box]
    well: Box


def staircase(piece: Piece) -> Staircase:
    """The staircase that fills a piece's size."""
    width, depth, height = piece.size
    climb = height - HANDRAIL
    steps = round(climb / _RISER / 2) - 1  # per flight, without the landing or the upper floor as its last
    rise = climb / (2 * (steps + 1))
    left, right, front = -width / 2, width / 2, depth / 2
    turn, half = front - steps * _TREAD, climb / 2

    def lower(i: int) -> Box:
        return Box((left, front - (i + 1) * _TREAD, 0.0), (-_WELL / 2, front - i * _TREAD, (i + 1) * rise))

    def upper(i: int) -> Box:
        top = half + (i + 1) * rise
        return Box((_WELL / 2, turn + i * _TREAD, top - _SLAB), (right, turn + (i + 1) * _TREAD, top))

    return Staircase(
        lower=[lower(i) for i in range(steps)],
        landing=Box((left, -depth / 2, half - _SLAB), (right, turn, half)),
        upper=[upper(i) for i in range(steps)],
        well=Box((-_WELL / 2, turn, 0.0), (_WELL / 2, front, height)),
    )


def obstacles(piece: Piece) -> list[Box]:
    """The parts of a piece that block walking and seeing, in its own frame; of stairs, not the air above the steps."""
    if piece.kind != "staircase":
        return [piece.local_box]
    stairs = staircase(piece)
    return [*stairs.lower, stairs.landing, *stairs.upper, stairs.well]
