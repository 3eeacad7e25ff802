"""What a format of landmarks leaves out, counted: from the table of what it carries, not by each format for itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from pangea_server.dataset.entries.carried import carried_landmarks
from pangea_server.dataset.landmarks.entries import LandmarkEntry


class Loss(NamedTuple):
    """A field that people said something in: what a note calls it, and whether a record says it."""

    called: str
    said: Callable[[Any], bool]


WHOLE = {
    "mention.text": "words of phrases",
    "link.verdict": "judgements that two phrases mean the same",
    "chain.mentions": "chains of phrases",
    "entity.entity_id": "things",
    "region.viewpoint_id": "regions",
}
"""The field without which nothing of a record is there, and what the records are called."""
LOSSES = {
    "mention.types": Loss("types of phrases", lambda each: bool(each.types)),
    "mention.head": Loss("head nouns of phrases", lambda each: each.head is not None),
    "mention.number": Loss(
        "whether phrases are of one thing, several or a mass", lambda each: each.number != "unclear"
    ),
    "mention.form": Loss("phrases that are pronouns or the like", lambda each: each.form != "name"),
    "mention.status": Loss("whether phrases are new in the text", lambda each: each.status is not None),
    "mention.start_time": Loss("times of phrases", lambda each: each.start_time is not None),
    "chain.need": Loss(
        "chains that mean a scene or nothing visible", lambda each: each.need in ("scene", "not_visual")
    ),
    "chain.parent": Loss(
        "chains that are a part of another one's things", lambda each: each.parent is not None
    ),
    "entity.types": Loss("types of things", lambda each: bool(each.types)),
    "entity.labels": Loss("names of things", lambda each: bool(each.labels)),
    "entity.position": Loss("places of things in metres", lambda each: each.position is not None),
    "entity.extent": Loss("sizes of things in metres", lambda each: each.extent is not None),
    "region.visible": Loss("regions of things that are partly hidden", lambda each: each.visible != "whole"),
    "region.group": Loss("regions of groups", lambda each: each.group),
    "region.quality": Loss("regions that were judged", lambda each: each.quality != "unjudged"),
}
"""By field. Fields about the making (who, when, how) are not counted: ``missing`` in ``about.json`` has them."""


def counted(entries: Iterable[LandmarkEntry], name: str, notes: Counter[str]) -> Iterator[LandmarkEntry]:
    """The entries as they are; ``notes`` gets what the built-in format of this name leaves out of them."""
    lost = set(carried_landmarks()[name].lost) if name in carried_landmarks() else set()
    gone = {_kind(field): called for field, called in WHOLE.items() if field in lost}
    fields = {field: loss for field, loss in LOSSES.items() if field in lost and _kind(field) not in gone}
    for entry in entries:
        records = {
            "mention": entry.mentions,
            "link": entry.links,
            "chain": entry.chains,
            "entity": entry.entities,
            "region": entry.regions,
        }
        notes.update({called: len(records[kind]) for kind, called in gone.items() if records[kind]})
        for field, loss in fields.items():
            if number := sum(map(loss.said, records[_kind(field)])):
                notes[loss.called] += number
        yield entry


def _kind(field: str) -> str:
    return field.partition(".")[0]
