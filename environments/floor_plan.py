"""Floor plans for maps: walls, rooms and stairs of each floor. Metres, world x and y."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from environments.errors import InvalidDataError
from environments.input.json_documents import json_of
from environments.input.regular_files import MOST_JSON_BYTES, read_regular

if TYPE_CHECKING:
    from pathlib import Path

Point = tuple[float, float]
Segment = tuple[Point, Point]
Outline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class FloorRoom:
    """A room.

    Attributes:
        name: in a person's words.
        outline: the corners of its floor, in order.
        names: the same name in other languages, by BCP 47 tag ("hi"); pages show ``name`` to everybody else.
    """

    name: str
    outline: Outline
    names: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Floor:
    """One storey.

    Attributes:
        z: height of its floor, world frame.
        walls: the centre line of each stretch of wall; doorways are left out, windows are not.
        rooms: with or without walls, such as a terrace.
        stairs: outlines of the flights that rise from this floor.
    """

    z: float
    walls: tuple[Segment, ...]
    rooms: tuple[FloorRoom, ...]
    stairs: tuple[Outline, ...]


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """The storeys of a place, the lowest first."""

    floors: tuple[Floor, ...]


def read_floor_plan(file: Path) -> FloorPlan:
    """Read a ``floor_plan.json``, which has the fields of these classes."""
    return FloorPlan(tuple(map(_floor, json_of(read_regular(file, file.parent, MOST_JSON_BYTES))["floors"])))


def _floor(entry: dict[str, Any]) -> Floor:
    return Floor(
        z=entry["z"],
        walls=tuple((_point(start), _point(end)) for start, end in entry["walls"]),
        rooms=tuple(map(_room, entry["rooms"])),
        stairs=tuple(map(_outline, entry["stairs"])),
    )


def _room(entry: dict[str, Any]) -> FloorRoom:
    name, names = entry["name"], entry.get("names", {})
    for language, text in names.items():
        if not isinstance(text, str) or not text.strip():
            raise InvalidDataError(
                f"The room {name!r} of a floor plan has no name in {language!r}: {text!r}.",
                remedy="Write the name as text, or leave the language out.",
            )
    return FloorRoom(name, _outline(entry["outline"]), dict(names))


def _outline(corners: list[list[float]]) -> Outline:
    return tuple(map(_point, corners))


def _point(pair: list[float]) -> Point:
    x, y = pair
    return (x, y)
