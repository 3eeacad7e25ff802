"""What goes with words or regions that are removed: what names them, and what quotes them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from pangea_server.annotate.landmarks.records import (
    Chain,
    Entity,
    Link,
    Mention,
    RegionRecord,
    transcript_digest,
)
from pangea_server.core.records import Record
from pangea_server.stores.protocol import Transaction

MOST_LANDMARKS = 5000
"""Mentions of an instruction, links and chains of a path, regions of a thing."""


@dataclass(frozen=True, slots=True)
class LostLandmarks:
    """Records to delete for good and to replace in the transaction in which they were read."""

    deleted: tuple[Record, ...] = ()
    replaced: tuple[Record, ...] = ()


def landmarks_without_words(transaction: Transaction, instruction_id: int) -> LostLandmarks:
    """What goes with an instruction (only reads): its mentions hold its words."""
    mentions = transaction.find(Mention, {"instruction_id": instruction_id}, limit=MOST_LANDMARKS)
    return landmarks_without(transaction, mentions)


def landmarks_without_texts(
    transaction: Transaction, instruction_id: int, texts: Iterable[str]
) -> LostLandmarks:
    """What goes with these transcripts of an instruction (only reads), where other ones stay."""
    digests = {transcript_digest(text) for text in texts}
    mentions = transaction.find(Mention, {"instruction_id": instruction_id}, limit=MOST_LANDMARKS)
    return landmarks_without(transaction, (each for each in mentions if each.transcript_sha256 in digests))


def landmarks_without(transaction: Transaction, removed: Iterable[Record]) -> LostLandmarks:
    """What goes with these mentions, links and regions (only reads), they themselves among it.

    Links to a mention go with it, and chains lose it; a chain without mentions goes as well. Things lose the names
    that quote it. A region that a removed one had replaced is shown again.
    """
    removed = tuple(removed)
    mentions = [each for each in removed if isinstance(each, Mention)]
    lost = _without_mentions(transaction, mentions) if mentions else LostLandmarks()
    gone = {(each.collection, each.record_id): each for each in (*removed, *lost.deleted)}
    shown = _shown_again(transaction, [each for each in removed if isinstance(each, RegionRecord)])
    return LostLandmarks(tuple(gone.values()), (*lost.replaced, *shown))


def chain_without(chain: Chain, mention_ids: Collection[str]) -> Chain | None:
    """The chain without these mentions; None when it has no other."""
    kept = tuple(each for each in chain.mentions if each not in mention_ids)
    return chain.model_copy(update={"mentions": kept}) if kept else None


def quoted_by(chains: Iterable[Chain], mentions: Mapping[str, Mention]) -> dict[str, set[str]]:
    """What these mentions say of each thing that their chains mean, by its id, in lower case."""
    texts = defaultdict[str, set[str]](set)
    for chain in chains:
        said = {mentions[each].text.casefold() for each in chain.mentions if each in mentions}
        for entity_id in chain.entities if said else ():
            texts[entity_id] |= said
    return texts


def entity_without(entity: Entity, texts: Collection[str]) -> Entity:
    """The thing without the names that quote these words; an environment's own name for it stays."""
    if entity.how == "labelled":
        return entity
    labels = {language: name for language, name in entity.labels.items() if name.casefold() not in texts}
    return entity.model_copy(update={"labels": labels}) if labels != entity.labels else entity


def _without_mentions(transaction: Transaction, mentions: Collection[Mention]) -> LostLandmarks:
    gone = {each.mention_id: each for each in mentions}
    paths = sorted({each.path_id for each in mentions})
    links, chains = list[Link](), list[Chain]()
    for path_id in paths:
        links += transaction.find(Link, {"path_id": path_id}, limit=MOST_LANDMARKS)
        chains += transaction.find(Chain, {"path_id": path_id}, limit=MOST_LANDMARKS)
    named = [link for link in links if link.first in gone or link.second in gone]
    touched = [(chain, chain_without(chain, gone)) for chain in chains if gone.keys() & {*chain.mentions}]
    quoted = quoted_by((chain for chain, _ in touched), gone)
    entities = [transaction.get(Entity, entity_id) for entity_id in quoted]
    renamed = [(each, entity_without(each, quoted[each.entity_id])) for each in entities if each]
    return LostLandmarks(
        (*named, *(chain for chain, kept in touched if kept is None)),
        (*(kept for _, kept in touched if kept), *(after for before, after in renamed if after != before)),
    )


def _shown_again(transaction: Transaction, removed: Collection[RegionRecord]) -> list[RegionRecord]:
    ids = {each.region_id for each in removed}
    entities = sorted({each.entity_id for each in removed if each.entity_id})
    return [
        each.model_copy(update={"replaced_by": None})
        for entity_id in entities
        for each in transaction.find(RegionRecord, {"entity_id": entity_id}, limit=MOST_LANDMARKS)
        if each.replaced_by in ids and each.region_id not in ids
    ]
