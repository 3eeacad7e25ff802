"""SOON: five sentences about a thing, and the four corners of what each viewpoint sees of it.

A row's five sentences are about its attributes, relations, region, neighbouring regions, and all of it; the last one is
read as the instruction. Corners are directions in radians; a file with a heading over 2 pi is refused, since it may be
in degrees (``Soon(degrees=True)``). In what we write, the thing's box is a quadrilateral, and ``spans`` has the
phrase's characters.

Source: Zhu et al. 2021, arXiv:2103.17138; ``r2r_src/env.py`` and ``eval.py`` of
https://github.com/ZhuFengdaaa/SOON (its data are not there).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from math import isfinite, pi, radians
from pathlib import Path
from typing import Any

import msgspec

from environments import Environment, InvalidDataError
from environments.geometry import heading_elevation
from environments.input.json_documents import decoded, items
from environments.regions import Polygon, Region, ViewBox, bounding_view, centre
from environments.regions.bounds import view_corners
from pangea_server.annotate.landmarks.records import RegionRecord
from pangea_server.dataset.entries.protocol import WORLD
from pangea_server.dataset.entries.row_files import RowFiles, list_file
from pangea_server.dataset.formats.landmarks.splits import UNKNOWN, split_in
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry, SaidText
from pangea_server.dataset.landmarks.imported_records import EntryMaker, Span, found_at
from pangea_server.dataset.landmarks.landmark_format import LandmarkFormat
from pangea_server.dataset.landmarks.meanings import Meaning, meanings, unsaid

CORNERS = ("left_bottom", "left_top", "right_top", "right_bottom")
"""Clockwise as people see them; the order of ``view_corners``."""
SENTENCES = 5
PLURAL = "phrases that mean several things, with a row for each"
OUTLINES = "outlines of regions, of which the box remains"
TOO_WIDE = "regions wider than any view, which have no four corners"
SENTENCES_MISSING = "sentences about attributes, relations and regions, which nobody said"


class Soon(LandmarkFormat):
    """``degrees``: what is read is in degrees; nothing is guessed."""

    name = "soon"
    summary = "which thing an instruction means, and its corners from each viewpoint (json)"
    about: Mapping[str, Any] = {
        "world": WORLD,
        "instructions": "five sentences each, of which only the last is known; the others are empty",
        "null": {
            "mouse_left_top, mouse_right_bottom, offset_heading, offset_elevation, num_heading, num_elevation": "no "
            "rectangle was drawn in one of 36 views"
        },
    }

    def __init__(self, *, degrees: bool = False) -> None:
        self._degrees = degrees

    def in_degrees(self) -> Soon:
        return Soon(degrees=True)

    def write_landmarks(
        self, entries: Iterator[LandmarkEntry], places: Environment, folder: Path
    ) -> dict[str, int]:
        """Write ``{split}.json``, a row for each chain and each of its things."""
        lost: Counter[str] = Counter()
        with RowFiles(folder, list_file) as tables:
            for entry in entries:
                lost.update(unsaid(entry))
                for row in _rows(entry, lost):
                    tables.write(f"{entry.split or UNKNOWN}.json", row)
        return dict(+lost)

    def read_landmarks(self, file: Path, places: Environment) -> Iterator[FoundLandmarks]:
        """The rows of a file, each a thing."""
        said = 0
        for place, data in items(file):
            found = found_at(place, partial(_entry, data, place, (said, self._degrees, split_in(file))))
            said += len(found.entry.said) if isinstance(found.entry, LandmarkEntry) else 0
            yield found


class Corner(msgspec.Struct):
    heading: float
    elevation: float


class SeenBox(msgspec.Struct, kw_only=True):
    """What one viewpoint sees; the last two keys are PanGEA's."""

    image_id: str
    scan: str
    obj_name: str
    target: dict[str, Corner]
    heading: float | None = None
    elevation: float | None = None
    region_id: str | None = None


class SoonThing(msgspec.Struct, kw_only=True):
    """A thing; the last keys are PanGEA's."""

    path_id: int
    bboxes: list[SeenBox]
    instructions: list[list[str]]
    path: list[list[str] | str] = []
    spans: list[Span | None] | None = None
    instruction_ids: list[int] | None = None
    languages: list[str | None] | None = None
    chain_id: str | None = None
    entity_id: str | None = None
    types: list[str] = []


def _entry(data: bytes, place: str, how: tuple[int, bool, str | None], notes: list[str]) -> LandmarkEntry:
    said_before, degrees, split = how
    row = decoded(data, place, SoonThing)
    _check(row, place)
    path = row.path[0] if row.path and isinstance(row.path[0], list) else row.path
    if row.path and isinstance(row.path[0], list) and len(row.path) > 1:
        notes.append(f"all {len(row.path)} paths but the first")
    along = [each for each in path if isinstance(each, str)]
    made = EntryMaker(row.bboxes[0].scan, row.path_id, along, split)
    thing = row.entity_id or f"{row.bboxes[0].scan}-{row.path_id}"
    labels = {"en": row.bboxes[0].obj_name} if row.bboxes[0].obj_name else {}
    entity = made.entity(thing, f"soon {thing}", types=row.types, labels=labels)
    mentions = []
    for n, sentences in enumerate(row.instructions):
        text = sentences[-1]
        if not text.strip():
            notes.append(f"instructions[{n}], which is empty")
            continue
        number = row.instruction_ids[n] if row.instruction_ids else said_before + n
        language = row.languages[n] if row.languages else "en"
        said = made.say(SaidText(number, text, language, row.instruction_ids is not None))
        mentions.append(made.mention(said, row.spans[n] if row.spans else None))
    if not row.instruction_ids and any(any(each[:-1]) for each in row.instructions):
        notes.append("the four sentences before the whole instruction")
    made.chain(row.chain_id, mentions, [entity])
    for n, box in enumerate(row.bboxes):
        shape = _shape(box, f"bboxes[{n}]", degrees, notes)
        made.region(box.region_id or f"{thing}-{n}", thing, box.image_id, shape)
    return made.made()


def _check(row: SoonThing, place: str) -> None:
    if not row.bboxes or len({each.scan for each in row.bboxes}) > 1:
        raise InvalidDataError(
            f"{place} has boxes of {len({each.scan for each in row.bboxes})} scans.",
            remedy="A row has one or more boxes, all of one scan.",
        )
    if wrong := [n for n, each in enumerate(row.instructions) if len(each) != SENTENCES]:
        raise InvalidDataError(
            f"{place}: instructions[{wrong[0]}] has {len(row.instructions[wrong[0]])} sentences.",
            remedy="It has five: attribute, relation, region, neighbouring regions, and all of it.",
        )
    lists = (row.spans, row.instruction_ids, row.languages)
    if any(each is not None and len(each) != len(row.instructions) for each in lists):
        raise InvalidDataError(
            f"{place}: instructions and spans, instruction_ids or languages differ in number.",
            remedy="Give one for each instruction.",
        )


def _shape(box: SeenBox, where: str, degrees: bool, notes: list[str]) -> Region:
    if missing := [name for name in CORNERS if name not in box.target]:
        raise InvalidDataError(
            f"target of {where} has no {missing[0]}.", remedy=f"It has {', '.join(CORNERS)}."
        )
    points = []
    for name in CORNERS:
        heading, elevation = box.target[name].heading, box.target[name].elevation
        if not (isfinite(heading) and isfinite(elevation)):
            raise InvalidDataError(
                f"{name} of {where} is {heading!r}, {elevation!r}.", remedy="Give finite numbers."
            )
        if not degrees and abs(heading) > 2 * pi:
            raise InvalidDataError(
                f"heading of {name} of {where} is {heading!r}, over 2 pi.",
                remedy="Angles are in radians; say --degrees if the file is in degrees.",
            )
        points.append((radians(heading), radians(elevation)) if degrees else (heading, elevation))
    try:
        return Polygon(tuple(points))
    except InvalidDataError:
        turned = Polygon(tuple(reversed(points)))  # refused as before, if it is not the winding
        notes.append(f"the corners of {where}, which went round the wrong way")
        return turned


def _rows(entry: LandmarkEntry, lost: Counter[str]) -> Iterator[dict[str, Any]]:
    chains: dict[str, list[Meaning]] = {}
    for meaning in meanings(entry):
        chains.setdefault(meaning.chain.chain_id, []).append(meaning)
    for told in chains.values():
        lost[PLURAL] += len(told) * (len(told[0].entities) > 1)
        for thing in told[0].entities:
            name = next(iter(thing.labels.values()), "")
            shown = [each for regions in told[0].regions.values() for each in regions]
            made = [
                _box(entry.scan_id, name, each, lost) for each in shown if each.entity_id == thing.entity_id
            ]
            boxes = [each for each in made if each is not None]
            if not boxes:
                continue
            lost[SENTENCES_MISSING] += len(told) * (SENTENCES - 1)
            yield {
                "path_id": entry.path_id or 0,
                "scan": entry.scan_id,
                "bboxes": boxes,
                "instructions": [["", "", "", "", each.said.text] for each in told],
                "path": [list(entry.path)],
                "spans": [[each.mention.start_char, each.mention.end_char] for each in told],
                "instruction_ids": [each.said.instruction_id for each in told],
                "languages": [each.said.language for each in told],
                "chain_id": told[0].chain.chain_id,
                "entity_id": thing.entity_id,
                "types": list(thing.types),
            }


def _box(scan_id: str, name: str, region: RegionRecord, lost: Counter[str]) -> dict[str, Any] | None:
    corners = _corners(region.shape, lost)
    if corners is None:
        lost[TOO_WIDE] += 1
        return None
    heading, elevation = centre(region.shape)
    return {
        "image_id": region.viewpoint_id,
        "scan": scan_id,
        "obj_name": name,
        "heading": heading % (2 * pi),
        "elevation": elevation,
        "target": {
            corner: {"heading": at[0] % (2 * pi), "elevation": at[1]}
            for corner, at in zip(CORNERS, corners, strict=True)
        },
        "mouse_left_top": None,
        "mouse_right_bottom": None,
        "offset_heading": None,
        "offset_elevation": None,
        "num_heading": None,
        "num_elevation": None,
        "region_id": region.region_id,
    }


def _corners(shape: Region, lost: Counter[str]) -> list[tuple[float, float]] | None:
    """Four corners, clockwise from the lower left one; None if it is wider than any view."""
    if isinstance(shape, Polygon) and len(shape.points) == len(CORNERS):
        return list(shape.points)
    view = shape if isinstance(shape, ViewBox) else bounding_view([shape])
    lost[OUTLINES] += not isinstance(shape, ViewBox)
    if view is None:
        return None
    heading, elevation = heading_elevation(view_corners(view))
    return list(zip(heading.tolist(), elevation.tolist(), strict=True))
