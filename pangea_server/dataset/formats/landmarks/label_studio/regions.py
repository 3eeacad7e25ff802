"""Label Studio tasks with regions: perspective cuts of panoramas, on which rectangles, polygons and brushes are drawn.

Import ``tasks.json`` there, paste ``labeling_config.xml``, and let it serve this folder (``README.md`` of this room). A
cut looks straight at its first region, and shows whatever else it holds whole. When the tasks come back, the last
annotation of each is read, and where there is none what was foretold.

Source: https://labelstud.io/guide/tasks, https://labelstud.io/guide/task_format and https://labelstud.io/tags/image.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from align.exports.whole import write_whole
from environments import Environment, PangeaError
from environments.input.json_documents import items
from pangea_server.annotate.landmarks.records import ENTITY_TYPES, RegionRecord
from pangea_server.dataset.entries.dataset import Dataset, all_pictured
from pangea_server.dataset.entries.protocol import WORLD
from pangea_server.dataset.entries.row_files import list_file
from pangea_server.dataset.formats.landmarks.label_studio.cuts import SIDE, Cut, cut_around, drawn
from pangea_server.dataset.formats.landmarks.label_studio.read import found_in
from pangea_server.dataset.formats.landmarks.label_studio.tasks import (
    IMAGE,
    PERSONS,
    PHRASE,
    SAME_PHRASE,
    SAME_THING,
    SERVED,
    SHAPES,
    UNKNOWN,
    meta_of,
)
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry
from pangea_server.dataset.landmarks.landmark_format import LandmarkFormat
from pangea_server.dataset.landmarks.meanings import MEANINGLESS, unsaid

if TYPE_CHECKING:
    from environments.tiles.sphere import Look

FILE, CONFIG = "tasks.json", "labeling_config.xml"
TOO_WIDE = "regions too wide for a cut of 150 degrees, left out"
UNSEEN_THINGS = "things without a region"
REPLACED = "regions that another one replaced"
NO_PICTURE = "cuts without their picture, since the place lacks it or it is broken"
WITHHELD = "cuts without their picture, since the terms of the place do not let a release give it on"
QUALITY = 90
"""Of JPEG."""


class LabelStudioRegions(LandmarkFormat):
    name = "label_studio_regions"
    summary = "Label Studio tasks: regions on perspective cuts of panoramas (json), and the cuts (jpg)"
    about: Mapping[str, Any] = {
        "world": WORLD,
        "x, y, width, height, points": "per cent of a cut, from its upper left corner; a rectangle in its middle is"
        " a view box, straight lines are great circles",
        "rle": "red, green, blue and opacity of each pixel, row by row, as rle-pack writes them",
        "data.meta.cut": f"radians, world frame; field_of_view from edge to edge of {SIDE} square pixels",
        "data.meta.regions": "shapes in radians, world frame",
    }

    def __init__(self) -> None:
        self._pictured: Callable[[str], bool] = all_pictured

    def write(self, dataset: Dataset, folder: Path) -> None:
        """Write all landmarks of the dataset, with cuts of those scans whose pictures may be written."""
        self._pictured = dataset.pictured
        super().write(dataset, folder)

    def read_landmarks(self, file: Path, places: Environment) -> Iterator[FoundLandmarks]:
        """An entry for each task, and before it the faults of its regions."""
        for place, data in items(file):
            yield from found_in(data, place, places)

    def write_landmarks(
        self, entries: Iterator[LandmarkEntry], places: Environment, folder: Path
    ) -> dict[str, int]:
        """Write the tasks, a picture for each, and the labelling interface; one task is in memory at a time."""
        lost: Counter[str] = Counter()
        types = dict.fromkeys(ENTITY_TYPES)
        number = 0
        with list_file(folder / FILE) as write:
            for entry in entries:
                _count(entry, lost)
                looks = _Looks(places)
                for shot in _shots(entry, lost):
                    number += 1
                    picture = f"cuts/{number:06d}.jpg"
                    lost.update(self._write_cut(shot.cut, folder / picture, looks))
                    task = shot.task(number, picture)
                    types |= dict.fromkeys(shot.types)
                    write(task)
        write_whole(folder / CONFIG, config(types).encode())
        return dict(+lost)

    def _write_cut(self, cut: Cut, file: Path, looks: _Looks) -> list[str]:
        """Write its picture; tells why not."""
        if not self._pictured(cut.scan_id):
            return [WITHHELD]
        try:
            write_whole(file, looks.picture(cut))
        except PangeaError:
            return [NO_PICTURE]
        return []


@dataclass(frozen=True, slots=True)
class Shot:
    """A cut, and the regions of an entry that are drawn on it: either people's or foretold ones."""

    entry: LandmarkEntry
    cut: Cut
    regions: tuple[RegionRecord, ...]

    @property
    def types(self) -> list[str]:
        """The types of the things that it shows."""
        return [name for labels in self._labels().values() for name in labels]

    def task(self, number: int, picture: str) -> dict[str, Any]:
        """Label Studio's task."""
        meta = meta_of(self.entry, self.cut, self.regions)
        result = [*self._rows(), *self._relations()]
        told: dict[str, Any] = {"annotations": [{"result": result}], "predictions": []}
        if by := {each.source for each in self.regions} - PERSONS:
            told = {
                "annotations": [],
                "predictions": [{"model_version": ", ".join(sorted(by)), "result": result}],
            }
        data = {
            IMAGE: f"{SERVED}{picture}",
            "instructions": "\n".join(each["text"] for each in meta["said"]),
            "scan": self.cut.scan_id,
            "viewpoint": self.cut.viewpoint_id,
            "meta": meta,
        }
        return {"id": number, "data": data, **told}

    def _rows(self) -> Iterator[dict[str, Any]]:
        """The shape of each region with its labels; and the phrases that mean its thing, where there are any."""
        labels, phrases = self._labels(), self._phrases()
        for region in self.regions:
            kind, value = drawn(region.shape, self.cut)
            size = {"original_width": self.cut.width, "original_height": self.cut.height, "image_rotation": 0}
            shared = {"id": region.region_id, "to_name": IMAGE, **size}
            types = labels.get(region.entity_id, [UNKNOWN])
            named = {"from_name": kind, "type": f"{kind}labels", "value": value | {f"{kind}labels": types}}
            yield shared | named
            if texts := phrases.get(region.entity_id or ""):
                where = {} if kind == "brush" else value
                yield shared | {"from_name": PHRASE, "type": "textarea", "value": where | {"text": texts}}

    def _relations(self) -> Iterator[dict[str, Any]]:
        by_thing: dict[str, list[str]] = {}
        for region in self.regions:
            if region.entity_id is not None:
                by_thing.setdefault(region.entity_id, []).append(region.region_id)
        for ids in by_thing.values():
            yield from (_relation(*pair, SAME_THING) for pair in pairwise(ids))
        for chain in self.entry.chains:
            firsts = [by_thing[name][0] for name in chain.entities if name in by_thing]
            yield from (_relation(*pair, SAME_PHRASE) for pair in pairwise(firsts))

    def _labels(self) -> dict[str | None, list[str]]:
        shown = {each.entity_id for each in self.regions}
        return {
            each.entity_id: list(each.types) or [UNKNOWN]
            for each in self.entry.entities
            if each.entity_id in shown
        }

    def _phrases(self) -> dict[str, list[str]]:
        """By thing, the words that mean it, each once."""
        texts = {each.mention_id: each.text for each in self.entry.mentions}
        found: dict[str, list[str]] = {}
        for chain in self.entry.chains:
            said = [texts[name] for name in chain.mentions if name in texts]
            for thing in chain.entities:
                found[thing] = list(dict.fromkeys((*found.get(thing, ()), *said)))
        return found


class _Looks:
    """Pictures of what a viewpoint shows; its panorama is decoded once for cuts that follow each other."""

    def __init__(self, places: Environment) -> None:
        self._places = places
        self._of: tuple[str, str, int] | None = None
        self._look: Look | None = None

    def picture(self, cut: Cut) -> bytes:
        """A cut as a JPEG. Raises PangeaError: its place has no picture, or a broken one."""
        from environments.tiles.sphere import detail_of, look_around, perspective  # OpenCV takes long to load

        of = (cut.scan_id, cut.viewpoint_id, detail_of(cut.field_of_view, cut.width))
        if self._look is None or of != self._of:
            self._look = None  # two panoramas need twice the memory
            self._of, self._look = of, look_around(self._places, *of)
        size = (cut.width, cut.height)
        picture = perspective(self._look, cut.heading, cut.elevation, cut.field_of_view, size)
        stream = io.BytesIO()
        picture.save(stream, "JPEG", quality=QUALITY)
        return stream.getvalue()


def config(types: Iterable[str]) -> str:
    """The labelling interface for things of these types."""
    labels = "".join(f'<Label value="{name}"/>' for name in (*types, UNKNOWN))
    tags = "\n".join(
        f'  <{kind.title()}Labels name="{kind}" toName="{IMAGE}" choice="multiple">{labels}</{kind.title()}Labels>'
        for kind in SHAPES
    )
    return f"""<View>
  <Header value="$instructions"/>
  <Image name="{IMAGE}" value="${IMAGE}" zoom="true" zoomControl="true"/>
{tags}
  <TextArea name="{PHRASE}" toName="{IMAGE}" perRegion="true" editable="true"/>
  <Relations><Relation value="{SAME_THING}"/><Relation value="{SAME_PHRASE}"/></Relations>
</View>
"""


def _shots(entry: LandmarkEntry, lost: Counter[str]) -> Iterator[Shot]:
    """Cuts that hold all regions of an entry that any cut holds: people's and foretold ones apart."""
    groups: dict[tuple[str, bool], list[RegionRecord]] = {}
    for region in entry.regions:
        if region.replaced_by is None:
            groups.setdefault((region.viewpoint_id, region.source in PERSONS), []).append(region)
    for (viewpoint_id, _), left in groups.items():
        while left:
            first, *rest = left
            cut = cut_around(entry.scan_id, viewpoint_id, first.shape)
            if cut is None:
                lost[TOO_WIDE] += 1
                left = rest
                continue
            held = {each.region_id for each in rest if cut.holds(each.shape)}
            yield Shot(entry, cut, (first, *(each for each in rest if each.region_id in held)))
            left = [each for each in rest if each.region_id not in held]


def _relation(one: str, other: str, label: str) -> dict[str, Any]:
    return {"from_id": one, "to_id": other, "type": "relation", "direction": "bi", "labels": [label]}


def _count(entry: LandmarkEntry, lost: Counter[str]) -> None:
    shown = {region.entity_id for region in entry.regions}
    lost[MEANINGLESS] += unsaid(entry)[MEANINGLESS]
    lost[UNSEEN_THINGS] += sum(each.entity_id not in shown for each in entry.entities)
    lost[REPLACED] += sum(each.replaced_by is not None for each in entry.regions)
