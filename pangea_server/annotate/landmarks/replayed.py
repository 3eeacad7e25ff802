"""What the words of one instruction mean, as its replay needs it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeVar

from pydantic import BaseModel

from pangea_server.annotate.alignments.lookups import alignment_of
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.lookups import stored_guide
from pangea_server.annotate.landmarks.records import Chain, Entity, Mention, RegionRecord
from pangea_server.annotate.landmarks.wire import (
    ChainView,
    EntityView,
    LandmarksView,
    MentionView,
    RegionView,
    Untimed,
)
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

View = TypeVar("View", bound=BaseModel)
Times = tuple[float, float]


def landmarks_of(records: RecordStore, instruction_id: int) -> LandmarksView:
    """The mentions of an instruction, what they mean, and where it is seen.

    Raises:
        RecordNotFoundError: there is no such instruction.
    """
    guide = stored_guide(records, instruction_id)
    mentions = [*every(records, Mention, {"instruction_id": instruction_id})]
    meant = _chains(records, guide.path_id, mentions)
    chains = {chain.chain_id: chain for chain in meant.values()}
    things = dict.fromkeys(name for chain in chains.values() for name in chain.entities)
    alignment = alignment_of(records, instruction_id) if mentions else None
    return LandmarksView(
        instruction_id=instruction_id,
        scan_id=guide.scan_id,
        mentions=tuple(
            _mention(each, meant.get(each.mention_id), each.is_stale(guide.transcript), alignment)
            for each in sorted(mentions, key=lambda each: (each.start_char, -each.end_char))
        ),
        chains=tuple(_seen(ChainView, chain) for chain in chains.values()),
        entities=tuple(_seen(EntityView, entity) for entity in _entities(records, things)),
        regions=_regions(records, things),
    )


def _chains(records: RecordStore, path_id: int, mentions: Iterable[Mention]) -> dict[str, Chain]:
    """By mention, the chain that holds it."""
    wanted = {each.mention_id for each in mentions}
    if not wanted:
        return {}
    chains = every(records, Chain, {"path_id": path_id})
    return {name: chain for chain in chains for name in chain.mentions if name in wanted}


def _entities(records: RecordStore, names: Iterable[str]) -> Iterable[Entity]:
    for name in names:
        try:
            yield records.get(Entity, name)
        except RecordNotFoundError:  # its regions are shown without a name
            continue


def _regions(records: RecordStore, names: Iterable[str]) -> dict[str, tuple[RegionView, ...]]:
    found: defaultdict[str, list[RegionView]] = defaultdict(list)
    for name in names:
        for region in every(records, RegionRecord, {"entity_id": name}):
            if region.replaced_by is None:
                found[region.viewpoint_id].append(_seen(RegionView, region))
    return {viewpoint: tuple(regions) for viewpoint, regions in found.items()}


def _mention(
    mention: Mention, chain: Chain | None, stale: bool, alignment: AlignmentRecord | None
) -> MentionView:
    times, untimed = _times(mention, stale, alignment)
    start, end = times or (None, None)
    return MentionView(
        mention_id=mention.mention_id,
        start_char=mention.start_char,
        end_char=mention.end_char,
        text=mention.text,
        types=mention.types,
        number=mention.number,
        form=mention.form,
        status=mention.status,
        source=mention.source,
        stale=stale,
        start_time=start,
        end_time=end,
        untimed=untimed,
        chain_id=chain and chain.chain_id,
    )


def _times(
    mention: Mention, stale: bool, alignment: AlignmentRecord | None
) -> tuple[Times | None, Untimed | None]:
    """Its own times, which the voice still has when its characters are stale; or those of its words."""
    if mention.start_time is not None and mention.end_time is not None:
        return (mention.start_time, mention.end_time), None
    if stale:
        return None, "stale"
    if alignment is None:
        return None, "not_aligned"
    if alignment.state != "aligned":
        return None, alignment.state
    words = [
        word
        for word in alignment.timed_instruction
        if word.start_char is not None
        and word.end_char is not None
        and word.start_char < mention.end_char
        and mention.start_char < word.end_char
    ]
    if not words:
        return None, "not_timed"
    return (min(word.start_time for word in words), max(word.end_time for word in words)), None


def _seen(view: type[View], record: BaseModel) -> View:
    """The fields of a record that its view has, as the store writes them."""
    return view.model_validate(record.model_dump(mode="json", include=set(view.model_fields)))
