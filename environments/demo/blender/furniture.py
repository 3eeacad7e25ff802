"""Building the pieces of the house description in the scene."""

from __future__ import annotations

from math import radians
from typing import Any

from mathutils import Matrix

from environments.demo.blender import (
    bathroom,
    beds,
    greenery,
    lamps,
    outdoors,
    paintings,
    playthings,
    seating,
    stairs,
    storage,
    tables,
    walls,
    workshop,
)
from environments.demo.blender.bench import Bench
from environments.demo.model.plan import House, Piece

_BUILDERS = {
    kind: builder
    for module in (
        bathroom,
        beds,
        greenery,
        lamps,
        outdoors,
        paintings,
        playthings,
        seating,
        stairs,
        storage,
        tables,
        walls,
        workshop,
    )
    for kind, builder in module.BUILDERS.items()
}


def furnish(house: House, numbers: dict[str, int]) -> dict[str, list[Any]]:
    """Build every piece; returns the meshes of each. ``numbers`` are their values in identity pictures."""
    return {
        piece.name: _build(piece, level.floor, numbers.get(piece.name, 0))
        for level, _, piece in house.pieces()
    }


def _build(piece: Piece, floor: float, number: int) -> list[Any]:
    turn = Matrix.Rotation(-radians(piece.heading_deg), 4, "Z")
    bench = Bench(piece.name, Matrix.Translation((*piece.at, floor + piece.above)) @ turn, number)
    _BUILDERS[piece.kind](bench, piece)
    return bench.parts
