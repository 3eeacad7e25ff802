"""Comparing coming landmarks with the store and with each other: what is there stays as it is."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Any

from environments import InvalidDataError
from pangea_server.annotate.landmarks.records import Chain, Entity, Link, Mention, RegionRecord
from pangea_server.core.errors import RecordWithdrawnError, StoreConflictError
from pangea_server.core.records import Record
from pangea_server.dataset.imports.known import Ids, RecordKey, key_of, withdrawn_among
from pangea_server.dataset.imports.landmarks.renumbering import ComingLandmarks
from pangea_server.stores.many import records_of
from pangea_server.stores.protocol import RecordStore

KINDS: Mapping[type[Record], str] = {
    Mention: "mentions",
    Link: "links",
    Chain: "chains",
    Entity: "things",
    RegionRecord: "regions",
}
OTHERWISE = "landmarks that the store describes otherwise, and that stay as they are"
CACHE_KIB = 16_000


class FileRegions:
    """What one file has said of each region so far: on disk, since a file may have millions."""

    def __init__(self) -> None:
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute("CREATE TABLE seen (region INTEGER PRIMARY KEY, says INTEGER)")

    def check(self, regions: Iterable[RegionRecord]) -> None:
        """Raise InvalidDataError for a region that the file has described in another way."""
        told = [(_number(each.region_id), _number(_says(each)), each) for each in regions]
        rows = [(region, says) for region, says, _ in told]
        self._database.executemany("INSERT OR IGNORE INTO seen VALUES (?, ?)", rows)
        for region, says, each in told:
            ((first,),) = self._database.execute("SELECT says FROM seen WHERE region = ?", (region,))
            if first != says:
                raise InvalidDataError(
                    f"A region that {each.viewpoint_id} sees stands in the file twice, and is two.",
                    remedy="Each region has an id of its own.",
                )

    def close(self) -> None:
        """Remove it from the disk."""
        self._database.close()


def own_among(records: RecordStore, scan_id: str, given: Ids) -> Ids:
    """Those of a file's ids that are the store's own, for the same scan."""
    return {
        kind: {
            each.record_id
            for each in records_of(records, kind, ids)
            if getattr(each, "scan_id", scan_id) == scan_id
        }
        for kind, ids in given.items()
        if ids
    }


def refuse_withdrawn(records: RecordStore, coming: ComingLandmarks) -> None:
    """Raise RecordWithdrawnError when one of these was withdrawn, under its id here or that in the file."""
    ids: dict[type[Record], set[str]] = {kind: set(coming.given.get(kind, ())) for kind in KINDS}
    for each in coming:
        ids[type(each)].add(each.record_id)
    for collection, record_id in sorted(withdrawn_among(records, ids)):
        raise RecordWithdrawnError(
            f"{record_id} of {collection} was withdrawn, and nothing brings it back.", remedy="Leave it out."
        )


def stored_among(records: RecordStore, coming: Iterable[Record]) -> dict[RecordKey, Record]:
    """The records that the store has under the ids of coming ones."""
    ids: dict[type[Record], set[str]] = {}
    for each in coming:
        ids.setdefault(type(each), set()).add(each.record_id)
    found = (each for kind, some in ids.items() for each in records_of(records, kind, some))
    return {key_of(each): each for each in found}


def check_known(coming: ComingLandmarks, stored: Mapping[RecordKey, Record]) -> Counter[str]:
    """What the store describes otherwise, counted.

    Raises:
        StoreConflictError: a region is another one there, or a mention is one of other words.
    """
    notes = Counter[str]()
    for each in coming:
        known = stored.get(key_of(each))
        if known is not None and not _AGREE[type(each)](known, each):
            if isinstance(each, RegionRecord):
                raise _another(each, "Import into a store of its own, or name the source of the file's ids.")
            if isinstance(known, Mention) and isinstance(each, Mention) and known.is_other_text(each):
                raise _another(each, "It is stale: its words were corrected. Have it marked again.")
            notes[OTHERWISE] += 1
    return notes


def grown(known: Chain, coming: Chain) -> Chain | None:
    """An imported chain with what a later part of its source adds; None where that is nothing."""
    if known.source != "imported":
        return None
    mentions, entities = ({*known.mentions}, {*known.entities})
    larger = known.model_copy(
        update={
            "mentions": (*known.mentions, *(each for each in coming.mentions if each not in mentions)),
            "entities": (*known.entities, *(each for each in coming.entities if each not in entities)),
            "need": coming.need if known.need == "undecided" else known.need,
        }
    )
    return None if larger == known else larger


def _another(record: Record, remedy: str) -> StoreConflictError:
    return StoreConflictError(
        f"Another {record.record_id} is in {record.collection}, and stays as it is.", remedy=remedy
    )


def _says(region: RegionRecord) -> str:
    return region.model_dump_json(include={"viewpoint_id", "entity_id", "shape", "visible", "group"})


def _number(text: str) -> int:
    """Of 63 bits, so that SQLite takes it."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) >> 1


def _same(*fields: str) -> Callable[[Any, Any], bool]:
    return lambda known, coming: all(getattr(known, name) == getattr(coming, name) for name in fields)


def _fits_chain(known: Chain, coming: Chain) -> bool:
    grows = known.source == "imported"
    return grows or ({*coming.mentions} <= {*known.mentions} and {*coming.entities} <= {*known.entities})


_AGREE: Mapping[type[Record], Callable[[Any, Any], bool]] = {
    Mention: _same("transcript_sha256", "types", "head", "number", "form", "status"),
    Link: _same("first", "second", "verdict"),
    Chain: _fits_chain,
    Entity: _same("types", "labels", "position"),
    RegionRecord: _same("viewpoint_id", "entity_id", "shape", "visible", "group"),
}
