"""Landmarks by hand: a seam, a pole, a plural, a pronoun, a nested mention, several types, three languages."""

from __future__ import annotations

from math import pi
from typing import Any

from environments.regions import LatLonBox, Region, ViewBox
from pangea_server.annotate.landmarks.records import (
    Chain,
    Entity,
    Mention,
    RegionRecord,
    mention_id,
    transcript_digest,
)
from pangea_server.dataset.landmarks.entries import LandmarkEntry, SaidText

SCAN = "corridor"
SAID = (
    SaidText(7, "Pass the two chairs, and stop at the lamp in the corner: it is lit.", "en-US"),
    SaidText(8, "कुर्सियों के पास से जाओ।", "hi-IN"),
    SaidText(9, "కుర్చీల పక్కనుండి వెళ్ళు", "te-IN"),
)
SHAPES: dict[str, Region] = {
    "chair-left": ViewBox(3.1, -0.2, 0.4, 0.3),
    "chair-right": ViewBox(-2.0, -0.3, 0.2, 0.25),
    "lamp": LatLonBox(-pi, 2 * pi, 1.2, pi / 2),
}


def mention(said: int, text: str, **told: Any) -> Mention:
    """The first place of these words in an instruction."""
    instruction = SAID[said]
    start = instruction.text.index(text)
    return Mention(
        instruction_id=instruction.instruction_id,
        path_id=3,
        scan_id=SCAN,
        language=instruction.language or "und",
        start_char=start,
        end_char=start + len(text),
        text=text,
        source="marked",
        transcript_sha256=transcript_digest(instruction.text),
        **told,
    )


MENTIONS = (
    mention(0, "the two chairs", types=("furniture",), number="several"),
    mention(0, "the lamp in the corner", types=("light", "decoration")),
    mention(0, "the corner", types=("scene",)),
    mention(0, "it", types=(), form="pronoun"),
    mention(1, "कुर्सियों", types=("furniture",)),
    mention(2, "కుర్చీల", types=("furniture",)),
)


def _ids(*numbers: int) -> tuple[str, ...]:
    return tuple(
        mention_id(each.instruction_id, each.start_char, each.end_char)
        for each in (MENTIONS[n] for n in numbers)
    )


def chain(number: int, mentions: tuple[str, ...], **told: Any) -> Chain:
    return Chain(
        chain_id=f"000003-c{number}", path_id=3, scan_id=SCAN, mentions=mentions, source="judged", **told
    )


def region(
    name: str, entity: str | None, shape: Region, viewpoint_id: str = "door", **told: Any
) -> RegionRecord:
    return RegionRecord(
        region_id=name,
        entity_id=entity,
        scan_id=SCAN,
        viewpoint_id=viewpoint_id,
        shape=shape,
        source="drawn",
        **told,
    )


ENTRY = LandmarkEntry(
    SCAN,
    3,
    ("door", "lamp"),
    SAID,
    MENTIONS,
    chains=(
        chain(1, _ids(0, 4, 5), need="box", entities=("chair-left", "chair-right")),
        chain(2, _ids(1, 3), need="box", entities=("lamp",)),
        chain(4, _ids(2), need="scene"),
    ),
    entities=tuple(
        Entity(entity_id=name, scan_id=SCAN, types=("light",) if name == "lamp" else ("furniture",))
        for name in SHAPES
    ),
    regions=(
        *(region(f"r-{name}", name, shape) for name, shape in SHAPES.items()),
        region("r-far", "chair-left", ViewBox(0.5, 0.1, 0.2, 0.1), "lamp"),
    ),
)
