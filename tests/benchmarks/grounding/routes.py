"""Routes that scripted Guides speak, as the rows that the measures take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from align.reference.overlaps import Boxes
from align.reference.phrases import GroundedPhrase
from align.reference.prior import camera_prior, seconds_in_view
from align.reference.selection import Candidate, SelectionItem, TimedSighting
from align.spoken_routes import SpokenInstruction, SpokenMention, SpokenPath, speak_path
from align.spoken_routes.speaker import NATURAL, middle_of
from align.spoken_routes.vocabulary import naming
from environments.geometry import direction
from environments.sampling import sample_paths
from environments.sightings import Sighting
from pangea_server.dataset.reference.attention_files import SpokenPhrase
from pangea_server.dataset.reference.phrase_files import ReadPhrase
from tests.benchmarks.grounding.house import House, region_of

LANGUAGES = ("en-US", "hi-IN", "te-IN")
THIRD = 1 / 3


@dataclass(frozen=True, slots=True, eq=False)
class Routes:
    """Paths of a house with what is said about them.

    Attributes:
        lead: seconds by which the eyes are at a thing before its first word.
        development: other paths, to count what people name.
    """

    house: House
    lead: float
    paths: tuple[SpokenPath, ...]
    development: tuple[SpokenPath, ...]

    def told(self) -> Iterator[tuple[SpokenPath, SpokenInstruction, SpokenMention]]:
        """Every mention with its instruction and path."""
        for path in self.paths:
            for instruction in path.instructions:
                for mention in instruction.mentions:
                    yield path, instruction, mention


def speak(house: House, count: int, seed: int, lead: float, gaze: float = NATURAL.gaze_noise) -> Routes:
    """Speak a number of paths in three languages, and as many others to develop on.

    Args:
        gaze: deviation of each look from a thing's middle, in radians.
    """
    paths = sample_paths(house.scan.graph, 2 * count, seed)
    spoken = tuple(
        speak_path(
            house.scan,
            house.labels,
            path,
            LANGUAGES,
            seed,
            path_id=number,
            first_instruction_id=len(LANGUAGES) * number,
            manner=replace(NATURAL, lead=lead, gaze_noise=gaze),
            seen=house.seen,
        )
        for number, path in enumerate(paths)
    )
    return Routes(house, lead, spoken[:count], spoken[count:])


def phrases_of(routes: Routes, noise: float, seed: int) -> list[ReadPhrase]:
    """The mentions as phrases to be grounded.

    Args:
        noise: deviation of the start and the end of each phrase, in seconds.
    """
    chance, found = np.random.default_rng([seed, round(1000 * noise)]), []
    for path, instruction, mention in routes.told():
        need, regions = _meant(path, mention)
        early, late = (float(second) for second in chance.normal(0, noise, 2))
        start, end = mention.start_time + early, mention.end_time + late
        phrase = GroundedPhrase(
            mention.mention_id,
            str(path.path_id),
            regions,
            instruction.language,
            mention.types,
            mention.viewpoint_id,
        )
        proposed = {at: routes.house.proposals[at] for at in regions}
        found.append(
            ReadPhrase(phrase, need, proposed, camera_prior(instruction.trace, start, max(start, end)))
        )
    return found


def attended_of(routes: Routes, noise: float, seed: int) -> list[SpokenPhrase]:
    """The mentions with the times of their words; every instruction is a walk with a trace of its own."""
    chance, found = np.random.default_rng([seed, round(1000 * noise), 1]), []
    for path, instruction, mention in routes.told():
        _, regions = _meant(path, mention)
        words = []
        for word in instruction.words:
            if (word.start_char or 0) < mention.end_char and (word.end_char or 0) > mention.start_char:
                early, late = (float(second) for second in chance.normal(0, noise, 2))
                start, end = word.start_time + early, word.end_time + late
                words.append((start, max(start, end)))
        found.append(
            SpokenPhrase(
                mention.mention_id,
                str(instruction.instruction_id),
                mention.viewpoint_id,
                instruction.language,
                regions.get(mention.viewpoint_id, ()),
                tuple(words),
            )
        )
    return found


def selection_of(house: House, paths: Sequence[SpokenPath]) -> list[SelectionItem]:
    """The paths with all that can be seen from them, and what each instruction names."""
    kinds = {thing.object_id: naming(thing.label).noun for thing in house.labels.objects}
    of_kind = Counter(kinds.values())
    items = []
    for path in paths:
        seen: dict[str, list[TimedSighting]] = {}
        for at in path.path:
            for thing, sighting in zip(house.seen[at], _timed(path, at, house.seen[at]), strict=True):
                seen.setdefault(thing.object_id, []).append(sighting)
        things = tuple(
            Candidate(thing, kinds[thing], tuple(found), of_kind[kinds[thing]])
            for thing, found in sorted(seen.items())
        )
        ways = [house.scan.graph.direction(here, there)[0] for here, there in pairwise(path.path)]
        walking = dict(zip(path.path, zip([None, *ways], [*ways, None], strict=True), strict=True))
        named = tuple(_named(path, instruction) for instruction in path.instructions)
        items.append(SelectionItem(str(path.path_id), things, named, walking))
    return items


def _timed(path: SpokenPath, at: str, seen: Sequence[Sighting]) -> list[TimedSighting]:
    """Sightings at a viewpoint, with seconds in view as a mean over the Guides."""
    middles = [middle_of(each) for each in seen]
    looks = direction(*np.array(middles).reshape(-1, 2).T)
    seconds, central = (
        np.mean([seconds_in_view(each.trace, at, looks, part) for each in path.instructions], axis=0)
        for part in (1.0, THIRD)
    )
    return [
        TimedSighting(at, *middle, each.steradians, whole, part)
        for each, middle, whole, part in zip(seen, middles, seconds.tolist(), central.tolist(), strict=True)
    ]


def _named(path: SpokenPath, instruction: SpokenInstruction) -> tuple[str, ...]:
    """The things that an instruction names by a noun, in its order, each once."""
    things = {chain.chain_id: chain.entities for chain in path.chains if chain.need == "box"}
    known = {entity.entity_id: entity.object_id for entity in path.entities}
    return tuple(
        dict.fromkeys(
            known[entity]
            for mention in instruction.mentions
            if mention.form == "name"
            for entity in things.get(mention.chain_id, ())
        )
    )


def _meant(path: SpokenPath, mention: SpokenMention) -> tuple[str, dict[str, Boxes]]:
    """What a mention needs, and by viewpoint the boxes of all that it means."""
    (chain,) = (chain for chain in path.chains if chain.chain_id == mention.chain_id)
    regions = {
        at: tuple(
            region_of(path.regions[entity, at]) for entity in chain.entities if (entity, at) in path.regions
        )
        for at in path.path
    }
    return chain.need, {at: boxes for at, boxes in regions.items() if boxes}
