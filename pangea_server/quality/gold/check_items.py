"""Writes the check items about landmarks that a campaign can have of a labelled place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, repeat
from random import Random

from align.spoken_routes import SpokenPath
from environments.errors import InvalidDataError
from pangea_server.annotate.campaigns.landmark_rules import LandmarkRules, landmark_rules_of
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, PathRecord
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.kinds.kinds import declarations, declared, words_kind
from pangea_server.annotate.kinds.landmark_made import BY_MACHINE
from pangea_server.annotate.landmarks.protocol.asked import Step
from pangea_server.annotate.landmarks.records import ENTITY_TYPES
from pangea_server.core.records import padded
from pangea_server.quality.gold.material import Material
from pangea_server.quality.gold.pages import GoldItems, PageMaker
from pangea_server.quality.gold.places import GoldPlace
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import RecordStore

PATHS = 12
"""Of each place: enough for thirty opening items of each kind, and for as many hidden ones later."""
TWICE = 2
"""Instructions in each language, so that one thing is named by several people."""
SEED = 21
BLOCK = 50
"""Numbers that are taken from the store at once."""


def make_gold_items(
    records: RecordStore, places: Sequence[GoldPlace], campaign_id: str, paths: int = PATHS
) -> list[CheckItem]:
    """Write check items for the kinds about landmarks that a campaign asks for; those that there are stay. Returns the
    new ones: none where the campaign asks for nothing about landmarks, where there is no labelled place, or where
    they were made before.

    Their words and regions have numbers of their own, taken from the same counters as people's, so that a page cannot
    tell them apart.
    """
    definition = records.get(Campaign, campaign_id).definition
    asked = landmark_rules_of(definition)
    if asked is None or _has_some(records, campaign_id):
        return []
    made: list[CheckItem] = []
    for place in places:
        if asked.check_scans is not None and place.scan.scan_id not in asked.check_scans:
            continue
        for spoken in gold_paths(place, _languages(definition, asked), paths):
            made += _items_of(records, place, spoken, campaign_id, asked)
    return made


def asks_about_landmarks(records: RecordStore, campaign_id: str) -> bool:
    """Whether a campaign can have such check items at all."""
    return landmark_rules_of(records.get(Campaign, campaign_id).definition) is not None


def gold_paths(place: GoldPlace, languages: Sequence[str], paths: int = PATHS) -> Iterator[SpokenPath]:
    """What check items of a place are about."""
    known = [each for each in languages if _is_spoken(place, each)]
    if known:
        yield from place.spoken(paths, [each for each in known for _ in range(TWICE)], SEED)


def _is_spoken(place: GoldPlace, language: str) -> bool:
    with suppress(InvalidDataError):
        return any(True for _ in place.spoken(1, [language], SEED))
    return False


def _languages(definition: CampaignDefinition, asked: LandmarkRules) -> Sequence[str]:
    return asked.languages or definition.languages


def _has_some(records: RecordStore, campaign_id: str) -> bool:
    return any(declared(item.kind).step for item in every(records, CheckItem, {"campaign_id": campaign_id}))


def _items_of(
    records: RecordStore, place: GoldPlace, spoken: SpokenPath, campaign_id: str, asked: LandmarkRules
) -> Iterator[CheckItem]:
    numbers = take_numbers(records, declared(words_kind()).counter, len(spoken.instructions))
    material = Material(
        spoken,
        place.scan,
        {said.instruction_id: number for said, number in zip(spoken.instructions, numbers, strict=True)},
        Random(f"{SEED} {spoken.path_id}"),
    )
    maker = PageMaker(material, _Taken(records).next)
    path = _path(records, place, spoken)
    records.create(path)
    for language in dict.fromkeys(said.language for said in spoken.instructions):
        for number, page in enumerate(maker.pages(language)):
            if asked.kinds is None or page.step.value in asked.kinds:
                item = _item(path, page, number, campaign_id, asked.types or ENTITY_TYPES)
                records.create(item)
                yield item


def _path(records: RecordStore, place: GoldPlace, spoken: SpokenPath) -> PathRecord:
    """The path, which belongs to no campaign: no campaign asks for words about it."""
    (number,) = take_numbers(records, "paths", 1)
    earlier = records.find(PathRecord, {"scan_id": place.scan.scan_id}, limit=1)
    heading, _ = place.scan.graph.direction(*spoken.path[:2])
    return PathRecord(
        path_id=number,
        scan_id=place.scan.scan_id,
        path=spoken.path,
        heading=heading,
        split=earlier[0].split if earlier else "train",
    )


def _item(
    path: PathRecord, page: GoldItems, number: int, campaign_id: str, types: Sequence[str]
) -> CheckItem:
    kind = kind_of(page.step)
    return CheckItem(
        campaign_id=campaign_id,
        kind=kind,
        language=page.language,
        path_id=path.path_id,
        scan_id=path.scan_id,
        args={
            "items": [asked.stored() for asked in page.asked],
            "path": [*path.path],
            "types": [*types],
            BY_MACHINE: page.made.model_dump(mode="json", exclude_defaults=True),
        },
        gold=page.gold.model_dump(mode="json", exclude_defaults=True),
        item_id=f"{kind}-{page.language}-{padded(path.path_id)}-{number}",
    )


def kind_of(step: Step) -> str:
    """The kind that is a step of the protocol."""
    return next(each.kind for each in declarations() if each.step == step)


class _Taken:
    """Numbers of the tasks in which boxes are drawn, block after block."""

    def __init__(self, records: RecordStore) -> None:
        counter = declared(kind_of(Step.DRAW)).counter
        self._numbers = chain.from_iterable(take_numbers(records, counter, BLOCK) for _ in repeat(None))

    def next(self) -> int:
        return next(self._numbers)
