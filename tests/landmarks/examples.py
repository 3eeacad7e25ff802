"""Landmarks of the corridor's two instructions (``tests/exports/filled.py``): its lamp and its sofa."""

from __future__ import annotations

from typing import Any

from environments.regions import LatLonBox, Polygon, Region, ViewBox
from pangea_server.annotate.landmarks.records import (
    Chain,
    Entity,
    Link,
    Mention,
    RegionRecord,
    mention_id,
    transcript_digest,
)
from pangea_server.core.records import Record
from pangea_server.stores.protocol import Store

ENGLISH, HINDI = "Go past the <lamp> & stop.", "दीपक के पास रुकें।"
LAMP, SOFA = "corridor-e1", "corridor-e2"
ACROSS_THE_SEAM = LatLonBox(3.0, 0.5, -0.2, 0.1)


def mention(text: str, within: str, instruction_id: int = 1, **more: Any) -> Mention:
    """Of these characters of an instruction."""
    start = within.index(text)
    told: dict[str, Any] = {"path_id": 1, "scan_id": "corridor", "language": "en-US", "source": "marked"}
    place = {"start_char": start, "end_char": start + len(text), "text": text}
    digest = transcript_digest(within)
    return Mention(**(told | place | more), instruction_id=instruction_id, transcript_sha256=digest)


def region(
    region_id: str, entity_id: str | None = LAMP, shape: Region | None = None, **more: Any
) -> RegionRecord:
    """What the door sees of a thing."""
    told: dict[str, Any] = {"scan_id": "corridor", "viewpoint_id": "door", "source": "drawn"}
    box = shape or ViewBox(0.1, -0.2, 0.4, 0.3)
    return RegionRecord(**(told | more), region_id=region_id, entity_id=entity_id, shape=box)


def link(link_id: str, first: str, second: str, **more: Any) -> Link:
    """That two mentions mean the same."""
    told: dict[str, Any] = {"path_id": 1, "verdict": "same", "seconds": 2.5}
    return Link(**(told | more), link_id=link_id, first=first, second=second)


def chain(
    chain_id: str, mentions: tuple[str, ...], entities: tuple[str, ...] = (LAMP,), **more: Any
) -> Chain:
    """Mentions of path 1."""
    told: dict[str, Any] = {"path_id": 1, "scan_id": "corridor", "need": "box", "source": "judged"}
    return Chain(**(told | more), chain_id=chain_id, mentions=mentions, entities=entities)


def entity(entity_id: str = LAMP, **more: Any) -> Entity:
    """A thing of the corridor."""
    told: dict[str, Any] = {"scan_id": "corridor", "types": ("light",), "position": (0.0, 2.0, 1.0)}
    return Entity(**({"how": "triangulated"} | told | more), entity_id=entity_id)


def corridor_landmarks() -> list[Record]:
    """The lamp in two languages, seen from two viewpoints; the sofa, which nobody names."""
    lamp = mention("the <lamp>", ENGLISH, head=(12, 18), types=("light",), annotator_id=8)
    deepak = mention("दीपक", HINDI, 2, language="hi-IN", types=("light", "decoration"), annotator_id=8)
    names = (mention_id(1, lamp.start_char, lamp.end_char), deepak.mention_id)
    return [
        lamp,
        deepak,
        link("l1", *names, annotator_id=8),
        chain("000001-c1", names),
        entity(labels={"en-US": "the <lamp>", "hi-IN": "दीपक"}),
        entity(SOFA, how="none", position=None, types=("furniture",), labels={"en-US": "sofa"}),
        region("r1", annotator_id=9),
        region("r2", shape=ACROSS_THE_SEAM, viewpoint_id="sofa", visible="cut", source="imported"),
        region("r3", SOFA, Polygon(((0.0, 0.0), (0.0, 0.3), (0.3, 0.0))), group=True, annotator_id=8),
    ]


def fill(store: Store, *records: Record) -> None:
    for record in records or corridor_landmarks():
        store.records.create(record)
