"""Furniture for a room: every piece where nothing else stands, and where nobody walks."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from environments.demo.held_out.furniture import ACCENTS, COLOURS, SMALL, WARES, Ware
from environments.demo.model.plan import EAST, NORTH, SOUTH, WEST, Piece

if TYPE_CHECKING:
    import numpy as np

    from environments.demo.held_out.layout import RoomPlot

    Point = tuple[float, float]
    Segment = tuple[Point, Point]
    Area = tuple[float, float, float, float]  # west, south, east, north

WALKING = 0.42
"""Metres beside a walk in which nothing stands: shoulders, and some more."""
_TRIES = 60
_BACK = 0.02  # metres between a wall and what stands before it
_LOW = 0.75  # what is higher does not stand before a window
_FRONT = {"N": SOUTH, "E": WEST, "S": NORTH, "W": EAST}
_FROM_MIDDLE = 0.35  # share of a room's size in which lamps hang and rugs lie


@dataclass(slots=True)
class Furnisher:
    """Furnishes rooms of one house.

    Args:
        named: labels that are used already; shared by all rooms, since each label names one piece.
    """

    random: np.random.Generator
    ceiling: float
    named: set[str] = field(default_factory=set)

    def furnish(self, room: RoomPlot, walks: list[Segment]) -> tuple[Piece, ...]:
        """Pieces for a room: those that it needs, some of those that it may have, and curtains."""
        possible = [room.use.possible[i] for i in self.random.permutation(len(room.use.possible)).tolist()]
        kinds = [*room.use.needed, *possible[: max(3, len(possible) - 2)]]
        pieces: list[Piece] = []
        taken: list[tuple[Area, float, float]] = []
        for kind in sorted(kinds, key=lambda kind: -WARES[kind].size[0] * WARES[kind].size[1]):
            found = self._place(room, WARES[kind], walks, taken)
            if found is not None:
                pieces += found
        return (*pieces, *self._curtains(room))

    def _place(
        self, room: RoomPlot, ware: Ware, walks: list[Segment], taken: list[tuple[Area, float, float]]
    ) -> list[Piece] | None:
        """A piece, and what stands on it; None if there is no space for it."""
        for _ in range(_TRIES):
            at, heading, side = self._spot(room, ware)
            area = _footprint(at, ware, heading)
            above = self.ceiling - ware.size[2] if ware.spot == "ceiling" else ware.above
            rise = (above, above + ware.size[2])
            if not _inside(area, room) or (side and _before_opening(area, rise, room, side)):
                continue
            if ware.spot in ("wall", "free", "hung") and any(
                _overlap(area, other, 0.06) and rise[0] < high and low < rise[1] for other, low, high in taken
            ):
                continue
            if ware.spot in ("wall", "free") and any(_is_walked(area, walk) for walk in walks):
                continue
            if ware.spot not in ("floor", "ceiling"):
                taken.append((area, *rise))
            piece = self._piece(room, ware, at, heading, above)
            return [piece, *self._on_it(room, ware, piece)]
        return None

    def _spot(self, room: RoomPlot, ware: Ware) -> tuple[Point, float, str]:
        """A place and a heading to try, and the wall behind it."""
        (x0, y0), (x1, y1) = room.low, room.high
        if ware.spot in ("wall", "hung"):
            side = "NESW"[int(self.random.integers(4))]
            out = _BACK + ware.size[1] / 2 if ware.spot == "wall" else ware.size[1] / 2 + 0.005
            along = float(self.random.uniform(x0, x1) if side in "NS" else self.random.uniform(y0, y1))
            across = {"N": y1 - out, "E": x1 - out, "S": y0 + out, "W": x0 + out}[side]
            at = (along, across) if side in "NS" else (across, along)
            return _rounded(at), _FRONT[side], side
        reach = _FROM_MIDDLE if ware.spot in ("floor", "ceiling") else 1.0
        (x, y), half = room.middle, ((x1 - x0) / 2 * reach, (y1 - y0) / 2 * reach)
        at = (
            float(self.random.uniform(x - half[0], x + half[0])),
            float(self.random.uniform(y - half[1], y + half[1])),
        )
        turns = (0.0, 90.0) if ware.spot == "floor" else (0.0, 90.0, 180.0, 270.0)
        return _rounded(at), turns[int(self.random.integers(len(turns)))], ""

    def _piece(self, room: RoomPlot, ware: Ware, at: Point, heading: float, above: float) -> Piece:
        colour, label = self._label(room, ware)
        accent = ACCENTS[int(self.random.integers(len(ACCENTS)))]
        name = label.removeprefix("the ").replace(" ", "-")
        return Piece(name, label, ware.kind, at, ware.size, COLOURS[colour], accent, heading, round(above, 3))

    def _label(self, room: RoomPlot, ware: Ware) -> tuple[str, str]:
        """A colour, and words that name no other piece: by colour, by room, by both, or by number."""
        drawn = [list(COLOURS)[i] for i in self.random.permutation(len(COLOURS)).tolist()]
        colours = [ware.always] if ware.always else drawn
        nouns = [f"the {colour} {ware.noun}" if ware.coloured else f"the {ware.noun}" for colour in colours]
        where = room.use.label
        for colour, label in [
            *zip(colours, nouns, strict=True),
            *((colour, f"{label} in {where}") for colour, label in zip(colours, nouns, strict=True)),
        ]:
            if label not in self.named:
                self.named.add(label)
                return colour, label
        number = 2
        while (label := f"{nouns[0]} {number} in {where}") in self.named:
            number += 1
        self.named.add(label)
        return colours[0], label

    def _on_it(self, room: RoomPlot, ware: Ware, below: Piece) -> list[Piece]:
        if not ware.bears or self.random.random() < 0.25:
            return []
        small = SMALL[ware.bears[int(self.random.integers(len(ware.bears)))]]
        return [self._piece(room, small, below.at, below.heading_deg, below.above + below.size[2])]

    def _curtains(self, room: RoomPlot) -> list[Piece]:
        pieces = []
        for window in (each for each in room.openings if each.kind == "window"):
            if self.random.random() < 0.4:
                continue
            side = next(side for side in room.facades if (side in "NS") == (window.normal == "y"))
            along = (window.span[0] + window.span[1]) / 2
            inner = {"N": room.high[1], "E": room.high[0], "S": room.low[1], "W": room.low[0]}[side]
            across = inner + (0.1 if side in "SW" else -0.1)
            at = (along, across) if side in "NS" else (across, along)
            ware = _curtain(window.span[1] - window.span[0])
            piece = self._piece(room, ware, _rounded(at), _FRONT[side], ware.above)
            pieces.append(replace(piece, solid=False))
        return pieces


def _curtain(width: float) -> Ware:
    return Ware("curtains", "curtains", "hung", (round(width + 0.5, 2), 0.16, 1.8), 0.55)


def _footprint(at: Point, ware: Ware, heading: float) -> Area:
    width, depth = ware.size[:2] if heading % 180 == 0 else (ware.size[1], ware.size[0])
    return at[0] - width / 2, at[1] - depth / 2, at[0] + width / 2, at[1] + depth / 2


def _inside(area: Area, room: RoomPlot) -> bool:
    return (
        room.low[0] <= area[0]
        and room.low[1] <= area[1]
        and area[2] <= room.high[0]
        and area[3] <= room.high[1]
    )


def _before_opening(area: Area, rise: tuple[float, float], room: RoomPlot, side: str) -> bool:
    """Whether a piece at a wall stands before a door, or hides a window."""
    along = 0 if side in "NS" else 1
    wall = {"N": room.high[1], "E": room.high[0], "S": room.low[1], "W": room.low[0]}[side]
    for opening in room.openings:
        at_it = opening.normal == ("y" if side in "NS" else "x") and abs(opening.at - wall) < 0.5
        beside = area[along + 2] < opening.span[0] - 0.15 or area[along] > opening.span[1] + 0.15
        if at_it and not beside and (opening.kind != "window" or rise[1] > min(_LOW, opening.rise[0])):
            return True
    return False


def _overlap(area: Area, other: Area, margin: float) -> bool:
    return (
        area[0] < other[2] + margin
        and other[0] < area[2] + margin
        and area[1] < other[3] + margin
        and other[1] < area[3] + margin
    )


def _is_walked(area: Area, walk: Segment) -> bool:
    """Whether a footprint is nearer to a walk than ``WALKING``, at one of its points 5 cm apart."""
    (x0, y0), (x1, y1) = walk
    steps = max(1, int(max(abs(x1 - x0), abs(y1 - y0)) / 0.05))
    return any(
        area[0] - WALKING < x0 + (x1 - x0) * i / steps < area[2] + WALKING
        and area[1] - WALKING < y0 + (y1 - y0) * i / steps < area[3] + WALKING
        for i in range(steps + 1)
    )


def _rounded(at: Point) -> Point:
    return round(at[0], 2), round(at[1], 2)
