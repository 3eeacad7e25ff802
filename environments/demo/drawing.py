"""The floor plan of the house, made from the same description as the pictures."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

from environments.demo.model.plan import HALF_WALL
from environments.floor_plan import Floor, FloorPlan, FloorRoom

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from environments.demo.model.plan import House, Opening, Piece, PlanRoom, Storey
    from environments.floor_plan import Outline, Segment


_Line = tuple[str, float]  # the axis across a wall, and the wall's middle on that axis
_Span = tuple[float, float]


ROOM_NAMES: dict[str, dict[str, str]] = {
    "living-room": {"hi": "बैठक", "te": "హాలు", "ur": "بیٹھک"},
    "kitchen": {"hi": "रसोई", "te": "వంటగది", "ur": "باورچی خانہ"},
    "hallway": {"hi": "गलियारा", "te": "నడవా", "ur": "راہداری"},
    "stairwell": {"hi": "सीढ़ियाँ", "te": "మెట్ల గది", "ur": "زینہ"},
    "study": {"hi": "पढ़ने का कमरा", "te": "చదువుకునే గది", "ur": "مطالعے کا کمرہ"},
    "terrace": {"hi": "बरामदा", "te": "వరండా", "ur": "صحن"},
    "gallery": {"hi": "ऊपर का गलियारा", "te": "పై అంతస్తు నడవా", "ur": "اوپر کی راہداری"},
    "bedroom": {"hi": "सोने का कमरा", "te": "పడకగది", "ur": "سونے کا کمرہ"},
    "childrens-room": {"hi": "बच्चों का कमरा", "te": "పిల్లల గది", "ur": "بچوں کا کمرہ"},
    "studio": {"hi": "चित्रशाला", "te": "చిత్రకళా గది", "ur": "مصوری کا کمرہ"},
    "bathroom": {"hi": "स्नानघर", "te": "స్నానాల గది", "ur": "غسل خانہ"},
    "balcony": {"hi": "बालकनी", "te": "బాల్కనీ", "ur": "بالکنی"},
}


def floor_plan(house: House) -> FloorPlan:
    """Walls without their doorways, rooms and stairs of every storey."""
    return FloorPlan(tuple(_floor(house, level) for level in house.levels))


def _floor(house: House, level: Storey) -> Floor:
    rooms = _rooms_at(house, level)
    return Floor(
        z=level.floor,
        walls=tuple(_walls(rooms, level.openings)),
        rooms=tuple(_named(room) for room in rooms),
        stairs=tuple(
            _footprint(piece) for room in level.rooms for piece in room.pieces if piece.kind == "staircase"
        ),
    )


def _named(room: PlanRoom) -> FloorRoom:
    return FloorRoom(room.label, _rectangle(room.low, room.high), ROOM_NAMES.get(room.room_id, {}))


def _rooms_at(house: House, level: Storey) -> list[PlanRoom]:
    """The storey's rooms, and those that rise through it from below."""
    through = [
        room
        for below in house.levels
        for room in below.rooms
        if room.height is not None and below.floor < level.floor < below.floor + room.height
    ]
    return [*level.rooms, *through]


def _walls(rooms: Iterable[PlanRoom], openings: Iterable[Opening]) -> Iterator[Segment]:
    lines: dict[_Line, list[_Span]] = defaultdict(list)
    for room in rooms:
        if room.height is not None:
            for line, span in _sides(room):
                lines[line].append(span)
    for (normal, at), spans in sorted(lines.items()):
        for start, end in _without(_joined(spans), _doorways(openings, normal, at)):
            yield ((at, start), (at, end)) if normal == "x" else ((start, at), (end, at))


def _sides(room: PlanRoom) -> Iterator[tuple[_Line, _Span]]:
    (x0, y0), (x1, y1) = _outwards(room.low, -HALF_WALL), _outwards(room.high, HALF_WALL)
    yield from ((("x", x), (y0, y1)) for x in (x0, x1))
    yield from ((("y", y), (x0, x1)) for y in (y0, y1))


def _doorways(openings: Iterable[Opening], normal: str, at: float) -> list[_Span]:
    return sorted(
        opening.span
        for opening in openings
        if opening.kind != "window" and opening.normal == normal and abs(opening.at - at) < opening.depth / 2
    )


def _joined(spans: list[_Span]) -> list[_Span]:
    """The stretches of a line without repeats."""
    joined: list[_Span] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _without(spans: list[_Span], gaps: list[_Span]) -> Iterator[_Span]:
    for start, end in spans:
        inside = [(low, high) for low, high in gaps if start < low and high < end]
        ends = [start, *(edge for gap in inside for edge in gap), end]
        yield from ((a, b) for number, (a, b) in enumerate(pairwise(ends)) if number % 2 == 0)


def _outwards(corner: _Span, by: float) -> _Span:
    return (round(corner[0] + by, 3), round(corner[1] + by, 3))


def _footprint(piece: Piece) -> Outline:
    """The outline of a piece that is turned by right angles."""
    width, depth, _ = piece.size
    across, along = (depth / 2, width / 2) if piece.heading_deg % 180 else (width / 2, depth / 2)
    (x, y), by = piece.at, (across, along)
    return _rectangle((x - by[0], y - by[1]), (x + by[0], y + by[1]))


def _rectangle(low: _Span, high: _Span) -> Outline:
    return (low, (high[0], low[1]), high, (low[0], high[1]))
