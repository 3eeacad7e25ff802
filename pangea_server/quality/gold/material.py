"""What is known of one path of a labelled place: who said which words, of what, seen from where; pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from math import atan2, hypot, radians
from random import Random

import numpy as np

from align.spoken_routes import SpokenChain, SpokenInstruction, SpokenMention, SpokenPath
from environments import Scan
from environments.geometry import camera_pose, direction, heading_elevation
from environments.regions import ViewBox
from pangea_server.annotate.kinds.landmark_check import Gold
from pangea_server.annotate.kinds.landmark_made import MadeMention, MadeRegion
from pangea_server.annotate.kinds.landmark_wire import GuideLook
from pangea_server.annotate.landmarks.protocol.asked import DIGEST, Asked, MentionKey
from pangea_server.annotate.landmarks.protocol.mentions import SENTENCE_ENDS
from pangea_server.annotate.landmarks.records import transcript_digest

LEAST_SIDE = radians(4)
"""Of things that people are checked with: what is smaller is a matter of taste."""
MOST_SIDE = radians(120)
MOST_HIDDEN = 0.3


@dataclass(frozen=True)
class GoldItem:
    asked: Asked
    gold: Gold


@dataclass
class Material:
    """One path, of which items are made.

    Args:
        numbers: under which the server has its instructions, by those that they were spoken under.
        drawn: the regions that items show, by their names until they are on a page.
    """

    spoken: SpokenPath
    scan: Scan
    numbers: Mapping[int, int]
    random: Random
    drawn: dict[str, MadeRegion] = field(default_factory=dict)

    def said_in(self, language: str | None) -> list[SpokenInstruction]:
        return [each for each in self.spoken.instructions if language in (None, each.language)]

    def mentions(self, language: str | None) -> list[GoldMention]:
        return [each for each in self.all_told if language in (None, each.language)]

    def plain(self, language: str | None) -> list[GoldMention]:
        """Mentions that name by themselves."""
        return [each for each in self.mentions(language) if each.mention.form == "name"]

    def alone(self, language: str | None) -> list[GoldMention]:
        """Those of one thing that can be drawn for sure, and that shares its words with no other."""
        found = self.plain(language)
        chains_of: dict[tuple[str, str], set[str]] = {}
        for each in found:
            chains_of.setdefault((each.language, each.mention.text), set()).add(each.chain.chain_id)
        return [
            each
            for each in found
            if len(each.chain.entities) == 1
            and self.sure(each.chain.entities[0])
            and len(chains_of[each.language, each.mention.text]) == 1
        ]

    @cached_property
    def all_told(self) -> list[GoldMention]:
        chains = {each.chain_id: each for each in self.spoken.chains}
        return [
            GoldMention(self.numbers[said.instruction_id], said, mention, chains[mention.chain_id])
            for said in self.spoken.instructions
            for mention in said.mentions
            if mention.slip is None
        ]

    def near(self, one: SpokenChain, other: SpokenChain) -> bool:
        """Whether the two share a thing, so that people may call them the same."""
        if one is other:
            return True
        return bool({*one.entities} & {*other.entities}) or (one.need, other.need) == ("scene", "scene")

    def sure(self, entity: str) -> list[tuple[str, ViewBox]]:
        """From where a thing is seen so well that everybody would draw it."""
        return self._surely.get(entity, [])

    @cached_property
    def _surely(self) -> dict[str, list[tuple[str, ViewBox]]]:
        found: dict[str, list[tuple[str, ViewBox]]] = {}
        for (name, place), seen in self.spoken.regions.items():
            box = seen.box
            if box is None or (seen.hidden or 0.0) > MOST_HIDDEN:
                continue
            if min(box.width, box.height) >= LEAST_SIDE and max(box.width, box.height) <= MOST_SIDE:
                found.setdefault(name, []).append((place, box))
        return found

    def gold(self, entity: str) -> tuple[MadeRegion, ...]:
        """All boxes of a thing, from wherever it is seen."""
        return tuple(
            MadeRegion(viewpoint_id=place, shape=seen.box)
            for (name, place), seen in self.spoken.regions.items()
            if name == entity and seen.box is not None
        )

    def region(self, place: str, shape: ViewBox) -> str:
        name = f"region {len(self.drawn)}"  # until it is on a page
        self.drawn[name] = MadeRegion(viewpoint_id=place, shape=shape)
        return name

    def foretold(self, entity: str, place: str) -> ViewBox | None:
        """Where a viewpoint should see a thing, by its middle and size; None where that is not known."""
        thing = next(each for each in self.spoken.entities if each.entity_id == entity)
        if thing.position is None or thing.extent is None:
            return None
        away = np.asarray(thing.position) - np.asarray(self.scan.viewpoints[place].position)
        far, (wide, deep, high) = float(np.linalg.norm(away)), thing.extent
        if far <= hypot(wide, deep, high) + 0.3:
            return None
        heading, elevation = (float(angle) for angle in heading_elevation(away))
        seen = direction(heading, 0.0)
        across = wide * abs(float(seen[1])) + deep * abs(float(seen[0]))
        return ViewBox(heading, elevation, 2 * atan2(across, far), 2 * atan2(high, far))


@dataclass(frozen=True)
class GoldMention:
    """A mention, under its server's number of the instruction."""

    instruction: int
    said: SpokenInstruction
    mention: SpokenMention
    chain: SpokenChain

    @property
    def language(self) -> str:
        return self.said.language

    @property
    def key(self) -> MentionKey:
        return MentionKey(
            instruction_id=self.instruction,
            start_char=self.mention.start_char,
            end_char=self.mention.end_char,
            digest=digest_of(self.said),
        )

    @property
    def sentence(self) -> int:
        before = self.said.text[: self.mention.start_char]
        return sum(before.count(end) for end in SENTENCE_ENDS)

    @property
    def known(self) -> MadeMention:
        return MadeMention(head=self.mention.head, types=self.mention.types, look=self._look)

    @property
    def _look(self) -> GuideLook:
        trace = self.said.trace
        row = min(int(np.searchsorted(trace.time, self.mention.start_time)), len(trace.time) - 1)
        _, heading, elevation = camera_pose(trace.extrinsic_matrix[row])
        return GuideLook(
            viewpoint_id=trace.viewpoint_ids[row],
            heading=round(float(heading), 4),
            elevation=round(float(elevation), 4),
            seconds=round(self.mention.end_time - self.mention.start_time, 3),
        )


def digest_of(said: SpokenInstruction) -> str:
    """As mention keys have it."""
    return transcript_digest(said.text)[:DIGEST]


Maker = Callable[[Material, str], Iterator[GoldItem]]
"""Makes the items of one step in a language, in any order."""
