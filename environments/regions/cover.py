"""Any regions together as parts that do not overlap: convex pieces, and boxes in longitude and latitude.

Every area of the room is computed from these parts, exactly: pieces are clipped by pieces, boxes by boxes, and what a
piece shares with a box is an integral in closed form (bands.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import pi
from typing import TYPE_CHECKING

import numpy as np

from environments.regions import bands, kernels
from environments.regions.polygons import ConvexPiece, convex_pieces, piece_area
from environments.regions.shapes import LatLonBox, Mask, Polygon, Region, ViewBox

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_ROUNDING = 4e-15
"""Width in radians of the slivers that rounding leaves beside a cut."""


@dataclass(frozen=True, slots=True)
class Cover:
    """Parts of a union of regions.

    Attributes:
        pieces: convex, none overlaps another.
        boxes: (m, 4) west, width, low and high of boxes, none overlaps another; they may overlap pieces.
    """

    pieces: tuple[ConvexPiece, ...]
    boxes: Floats

    def area(self) -> float:
        """Steradians."""
        twice = sum(float(bands.bands_area(*piece, self.boxes)) for piece in self.pieces)
        return sum(map(piece_area, self.pieces)) + _boxes_area(self.boxes) - twice


def cover(regions: Sequence[Region]) -> Cover:
    """The parts of a union of regions."""
    drawn = [_pieces(region) for region in regions if isinstance(region, ViewBox | Polygon)]
    boxes = [boxes_of(region) for region in regions if isinstance(region, LatLonBox | Mask)]
    return Cover(tuple(_apart(drawn)), boxes[0] if len(boxes) == 1 else _apart_boxes(boxes))


def shared_area(first: Sequence[Region], second: Sequence[Region]) -> float:
    """Steradians that two unions of regions share."""
    one, other = cover(first), cover(second)
    if (one.pieces and len(one.boxes)) or (other.pieces and len(other.boxes)):
        both = cover([*first, *second]).area()
        return max(0.0, one.area() + other.area() - both)
    return (
        _shared_pieces(one.pieces, other.pieces)
        + float(bands.shared_by_boxes(one.boxes, other.boxes))
        + sum(float(bands.bands_area(*piece, other.boxes)) for piece in one.pieces)
        + sum(float(bands.bands_area(*piece, one.boxes)) for piece in other.pieces)
    )


def _pieces(region: ViewBox | Polygon) -> list[ConvexPiece]:
    if isinstance(region, Polygon):
        return convex_pieces(region.points)
    points, edges = np.empty((4, 3)), np.empty((4, 3))
    kernels.fill_view(region.heading, region.elevation, region.width, region.height, points, edges)
    return [ConvexPiece(points, edges)]


def boxes_of(region: LatLonBox | Mask) -> Floats:
    """The box itself, or a mask's cells, joined within each row: (m, 4)."""
    if isinstance(region, LatLonBox):
        return np.array([[region.west, region.width, region.low, region.high]])
    padded = np.pad(region.cells().astype(np.int8), ((0, 0), (1, 1)))
    changes = np.diff(padded, axis=1)
    row, begin = np.nonzero(changes == 1)
    end = np.nonzero(changes == -1)[1]
    side, step = 2 * pi / region.columns, pi / region.rows
    return np.stack(
        [begin * side - pi, (end - begin) * side, pi / 2 - (row + 1) * step, pi / 2 - row * step], axis=1
    )


def _boxes_area(boxes: Floats) -> float:
    low, high = boxes[:, 2], boxes[:, 3]
    return float((boxes[:, 1] * 2 * np.sin((high - low) / 2) * np.cos((high + low) / 2)).sum())


def _apart(drawn: Sequence[list[ConvexPiece]]) -> Iterable[ConvexPiece]:
    """The pieces of each region that no region before it has."""
    before: list[ConvexPiece] = []
    for pieces in drawn:
        left = list(pieces)
        for other in before:
            left = [part for piece in left for part in _without(piece, other)]
        yield from left
        before += pieces


def _without(piece: ConvexPiece, other: ConvexPiece) -> list[ConvexPiece]:
    """The convex pieces of what is outside another."""
    rest, outside = piece, []
    sliver = _ROUNDING * float(np.sqrt(piece_area(piece)))
    for edge in other.edges:
        part = _cut(rest, edge, -1.0)
        if part is not None and piece_area(part) > sliver:
            outside.append(part)
        inner = _cut(rest, edge, 1.0)
        if inner is None or piece_area(inner) <= sliver:
            return [piece]  # it has nothing of the other
        rest = inner
    return outside


def _cut(piece: ConvexPiece, normal: Floats, sign: float) -> ConvexPiece | None:
    room = 2 * len(piece.points) + 2
    points, edges = np.empty((room, 3)), np.empty((room, 3))
    count = kernels.cut(*piece, len(piece.points), normal, sign, points, edges)
    return ConvexPiece(points[:count], edges[:count]) if count else None


def _shared_pieces(first: Sequence[ConvexPiece], second: Sequence[ConvexPiece]) -> float:
    return sum(_clipped_area(one, other) for one in first for other in second)


def _clipped_area(one: ConvexPiece, other: ConvexPiece) -> float:
    if piece_area(one) > piece_area(other):  # the smaller is clipped: its sides are shorter
        one, other = other, one
    size, sides = len(one.points), len(other.points)
    rooms = [np.empty((2 * (size + sides), 3)) for _ in range(4)]
    rooms[0][:size], rooms[1][:size] = one
    count = kernels.clip(rooms[0], rooms[1], size, other.edges, sides, rooms[2], rooms[3])
    return float(kernels.convex_area(rooms[0], rooms[1], count))


def _apart_boxes(several: Sequence[Floats]) -> Floats:
    """The same area in boxes that do not overlap, each from one limit of elevation to the next."""
    boxes = np.concatenate([np.empty((0, 4)), *several])
    limits = np.unique(boxes[:, 2:])
    found = [np.empty((0, 4))]
    for low, high in pairwise(limits.tolist()):
        spans = _merged(boxes[(boxes[:, 2] <= low) & (boxes[:, 3] >= high)])
        band = np.broadcast_to([low, high], (len(spans), 2))
        found.append(np.concatenate([spans, band], axis=1))
    return np.concatenate(found)


def _merged(boxes: Floats) -> Floats:
    """The headings that boxes cover, as (k, 2) west and width, cut at the seam."""
    west, east = boxes[:, 0], boxes[:, 0] + boxes[:, 1]
    over = east > pi
    begin = np.concatenate([west, np.full(over.sum(), -pi)])
    end = np.concatenate([np.minimum(east, pi), east[over] - 2 * pi])
    order = np.argsort(begin)
    spans: list[list[float]] = []
    for start, stop in zip(begin[order].tolist(), end[order].tolist(), strict=True):
        if spans and start <= spans[-1][1]:
            spans[-1][1] = max(spans[-1][1], stop)
        else:
            spans.append([start, stop])
    found = np.array(spans).reshape(-1, 2)
    return np.stack([found[:, 0], found[:, 1] - found[:, 0]], axis=1)
