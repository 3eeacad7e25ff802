"""The types that describe a house: boxes, finishes, furniture, rooms, levels. Metres, z up, no Blender."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, radians, sin

from environments.geometry import Vector

HALF_WALL = 0.08
FACADE = 0.20
OUTER_WALL = HALF_WALL + FACADE
NORTH, EAST, SOUTH, WEST = 0.0, 90.0, 180.0, 270.0


@dataclass(frozen=True, slots=True)
class Box:
    """An axis-aligned box between two corners, in metres."""

    low: Vector
    high: Vector

    def minus(self, hole: Box) -> Iterator[Box]:
        """This box without ``hole``: up to six boxes that do not overlap."""
        if any(hole.high[i] <= self.low[i] or hole.low[i] >= self.high[i] for i in range(3)):
            yield self
            return
        low, high = list(self.low), list(self.high)
        for axis in range(3):
            if hole.low[axis] > low[axis]:
                yield Box(_vector(low), _vector(_with(high, axis, hole.low[axis])))
                low[axis] = hole.low[axis]
            if hole.high[axis] < high[axis]:
                yield Box(_vector(_with(low, axis, hole.high[axis])), _vector(high))
                high[axis] = hole.high[axis]


@dataclass(frozen=True, slots=True)
class Finish:
    """A surface: the kind of procedural material and its one or two sRGB colours (``#rrggbb``)."""

    kind: str
    colour: str
    accent: str = "#ffffff"


@dataclass(frozen=True, slots=True)
class Solid:
    """A box of the building and its material."""

    box: Box
    finish: Finish


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece in a room.

    Attributes:
        name: unique within the house; builders and ``objects.json`` use it.
        label: its description in a person's words.
        kind: the builder that makes it.
        at: centre of its footprint, world x and y.
        size: width, depth and height before turning.
        heading_deg: direction of its front; 0 along +y, growing to the right.
        above: height of its lower side above the floor.
        solid: whether it blocks walking and seeing; curtains that are drawn aside do not.
    """

    name: str
    label: str
    kind: str
    at: tuple[float, float]
    size: Vector
    colour: str
    accent: str = "#ffffff"
    heading_deg: float = 0.0
    above: float = 0.0
    solid: bool = True

    def to_local(self, point: Vector, floor: float) -> Vector:
        """Convert a world point to the piece's own frame: x to its right, y to its front, z up from its lower side."""
        turn = radians(self.heading_deg)
        x, y = point[0] - self.at[0], point[1] - self.at[1]
        return (x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn), point[2] - floor - self.above)

    @property
    def local_box(self) -> Box:
        """The space the piece takes up, in its own frame."""
        width, depth, height = self.size
        return Box((-width / 2, -depth / 2, 0.0), (width / 2, depth / 2, height))


@dataclass(frozen=True, slots=True)
class Opening:
    """An opening in a wall: ``passage`` (to walk through), ``window`` (glazed) or ``entrance`` (a closed door).

    Attributes:
        normal: the axis ("x" or "y") across the wall.
        at: the wall's middle on that axis; ``depth`` its thickness.
        span: start and end along the wall; ``rise``: start and end above the floor.
    """

    kind: str
    normal: str
    at: float
    span: tuple[float, float]
    rise: tuple[float, float] = (0.0, 2.1)
    depth: float = 2 * HALF_WALL
    colour: str = "#f4f1ea"

    def box(self, floor: float, margin: float = 0.0) -> Box:
        """The opening's box; ``margin`` lengthens it across the wall."""
        across = (self.at - self.depth / 2 - margin, self.at + self.depth / 2 + margin)
        x, y = (across, self.span) if self.normal == "x" else (self.span, across)
        return Box((x[0], y[0], floor + self.rise[0]), (x[1], y[1], floor + self.rise[1]))


@dataclass(frozen=True, slots=True)
class PlanRoom:
    """A rectangle of floor, with walls and a ceiling if ``height`` is given.

    Attributes:
        low, high: inner corners, world x and y. Neighbouring rooms are two half walls apart.
        facades: the sides (of "NESW") that are outer walls.
        lights: ceiling lights: x, y and watts.
    """

    room_id: str
    label: str
    low: tuple[float, float]
    high: tuple[float, float]
    floor: Finish
    walls: Finish
    pieces: tuple[Piece, ...]
    height: float | None = 2.6
    facades: str = ""
    lights: tuple[Vector, ...] = ()


@dataclass(frozen=True, slots=True)
class Stand:
    """The position of a panorama: world x and y, and ``up``, the height above the level's floor (on stairs)."""

    viewpoint_id: str
    at: tuple[float, float]
    up: float = 0.0


@dataclass(frozen=True, slots=True)
class Storey:
    """One storey: everything in it stands on the floor at height ``floor``."""

    floor: float
    rooms: tuple[PlanRoom, ...]
    openings: tuple[Opening, ...]
    stands: tuple[Stand, ...]
    extra: tuple[Solid, ...] = ()


@dataclass(frozen=True, slots=True)
class House:
    """Storeys, seen by a camera at ``eye`` metres above each floor."""

    scan_id: str
    eye: float
    facade: Finish
    trim: Finish
    levels: tuple[Storey, ...]

    def pieces(self) -> Iterator[tuple[Storey, PlanRoom, Piece]]:
        """Every piece with its storey and its room."""
        for level in self.levels:
            for room in level.rooms:
                for piece in room.pieces:
                    yield level, room, piece


def _with(corner: list[float], axis: int, value: float) -> list[float]:
    return [value if i == axis else c for i, c in enumerate(corner)]


def _vector(corner: list[float]) -> Vector:
    return (corner[0], corner[1], corner[2])
