"""What a store says of landmarks: of one path, of one thing, from one viewpoint."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pangea_server.annotate.landmarks.records import Chain, Entity, Link, Mention, RegionRecord
from pangea_server.stores.many import records_of
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore


@dataclass(frozen=True, slots=True)
class PathLandmarks:
    """What the instructions of one path mean, in order of record ids; stale mentions are among them.

    Attributes:
        entities: what the chains mean.
        regions: of these, from any viewpoint.
    """

    mentions: Sequence[Mention] = ()
    links: Sequence[Link] = ()
    chains: Sequence[Chain] = ()
    entities: Sequence[Entity] = ()
    regions: Sequence[RegionRecord] = ()

    def __bool__(self) -> bool:
        return bool(self.mentions or self.chains)


def landmarks_of_path(records: RecordStore, path_id: int) -> PathLandmarks:
    """All landmarks of a path; regions that do not hold are among them."""
    mentions = list(every(records, Mention, {"path_id": path_id}))
    chains = list(every(records, Chain, {"path_id": path_id}))
    if not mentions and not chains:
        return PathLandmarks()
    links = list(every(records, Link, {"path_id": path_id}))
    named = sorted({entity_id for chain in chains for entity_id in chain.entities})
    return PathLandmarks(
        mentions, links, chains, records_of(records, Entity, named), regions_of(records, named)
    )


def regions_of(records: RecordStore, entity_ids: Collection[str]) -> list[RegionRecord]:
    """The regions of these things, from any viewpoint."""
    return records_of(records, RegionRecord, entity_ids, "entity_id")


def regions_at(records: RecordStore, scan_id: str, viewpoint_id: str) -> list[RegionRecord]:
    """What one viewpoint sees."""
    found = every(records, RegionRecord, {"viewpoint_id": viewpoint_id})
    return [each for each in found if each.scan_id == scan_id]


def made_by(records: RecordStore, annotator_id: int) -> Iterator[Mention | Link | RegionRecord]:
    """What a person marked, judged and drew."""
    yield from every(records, Mention, {"annotator_id": annotator_id})
    yield from every(records, Link, {"annotator_id": annotator_id})
    yield from every(records, RegionRecord, {"annotator_id": annotator_id})


def holding(regions: Iterable[RegionRecord]) -> list[RegionRecord]:
    """The regions that are shown and exported: neither foretold, nor found bad, nor replaced by another."""
    return [
        each
        for each in regions
        if each.source != "proposed" and each.quality != "bad" and each.replaced_by is None
    ]


def has_landmarks(records: RecordStore) -> bool:
    """Whether there is a mention or a region."""
    return bool(records.find(Mention, limit=1) or records.find(RegionRecord, limit=1))
