"""What people drew in a scan, as labels of its pixels."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from environments import Scan
from environments.drawn_labels import MOST_THINGS, DrawnThing, label_files
from environments.regions import Region
from pangea_server.annotate.landmarks.lookups import holding
from pangea_server.annotate.landmarks.records import Entity, RegionRecord
from pangea_server.stores.many import records_of
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

NAMELESS = "Things without a name, so left out"
TOO_MANY = f"Things beyond the {MOST_THINGS} that have most regions, so left out"


def labels_of(
    records: RecordStore, scan: Scan, language: str | None, lost: Counter[str]
) -> Iterator[tuple[str, bytes]]:
    """Name and content of each label file of a scan; none where no named thing has a region that holds.

    Args:
        language: of the names; None: any. A thing that has none in it keeps one in another language.
        lost: counts what could not be said.
    """
    things = _things(records, scan, language, lost)
    if things:
        yield from label_files(things, scan.viewpoints)


def _things(records: RecordStore, scan: Scan, language: str | None, lost: Counter[str]) -> list[DrawnThing]:
    drawn: dict[str, dict[str, list[Region]]] = defaultdict(lambda: defaultdict(list))
    size: Counter[str] = Counter()
    for region in holding(every(records, RegionRecord, {"scan_id": scan.scan_id})):
        if region.entity_id is not None and region.viewpoint_id in scan.viewpoints:
            drawn[region.entity_id][region.viewpoint_id].append(region.shape)
            size[region.entity_id] += 1
    named = [each for each in records_of(records, Entity, sorted(drawn)) if each.labels]
    lost[NAMELESS] += len(drawn) - len(named)
    ordered = sorted(named, key=lambda each: (-size[each.entity_id], each.entity_id))
    lost[TOO_MANY] += len(ordered[MOST_THINGS:])
    return [
        DrawnThing(_object_id(each), _label(each.labels, language), drawn[each.entity_id])
        for each in ordered[:MOST_THINGS]
    ]


def _object_id(entity: Entity) -> str:
    """Of a thing that the environment names, its own."""
    return entity.entity_id.removeprefix(f"label:{entity.scan_id}-")


def _label(labels: Mapping[str, str], language: str | None) -> str:
    """In the language, or one that differs in the region only; else in the first one."""
    wanted: Sequence[str] = () if language is None else (language, language.partition("-")[0])
    for tag in wanted:
        for name in sorted(labels):
            if name == tag or name.partition("-")[0] == tag:
                return labels[name]
    return labels[min(labels)]
