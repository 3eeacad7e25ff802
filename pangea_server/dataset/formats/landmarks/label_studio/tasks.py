"""Label Studio's tasks with regions: what of their keys is read, and what of ours stands in ``data.meta``.

Label Studio returns ``data`` as it was whichever way a task came to it, and a task's own ``meta`` by some ways alone
(its issue 1179). Both places are read.

Source: https://labelstud.io/guide/task_format; https://labelstud.io/tags/relations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from environments import InvalidDataError
from environments.input.json_documents import LONGEST_LINE, decoded
from environments.regions import region_as_json
from pangea_server.annotate.landmarks.records import Chain, Entity, Mention, RegionRecord, transcript_digest
from pangea_server.dataset.formats.label_studio_annotations import AnnotationState, by_weight
from pangea_server.dataset.formats.landmarks.label_studio.cuts import Cut, ShapeValue
from pangea_server.dataset.landmarks.entries import LandmarkEntry, SaidText
from pangea_server.dataset.landmarks.source_files import UNKNOWN_LANGUAGE

MOST_PARTS = 200_000
"""Lists and objects of one task; each corner of a polygon is one."""
IMAGE = "image"
"""The name of the picture in the labelling interface."""
PHRASE = "phrase"
SAME_THING, SAME_PHRASE = "same thing", "same phrase"
"""What relations say: regions of one thing, and of several things that a phrase means together."""
SHAPES = ("rectangle", "polygon", "brush")
REGION_TYPES = {*SHAPES, *(f"{kind}labels" for kind in SHAPES), "labels"}
PERSONS = {"drawn", "adjusted", "accepted", "imported"}
"""The sources of regions that go out as annotations; the others were foretold, and go out as predictions."""
TYPE = re.compile(r"[a-z0-9][a-z0-9_ -]{0,59}")
SERVED = "/data/local-files/?d="
"""Where Label Studio serves files below its document root."""

UNKNOWN = "unknown"
"""The label of a thing whose type nobody said."""

OF_MENTIONS = {
    *("instruction_id", "start_char", "end_char", "text", "head", "types", "number", "form", "status"),
    *("start_time", "end_time"),
}
OF_CHAINS = {"chain_id", "mentions", "need", "entities"}
OF_ENTITIES = {"entity_id", "types", "labels", "position", "spread", "extent", "how"}
OF_REGIONS = {"region_id", "entity_id", "shape", "visible", "group"}


class RegionResult(msgspec.Struct, kw_only=True):
    """A row of a result. Rows of one region share their ``id``; relations have ``from_id`` and ``to_id`` instead."""

    id: str = ""
    type: str = ""
    value: ShapeValue = msgspec.field(default_factory=ShapeValue)
    original_width: int | None = None
    original_height: int | None = None
    image_rotation: float = 0
    from_id: str = ""
    to_id: str = ""
    labels: list[str] = []


class AnnotatedLandmarks(AnnotationState, kw_only=True):
    result: list[RegionResult] = msgspec.field(default_factory=list)


class LandmarkTaskMeta(msgspec.Struct, kw_only=True):
    """The pose of the cut, and the landmarks that are drawn on it: records of ours without what is theirs alone."""

    cut: Cut | None = None
    path_id: int | None = None
    path: list[str] = []
    said: list[SaidText] = []
    mentions: list[dict[str, Any]] = []
    chains: list[dict[str, Any]] = []
    entities: list[dict[str, Any]] = []
    regions: list[dict[str, Any]] = []

    def entry(self, scan_id: str, viewpoint_id: str) -> LandmarkEntry:
        """What was drawn. Raises InvalidDataError or ValidationError: a record is none."""
        said = {each.instruction_id: each for each in self.said}
        path_id = self.path_id if said else None
        place = {"scan_id": scan_id, "source": "imported"}
        of_path = place | {"path_id": path_id or 0}
        return LandmarkEntry(
            scan_id,
            path_id,
            tuple(self.path) if said else (),
            tuple(self.said),
            tuple(Mention.model_validate(_of(each, said) | of_path) for each in self.mentions),
            (),
            tuple(Chain.model_validate(_picked(each, OF_CHAINS) | of_path) for each in self.chains),
            tuple(Entity.model_validate(_picked(each, OF_ENTITIES) | place) for each in self.entities),
            tuple(
                RegionRecord.model_validate(
                    _picked(each, OF_REGIONS) | place | {"viewpoint_id": viewpoint_id}
                )
                for each in self.regions
            ),
        )


class LandmarkTaskData(msgspec.Struct):
    meta: LandmarkTaskMeta | None = None


class LabelStudioTask(msgspec.Struct):
    """A task as Label Studio exports it as JSON; JSON_MIN leaves out the ids."""

    data: LandmarkTaskData
    meta: LandmarkTaskMeta | None = None
    annotations: list[AnnotatedLandmarks] = []
    predictions: list[AnnotatedLandmarks] = []

    def told(self) -> list[AnnotatedLandmarks]:
        """What people said of the picture, or else what was foretold; the last one counts."""
        return by_weight(self.annotations) or self.predictions

    def posed(self) -> tuple[Cut, LandmarkTaskMeta]:
        """Where its picture looks, and what was drawn on it.

        Raises:
            InvalidDataError: nothing says it.
        """
        for meta in (self.data.meta, self.meta):
            if meta is not None and meta.cut is not None:
                meta.cut.check()
                return meta.cut, meta
        raise InvalidDataError(
            "Nothing says where the picture looks: there is no data.meta.cut.",
            remedy="Export as JSON, not JSON_MIN or CSV, from the project that our tasks were imported into.",
        )


def task_of(data: bytes, place: str) -> LabelStudioTask:
    """An entry of a file of tasks.

    Raises:
        InvalidDataError: it is none, or holds more than a task does.
    """
    parts = data.count(b"{") + data.count(b"[")
    if len(data) > LONGEST_LINE or parts > MOST_PARTS:
        raise InvalidDataError(
            f"{place} has {len(data):,} bytes and {parts:,} lists and objects.",
            remedy=f"A task has at most {LONGEST_LINE:,} and {MOST_PARTS:,}: remove what is no region.",
        )
    return decoded(data, place, LabelStudioTask)


def meta_of(entry: LandmarkEntry, cut: Cut, shown: Iterable[RegionRecord]) -> dict[str, Any]:
    """``data.meta`` of a cut on which some regions of an entry are shown."""
    regions = list(shown)
    things = {each.entity_id for each in regions}
    chains = [each for each in entry.chains if things & {*each.entities}]
    meant = {name for chain in chains for name in chain.mentions}
    mentions = [each for each in entry.mentions if each.mention_id in meant]
    said = {each.instruction_id for each in mentions}
    return {
        "cut": msgspec.to_builtins(cut),
        "path_id": entry.path_id,
        "path": list(entry.path),
        "said": [msgspec.to_builtins(each) for each in entry.said if each.instruction_id in said],
        "mentions": [_told(each, OF_MENTIONS) for each in mentions],
        "chains": [
            _told(each, OF_CHAINS) | {"entities": [name for name in each.entities if name in things]}
            for each in chains
        ],
        "entities": [_told(each, OF_ENTITIES) for each in entry.entities if each.entity_id in things],
        "regions": [_told(each, OF_REGIONS) | {"shape": region_as_json(each.shape)} for each in regions],
    }


def _of(told: dict[str, Any], said: dict[int, SaidText]) -> dict[str, Any]:
    """A mention with what its instruction says."""
    text = said.get(told.get("instruction_id", -1))
    if text is None:
        raise InvalidDataError(
            f"A mention is of instruction {told.get('instruction_id')!r}, which is not in said.",
            remedy="Leave data.meta as it was exported.",
        )
    language = text.language or UNKNOWN_LANGUAGE
    return _picked(told, OF_MENTIONS) | {
        "language": language,
        "transcript_sha256": transcript_digest(text.text),
    }


def _told(record: Mention | Chain | Entity | RegionRecord, keys: set[str]) -> dict[str, Any]:
    return record.model_dump(mode="json", include=keys, exclude_defaults=True)


def _picked(told: dict[str, Any], keys: set[str]) -> dict[str, Any]:
    return {key: value for key, value in told.items() if key in keys}
