"""What formats that write phrase by phrase go through: each mention of an entry with what it means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from pangea_server.annotate.landmarks.records import Chain, Entity, Mention, RegionRecord
from pangea_server.dataset.landmarks.entries import LandmarkEntry, SaidText

MEANINGLESS = "phrases that mean nothing with a region"
NAMELESS = "regions of things that no phrase means"


@dataclass(frozen=True, slots=True)
class Meaning:
    """A mention of a chain; the things that the chain means, and their regions by viewpoint."""

    said: SaidText
    mention: Mention
    chain: Chain
    entities: tuple[Entity, ...]
    regions: dict[str, list[RegionRecord]]


def meanings(entry: LandmarkEntry) -> Iterator[Meaning]:
    """The mentions of an entry that mean things, in the order of its chains."""
    said = {each.instruction_id: each for each in entry.said}
    mentions = {each.mention_id: each for each in entry.mentions}
    entities = {each.entity_id: each for each in entry.entities}
    for chain in entry.chains:
        things = tuple(entities[each] for each in chain.entities if each in entities)
        regions: dict[str, list[RegionRecord]] = {}
        for region in entry.regions:
            if region.entity_id in chain.entities:
                regions.setdefault(region.viewpoint_id, []).append(region)
        for name in chain.mentions:
            mention = mentions.get(name)
            if mention is not None and mention.instruction_id in said:
                yield Meaning(said[mention.instruction_id], mention, chain, things, regions)


def unsaid(entry: LandmarkEntry) -> Counter[str]:
    """What forms of phrases with regions have no place for."""
    meant = {each.mention.mention_id for each in meanings(entry) if each.regions}
    things = {entity_id for chain in entry.chains for entity_id in chain.entities}
    return +Counter(
        {
            MEANINGLESS: sum(each.mention_id not in meant for each in entry.mentions),
            NAMELESS: sum(each.entity_id not in things for each in entry.regions),
        }
    )
