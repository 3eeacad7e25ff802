"""REVERIE: instructions that mean a thing, and what each viewpoint sees, as boxes in 36 views.

``REVERIE_{split}.json`` ties whole instructions to a thing, so its phrases are whole instructions, unless our key
``spans`` has the characters. ``BBox/{scan}_{viewpoint}.json`` has each thing's boxes, clipped at the edges of the views
(``reverie_views.py``). Both are read, each for itself; things are joined by ``objId``.

Source: Qi et al. 2020, arXiv:1904.10151; https://github.com/YuankaiQi/REVERIE, section 5 of its README.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from align.exports.whole import whole_text
from environments import Environment, InvalidDataError
from environments.input.json_documents import decoded, items, whole_object
from pangea_server.annotate.landmarks.records import Entity
from pangea_server.dataset.entries.protocol import WORLD
from pangea_server.dataset.entries.row_files import RowFiles, list_file
from pangea_server.dataset.formats.landmarks.reverie_views import PixelBox, in_views, is_cut, region_of
from pangea_server.dataset.formats.landmarks.splits import UNKNOWN, split_in
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry, SaidText
from pangea_server.dataset.landmarks.imported_records import EntryMaker, Span, found_at
from pangea_server.dataset.landmarks.landmark_format import LandmarkFormat
from pangea_server.dataset.landmarks.meanings import MEANINGLESS, Meaning, meanings, unsaid

PLURAL = "phrases that mean several things, with a row for each"
ONE_BOX = "regions of one thing at one viewpoint beyond the first, all in one box"
NO_WORDS = "regions without a thing"
UNSEEN = "regions of which no view shows a pixel"
OWN_NUMBER = re.compile(r"(?:.*-e|label:.*-|.*-)(\d{1,9})")
BLANK = "#"


class Reverie(LandmarkFormat):
    name = "reverie"
    summary = "which thing instructions mean, and each viewpoint's boxes of it in 36 views (json)"
    about: Mapping[str, Any] = {
        "world": WORLD,
        "visible_pos": "0 to 35: twelve headings from 0 to the right, the lowest row first (-30, 0, 30 degrees)",
        "bbox2d": "x, y, width, height in whole pixels of 640 x 480, 60 degrees high, clipped at the edges",
        "name": "blanks are #",
        "distance": "metres along the path; null without one",
        "null": {"heading": "what people marked does not say where a walk began to look"},
    }

    def write_landmarks(
        self, entries: Iterator[LandmarkEntry], places: Environment, folder: Path
    ) -> dict[str, int]:
        """Write ``REVERIE_{split}.json`` and a file for each viewpoint in ``BBox``."""
        lost: Counter[str] = Counter()
        numbers: dict[str, _ObjectNumbers] = {}
        seen = _SeenFiles(folder / "BBox")
        with RowFiles(folder, list_file) as tables:
            for entry in entries:
                numbered = numbers.setdefault(entry.scan_id, _ObjectNumbers())
                lost[MEANINGLESS] += unsaid(entry)[MEANINGLESS]
                for row in _rows(entry, places, numbered, lost):
                    tables.write(f"REVERIE_{entry.split or UNKNOWN}.json", row)
                for viewpoint_id, things in _seen(entry, numbered, lost).items():
                    seen.add(entry.scan_id, viewpoint_id, things)
        return dict(+lost)

    def read_landmarks(self, file: Path, places: Environment) -> Iterator[FoundLandmarks]:
        """The rows of ``REVERIE_*.json``, or what a file of ``BBox`` sees."""
        if not file.name.startswith("REVERIE_"):
            yield from _seen_in(file)
            return
        said = 0
        for place, data in items(file):
            found = found_at(place, partial(_entry, data, place, (said, split_in(file))))
            said += len(found.entry.said) if isinstance(found.entry, LandmarkEntry) else 0
            yield found


class ReverieRow(msgspec.Struct, kw_only=True):
    """A row; the last five keys are PanGEA's. Test splits have no thing."""

    scan: str
    path_id: int
    path: list[str]
    instructions: list[str]
    objId: int | str | None = None  # noqa: N815 - REVERIE's spelling
    spans: list[Span | None] | None = None
    instruction_ids: list[int] | None = None
    languages: list[str | None] | None = None
    chain_id: str | None = None
    entity_id: str | None = None


class SeenThing(msgspec.Struct, kw_only=True):
    """A thing at a viewpoint; the last three keys are PanGEA's."""

    name: str
    visible_pos: list[int]
    bbox2d: list[PixelBox]
    entity_id: str | None = None
    types: list[str] = []
    labels: dict[str, str] | None = None

    def __post_init__(self) -> None:
        if len(self.visible_pos) != len(self.bbox2d):
            raise ValueError("visible_pos and bbox2d differ in number")


def _entry(data: bytes, place: str, before: tuple[int, str | None], notes: list[str]) -> LandmarkEntry:
    said_before, split = before
    row = decoded(data, place, ReverieRow)
    lists = (row.spans, row.instruction_ids, row.languages)
    if any(each is not None and len(each) != len(row.instructions) for each in lists):
        raise InvalidDataError(
            f"{place}: instructions and spans, instruction_ids or languages differ in number.",
            remedy="Give one for each instruction.",
        )
    if row.objId is None:
        raise InvalidDataError(
            f"{place} has no objId.", remedy="Test splits say no thing: leave the file out."
        )
    made = EntryMaker(row.scan, row.path_id, row.path, split)
    thing = row.entity_id or f"{row.scan}-{row.objId}"
    entity = made.entity(thing, f"reverie {row.objId}")
    mentions, texts = [], set()
    for n, text in enumerate(row.instructions):
        stored = row.instruction_ids is not None
        if not text.strip() or (text in texts and not stored):
            notes.append(f"instructions[{n}], which {'is empty' if not text.strip() else 'is there twice'}")
            continue
        texts.add(text)
        number = row.instruction_ids[n] if row.instruction_ids else said_before + n
        language = row.languages[n] if row.languages else "en"
        said = made.say(SaidText(number, text, language, stored))
        mentions.append(made.mention(said, row.spans[n] if row.spans else None))
    made.chain(row.chain_id, mentions, [entity])
    return made.made()


def _seen_in(file: Path) -> Iterator[FoundLandmarks]:
    scan_id, _, viewpoint = file.name.removesuffix(".gz").removesuffix(".json").rpartition("_")
    if not scan_id:
        raise InvalidDataError(
            f"{file.name} is no name of REVERIE's.",
            remedy="Its files are REVERIE_{split}.json, and BBox/{scan}_{viewpoint}.json.",
        )
    told = whole_object(file, dict[str, dict[str, msgspec.Raw]])
    for viewpoint_id, things in told.items():
        for number, data in things.items():
            place = f"{file.name} {viewpoint_id} {number}"
            yield found_at(place, partial(_thing, bytes(data), place, (scan_id, viewpoint_id, number)))
    if viewpoint not in told and told:
        raise InvalidDataError(
            f"{file.name} is about {', '.join(told)}, not {viewpoint}.", remedy="Call it as its viewpoint."
        )


def _thing(data: bytes, place: str, where: tuple[str, str, str], notes: list[str]) -> LandmarkEntry:
    scan_id, viewpoint_id, number = where
    row = decoded(data, place, SeenThing)
    made = EntryMaker(scan_id)
    thing = row.entity_id or f"{scan_id}-{number}"
    labels = row.labels or {"en": row.name.replace(BLANK, " ")}
    made.entity(thing, f"reverie {number}", types=row.types, labels=labels)
    if not row.visible_pos:
        notes.append("a thing that no view shows")
    regions = region_of(row.visible_pos, row.bbox2d)
    if regions and all(map(is_cut, row.bbox2d)):
        notes.append("a thing that the edges of all views cut off: its pieces, one for each view")
    for n, shape in enumerate(regions):
        made.region(f"{thing}-{viewpoint_id}-{n}", thing, viewpoint_id, shape)
    return made.made()


class _ObjectNumbers:
    """``objId`` of the things of one scan: the number in their id where it is free, else the next one."""

    def __init__(self) -> None:
        self._by_thing: dict[str, int] = {}
        self._taken: set[int] = set()

    def of(self, entity_id: str) -> int:
        if entity_id not in self._by_thing:
            own = OWN_NUMBER.fullmatch(entity_id)
            number = int(own[1]) if own else len(self._taken)
            while number in self._taken:
                number += 1
            self._by_thing[entity_id] = number
            self._taken.add(number)
        return self._by_thing[entity_id]


class _SeenFiles:
    """The files of viewpoints, which several paths add to."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._begun: set[Path] = set()

    def add(self, scan_id: str, viewpoint_id: str, things: dict[str, Any]) -> None:
        file = self._folder / f"{scan_id}_{viewpoint_id}.json"
        before = whole_object(file, dict[str, dict[str, Any]])[viewpoint_id] if file in self._begun else {}
        self._begun.add(file)
        with whole_text(file) as text:
            text.write(msgspec.json.encode({viewpoint_id: before | things}).decode())


def _rows(
    entry: LandmarkEntry, places: Environment, numbers: _ObjectNumbers, lost: Counter[str]
) -> Iterator[dict[str, Any]]:
    chains: dict[str, list[Meaning]] = {}
    for meaning in meanings(entry):
        chains.setdefault(meaning.chain.chain_id, []).append(meaning)
    length = places.scan(entry.scan_id).graph.path_length(entry.path) if entry.path else None
    for told in chains.values():
        first = told[0]
        lost[PLURAL] += len(told) * (len(first.entities) > 1)
        for thing in first.entities:
            number = numbers.of(thing.entity_id)
            yield {
                "id": f"{entry.path_id}_{number}",
                "scan": entry.scan_id,
                "path_id": entry.path_id or 0,
                "heading": None,
                "distance": None if length is None else round(length, 2),
                "objId": number,
                "instructions": [each.said.text for each in told],
                "instructions_l": [each.text for each in entry.said],
                "path": list(entry.path),
                "spans": [[each.mention.start_char, each.mention.end_char] for each in told],
                "instruction_ids": [each.said.instruction_id for each in told],
                "languages": [each.said.language for each in told],
                "chain_id": first.chain.chain_id,
                "entity_id": thing.entity_id,
            }


def _seen(entry: LandmarkEntry, numbers: _ObjectNumbers, lost: Counter[str]) -> dict[str, dict[str, Any]]:
    """What each viewpoint sees: by viewpoint and ``objId``."""
    entities = {each.entity_id: each for each in entry.entities}
    pieces: dict[tuple[str, str], list[dict[int, list[int]]]] = {}
    for region in entry.regions:
        if region.entity_id not in entities:
            lost[NO_WORDS] += 1
            continue
        boxes = in_views(region.shape)
        lost[UNSEEN] += not boxes
        pieces.setdefault((region.viewpoint_id, region.entity_id), []).append(boxes)
    found: dict[str, dict[str, Any]] = {}
    for (viewpoint_id, entity_id), several in pieces.items():
        lost[ONE_BOX] += len(several) - 1
        boxes = _around(several)
        thing = entities[entity_id]
        found.setdefault(viewpoint_id, {})[str(numbers.of(entity_id))] = {
            "name": _name(thing).replace(" ", BLANK),
            "visible_pos": list(boxes),
            "bbox2d": list(boxes.values()),
            "entity_id": entity_id,
            "types": list(thing.types),
            "labels": thing.labels,
        }
    return found


def _around(several: list[dict[int, list[int]]]) -> dict[int, list[int]]:
    """The box of each view around those of several regions."""
    found: dict[int, list[int]] = {}
    for view in sorted({view for boxes in several for view in boxes}):
        shown = [boxes[view] for boxes in several if view in boxes]
        x, y = min(each[0] for each in shown), min(each[1] for each in shown)
        right, bottom = max(each[0] + each[2] for each in shown), max(each[1] + each[3] for each in shown)
        found[view] = [x, y, right - x, bottom - y]
    return found


def _name(thing: Entity) -> str:
    """What it is called: in English where that is known."""
    english = [label for language, label in thing.labels.items() if language.partition("-")[0] == "en"]
    return next(iter((*english, *thing.labels.values(), *thing.types)), "")
