"""Directions that people pointed in: a point is no region, and never becomes one.

The datasets that have points only (Refer360, Touchdown) bring things without regions into a store; where people pointed
goes to ``pangea evaluate grounding`` as a response's ``points``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from environments import Environment, InvalidDataError
from environments.geometry import direction, heading_elevation
from environments.regions import Angles, centre
from pangea_server.dataset.landmarks.entries import LandmarkEntry
from pangea_server.dataset.landmarks.landmark_format import LandmarkFormat
from pangea_server.dataset.landmarks.meanings import Meaning, meanings
from pangea_server.dataset.landmarks.source_files import picture_of, viewpoint_at

NO_POINT = "a point, which is no region: the thing has none (pointed_at has the point)"
EXTENTS = "sizes of regions, of which the centre remains"
WHOLE = (2, 1)
"""A picture whose pixels are shares of it, twice as wide as high."""
REFER360_OFFSET = (0.015, -0.100)
"""Radians that Refer360 adds to longitude and latitude in its radians."""
SEVERAL = "phrases with several regions at a viewpoint, where the form has one point"


@dataclass(frozen=True, slots=True)
class PointedAt:
    """Where a person pointed for a phrase.

    Attributes:
        phrase: the mention's id.
        look: heading and elevation in the world; None where the place does not say where its panorama looks.
        share: across and down the equirectangular picture, 0 to 1.
        by: who pointed; None for who said the words.
    """

    phrase: str
    viewpoint_id: str
    look: Angles | None
    share: tuple[float, float]
    by: str | None = None

    def as_response(self) -> dict[str, Any]:
        """A row for ``pangea evaluate grounding --response``."""
        points = {self.viewpoint_id: list(self.look)} if self.look is not None else {}
        return {"phrase": self.phrase, "points": points}


class PointFormat(LandmarkFormat):
    """A format whose files have points, and things without regions."""

    def points(self, file: Path) -> Iterator[PointedAt]:
        """Where things are on their pictures, and where people pointed, in the order of the file.

        Raises:
            ConfigurationError: the file cannot be opened.
            InvalidDataError: a row is none; the message begins with its place.
        """
        return (each for _, each in self.points_of_scans(file))

    def pointed_at(self, file: Path, places: Environment) -> Iterator[PointedAt]:
        """``points``, with headings in the world where the place is known."""
        for scan_id, each in self.points_of_scans(file):
            yield replace(each, look=world_of(places, scan_id, each.viewpoint_id, each.share))

    @abstractmethod
    def points_of_scans(self, file: Path) -> Iterator[tuple[str, PointedAt]]:
        """``points``, each with its scan, and without headings."""


def refuse_elsewhere(places: Environment, scan_id: str, viewpoint_ids: Iterable[str]) -> None:
    """Refuse points at viewpoints that a scan has not. Scans that the place has not are refused by imports.

    Raises:
        InvalidDataError: one of them is no viewpoint of the scan.
    """
    if scan_id in places.scan_ids():
        for viewpoint_id in viewpoint_ids:
            viewpoint_at(places, scan_id, viewpoint_id)


def world_of(
    places: Environment, scan_id: str, viewpoint_id: str, share: tuple[float, float]
) -> Angles | None:
    """The direction of a point on an equirectangular picture; None where the place is not known."""
    try:
        picture = picture_of(places, scan_id, viewpoint_id, *WHOLE)
    except InvalidDataError:
        return None
    heading, elevation = heading_elevation(picture.directions(np.multiply(share, WHOLE)))
    return float(heading), float(elevation)


def share_of(places: Environment, scan_id: str, viewpoint_id: str, look: Angles) -> tuple[float, float]:
    """Where a direction of the world is on a viewpoint's equirectangular picture, across and down.

    Raises:
        InvalidDataError: there is no such place.
    """
    across, down = picture_of(places, scan_id, viewpoint_id, *WHOLE).pixels(direction(*look)) / WHOLE
    return float(across), float(down)


def pointable(entry: LandmarkEntry, lost: Counter[str]) -> Iterator[tuple[Meaning, dict[str, Angles]]]:
    """The phrases of an entry with the centre of their one region at each viewpoint."""
    for meaning in meanings(entry):
        lost[SEVERAL] += sum(len(regions) > 1 for regions in meaning.regions.values())
        looks = {at: centre(some[0].shape) for at, some in meaning.regions.items() if len(some) == 1}
        lost[EXTENTS] += len(looks)
        if looks:
            yield meaning, looks


def responses(pointed: Iterable[PointedAt]) -> Iterator[dict[str, Any]]:
    """Rows for ``pangea evaluate grounding``, one for each phrase: its first point at each viewpoint."""
    rows: dict[str, dict[str, Any]] = {}
    for each in pointed:
        row = each.as_response()
        known = rows.setdefault(each.phrase, row)
        known["points"] = row["points"] | known["points"]
    yield from rows.values()
