"""From what a file says to the store's own records: other ids, the same content. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import blake2b
from math import pi
from typing import NamedTuple, TypeVar

from environments import InvalidDataError, Scan
from environments.regions import LatLonBox, area, check_drawn
from pangea_server.annotate.landmarks.records import (
    Chain,
    Entity,
    Link,
    Mention,
    RegionRecord,
    transcript_digest,
)
from pangea_server.core.records import Record, padded
from pangea_server.dataset.imports.known import Ids
from pangea_server.dataset.imports.landmarks.graphemes import split_at
from pangea_server.dataset.imports.landmarks.instructions import StoredInstruction
from pangea_server.dataset.landmarks.entries import LandmarkEntry

NamedT = TypeVar("NamedT", Mention, Entity)
HALF = 2 * pi
"""The area of half the sphere in steradians."""
LABEL = "label:"
"""How the ids of things begin that the environment names; they are the same in every store."""
SEEN_ANYWAY = "chains that are said to mean a scene or nothing visible and have a region, kept so"
OTHER_SPLIT = "instructions that the file has in another split than the store, where they stay"
REPLACED = "regions that the file shows no longer, so left out"


class EntryPlace(NamedTuple):
    """What the store has of an entry's scan, path and words. ``told``: by the entry's numbers for them."""

    scan: Scan
    path_id: int | None
    told: Mapping[int, StoredInstruction]


@dataclass(frozen=True, slots=True)
class ComingLandmarks:
    """The records of an entry, as the store will have them.

    Attributes:
        given: the ids that links, chains, things and regions have in the file: a store's own may be among them.
        notes: what was left out.
    """

    mentions: tuple[Mention, ...]
    links: tuple[Link, ...]
    chains: tuple[Chain, ...]
    entities: tuple[Entity, ...]
    regions: tuple[RegionRecord, ...]
    given: Ids = field(default_factory=dict)
    notes: Counter[str] = field(default_factory=Counter)

    def __iter__(self) -> Iterator[Record]:
        yield from (*self.mentions, *self.links, *self.chains, *self.entities, *self.regions)


def given_ids(entry: LandmarkEntry) -> Ids:
    """The ids that an entry's records have in the file, without those of mentions, which say where they stand."""
    return {
        Link: {each.link_id for each in entry.links},
        Chain: {each.chain_id for each in entry.chains},
        Entity: {each.entity_id for each in entry.entities},
        RegionRecord: {each.region_id for each in entry.regions},
    }


def renumbered(entry: LandmarkEntry, where: EntryPlace, source: str, own: Ids) -> ComingLandmarks:
    """The records of an entry under the store's ids, which are always the same for the same ``source`` and ids there.

    Args:
        source: the name under which the file's ids are told from those of other files.
        own: those of the ids that are the store's own already.

    Raises:
        InvalidDataError: they do not fit together, or not to the scan, or not to the words.
    """
    new = _Ids(source, where.scan.scan_id, own)
    mentions = {each.mention_id: _mention(each, where) for each in entry.mentions}
    _check_spans(mentions.values(), len(entry.mentions))
    entities = {each.entity_id: _entity(each, new) for each in entry.entities}
    chain_id = partial(new.chain, where.path_id)
    shown = [each for each in entry.regions if each.replaced_by is None]
    return ComingLandmarks(
        tuple(mentions.values()),
        tuple(_link(each, where.path_id, mentions, new) for each in entry.links),
        tuple(
            each.model_copy(
                update={
                    "chain_id": chain_id(each.chain_id),
                    "path_id": _path_of(each, where.path_id),
                    "scan_id": new.scan_id,
                    "mentions": tuple(_named(said, mentions, each).mention_id for said in each.mentions),
                    "entities": tuple(_named(thing, entities, each).entity_id for thing in each.entities),
                    "parent": chain_id(each.parent) if each.parent is not None else None,
                    "source": "imported",
                }
            )
            for each in entry.chains
        ),
        tuple(entities.values()),
        tuple(_region(each, where.scan, entities, new) for each in shown),
        given_ids(entry),
        +Counter(
            {
                REPLACED: len(entry.regions) - len(shown),
                OTHER_SPLIT: _in_other_splits(entry, where),
                SEEN_ANYWAY: _seen_anyway(entry),
            }
        ),
    )


def _seen_anyway(entry: LandmarkEntry) -> int:
    shown = {each.entity_id for each in entry.regions}
    undrawn = (each for each in entry.chains if each.need in ("scene", "not_visual"))
    return sum(not shown.isdisjoint(each.entities) for each in undrawn)


def _in_other_splits(entry: LandmarkEntry, where: EntryPlace) -> int:
    return sum(each.split != entry.split for each in where.told.values()) if entry.split else 0


@dataclass(frozen=True, slots=True)
class _Ids:
    source: str
    scan_id: str
    own: Ids

    def link(self, path_id: int, given: str) -> str:
        return self._own(Link, given) or f"{padded(path_id)}-{self._made('link', str(path_id), given)}"

    def chain(self, path_id: int | None, given: str) -> str:
        made = f"{padded(path_id or 0)}-{self._made('chain', str(path_id), given)}"
        return self._own(Chain, given) or made

    def entity(self, given: str) -> str:
        if given.startswith(f"{LABEL}{self.scan_id}-"):
            return given
        return self._own(Entity, given) or f"{self.scan_id}-{self._made('entity', given)}"

    def region(self, given: str) -> str:
        return self._own(RegionRecord, given) or f"{self.scan_id}-{self._made('region', given)}"

    def _own(self, kind: type[Record], given: str) -> str | None:
        return given if given in self.own.get(kind, ()) else None

    def _made(self, *told: str) -> str:
        digest = blake2b("\0".join((self.source, self.scan_id, *told)).encode(), digest_size=8)
        return f"i{digest.hexdigest()}"


def _mention(mention: Mention, where: EntryPlace) -> Mention:
    told = where.told.get(mention.instruction_id)
    if told is None:
        raise InvalidDataError(
            f"A mention is of instruction {mention.instruction_id}, whose words are not there.",
            remedy="Each mention is of an instruction of its entry.",
        )
    if told.transcript[mention.start_char : mention.end_char] != mention.text:
        raise InvalidDataError(
            f"The characters {mention.start_char} to {mention.end_char} of instruction {mention.instruction_id} are "
            f"{told.transcript[mention.start_char : mention.end_char]!r}, not {mention.text!r}.",
            remedy="Count characters (code points) from 0, the end not included.",
        )
    _check_letters(mention, told.transcript)
    return mention.model_copy(
        update={
            "instruction_id": told.instruction_id,
            "path_id": told.path_id,
            "scan_id": told.scan_id,
            "language": told.language,
            "source": "imported",
            "annotator_id": None,
            "transcript_sha256": transcript_digest(told.transcript),
        }
    )


def _check_letters(mention: Mention, text: str) -> None:
    for what, place in (("begins", mention.start_char), ("ends", mention.end_char)):
        if letter := split_at(text, place):
            start, end = letter
            raise InvalidDataError(
                f"The mention {mention.text!r} of instruction {mention.instruction_id} {what} at character {place}, "
                f"within the letter {text[start:end]!r}.",
                remedy=f"Take whole letters as people see them: let it {what[:-1]} at {start} or {end}.",
            )


def _check_spans(mentions: Iterable[Mention], count: int) -> None:
    """Nested is allowed, crossing and twice the same is not."""
    ordered = sorted(mentions, key=lambda each: (each.instruction_id, each.start_char, -each.end_char))
    if len(ordered) < count:
        raise InvalidDataError("A mention is there twice.", remedy="Leave one of the two out.")
    open_ones: list[Mention] = []
    for each in ordered:
        while open_ones and (
            open_ones[-1].instruction_id != each.instruction_id or open_ones[-1].end_char <= each.start_char
        ):
            open_ones.pop()
        if open_ones and open_ones[-1].end_char < each.end_char:
            raise InvalidDataError(
                f"The mentions {open_ones[-1].text!r} and {each.text!r} of instruction {each.instruction_id} cross.",
                remedy="One may lie within another; neither may begin in the other and end outside.",
            )
        open_ones.append(each)


def _link(link: Link, path_id: int | None, mentions: Mapping[str, Mention], new: _Ids) -> Link:
    path = _path_of(link, path_id)
    first, second = (_named(each, mentions, link).mention_id for each in (link.first, link.second))
    known = {"link_id": new.link(path, link.link_id), "first": first, "second": second, "path_id": path}
    return link.model_copy(update=known | {"annotator_id": None})


def _entity(entity: Entity, new: _Ids) -> Entity:
    if entity.scan_id != new.scan_id:
        raise InvalidDataError(
            f"The thing {entity.entity_id} is of the scan {entity.scan_id}, not of {new.scan_id}.",
            remedy="A thing stands with the scan that it is in.",
        )
    known = {"entity_id": new.entity(entity.entity_id), "source": f"{new.source} {entity.entity_id}"}
    return entity.model_copy(update=known)


def _region(region: RegionRecord, scan: Scan, entities: Mapping[str, Entity], new: _Ids) -> RegionRecord:
    if region.scan_id != scan.scan_id:
        raise InvalidDataError(
            f"The region {region.region_id} is of the scan {region.scan_id}, not of {scan.scan_id}.",
            remedy="A region stands with the scan that it is in.",
        )
    if region.viewpoint_id not in scan.viewpoints:
        raise InvalidDataError(
            f"The region {region.region_id} is seen from {region.viewpoint_id}, which is no viewpoint of the scan "
            f"{scan.scan_id}.",
            remedy="Mend the viewpoint's id, or give the environment that the file was made for.",
        )
    _check_shape(region)
    known = {
        "region_id": new.region(region.region_id),
        "entity_id": _named(region.entity_id, entities, region).entity_id if region.entity_id else None,
        "source": "imported",
        "from_region": None,
        "annotator_id": None,
    }
    return region.model_copy(update=known)


def _check_shape(region: RegionRecord) -> None:
    """What surrounds the viewer, as a box of longitudes and latitudes, is no slip in a file."""
    if isinstance(region.shape, LatLonBox) and area(region.shape) > HALF:
        return
    try:
        check_drawn(region.shape)
    except InvalidDataError as error:
        raise InvalidDataError(
            f"The region {region.region_id}: {error.message}", remedy=error.remedy, **error.context
        ) from error


def _path_of(record: Link | Chain, path_id: int | None) -> int:
    if path_id is None:
        raise InvalidDataError(
            f"{record.record_id} is of no path: there are no instructions with it.",
            remedy="Links and chains stand with the instructions that they are about.",
        )
    return path_id


def _named(given: str, known: Mapping[str, NamedT], by: Record) -> NamedT:
    if given not in known:
        raise InvalidDataError(
            f"{by.record_id} names {given}, which is not there.", remedy="Name what stands in the same entry."
        )
    return known[given]
