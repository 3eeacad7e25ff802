"""Files for content selection: paths with the things in view, and what is named."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import isfinite, pi
from pathlib import Path

import msgspec

from align.reference.selection import Candidate, SelectionItem, TimedSighting
from environments import InvalidDataError
from pangea_server.dataset.reference.path_rows import PathKeys, rows
from pangea_server.dataset.reference.shelf import Shelf, SystemAnswers


class SightingKeys(msgspec.Struct):
    viewpoint_id: str
    heading: float
    elevation: float
    area: float
    seconds: float | None = None
    seconds_in_middle: float | None = None


class CandidateKeys(msgspec.Struct):
    thing: str
    label: str
    sightings: list[SightingKeys] = []
    of_kind: int | None = None


class SelectionKeys(PathKeys, kw_only=True):
    """``instructions`` has for each the things that it names, in its order; ``walking`` by viewpoint the headings in
    which the walk came and left."""

    candidates: list[CandidateKeys]
    instructions: list[list[str]]
    walking: dict[str, tuple[float | None, float | None]] = msgspec.field(default_factory=dict)


class NamedKeys(PathKeys, kw_only=True):
    """What a system selects of a path."""

    things: list[str]


def read_selection_items(file: Path) -> Iterator[SelectionItem]:
    """The paths of a file, one at a time.

    Raises:
        ConfigurationError: the file cannot be opened.
        InvalidDataError: a row is wrong, or a path is there twice; the message begins with its place.
    """
    seen = _once()
    for place, row in rows(file, SelectionKeys):
        seen.put(str(row.path_id), place)
        yield _item(str(row.path_id), place, row)


def read_named(file: Path) -> SystemAnswers[SelectedThings]:
    """What a system selects, by path; kept on the disk.

    Raises:
        ConfigurationError, InvalidDataError: as ``read_selection_items``.
    """
    shelf = _once()
    for place, row in rows(file, NamedKeys):
        shelf.put(str(row.path_id), place, msgspec.json.encode(row))
    return SystemAnswers(
        shelf, lambda place, line: SelectedThings(place, msgspec.json.decode(line, type=NamedKeys).things)
    )


class SelectedThings(list[str]):
    """The things that a system selects of a path, and the place of its row."""

    def __init__(self, place: str, things: Sequence[str]) -> None:
        super().__init__(things)
        self.place = place

    def refuse_unseen(self, item: SelectionItem) -> None:
        """Raise InvalidDataError when one of them is not in view."""
        _refuse_unseen(self.place, self, {thing.thing for thing in item.candidates})


def _once() -> Shelf:
    return Shelf("path", "Give each path one row.")


def _item(name: str, place: str, row: SelectionKeys) -> SelectionItem:
    things = [candidate.thing for candidate in row.candidates]
    if twice := {thing for thing in things if things.count(thing) > 1}:
        raise InvalidDataError(
            f"{place}: {min(twice)} is twice in candidates.", remedy="Give each thing once."
        )
    for named in row.instructions:
        _refuse_unseen(place, named, set(things))
    for candidate in row.candidates:
        if candidate.of_kind is not None and candidate.of_kind < 1:
            raise InvalidDataError(
                f"{place}: the scan has {candidate.of_kind} things of the kind of {candidate.thing}.",
                remedy="Count the thing itself.",
            )
        for seen in candidate.sightings:
            _refuse_sighting(place, candidate.thing, seen)
    return SelectionItem(
        name,
        tuple(
            Candidate(
                each.thing,
                each.label,
                tuple(TimedSighting(*msgspec.structs.astuple(seen)) for seen in each.sightings),
                each.of_kind,
            )
            for each in row.candidates
        ),
        tuple(map(tuple, row.instructions)),
        row.walking,
    )


def _refuse_unseen(place: str, things: Sequence[str], visible: Collection[str]) -> None:
    for thing in things:
        if thing not in visible:
            raise InvalidDataError(
                f"{place}: {thing} is not among the things in view.",
                remedy="Name only things of the path's candidates.",
            )


def _refuse_sighting(place: str, thing: str, seen: SightingKeys) -> None:
    seconds, middle = seen.seconds or 0.0, seen.seconds_in_middle or 0.0
    known = (seen.heading, seen.elevation, seen.area, seconds, middle)
    if not all(map(isfinite, known)) or abs(seen.elevation) > pi / 2 or not 0 <= seen.area <= 4 * pi:
        raise InvalidDataError(
            f"{place}: {thing} cannot be at heading {seen.heading}, elevation {seen.elevation} with area {seen.area}.",
            remedy="Give radians, and an area in steradians, at most 4 pi.",
        )
    if seconds < 0:
        raise InvalidDataError(
            f"{place}: {thing} was {seconds} seconds in view.", remedy="Give seconds of at least 0."
        )
    if middle < 0 or (seen.seconds is not None and middle > seconds + 1e-6):
        raise InvalidDataError(
            f"{place}: {thing} was {middle} of {seen.seconds} seconds in the middle of the picture.",
            remedy="Give seconds of at least 0, and at most those in view.",
        )
