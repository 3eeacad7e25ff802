"""What each format of landmarks keeps of each field, found out by changing the field, and by reading the files back.

``python -m tests.landmarks.fields`` writes the result where exports take it from, and into the table of
``pangea_server/dataset/formats/landmarks/README.md``.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from environments import Environment, PanoramaFolder
from environments.regions import Region, ViewBox, iou
from environments.scan import Scan
from pangea_server.annotate.landmarks.records import (
    Chain,
    Entity,
    Link,
    Mention,
    RegionRecord,
    mention_id,
    transcript_digest,
)
from pangea_server.core.records import Record
from pangea_server.dataset.entries.carried import LANDMARKS_CARRIED, CarriedFields
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.formats import IMPORTED_LANDMARKS
from pangea_server.dataset.imports.known import RecordKey, key_of
from pangea_server.dataset.imports.landmarks.instructions import StoredInstruction
from pangea_server.dataset.imports.landmarks.known import grown
from pangea_server.dataset.imports.landmarks.renumbering import EntryPlace, given_ids, renumbered
from pangea_server.dataset.landmarks.entries import (
    LandmarkEntry,
    ReadsLandmarks,
    SaidText,
    WritesLandmarks,
)
from tests.exports.fields import MEMORY, readme_with, table
from tests.exports.filled import corridor

README = Path(__file__).parents[2] / "pangea_server/dataset/formats/landmarks/README.md"
KINDS: dict[str, type[Record]] = {
    "mention": Mention,
    "link": Link,
    "chain": Chain,
    "entity": Entity,
    "region": RegionRecord,
}
NEVER_OUT = {"region.replaced_by": "regions that were replaced are left out of exports"}
OF_THE_PATH = ("scan_id", "path_id", "split")
"""Fields that all records of an entry have alike."""
THING = ("entity.entity_id", "region.entity_id")
ALIKE = 0.9
"""Intersection over union from which on a region is the same, up to whole pixels and corners."""
DAY, NEXT_DAY = (datetime(2026, 3, day, tzinfo=UTC) for day in (2, 3))
FIRST_ID, SECOND_ID = mention_id(71, 5, 17), mention_id(71, 24, 26)

PAIRS: dict[str, tuple[Any, Any]] = {
    "path.scan_id": ("corridor", "hall"),
    "path.path_id": (7, 8),
    "path.split": ("val_seen", "train"),
    "mention.instruction_id": (71, 72),
    "mention.language": ("en-US", "hi-IN"),
    "mention.start_char": (5, 9),
    "mention.end_char": (17, 12),
    "mention.text": ("the red lamp", "the old lamp"),
    "mention.head": ((14, 17), (10, 12)),
    "mention.types": (("light", "decoration"), ("person",)),
    "mention.number": ("several", "one"),
    "mention.form": ("attribute", "deixis"),
    "mention.status": ("from_sight", "old_in_text"),
    "mention.start_time": (1.25, 2.25),
    "mention.end_time": (3.25, 4.25),
    "mention.source": ("marked", "proposed"),
    "mention.annotator_id": (41, 42),
    "mention.version": (2, 3),
    "mention.transcript_sha256": (transcript_digest("Pass the red lamp, then it; by it."), "0" * 64),
    "mention.created_at": (DAY, NEXT_DAY),
    "link.link_id": ("000007-l1", "000007-l2"),
    "link.first": (FIRST_ID, SECOND_ID),
    "link.second": (SECOND_ID, FIRST_ID),
    "link.annotator_id": (43, 44),
    "link.verdict": ("same", "part_of"),
    "link.seconds": (5.25, 6.25),
    "link.check_item": (True, False),
    "link.learning": (True, False),
    "link.created_at": (DAY, NEXT_DAY),
    "chain.chain_id": ("000007-c3", "000007-c4"),
    "chain.mentions": ((FIRST_ID, SECOND_ID), (FIRST_ID,)),
    "chain.need": ("scene", "not_visual"),
    "chain.entities": (("corridor-e1", "corridor-e2"), ("corridor-e1",)),
    "chain.parent": ("000007-c9", None),
    "chain.source": ("judged", "imported"),
    "chain.created_at": (DAY, NEXT_DAY),
    "entity.entity_id": ("corridor-e1", "corridor-e3"),
    "entity.types": (("light", "appliance"), ("light",)),
    "entity.labels": ({"en-US": "red lamp", "hi-IN": "लाल दीपक"}, {"en-US": "old lamp"}),
    "entity.position": ((1.0, 2.0, 3.0), (1.0, 2.0, 4.0)),
    "entity.spread": ((0.1, 0.2, 0.3), (0.1, 0.2, 0.4)),
    "entity.extent": ((0.5, 0.6, 0.7), (0.5, 0.6, 0.8)),
    "entity.how": ("triangulated", "depth"),
    "entity.source": ("elsewhere 5", None),
    "entity.created_at": (DAY, NEXT_DAY),
    "region.region_id": ("corridor-r1", "corridor-r5"),
    "region.entity_id": ("corridor-e1", "corridor-e3"),
    "region.viewpoint_id": ("lamp", "sofa"),
    "region.shape": (ViewBox(0.5, 0.0, 0.3, 0.25), ViewBox(0.9, -0.1, 0.5, 0.4)),
    "region.visible": ("cut", "whole"),
    "region.group": (True, False),
    "region.source": ("drawn", "adjusted"),
    "region.from_region": ("corridor-r0", None),
    "region.annotator_id": (45, 46),
    "region.quality": ("good", "unjudged"),
    "region.seconds": (7.25, 8.25),
    "region.created_at": (DAY, NEXT_DAY),
}


class TwoScans(PanoramaFolder):
    """The corridor, and the same under another name."""

    def scan_ids(self) -> list[str]:
        return ["corridor", "hall"]

    def scan(self, scan_id: str) -> Scan:
        found = super().scan("corridor")
        return found if scan_id == "corridor" else replace(found, scan_id=scan_id)


@cache
def every_field() -> tuple[str, ...]:
    """What a path has, and all other fields of the five records in their order."""
    named = (
        f"{kind}.{name}"
        for kind, record in KINDS.items()
        for name in record.model_fields
        if name not in OF_THE_PATH
    )
    return (
        *(f"path.{name}" for name in OF_THE_PATH),
        *(field for field in named if field not in NEVER_OUT),
    )


def entry_with(changed: Mapping[str, Any] | None = None) -> LandmarkEntry:
    """A lamp that two phrases of an instruction mean, and a corner that nobody can draw; with these values changed."""
    told = {field: first for field, (first, _) in PAIRS.items()}
    for field, value in (changed or {}).items():
        told |= {field: value} | (dict.fromkeys(THING, value) if field in THING else {})
    path = {"path_id": told["path.path_id"], "scan_id": told["path.scan_id"]}
    of = {
        kind: {
            name: told[f"{kind}.{name}"] if f"{kind}.{name}" in told else path[name]
            for name in record.model_fields
            if f"{kind}.{name}" in told or name in path
        }
        for kind, record in KINDS.items()
    }
    text = f"Pass {told['mention.text']}, then it; by it."
    phrase = of["mention"] | {"text": text[told["mention.start_char"] : told["mention.end_char"]]}
    if (
        phrase["head"]
        and not phrase["start_char"] <= phrase["head"][0] < phrase["head"][1] <= phrase["end_char"]
    ):
        phrase["head"] = (phrase["start_char"], phrase["end_char"])
    if "mention.transcript_sha256" not in (changed or {}):
        phrase["transcript_sha256"] = transcript_digest(text)
    first = Mention(**phrase)
    plain = {"language", "scan_id", "path_id", "instruction_id", "source", "transcript_sha256"}
    pronouns = [
        Mention(**{name: phrase[name] for name in plain}, start_char=at, end_char=at + 2, text="it")
        for at in (24, 31)
    ]
    names = {FIRST_ID: first.mention_id, SECOND_ID: pronouns[0].mention_id}
    known = [names[each] for each in of["chain"]["mentions"]]
    link = of["link"] | {end: names[of["link"][end]] for end in ("first", "second")}
    scan_id, thing = told["path.scan_id"], told["entity.entity_id"]
    things = tuple(thing if each == "corridor-e1" else each for each in told["chain.entities"])
    whole = of["chain"] | {"mentions": tuple(known), "entities": things, "need": "box"}
    scene = of["chain"] | {
        "chain_id": "000007-c9",
        "mentions": (pronouns[1].mention_id,),
        "entities": (),
        "parent": None,
    }
    return LandmarkEntry(
        scan_id,
        told["path.path_id"],
        ("door", "lamp", "sofa"),
        (SaidText(told["mention.instruction_id"], text, told["mention.language"]),),
        (first, *pronouns),
        (Link(**link),),
        (Chain(**whole), Chain(**scene)),
        (Entity(**of["entity"]), Entity(entity_id="corridor-e2", scan_id=scan_id)),
        (
            RegionRecord(**of["region"]),
            RegionRecord(
                region_id="corridor-r9",
                entity_id="corridor-e2",
                scan_id=scan_id,
                viewpoint_id="door",
                shape=ViewBox(-0.5, 0.0, 0.2, 0.2),
                source="drawn",
            ),
        ),
        told["path.split"],
    )


def measured(folder: Path) -> dict[str, CarriedFields]:
    """For each built-in format of landmarks, what becomes of each field."""
    places = TwoScans(corridor(folder / "corridor").directory)
    found = {}
    for name in IMPORTED_LANDMARKS:
        before = _written(name, entry_with(), places, folder / name / "first")
        back = came_back(name, places, folder / name / "first")
        states = {}
        for number, field in enumerate(every_field()):
            after = _written(name, entry_with({field: PAIRS[field][1]}), places, folder / name / str(number))
            states[field] = _state(before != after, field in back)
        found[name] = CarriedFields(
            **{
                state: [field for field in every_field() if states[field] == state]
                for state in ("kept", "written", "derived", "lost")
            }
        )
    return found


def _state(changes: bool, came: bool) -> str:
    if changes:
        return "kept" if came else "written"
    return "derived" if came else "lost"


def _written(name: str, entry: LandmarkEntry, places: Environment, folder: Path) -> str:
    """A digest of the files that a format makes of an entry."""
    (chosen,) = open_formats([name])
    assert isinstance(chosen, WritesLandmarks)
    folder.mkdir(parents=True)
    chosen.write_landmarks(iter([entry]), places, folder)
    told = [
        (file.relative_to(folder).as_posix(), sha256(_bytes(file)).hexdigest()) for file in _files(folder)
    ]
    return sha256(msgspec.json.encode(told)).hexdigest()


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())


def _is_read(file: Path) -> bool:
    """Whether it has landmarks: not a cut of a panorama, nor a labelling interface."""
    return file.suffix not in (".jpg", ".xml")


def _bytes(file: Path) -> bytes:
    return gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()


def came_back(name: str, places: Environment, folder: Path) -> set[str]:
    """The fields that an import into a store with the instruction would have as they were."""
    (chosen,) = open_formats([name])
    assert isinstance(chosen, ReadsLandmarks)
    records: dict[RecordKey, Record] = {}
    files = [folder] if name == "flickr30k_entities" else [each for each in _files(folder) if _is_read(each)]
    paths: list[LandmarkEntry] = []
    for each in (found for file in files for found in chosen.read_landmarks(file, places)):
        assert isinstance(each.entry, LandmarkEntry), each.entry
        paths.append(each.entry)
        for record in _imported(each.entry, places):
            known = records.setdefault(key_of(record), record)
            if isinstance(known, Chain) and isinstance(record, Chain):
                records[key_of(record)] = grown(known, record) or known
    return {field for field in every_field() if _came(field, paths, list(records.values()))}


def _came(field: str, paths: list[LandmarkEntry], records: list[Record]) -> bool:
    kind, _, name = field.partition(".")
    among: list[Any] = (
        [each for each in records if isinstance(each, KINDS[kind])] if kind in KINDS else [*paths, *records]
    )
    return any(_alike(getattr(each, name, None), PAIRS[field][0]) for each in among)


def _imported(entry: LandmarkEntry, places: Environment) -> Iterator[Record]:
    told = {each.instruction_id: _stored(each) for each in entry.said}
    where = EntryPlace(places.scan(entry.scan_id), 7 if told else None, told)
    yield from renumbered(entry, where, "elsewhere", given_ids(entry))


def _stored(said: SaidText) -> StoredInstruction:
    return StoredInstruction(71, 7, "corridor", "en-US", ("door", "lamp", "sofa"), "val_seen", said.text)


def _alike(value: Any, expected: Any) -> bool:
    if isinstance(value, Region) and isinstance(expected, Region):
        return iou(value, expected) >= ALIKE
    if (
        isinstance(value, tuple)
        and isinstance(expected, tuple)
        and all(isinstance(each, str) for each in expected)
    ):
        return sorted(value) == sorted(expected)
    return bool(value == expected)


def main() -> None:
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        carried = measured(Path(folder))
    LANDMARKS_CARRIED.write_bytes(msgspec.json.format(msgspec.json.encode(carried), indent=1) + b"\n")
    README.write_text(
        readme_with(README.read_text(encoding="utf-8"), table(carried, every_field())), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
