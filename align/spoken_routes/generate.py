"""Spoken routes over any labelled place, whose mentions, links and regions are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from align.spoken_routes.phrases import Referent
from align.spoken_routes.records import (
    SpokenChain,
    SpokenEntity,
    SpokenInstruction,
    SpokenMention,
    SpokenPath,
)
from align.spoken_routes.speaker import NATURAL, Manner, PathPlace, RouteSpeaker, is_worth_a_word
from align.spoken_routes.timeline import camera, looks, timed
from align.spoken_routes.vocabulary import naming, types_of, vocabulary
from environments.errors import GraphError
from environments.sightings import sightings

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from align.pose_trace import PoseTrace
    from align.spoken_routes.phrases import MentionMark
    from align.spoken_routes.records import Status
    from align.spoken_routes.speaker import PlacedSentence
    from align.spoken_routes.timeline import Timeline
    from environments.floor_plan import FloorRoom
    from environments.geometry import Vector
    from environments.labels import LabelledObject, Labels
    from environments.scan import Scan
    from environments.sightings import Sighting


def speak_path(
    scan: Scan,
    labels: Labels,
    path: Sequence[str],
    languages: Sequence[str],
    seed: int,
    *,
    path_id: int = 0,
    first_instruction_id: int = 0,
    manner: Manner = NATURAL,
    seen: Mapping[str, Sequence[Sighting]] | None = None,
) -> SpokenPath:
    """One instruction in each language for a path, and what all of them mean.

    The same arguments give the same words, times and camera. Names in Hindi and Telugu come from tables that no native
    speaker has read; nouns that are in no table stay English, as people who mix languages say them.

    Args:
        labels: of the scan; labels are English.
        path: viewpoint ids, at least two.
        languages: BCP 47 tags of English, Hindi or Telugu; one may come several times.
        seen: what each viewpoint sees, where it is known already (``sightings``): to find it takes most of the time.

    Raises:
        GraphError: the path has fewer than two viewpoints, or steps where the graph has no edge.
        ImageNotFoundError: a viewpoint has no identity picture.
        InvalidDataError: a language has no table.
    """
    seen = {name: seen[name] if seen is not None else sightings(labels, name) for name in path}
    places = _places(scan, path, seen)
    names = {thing.object_id: thing.label for thing in labels.objects}
    said = [
        _said(number, language, places, names, scan, manner, np.random.default_rng([seed, path_id, number]))
        for number, language in enumerate(languages, start=first_instruction_id)
    ]
    meant = list(dict.fromkeys(mark.referent for each in said for mark in each.marks))
    chain_ids = {referent: f"{path_id:06d}-c{number}" for number, referent in enumerate(meant)}
    instructions = tuple(_instruction(each, places, chain_ids) for each in said)
    chains = tuple(_chains(chain_ids, instructions))
    entities = tuple(_entities(labels, chains, instructions))
    known = {entity.object_id for entity in entities}
    regions = {
        (_entity_id(each.object_id), name): each
        for name, found in seen.items()
        for each in found
        if each.object_id in known
    }
    return SpokenPath(path_id, scan.scan_id, tuple(path), instructions, chains, entities, regions)


@dataclass(frozen=True, slots=True)
class _Said:
    """An instruction before its mentions are known by their chains; ``marks`` in the order of their beginnings."""

    instruction_id: int
    language: str
    timeline: Timeline
    marks: tuple[MentionMark, ...]
    times: tuple[float, ...]
    at: tuple[int, ...]
    trace: PoseTrace


def _said(
    instruction_id: int,
    language: str,
    places: Sequence[PathPlace],
    names: Mapping[str, str],
    scan: Scan,
    manner: Manner,
    random: np.random.Generator,
) -> _Said:
    vocabulary(language)
    sentences = RouteSpeaker(language.partition("-")[0], places, names, manner, random).speak()
    timeline = timed(sentences, manner, random)
    marks = _marks(sentences, timeline)
    outermost = [told[:3] for told in marks if told[3]]
    positions = {place.viewpoint_id: scan.viewpoints[place.viewpoint_id].position for place in places}
    path = [place.viewpoint_id for place in places]
    trace = camera(looks(outermost, timeline, places, manner, random), timeline, path, positions, manner)
    found, times, at, _ = zip(*marks, strict=True)
    return _Said(instruction_id, language, timeline, found, times, at, trace)


def _places(scan: Scan, path: Sequence[str], seen: Mapping[str, Sequence[Sighting]]) -> list[PathPlace]:
    if len(path) < 2:
        raise GraphError(f"A path of {len(path)} viewpoints cannot be spoken.", remedy="Give at least two.")
    scan.graph.check_path(path)
    ways = [scan.graph.direction(here, there)[0] for here, there in pairwise(path)]
    return [
        PathPlace(
            name,
            ways[max(number - 1, 0)],
            ways[number] if number < len(ways) else None,
            {each.object_id: each for each in seen[name] if is_worth_a_word(each)},
            _room_at(scan, scan.viewpoints[name].position),
        )
        for number, name in enumerate(path)
    ]


def _room_at(scan: Scan, position: Vector) -> Mapping[str, str]:
    """The names of the room around a point; empty if the floor plan has none."""
    if scan.floor_plan is None:
        return {}
    below = [floor for floor in scan.floor_plan.floors if floor.z <= position[2]]
    for floor in sorted(below, key=lambda floor: -floor.z):
        for room in floor.rooms:
            if _is_inside(room, position):
                return {**room.names, "en": room.name}
    return {}


def _is_inside(room: FloorRoom, position: Vector) -> bool:
    """Whether a point lies within a room's outline, counted by crossings of a ray to the east."""
    x, y, _ = position
    crossings = 0
    for (x0, y0), (x1, y1) in zip(room.outline, (*room.outline[1:], room.outline[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            crossings += 1
    return crossings % 2 == 1


Told = tuple[
    "MentionMark", float, int, bool
]  # a mention in the text, its time, its place, whether no other holds it


def _marks(sentences: Sequence[PlacedSentence], timeline: Timeline) -> list[Told]:
    found: list[Told] = []
    for sentence, start in zip(sentences, timeline.starts, strict=True):
        for mark in sorted(sentence.phrase.marks, key=lambda mark: (mark.start, -mark.end)):
            held = any(
                other is not mark and other.start <= mark.start and mark.end <= other.end
                for other in sentence.phrase.marks
            )
            moved = mark.moved(start)
            first = next(word for word in timeline.words if (word.end_char or 0) > moved.start)
            found.append((moved, first.start_time, sentence.place, not held))
    return found


def _instruction(
    said: _Said, places: Sequence[PathPlace], chain_ids: Mapping[Referent, str]
) -> SpokenInstruction:
    timeline, known, mentions = said.timeline, set[Referent](), list[SpokenMention]()
    for mark, start_time, place in zip(said.marks, said.times, said.at, strict=True):
        last = [word for word in timeline.words if (word.start_char or 0) < mark.end][-1]
        mentions.append(
            SpokenMention(
                f"{said.instruction_id:06d}-{mark.start}-{mark.end}",
                mark.start,
                mark.end,
                timeline.text[mark.start : mark.end],
                mark.head,
                mark.types,
                mark.number,
                mark.form,
                _status(mark, known),
                start_time,
                last.end_time,
                places[place].viewpoint_id,
                chain_ids[mark.referent],
                mark.slip,
            )
        )
        known.add(mark.referent)
    return SpokenInstruction(
        said.instruction_id, said.language, timeline.text, timeline.words, tuple(mentions), said.trace
    )


def _status(mark: MentionMark, known: set[Referent]) -> Status:
    if mark.referent in known:
        return "old_in_text"
    return "from_sight" if mark.form in ("pronoun", "deixis") else "new_in_text"


def _chains(
    chain_ids: Mapping[Referent, str], instructions: Sequence[SpokenInstruction]
) -> Iterable[SpokenChain]:
    mentions = [mention for each in instructions for mention in each.mentions]
    for referent, chain_id in chain_ids.items():
        things = set(referent.things)
        wider = [other for other in chain_ids if things and things < set(other.things)]
        parent = min(wider, key=lambda other: len(other.things), default=None)
        yield SpokenChain(
            chain_id,
            tuple(mention.mention_id for mention in mentions if mention.chain_id == chain_id),
            referent.need,
            tuple(map(_entity_id, referent.things)),
            None if parent is None else chain_ids[parent],
        )


def _entities(
    labels: Labels, chains: Sequence[SpokenChain], instructions: Sequence[SpokenInstruction]
) -> Iterable[SpokenEntity]:
    alone = {chain.entities: chain.chain_id for chain in chains}
    meant = {entity for chain in chains for entity in chain.entities}
    for thing in labels.objects:
        entity_id = _entity_id(thing.object_id)
        if entity_id in meant:
            yield _entity(thing, _longest_names(alone.get((entity_id,)), instructions))


def _longest_names(chain_id: str | None, instructions: Sequence[SpokenInstruction]) -> dict[str, str]:
    longest: dict[str, str] = {}
    for each in instructions:
        for mention in each.mentions:
            named = mention.chain_id == chain_id and mention.form == "name" and mention.slip is None
            if named and len(mention.text) > len(longest.get(each.language, "")):
                longest[each.language] = mention.text
    return longest


def _entity(thing: LabelledObject, names: Mapping[str, str]) -> SpokenEntity:
    position = extent = None
    if thing.box is not None:
        low, high = np.array(thing.box)
        position, extent = _vector((low + high) / 2), _vector((high - low) / 2)
    return SpokenEntity(
        _entity_id(thing.object_id),
        thing.object_id,
        types_of(naming(thing.label).noun),
        names,
        position,
        extent,
        "none" if thing.box is None else "labelled",
    )


def _entity_id(object_id: str) -> str:
    return f"label:{object_id}"


def _vector(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Vector:
    x, y, z = (round(value, 6) for value in values.tolist())
    return x, y, z
