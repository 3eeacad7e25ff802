"""Touchdown SDR: what leads to a point of the last panorama of a route, and of the one before and behind it.

``*_static_center`` is JSON within JSON, as Touchdown has it: shares of the picture from its upper left corner; -1, -1
means that the point cannot be found there. A point is no region: the thing is imported without one, and ``pointed_at``
has the points, whose heading is not known before the place says where its panorama looks (StreetLearn's yaw).

Source: Chen et al. 2019, arXiv:1811.12354; README and ``sdr/loader.py`` of https://github.com/lil-lab/touchdown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from environments import Environment, InvalidDataError
from environments.input.json_documents import decoded, lines
from environments.regions import Angles
from pangea_server.dataset.entries.row_files import RowFiles, row_file
from pangea_server.dataset.formats.landmarks.splits import UNKNOWN, split_in
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry, SaidText
from pangea_server.dataset.landmarks.imported_records import EntryMaker, found_at
from pangea_server.dataset.landmarks.meanings import Meaning, unsaid
from pangea_server.dataset.landmarks.points import (
    NO_POINT,
    PointedAt,
    PointFormat,
    pointable,
    refuse_elsewhere,
    share_of,
)

NOT_FOUND = (-1.0, -1.0)
ELSEWHERE = "points at viewpoints other than a phrase's last one on the path and those beside it"


class Touchdown(PointFormat):
    name = "touchdown"
    summary = "phrases with the point of what they mean at three panoramas of the path (json, one a line)"
    about: Mapping[str, Any] = {
        "static_center": "JSON of x and y: shares of the equirectangular picture from its upper left corner; -1, -1: "
        "cannot be found there",
        "main_pano": "the last viewpoint of the path that sees the thing; pre_pano and post_pano are beside it",
        "null": {
            "start_heading, end_heading": "what people marked does not say where a walk began or ended to look",
            "elapsed, failure_stats, num_finished": "nobody hid or looked for anything",
            "navigation_text": "the instruction is not divided",
        },
    }

    def write_landmarks(
        self, entries: Iterator[LandmarkEntry], places: Environment, folder: Path
    ) -> dict[str, int]:
        """Write ``{split}.json``, a line for each phrase."""
        lost: Counter[str] = Counter()
        with RowFiles(folder, row_file) as tables:
            for entry in entries:
                lost.update(unsaid(entry))
                for meaning, looks in pointable(entry, lost):
                    tables.write(f"{entry.split or UNKNOWN}.json", _line(entry, meaning, looks, places, lost))
        return dict(+lost)

    def read_landmarks(self, file: Path, places: Environment) -> Iterator[FoundLandmarks]:
        """The lines of a file, as things without regions."""
        for place, data in lines(file):
            yield found_at(place, partial(_entry, data, place, split_in(file), places))

    def points_of_scans(self, file: Path) -> Iterator[tuple[str, PointedAt]]:
        """The points of each line, where the thing can be found."""
        for place, data in lines(file):
            row = decoded(data, place, Route)
            phrase = _made(row, place).mentions[0].mention_id
            for pano, centre in row.told():
                share = _share(centre, place)
                if pano and share is not None:
                    yield row.place, PointedAt(phrase, pano, None, share)


class Route(msgspec.Struct, kw_only=True):
    """A line; the last eight keys are PanGEA's."""

    route_id: int
    full_text: str
    td_location_text: str
    route_panoids: list[str]
    main_pano: str
    main_static_center: str
    pre_pano: str = ""
    pre_static_center: str = '{"x": -1, "y": -1}'
    post_pano: str = ""
    post_static_center: str = '{"x": -1, "y": -1}'
    city: str = ""
    scan: str | None = None
    path_id: int | None = None
    instruction_id: int | None = None
    start_char: int | None = None
    language: str | None = None
    entity_ids: list[str] | None = None
    chain_id: str | None = None
    types: list[str] = []

    @property
    def place(self) -> str:
        """The scan; in Touchdown's own lines its city."""
        return self.scan or self.city

    def told(self) -> list[tuple[str, str]]:
        """The panoramas and the point in each."""
        return [
            (self.main_pano, self.main_static_center),
            (self.pre_pano, self.pre_static_center),
            (self.post_pano, self.post_static_center),
        ]


class Center(msgspec.Struct):
    x: float
    y: float


def _line(
    entry: LandmarkEntry,
    meaning: Meaning,
    looks: Mapping[str, Angles],
    places: Environment,
    lost: Counter[str],
) -> dict[str, Any]:
    along = [each for each in entry.path if each in looks]
    main = along[-1] if along else next(iter(looks))
    at = len(entry.path) - 1 - entry.path[::-1].index(main) if along else 0
    pre = entry.path[at - 1] if along and at > 0 else ""
    post = entry.path[at + 1] if along and at + 1 < len(entry.path) else ""
    lost[ELSEWHERE] += len(looks.keys() - {main, pre, post})
    mention, said = meaning.mention, meaning.said
    told: dict[str, Any] = {
        "city": entry.scan_id,
        "route_id": entry.path_id or 0,
        "elapsed": None,
        "failure_stats": None,
        "num_finished": None,
        "full_text": said.text,
        "navigation_text": None,
        "td_location_text": mention.text,
        "route_panoids": list(entry.path),
        "start_heading": None,
        "end_heading": None,
    }
    for name, pano in (("pre", pre), ("main", main), ("post", post)):
        share = share_of(places, entry.scan_id, pano, looks[pano]) if pano in looks else NOT_FOUND
        told[f"{name}_pano"] = pano
        told[f"{name}_static_center"] = _center(share)
    return told | {
        "scan": entry.scan_id,
        "path_id": entry.path_id,
        "instruction_id": mention.instruction_id,
        "start_char": mention.start_char,
        "language": said.language,
        "entity_ids": [each.entity_id for each in meaning.entities],
        "chain_id": meaning.chain.chain_id,
        "types": list(mention.types),
    }


def _center(share: tuple[float, float]) -> str:
    """Whole numbers for what was not found: loaders compare with ``{'x': -1, 'y': -1}``."""
    x, y = (-1, -1) if share == NOT_FOUND else share
    return msgspec.json.encode({"x": x, "y": y}).decode()


def _entry(
    data: bytes, place: str, split: str | None, places: Environment, notes: list[str]
) -> LandmarkEntry:
    row = decoded(data, place, Route)
    refuse_elsewhere(places, row.place, [pano for pano, _ in row.told() if pano])
    found = sum(_share(center, place) is not None for _, center in row.told())
    notes.append(NO_POINT if found else "a thing that none of its panoramas shows")
    return _made(row, place, split)


def _made(row: Route, place: str, split: str | None = None) -> LandmarkEntry:
    if not row.place:
        raise InvalidDataError(f"{place} names no city.", remedy="Give city, or scan.")
    path_id = row.route_id if row.path_id is None else row.path_id
    made = EntryMaker(row.place, path_id, row.route_panoids, split)
    text = row.td_location_text
    start = row.full_text.find(text) if row.start_char is None else row.start_char
    stored = row.instruction_id is not None
    number = row.route_id if row.instruction_id is None else row.instruction_id
    if start < 0:  # Touchdown's own texts are not always a part of the whole one, to the letter
        said, span = SaidText(number, text, row.language or "en", stored), (0, len(text))
    else:
        said = SaidText(number, row.full_text, row.language if stored else "en", stored)
        span = start, start + len(text)
    if said.text[span[0] : span[1]] != text:
        raise InvalidDataError(
            f"{place}: the characters from {start} on are not td_location_text.",
            remedy="start_char counts the characters (code points) of full_text.",
        )
    mention = made.mention(made.say(said), span, types=row.types)
    names = row.entity_ids or [f"touchdown-{row.route_id}"]
    things = [made.entity(each, f"touchdown {row.route_id}", types=row.types) for each in names]
    made.chain(row.chain_id, [mention], things)
    return made.made()


def _share(center: str, place: str) -> tuple[float, float] | None:
    """The shares across and down; None for what cannot be found.

    Raises:
        InvalidDataError: it is no such JSON, or a share is outside 0 to 1.
    """
    told = decoded(center.encode(), f"{place} static_center", Center)
    if (told.x, told.y) == NOT_FOUND:
        return None
    if not (0 <= told.x <= 1 and 0 <= told.y <= 1):
        raise InvalidDataError(
            f"{place}: static_center is {center}.", remedy="Shares are 0 to 1, or both -1 for not found."
        )
    return told.x, told.y
