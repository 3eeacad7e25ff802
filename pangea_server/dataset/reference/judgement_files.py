"""Files of what several people answered about the same things: answers, spans, chains, directions, regions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite, pi
from pathlib import Path
from typing import Any

import msgspec

from environments import InvalidDataError
from pangea_server.dataset.reference.path_rows import rows
from pangea_server.dataset.reference.phrase_files import RegionKeys, boxes_of

KINDS = ("answer", "spans", "chains", "point", "regions")


class JudgementKeys(msgspec.Struct, kw_only=True):
    """A row: what one person says about one ``unit``, under exactly one of ``KINDS``.

    ``answer`` is any word, such as ``same``; ``spans`` are characters of a text; ``chains`` are lists of mentions of a
    path; ``point`` is a heading and an elevation in radians; ``regions`` are the boxes of one thing. ``group`` has the
    units whose answers chance would give.
    """

    unit: int | str
    person: int | str
    group: str = ""
    language: str | None = None
    answer: str | None = None
    spans: list[tuple[int, int]] | None = None
    chains: list[list[str]] | None = None
    point: tuple[float, float] | None = None
    regions: list[RegionKeys] | None = None


@dataclass(slots=True)
class JudgedUnit:
    """What people say about one thing.

    Attributes:
        by: what each says, by person.
    """

    group: str
    language: str | None
    by: dict[str, Any] = field(default_factory=dict)


def read_judgements(file: Path) -> dict[str, dict[str, JudgedUnit]]:
    """The units of each of ``KINDS``.

    Raises:
        ConfigurationError: the file cannot be opened.
        InvalidDataError: a row is wrong, or a person answered twice; the message begins with its place.
    """
    found: dict[str, dict[str, JudgedUnit]] = defaultdict(dict)
    for place, row in rows(file, JudgementKeys):
        kind = _kind(place, row)
        unit = found[kind].setdefault(str(row.unit), JudgedUnit(row.group, row.language))
        for name in ("group", "language"):
            if getattr(unit, name) != getattr(row, name):
                raise InvalidDataError(
                    f"{place}: {name} of unit {row.unit} is {getattr(row, name)!r}, and was {getattr(unit, name)!r}.",
                    remedy="Give all rows of a unit the same.",
                )
        if str(row.person) in unit.by:
            raise InvalidDataError(
                f"{place}: person {row.person} has already said {kind} of unit {row.unit}.",
                remedy="Keep one of both rows.",
            )
        unit.by[str(row.person)] = (
            boxes_of(place, row.regions, some=True) if row.regions is not None else getattr(row, kind)
        )
    return found


def _kind(place: str, row: JudgementKeys) -> str:
    given = [kind for kind in KINDS if getattr(row, kind) is not None]
    if len(given) != 1:
        raise InvalidDataError(
            f"{place} has {' and '.join(given) or 'no judgement'}.", remedy=f"Give one of {', '.join(KINDS)}."
        )
    for fault in _faults(row):
        raise InvalidDataError(f"{place}: {fault}", remedy="Mend the row.")
    return given[0]


def _faults(row: JudgementKeys) -> Iterator[str]:
    for start, end in row.spans or ():
        if not 0 <= start < end:
            yield f"characters {start} to {end} are no span."
    if row.point is not None:
        heading, elevation = row.point
        if not (isfinite(heading) and abs(elevation) <= pi / 2):
            yield f"heading {heading} and elevation {elevation} are no direction in radians."
