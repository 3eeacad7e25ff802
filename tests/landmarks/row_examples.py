"""Landmarks of a path for the formats of rows: over the seam, plural, of several types, in three scripts."""

from __future__ import annotations

from hashlib import sha256

from environments.regions import LatLonBox, Polygon, Region, ViewBox
from pangea_server.annotate.landmarks.records import Chain, Entity, Link, Mention, RegionRecord
from pangea_server.dataset.landmarks.entries import LandmarkEntry, SaidText

ENGLISH = "Pass the red lamp, then two chairs; it is  near them."
HINDI = "लाल दीपक के पास रुकें।"
TELUGU = "ఎర్ర దీపం దగ్గర ఆగండి"
SAID = (SaidText(1, ENGLISH, "en-US"), SaidText(2, HINDI, "hi-IN"), SaidText(3, TELUGU, "te-IN"))
SEAM = ViewBox(3.1, -0.2, 0.4, 0.3)
EMPTY = LandmarkEntry("corridor", 9, ("door", "lamp"), (SaidText(5, "Stop here.", "en-US"),))


def mention(said: SaidText, text: str, *types: str) -> Mention:
    start = said.text.index(text)
    return Mention(
        instruction_id=said.instruction_id,
        path_id=7,
        scan_id="corridor",
        language=said.language or "",
        start_char=start,
        end_char=start + len(text),
        text=text,
        types=types,
        source="marked",
        transcript_sha256=sha256(said.text.encode()).hexdigest(),
    )


def region(name: str, entity_id: str, viewpoint_id: str, shape: Region) -> RegionRecord:
    return RegionRecord(
        region_id=name,
        entity_id=entity_id,
        scan_id="corridor",
        viewpoint_id=viewpoint_id,
        shape=shape,
        source="drawn",
        annotator_id=4,
    )


def chain(number: int, mentions: list[Mention], *entities: str) -> Chain:
    return Chain(
        chain_id=f"000007-c{number}",
        path_id=7,
        scan_id="corridor",
        mentions=tuple(each.mention_id for each in mentions),
        need="box",
        entities=entities,
        source="judged",
    )


def entity(number: int, label: str, *types: str) -> Entity:
    labels = {"en-US": label}
    return Entity(entity_id=f"corridor-e{number}", scan_id="corridor", types=types, labels=labels)


def whole() -> LandmarkEntry:
    """A lamp over the seam, named in three languages and by a pronoun; two chairs; a lat-lon box and a polygon."""
    lamps = [
        mention(SAID[0], "the red lamp", "light", "decoration"),
        mention(SAID[1], "लाल दीपक", "light"),
        mention(SAID[2], "ఎర్ర దీపం", "light"),
    ]
    chairs = [mention(SAID[0], "two chairs", "furniture"), mention(SAID[0], "them", "furniture")]
    return LandmarkEntry(
        "corridor",
        7,
        ("door", "lamp", "sofa"),
        SAID,
        (*lamps, *chairs),
        (
            Link(
                link_id="l1", first=lamps[0].mention_id, second=lamps[1].mention_id, path_id=7, verdict="same"
            ),
        ),
        (chain(1, lamps, "corridor-e1"), chain(2, chairs, "corridor-e2", "corridor-e3")),
        (
            entity(1, "red lamp", "light", "decoration"),
            entity(2, "left chair", "furniture"),
            entity(3, "right chair", "furniture"),
        ),
        (
            region("r1", "corridor-e1", "door", SEAM),
            region("r2", "corridor-e1", "sofa", LatLonBox(3.0, 0.5, -0.2, 0.1)),
            region("r3", "corridor-e2", "lamp", ViewBox(0.3, -0.3, 0.3, 0.4)),
            region("r4", "corridor-e3", "lamp", Polygon(((0.8, -0.4), (0.8, 0.0), (1.2, 0.0), (1.2, -0.4)))),
        ),
    )
