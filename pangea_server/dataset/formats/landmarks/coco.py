"""COCO detection files of equirectangular panoramas, with the view boxes of the sphere beside the boxes of pixels.

``bbox`` is x, y, width, height in pixels; x + width beyond the picture's width reaches over the seam. Beside
COCO's keys an annotation has ``bfov`` (heading, elevation, width, height in radians, world frame), ``solid_angle``,
``entity_id``, ``mention_ids``, and ``region``, our JSON form, where it is no view box.

Sources: https://cocodataset.org/#format-data; ``maskApi.c`` of the COCO API for run-lengths; Chou et al. 2020
(360-Indoor) for degrees.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import pi, radians
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from align.exports.whole import whole_text
from environments import Environment, InvalidDataError, PangeaError
from environments.geometry import direction, heading_elevation
from environments.input.json_documents import decoded, items
from environments.regions import (
    Polygon,
    Region,
    ViewBox,
    area,
    bounding_view,
    region_as_json,
    region_from_json,
    view_corners,
)
from environments.regions.pixels import Equirectangular, wound
from pangea_server.annotate.landmarks.records import Entity, RegionRecord
from pangea_server.dataset.formats.landmarks.coco_segmentation import segmentation, segmented
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry
from pangea_server.dataset.landmarks.landmark_format import LandmarkFormat
from pangea_server.dataset.landmarks.source_files import picture_of, placed

Convention = Literal["radians", "360indoor"]
COLUMNS, ROWS = 2048, 1024
UNKNOWN = "unknown"
"""The category of a thing whose type nobody said."""
TYPE = re.compile(r"[a-z0-9][a-z0-9_ -]{0,59}")
FILE = "instances.json"


class Coco(LandmarkFormat):
    """``convention``: of ``bfov`` and ``rbfov`` in files that are read. ``360indoor``: degrees, theta from 0 at the
    picture's left edge to 360, phi from 0 straight up to 180; nothing else is taken for degrees."""

    name = "coco"
    summary = "COCO: boxes, polygons and masks on equirectangular panoramas (json)"
    about: Mapping[str, Any] = {
        "bbox, segmentation, area": f"pixels of an equirectangular picture of {COLUMNS} x {ROWS}; its centre looks"
        " along the panorama's +y; x + width > the picture's width: over the seam",
        "bfov": "heading, elevation, width, height; radians, world frame, heading 0 along +y, growing to the right",
        "solid_angle": "steradians",
    }

    def __init__(self, convention: Convention = "radians") -> None:
        self._convention = convention

    def in_degrees(self) -> Coco:
        return Coco("360indoor")

    def read_landmarks(self, file: Path, places: Environment) -> Iterator[FoundLandmarks]:
        """An entry for each annotation. The file, of 512 MiB at most, and the ids are in memory; the regions are not.

        Raises:
            ConfigurationError: it cannot be opened.
            InvalidDataError: it has no lists of ``images`` and ``annotations``.
        """
        images: dict[int | str, Image] = {}
        for number, (_, data) in enumerate(items(file, "images")):
            place = f"{file.name} images[{number}]"
            try:
                image = decoded(data, place, Image)
                image.check(place, places)
                if image.id in images:
                    raise _twice(place, image.id)
                images[image.id] = image
            except PangeaError as error:
                yield FoundLandmarks(place, error)
        names = {
            each.id: each.name
            for _, data in items(file, "categories")
            for each in [decoded(data, f"{file.name} categories", Category)]
        }
        seen: set[int | str] = set()
        for number, (_, data) in enumerate(items(file, "annotations")):
            place = f"{file.name} annotations[{number}]"
            try:
                told = decoded(data, place, CocoAnnotation)
                if told.id in seen:
                    raise _twice(place, told.id)
                seen.add(told.id)
                if told.image_id not in images:
                    raise InvalidDataError(
                        f"{place} is of image {told.image_id!r}, which is not among the images that can be read.",
                        remedy="Add it to images, or mend it there.",
                    )
                yield self._found(told, images[told.image_id], names, places, place)
            except PangeaError as error:
                yield FoundLandmarks(place, error)

    def write_landmarks(
        self, entries: Iterator[LandmarkEntry], places: Environment, folder: Path
    ) -> dict[str, int]:
        """Write ``instances.json``, region by region; only viewpoints and types stay in memory."""
        lost: Counter[str] = Counter()
        images: dict[tuple[str, str], int] = {}
        categories: dict[str, int] = {}
        with whole_text(folder / FILE) as text:
            text.write('{"annotations": [')
            number = 0
            for entry in entries:
                _count(entry, lost)
                for region, told in _rows(entry, places):
                    image = images.setdefault((region.scan_id, region.viewpoint_id), len(images) + 1)
                    types = told.pop("types")
                    category = categories.setdefault(types[0] if types else UNKNOWN, len(categories) + 1)
                    number += 1
                    row = {"id": number, "image_id": image, "category_id": category, **told}
                    if len(types) > 1:
                        row["types"] = list(types)
                    text.write(",\n" if number > 1 else "\n")
                    text.write(json.dumps(row, ensure_ascii=False, allow_nan=False))
            text.write('\n],\n"images": ')
            text.write(
                json.dumps([_image(*key, number) for key, number in images.items()], ensure_ascii=False)
            )
            text.write(',\n"categories": ')
            text.write(json.dumps([{"id": each, "name": name} for name, each in categories.items()]))
            text.write("}\n")
        return dict(+lost)

    def _found(
        self,
        told: CocoAnnotation,
        image: Image,
        names: Mapping[int | str, str],
        places: Environment,
        place: str,
    ) -> FoundLandmarks:
        scan_id, viewpoint_id = image.seen_from()
        notes: list[str] = []
        with placed(place):
            picture = picture_of(places, scan_id, viewpoint_id, image.width or 0, image.height or 0)
            shape = self._shape(told, picture, notes)
            entity_id = f"coco-{scan_id}-{told.id}" if told.entity_id is msgspec.UNSET else told.entity_id
            region = RegionRecord(
                region_id=told.region_id or f"coco-{scan_id}-{told.id}",
                entity_id=entity_id,
                scan_id=scan_id,
                viewpoint_id=viewpoint_id,
                shape=shape,
                visible=told.visible,
                group=bool(told.iscrowd),
                source="imported",
            )
            entities: tuple[Entity, ...] = ()
            if entity_id is not None:
                types = tuple(told.types) or _types(told, names, notes)
                entities = (Entity(entity_id=entity_id, scan_id=scan_id, types=types, source=place),)
        if told.mention_ids:
            notes.append("mention_ids were left out: the file has no words")
        return FoundLandmarks(
            place, LandmarkEntry(scan_id, entities=entities, regions=(region,)), tuple(notes)
        )

    def _shape(self, told: CocoAnnotation, picture: Equirectangular, notes: list[str]) -> Region:
        """The finest form that an annotation has."""
        if told.region is not None:
            return region_from_json(told.region)
        if told.segmentation:
            return segmented(told.segmentation, picture, notes)
        if told.rbfov is not None:
            heading, elevation, width, height, roll = self._angles(told.rbfov, 5, "rbfov", picture)
            view = ViewBox(heading, elevation, width, height)
            return rolled(view, roll) if roll else view
        if told.bfov is not None:
            return ViewBox(*self._angles(told.bfov, 4, "bfov", picture))
        if told.bbox is None:
            raise InvalidDataError("It has no bbox, bfov, rbfov or segmentation.", remedy="Add one of them.")
        return picture.region(told.bbox)

    def _angles(
        self, told: Sequence[float], count: int, name: str, picture: Equirectangular
    ) -> tuple[float, ...]:
        """Heading, elevation, width, height and what follows, in radians of the world frame."""
        if len(told) != count:
            raise InvalidDataError(f"{name} has {len(told)} numbers.", remedy=f"It must have {count}.")
        if self._convention == "radians":
            if any(abs(each) > 2 * pi for each in told):
                raise InvalidDataError(
                    f"{name} is {list(told)!r}, which are no radians.",
                    remedy="If the file has 360-Indoor's degrees, say --degrees.",
                )
            return tuple(told)
        theta, phi, *rest = told
        if not (0 <= theta <= 360 and 0 <= phi <= 180):
            raise InvalidDataError(
                f"{name} is {list(told)!r}.", remedy="In 360-Indoor theta is 0 to 360, and phi is 0 to 180."
            )
        look = picture.directions((theta / 360 * picture.columns, phi / 180 * picture.rows))
        heading, elevation = heading_elevation(look)
        return (float(heading), float(elevation), *map(radians, rest))


class Image(msgspec.Struct):
    id: int | str
    width: int | None = None
    height: int | None = None
    file_name: str = ""
    scan_id: str | None = None
    viewpoint_id: str | None = None

    def seen_from(self) -> tuple[str, str]:
        """Scan and viewpoint; of its file's name ``SCAN/VIEWPOINT.jpg`` where it does not say them."""
        file = Path(self.file_name)
        return self.scan_id or file.parent.name, self.viewpoint_id or file.stem

    def check(self, place: str, places: Environment) -> None:
        """Refuse one whose size or viewpoint is not known.

        Raises:
            InvalidDataError: it is one.
        """
        if self.width is None or self.height is None:
            raise InvalidDataError(
                f"{place} has the width {self.width!r} and the height {self.height!r}.",
                remedy="Boxes need the picture's size: add both in pixels.",
            )
        with placed(place):
            picture_of(places, *self.seen_from(), self.width, self.height)


class Category(msgspec.Struct):
    id: int | str
    name: str


class CocoAnnotation(msgspec.Struct):
    id: int | str
    image_id: int | str
    category_id: int | str | None = None
    bbox: list[float] | None = None
    segmentation: Any = None
    iscrowd: int = 0
    bfov: list[float] | None = None
    rbfov: list[float] | None = None
    region: Any = None
    region_id: str | None = None
    visible: Literal["whole", "cut", "mostly_hidden"] = "whole"
    entity_id: str | msgspec.UnsetType | None = msgspec.UNSET
    mention_ids: list[str] = []
    types: list[str] = []


def rolled(view: ViewBox, roll: float) -> Polygon:
    """A view box turned about its centre, clockwise as people see it, by ``roll`` radians."""
    forward = direction(view.heading, view.elevation)
    corners = view_corners(view)
    along = np.outer(corners @ forward, forward)
    across = np.cross(forward, corners)
    return wound(along + (corners - along) * np.cos(roll) + across * np.sin(roll))


def _rows(entry: LandmarkEntry, places: Environment) -> Iterator[tuple[RegionRecord, dict[str, Any]]]:
    types = {each.entity_id: each.types for each in entry.entities}
    said: dict[str, list[str]] = {}
    for chain in entry.chains:
        for name in chain.entities:
            said.setdefault(name, []).extend(chain.mentions)
    for region in entry.regions:
        if region.replaced_by is not None:
            continue
        picture = picture_of(places, region.scan_id, region.viewpoint_id, COLUMNS, ROWS)
        box = picture.box(region.shape)
        told: dict[str, Any] = {
            "bbox": list(box),
            "area": box.width * box.height,
            "iscrowd": int(region.group),
            "segmentation": segmentation(region.shape, picture),
            "solid_angle": area(region.shape),
            "entity_id": region.entity_id,
            "mention_ids": list(dict.fromkeys(said.get(region.entity_id or "", ()))),
            "region_id": region.region_id,
            "visible": region.visible,
            "types": types.get(region.entity_id or "", ()),
        }
        if (view := bounding_view([region.shape])) is not None:
            told["bfov"] = [view.heading, view.elevation, view.width, view.height]
        if not isinstance(region.shape, ViewBox):
            told["region"] = region_as_json(region.shape)
        yield region, told


def _types(told: CocoAnnotation, names: Mapping[int | str, str], notes: list[str]) -> tuple[str, ...]:
    if told.category_id is None:
        return ()
    if told.category_id not in names:
        raise InvalidDataError(
            f"category_id is {told.category_id!r}, which no category has.", remedy="Add it to categories."
        )
    name = names[told.category_id].strip().lower()
    if name == UNKNOWN:
        return ()
    if not TYPE.fullmatch(name):
        notes.append(f"the category {name[:60]!r} can be no type and was left out")
        return ()
    return (name,)


def _image(scan_id: str, viewpoint_id: str, number: int) -> dict[str, Any]:
    return {
        "id": number,
        "file_name": f"{scan_id}/{viewpoint_id}.jpg",
        "width": COLUMNS,
        "height": ROWS,
        "scan_id": scan_id,
        "viewpoint_id": viewpoint_id,
    }


def _count(entry: LandmarkEntry, lost: Counter[str]) -> None:
    shown = {region.entity_id for region in entry.regions}
    lost["instructions"] += len(entry.said)
    lost["chains of phrases, of which only the phrases of each thing remain"] += len(entry.chains)
    lost["things without a region"] += sum(each.entity_id not in shown for each in entry.entities)
    lost["regions that another one replaced"] += sum(each.replaced_by is not None for each in entry.regions)


def _twice(place: str, name: int | str) -> InvalidDataError:
    return InvalidDataError(
        f"{place} has the id {name!r} of one before it.", remedy="Give each an id of its own."
    )
