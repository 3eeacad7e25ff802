"""The landmarks of a store as entries for files: those of one path at a time, then what no path names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from environments import Environment
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.annotate.landmarks.lookups import (
    PathLandmarks,
    has_landmarks,
    holding,
    landmarks_of_path,
    regions_at,
)
from pangea_server.annotate.landmarks.records import Chain, Entity, Link, Mention, RegionRecord
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.dataset.entries.dataset import Dataset, Guide
from pangea_server.dataset.landmarks.entries import LandmarkEntry, SaidText
from pangea_server.stores.many import records_of
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

STALE = "Mentions of words that were corrected since, so left out"
MadeT = TypeVar("MadeT", Mention, Link, RegionRecord)


def refuse_without_landmarks(records: RecordStore) -> None:
    """Raise RecordNotFoundError when there is nothing to write."""
    if not has_landmarks(records):
        raise RecordNotFoundError(
            "The store has no landmarks, so nothing was written.",
            remedy="Import some with pangea import, or leave formats of landmarks out.",
        )


def landmark_entries(dataset: Dataset, name: str) -> Iterator[LandmarkEntry]:
    """One entry for each path whose instructions in the dataset mean something; then, where there are places and it is
    not of one campaign, one for each viewpoint that sees things which no path of the store names. At any time, one is
    in memory.

    Left out are mentions that are stale (which ``dataset.notes`` counts) or of instructions that the dataset has not,
    judgements of newcomers and of check items unless it has all of it, and regions that do not hold.
    """
    for path, guides in dataset.paths(name):
        if entry := path_entry(dataset, path, guides):
            yield entry
    if dataset.places is not None and dataset.campaign_id is None:
        for scan in every(dataset.store.records, ScanRecord):
            yield from _unnamed(dataset, dataset.places, scan.scan_id)


def path_entry(dataset: Dataset, path: PathRecord, guides: Iterable[Guide]) -> LandmarkEntry | None:
    """What these instructions of a path mean; None where not stated."""
    found = landmarks_of_path(dataset.store.records, path.path_id)
    if not found:
        return None
    said = tuple(SaidText(g.stored.instruction_id, g.stored.text, g.stored.language) for g in guides)
    texts = {each.instruction_id: each.text for each in said}
    in_data = [each for each in found.mentions if each.instruction_id in texts]
    mentions = [each for each in in_data if not each.is_stale(texts[each.instruction_id])]
    dataset.notes[STALE] += len(in_data) - len(mentions)
    entry = LandmarkEntry(
        path.scan_id,
        path.path_id,
        path.path,
        said,
        tuple(_until(dataset.until, mentions)),
        split=path.split,
    )
    whole = _with_what_they_mean(dataset, entry, found)
    return whole if whole.mentions or whole.chains else None


def _with_what_they_mean(dataset: Dataset, entry: LandmarkEntry, found: PathLandmarks) -> LandmarkEntry:
    mentions = {each.mention_id for each in entry.mentions}
    links = (each for each in _until(dataset.until, found.links) if {each.first, each.second} <= mentions)
    with_learning = dataset.population.has_learning
    chains = _kept(found.chains, mentions)
    entities = {entity_id for chain in chains for entity_id in chain.entities}
    regions = (each for each in found.regions if each.entity_id in entities)
    return replace(
        entry,
        links=tuple(each for each in links if with_learning or not (each.learning or each.check_item)),
        chains=chains,
        entities=tuple(each for each in found.entities if each.entity_id in entities),
        regions=tuple(holding(_until(dataset.until, regions))),
    )


def _kept(chains: Iterable[Chain], mentions: Collection[str]) -> tuple[Chain, ...]:
    """The chains of these mentions; one that has only others is left out, and is nobody's parent."""
    kept = [(chain, tuple(each for each in chain.mentions if each in mentions)) for chain in chains]
    ids = {chain.chain_id for chain, said in kept if said}
    return tuple(
        chain.model_copy(update={"mentions": said, "parent": chain.parent if chain.parent in ids else None})
        for chain, said in kept
        if said
    )


def _until(until: datetime | None, made: Iterable[MadeT]) -> list[MadeT]:
    return [each for each in made if until is None or each.created_at <= until]


def _unnamed(dataset: Dataset, places: Environment, scan_id: str) -> Iterator[LandmarkEntry]:
    """What the viewpoints of a scan see of things that no chain names."""
    records = dataset.store.records
    if not records.find(RegionRecord, {"scan_id": scan_id}, limit=1):
        return
    paths = every(records, PathRecord, {"scan_id": scan_id})
    named = {
        entity_id
        for path in paths
        for chain in every(records, Chain, {"path_id": path.path_id})
        for entity_id in chain.entities
    }
    for viewpoint_id in places.scan(scan_id).viewpoints:
        found = regions_at(records, scan_id, viewpoint_id)
        regions = [each for each in holding(_until(dataset.until, found)) if each.entity_id not in named]
        if regions:
            seen = sorted({each.entity_id for each in regions if each.entity_id})
            entities = records_of(records, Entity, seen)
            yield LandmarkEntry(scan_id, entities=tuple(entities), regions=tuple(regions))
