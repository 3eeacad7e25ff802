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
PLAN_NAME = "floor_plan.json"


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
        free: outlines of floor that was seen to be free, where no rooms are known; holes run the other way round.
    """

    z: float
    walls: tuple[Segment, ...]
    rooms: tuple[FloorRoom, ...]
    stairs: tuple[Outline, ...]
    free: tuple[Outline, ...] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """The storeys of a place, the lowest first.

    Attributes:
        sketch: it was drawn from what cameras saw. Walls are missing where nothing was seen, and furniture is among
            them: it is for people to look at, and what is hidden from where does not follow from it.
    """

    floors: tuple[Floor, ...]
    sketch: bool = field(default_factory=bool)  # a default would make it required in our API's types


def read_floor_plan(file: Path) -> FloorPlan:
    """Read a ``floor_plan.json``, which has the fields of these classes.

    Raises:
        InvalidDataError: the file is not such a plan; the message names it and the fault.
    """
    content = json_of(read_regular(file, file.parent, MOST_JSON_BYTES))
    try:
        return FloorPlan(tuple(map(_floor, content["floors"])), content.get("sketch", False) is True)
    except (AttributeError, KeyError, TypeError, ValueError) as exc:
        raise InvalidDataError(
            f"{file} is not a floor plan: {type(exc).__name__} {exc}.",
            remedy="Mend it, or remove it: a place needs none.",
        ) from exc


def _floor(entry: dict[str, Any]) -> Floor:
    return Floor(
        z=float(entry["z"]),
        walls=tuple((_point(start), _point(end)) for start, end in entry["walls"]),
        rooms=tuple(map(_room, entry["rooms"])),
        stairs=tuple(map(_outline, entry["stairs"])),
        free=tuple(map(_outline, entry.get("free", ()))),
    )


def _room(entry: dict[str, Any]) -> FloorRoom:
    name, names = entry["name"], entry.get("names", {})
    for language, text in names.items():
        if not isinstance(text, str) or not text.strip():
            raise InvalidDataError(
                f"The room {name!r} of a floor plan has no name in {language!r}: {text!r}.",
                remedy="Write the name as text, or leave the language out.",
            )
    return FloorRoom(str(name), _outline(entry["outline"]), dict(names))


def _outline(corners: list[list[float]]) -> Outline:
    return tuple(map(_point, corners))


def _point(pair: list[float]) -> Point:
    x, y = pair
    return (float(x), float(y))
