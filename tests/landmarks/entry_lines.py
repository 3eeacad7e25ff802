"""A format for tests: each entry whole, a JSON line; a line may be broken on purpose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from environments import Environment, InvalidDataError
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry
from pangea_server.dataset.landmarks.landmark_format import LandmarkFormat

ENTRY = TypeAdapter(LandmarkEntry)


class EntryLines(LandmarkFormat):
    name = "entry_lines"
    summary = "whole entries (jsonl)"
    about: Mapping[str, Any] = {"angles": "radians"}

    def write_landmarks(
        self, entries: Iterator[LandmarkEntry], places: Environment, folder: Path
    ) -> Mapping[str, int]:
        lost = Counter[str]()
        with (folder / "entries.jsonl").open("wb") as file:
            for entry in entries:
                file.write(line_of(entry))
                lost["Things without a position"] += sum(each.position is None for each in entry.entities)
        return lost

    def read_landmarks(self, file: Path, places: Environment) -> Iterator[FoundLandmarks]:
        with file.open("rb") as lines:
            for number, line in enumerate(lines, start=1):
                yield _found(f"{file.name} line {number}", line)


def line_of(entry: LandmarkEntry) -> bytes:
    """An entry as a line."""
    return ENTRY.dump_json(entry) + b"\n"


def _found(place: str, line: bytes) -> FoundLandmarks:
    try:
        return FoundLandmarks(place, ENTRY.validate_json(line))
    except ValidationError as error:
        return FoundLandmarks(place, InvalidDataError(f"{error.errors()[0]['msg']}.", remedy="Mend it."))
