"""What people drew on the cuts of ``label_studio_regions``: what is as it was, what they moved, and what is new.

A region of ours that nobody touched is the one that was exported, to the last bit. One that was moved is another region
of the same thing, and its id says so; one that was removed stays where it is stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Any

import msgspec

from environments import Environment, PangeaError
from environments.regions import Region, ViewBox, region_as_json
from pangea_server.annotate.landmarks.records import Entity, RegionRecord
from pangea_server.dataset.formats.landmarks.label_studio.cuts import Cut, is_still, shape_of
from pangea_server.dataset.formats.landmarks.label_studio.drawn import DrawnRows, drawn_in, relations_in
from pangea_server.dataset.formats.landmarks.label_studio.phrases import Phrases
from pangea_server.dataset.formats.landmarks.label_studio.tasks import (
    SAME_THING,
    TYPE,
    UNKNOWN,
    LabelStudioTask,
    task_of,
)
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry
from pangea_server.dataset.landmarks.source_files import placed, viewpoint_at

MOVED = "regions that people changed, which come beside those that they were"
REMOVED = "regions that people removed, which stay where they are stored"
OTHER_TYPES = "things whose types people changed"
ASIDE = "rectangles that are not in the middle of their cut, so polygons of the same four sides"
EARLIER = "annotations of a task before its last one, left out"
NO_TYPE = "labels that can be no type, left out"
TWO_THINGS = "relations that make one of two known things, left out"


def found_in(data: bytes, place: str, places: Environment) -> Iterator[FoundLandmarks]:
    """What one task says: the fault of each region that is broken, and an entry with the others."""
    try:
        with placed(place):
            reading = TaskReading.of(task_of(data, place), place, places)
            reading.read()
    except PangeaError as error:
        yield FoundLandmarks(place, error)
        return
    yield from reading.faults
    yield FoundLandmarks(place, reading.entry(), tuple(reading.notes))


@dataclass(slots=True)
class TaskReading:
    """One task while it is read.

    Attributes:
        was: what was exported in it.
        drawn: the regions that it shows now, by their ids there, and what is said of two of them.
        entities, regions: what it says now.
    """

    place: str
    cut: Cut
    was: LandmarkEntry
    drawn: Mapping[str, DrawnRows]
    relations: tuple[tuple[str, str, str], ...]
    notes: list[str]
    phrases: Phrases
    entities: dict[str, Entity]
    regions: list[RegionRecord] = field(default_factory=list)
    faults: list[FoundLandmarks] = field(default_factory=list)

    @classmethod
    def of(cls, task: LabelStudioTask, place: str, places: Environment) -> TaskReading:
        """Of a task.

        Raises:
            InvalidDataError, ValidationError: nothing says where its picture looks, or its rows do not fit to it.
        """
        cut, meta = task.posed()
        viewpoint_at(places, cut.scan_id, cut.viewpoint_id)
        was, told = meta.entry(cut.scan_id, cut.viewpoint_id), task.told()
        notes, results = [EARLIER] * (len(told) - 1), told[-1].result if told else []
        drawn = drawn_in(results, cut, place, notes)
        relations = tuple(relations_in(results, drawn, place, notes))
        entities = {each.entity_id: each for each in was.entities}
        return cls(place, cut, was, drawn, relations, notes, Phrases.of(was), entities)

    def read(self) -> None:
        """Take each region, and then what is said of it."""
        known = {each.region_id: each for each in self.was.regions}
        things = self._things(known)
        for name, each in self.drawn.items():
            try:
                with placed(each.place):
                    self._take(name, things[name], each, known.get(name))
            except PangeaError as error:
                self.faults.append(FoundLandmarks(each.place, error))
        self.notes += [REMOVED] * len(known.keys() - self.drawn.keys())
        shown = {name: thing for name, thing in things.items() if thing in self.entities}
        said = [
            self.phrases.mean(text, thing, self.cut.scan_id)
            for name, thing in shown.items()
            for text in self.drawn[name].texts
        ]
        said += [
            self.phrases.mean_together(shown[one], shown[other])
            for label, one, other in self.relations
            if label != SAME_THING and {one, other} <= shown.keys() and shown[one] != shown[other]
        ]
        self.notes += [note for note in said if note]

    def entry(self) -> LandmarkEntry:
        """What the task says now."""
        return replace(
            self.was,
            mentions=tuple(self.phrases.mentions.values()),
            chains=tuple(self.phrases.chains.values()),
            entities=tuple(self.entities.values()),
            regions=tuple(self.regions),
        )

    def _things(self, known: Mapping[str, RegionRecord]) -> dict[str, str]:
        """The thing of each region: its own where it has one, else that of regions which relations join to it."""
        groups = {name: {name} for name in self.drawn}

        def ours(group: set[str]) -> set[str]:
            return {thing for each in group & known.keys() if (thing := known[each].entity_id)}

        for label, one, other in self.relations:
            joined = groups[one] | groups[other]
            if label == SAME_THING and len(ours(joined)) > 1:
                self.notes += [TWO_THINGS] * (groups[one] is not groups[other])
            elif label == SAME_THING:
                groups.update(dict.fromkeys(joined, joined))
        first = {name: next(each for each in self.drawn if each in group) for name, group in groups.items()}
        return {name: min(ours(groups[name]), default=self._named(first[name])) for name in groups}

    def _take(self, name: str, thing: str, drawn: DrawnRows, was: RegionRecord | None) -> None:
        names = [each.strip().lower() for each in drawn.labels]
        self.notes += [NO_TYPE] * sum(not TYPE.fullmatch(each) for each in names)
        types = tuple(each for each in names if each != UNKNOWN and TYPE.fullmatch(each))
        still = was is not None and is_still(drawn.value, was.shape, self.cut)
        shape = was.shape if was and still else shape_of(drawn.value, self.cut)
        self.notes += [ASIDE] * (drawn.value.x is not None and not still and not isinstance(shape, ViewBox))
        unsaid = was is not None and was.entity_id is None and thing not in self.entities and not types
        if was and still and (was.entity_id is not None or unsaid):
            region = was
        elif was:
            self.notes.append(MOVED)
            told = {"region_id": f"{name}-{_digest(region_as_json(shape))}", "shape": shape}
            region = was.model_copy(update=told | ({} if unsaid else {"entity_id": thing}))
        else:
            region = self._new(name, thing, shape)
        self.regions.append(region)
        if region.entity_id is not None:
            self._type(region.entity_id, types, known=was is not None)

    def _new(self, name: str, thing: str, shape: Region) -> RegionRecord:
        """A region under an id that says what it shows, so that the next change of it is another one."""
        return RegionRecord(
            region_id=f"{self._named(name)}-{_digest(region_as_json(shape))}",
            entity_id=thing,
            scan_id=self.cut.scan_id,
            viewpoint_id=self.cut.viewpoint_id,
            shape=shape,
            source="imported",
        )

    def _named(self, name: str) -> str:
        """An id that people's regions have in one task, with what tells the task from others."""
        return f"{self.cut.viewpoint_id}-{_digest(msgspec.to_builtins(self.cut))}-{name}"

    def _type(self, entity_id: str, types: tuple[str, ...], *, known: bool) -> None:
        """Let a new thing have the labels of its regions, and a known one those that people gave to its regions."""
        before, ours = (
            self.entities.get(entity_id),
            {each.entity_id: each.types for each in self.was.entities},
        )
        if before is None:
            told = {"entity_id": entity_id, "scan_id": self.cut.scan_id, "types": types, "source": self.place}
            self.entities[entity_id] = Entity.model_validate(told)
        elif entity_id not in ours:
            both = tuple(dict.fromkeys((*before.types, *types)))
            self.entities[entity_id] = before.model_copy(update={"types": both})
        elif known and types and types != ours[entity_id]:
            self.notes.append(OTHER_TYPES)
            self.entities[entity_id] = before.model_copy(update={"types": types})


def _digest(told: Any) -> str:
    return blake2b(msgspec.json.encode(told), digest_size=4).hexdigest()
