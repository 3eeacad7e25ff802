"""COCO: regions of every kind come back, degrees only where they are asked for, and what is broken is named."""

from __future__ import annotations

import json
from contextlib import suppress
from math import pi, radians
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from environments import ConfigurationError, InvalidDataError
from environments.own_places.folder import PanoramaFolder
from environments.regions import LatLonBox, Mask, Polygon, Region, ViewBox, area, as_mask, iou
from environments.regions.pixels import Equirectangular
from pangea_server.dataset.formats.landmarks.coco import Coco, rolled
from pangea_server.dataset.formats.landmarks.coco_segmentation import cells_of, run_lengths, unpacked
from pangea_server.dataset.landmarks.entries import FoundLandmarks, LandmarkEntry
from tests.landmarks.sample import ENTRY, SCAN, region

SHAPES: list[Region] = [
    ViewBox(3.1, -0.2, 0.4, 0.3),
    ViewBox(0.3, 1.5, 0.6, 0.5),
    LatLonBox(3.0, 0.5, -0.2, 0.1),
    LatLonBox(-pi, 2 * pi, 1.2, pi / 2),
    Polygon(((0.0, 0.0), (0.0, 0.3), (0.3, 0.0))),
    Polygon(((3.0, 0.0), (3.0, 0.3), (-3.0, 0.3), (-3.0, 0.0))),
    as_mask(ViewBox(3.1, 0.2, 0.4, 0.3), 256, 128),
]
IMAGE = {"id": 1, "file_name": "corridor/door.jpg", "width": 360, "height": 180}


def read(file: Path, places: PanoramaFolder, **told: Any) -> list[FoundLandmarks]:
    return list(Coco(**told).read_landmarks(file, places))


def by_hand(folder: Path, *annotations: Any, images: Any = (IMAGE,)) -> Path:
    file = folder / "instances.json"
    rows = [{"id": n, "image_id": 1, "category_id": 1} | each for n, each in enumerate(annotations)]
    told = {"images": list(images), "annotations": rows, "categories": [{"id": 1, "name": "Chair"}]}
    file.write_text(json.dumps(told))
    return file


def shape_of(found: list[FoundLandmarks]) -> Region:
    (one,) = found
    assert isinstance(one.entry, LandmarkEntry), one.entry
    return one.entry.regions[0].shape


def fault(found: FoundLandmarks) -> str:
    assert isinstance(found.entry, InvalidDataError)
    assert found.entry.remedy
    return found.entry.message


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.kind)
def test_every_kind_comes_back(shape: Region, places: PanoramaFolder, tmp_path: Path) -> None:
    entry = LandmarkEntry(SCAN, regions=(region("r", None, shape, visible="cut", group=True),))
    assert Coco().write_landmarks(iter([entry]), places, tmp_path) == {}
    (found,) = read(tmp_path / "instances.json", places)
    assert isinstance(found.entry, LandmarkEntry)
    assert found.entry.regions[0] == entry.regions[0].model_copy(
        update={"source": "imported", "created_at": found.entry.regions[0].created_at}
    )


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.kind)
def test_what_other_readers_see_is_the_same_region(
    shape: Region, places: PanoramaFolder, tmp_path: Path
) -> None:
    Coco().write_landmarks(iter([LandmarkEntry(SCAN, regions=(region("r", None, shape),))]), places, tmp_path)
    file = tmp_path / "instances.json"
    told = json.loads(file.read_text())
    (row,) = told["annotations"]
    assert row["solid_angle"] == pytest.approx(area(shape))
    row.pop("region", None)
    file.write_text(json.dumps(told))
    assert iou(shape_of(read(file, places)), shape) > (0.6 if shape.kind == "latlon" else 0.97) or (
        shape == SHAPES[3] and "bfov" not in row
    )
    for key in ("bfov", "segmentation"):
        row.pop(key, None)
    file.write_text(json.dumps(told))
    box = shape_of(read(file, places))
    assert isinstance(box, LatLonBox)
    assert iou(box, shape) > (0.999 if shape.kind == "latlon" else 0.1)


def test_entities_and_types_come_back(places: PanoramaFolder, tmp_path: Path) -> None:
    lost = Coco().write_landmarks(iter([ENTRY]), places, tmp_path)
    found = read(tmp_path / "instances.json", places)
    entries = [each.entry for each in found if isinstance(each.entry, LandmarkEntry)]
    assert [each.regions[0].entity_id for each in entries] == [each.entity_id for each in ENTRY.regions]
    types = {each.entity_id: each.types for each in ENTRY.entities}
    assert {each.entities[0].entity_id: each.entities[0].types for each in entries} == types
    assert found[0].notes == ("mention_ids were left out: the file has no words",)
    rows = json.loads((tmp_path / "instances.json").read_text())["annotations"]
    assert rows[0]["mention_ids"] == list(ENTRY.chains[0].mentions)
    assert lost == {
        "instructions": 3,
        "chains of phrases, of which only the phrases of each thing remain": 3,
    }


def test_no_entries_make_a_file_without_annotations(places: PanoramaFolder, tmp_path: Path) -> None:
    assert Coco().write_landmarks(iter([]), places, tmp_path) == {}
    assert read(tmp_path / "instances.json", places) == []


def test_degrees_are_read_only_where_they_are_asked_for(places: PanoramaFolder, tmp_path: Path) -> None:
    file = by_hand(tmp_path, {"bfov": [270, 60, 40, 30]})
    (refused,) = read(file, places)
    assert "no radians" in fault(refused)
    shape = shape_of(read(file, places, convention="360indoor"))
    assert isinstance(shape, ViewBox)
    assert (shape.heading, shape.elevation, shape.width, shape.height) == pytest.approx(
        (pi / 2, radians(30), radians(40), radians(30))
    )
    (outside,) = read(by_hand(tmp_path, {"bfov": [270, 190, 40, 30]}), places, convention="360indoor")
    assert "annotations[0]: bfov is [270" in fault(outside)


def test_a_rolled_view_becomes_a_polygon(places: PanoramaFolder, tmp_path: Path) -> None:
    shape = shape_of(read(by_hand(tmp_path, {"rbfov": [0.5, 0.2, 0.4, 0.2, pi / 2]}), places))
    assert isinstance(shape, Polygon)
    assert iou(shape, ViewBox(0.5, 0.2, 0.2, 0.4)) == pytest.approx(1)
    assert iou(rolled(ViewBox(0.5, 0.2, 0.4, 0.2), 0.3), ViewBox(0.5, 0.2, 0.4, 0.2)) < 0.9
    right_corner_falls = rolled(ViewBox(0.0, 0.0, 0.4, 0.01), 0.3)
    assert max(right_corner_falls.points)[1] < 0  # clockwise as people see it
    level = shape_of(read(by_hand(tmp_path, {"rbfov": [0.5, 0.2, 0.4, 0.2, 0]}), places))
    assert level == ViewBox(0.5, 0.2, 0.4, 0.2)


def test_run_lengths_go_column_by_column() -> None:
    cells = np.zeros((4, 8), np.bool_)
    cells[1:3, 2] = True
    assert run_lengths(cells) == {"size": [4, 8], "counts": [9, 2, 21]}
    picture = Equirectangular(8, 4)
    assert np.array_equal(cells_of(run_lengths(cells), picture), cells)
    assert np.array_equal(cells_of({"size": [4, 8], "counts": "92e0"}, picture), cells)
    assert unpacked("52203M") == [5, 2, 2, 2, 5, -1]


def test_several_polygons_become_a_mask(places: PanoramaFolder, tmp_path: Path) -> None:
    file = by_hand(
        tmp_path, {"segmentation": [[10, 80, 40, 80, 40, 100, 10, 100], [100, 80, 140, 80, 140, 100]]}
    )
    (found,) = read(file, places)
    assert isinstance(shape_of([found]), Mask)
    assert "the polygons of a segmentation became one mask" in found.notes


@pytest.mark.parametrize(
    ("told", "named"),
    [
        ({}, "has no bbox"),
        ({"bbox": [1, 2, 3]}, "A box is [1.0, 2.0, 3.0]"),
        ({"bbox": [0, 0, 0, 5]}, "does not lie on a picture"),
        ({"bbox": [0, 170, 5, 50]}, "does not lie on a picture"),
        ({"bfov": [0, 0, 4, 0.1]}, "width of a ViewBox is 4"),
        ({"bfov": [0, 2, 1, 0.1]}, "elevation of a ViewBox is 2"),
        ({"bfov": [0, 0, 1, 0]}, "height of a ViewBox is 0"),
        (
            {"segmentation": [[10, 80, 40, 100, 40, 80, 10, 100]]},
            "an edge that crosses the edge after points[2]",
        ),
        (
            {"segmentation": [[10, 80, 10, 80, 40, 80, 40, 100]]},
            "points[1] of a Polygon is the same as points[0]",
        ),
        ({"bfov": [0, 0, 1]}, "bfov has 3 numbers"),
        ({"segmentation": {"size": [180, 360], "counts": [5]}}, "counts add up to 5"),
        ({"segmentation": {"size": [360, 180], "counts": [64800]}}, "size of run-lengths is [360, 180]"),
        ({"segmentation": {"size": [180, 360], "counts": [64800]}}, "runs of a Mask"),
        ({"segmentation": {"size": [180, 360], "counts": [-1, 64801]}}, "counts are no list"),
        ({"segmentation": {"size": [180, 360], "counts": "P~~"}}, "counts have '~' at 1"),
        ({"segmentation": {"size": [180, 360], "counts": "P"}}, "counts end within a number"),
        ({"segmentation": [[1, 2, 3]]}, "segmentation[0]: It is no list of x and y"),
        ({"segmentation": [[1, 2, 3, 4]]}, "segmentation[0]: points of a Polygon"),
        ({"segmentation": "x"}, "segmentation is 'x'"),
        ({"region": {"kind": "cube"}}, "kind of a region is 'cube'"),
        ({"bbox": [0, 0, 5, 5], "category_id": 9}, "category_id is 9"),
        ({"bbox": [0, 0, 5, 5], "image_id": 9}, "is of image 9"),
        ({"bbox": "x"}, "Expected `array | null`"),
    ],
)
def test_broken_annotations_are_named(
    told: dict[str, Any], named: str, places: PanoramaFolder, tmp_path: Path
) -> None:
    good, bad = read(by_hand(tmp_path, {"bbox": [0, 0, 5, 5]}, told), places)
    assert isinstance(good.entry, LandmarkEntry)
    assert bad.place == "instances.json annotations[1]"
    assert fault(bad).startswith("instances.json annotations[1]")
    assert named in fault(bad)


def test_ids_that_are_there_twice_are_named(places: PanoramaFolder, tmp_path: Path) -> None:
    box = {"bbox": [0, 0, 5, 5], "id": 4}
    _, again = read(by_hand(tmp_path, box, box), places)
    assert "annotations[1] has the id 4" in fault(again)
    again, *_ = read(by_hand(tmp_path, images=[IMAGE, IMAGE]), places)
    assert "images[1] has the id 1" in fault(again)


@pytest.mark.parametrize(
    ("told", "named"),
    [
        ({"width": None}, "has the width None"),
        ({"width": 0}, "columns of a picture are 0"),
        ({"file_name": "corridor/moon.jpg"}, "no viewpoint 'moon'"),
        ({"scan_id": "castle"}, "in a scan 'castle'"),
    ],
)
def test_images_of_no_size_or_place_are_named(
    told: dict[str, Any], named: str, places: PanoramaFolder, tmp_path: Path
) -> None:
    image, row = read(by_hand(tmp_path, {"bbox": [0, 0, 5, 5]}, images=[IMAGE | told]), places)
    assert image.place == "instances.json images[0]"
    assert named in fault(image)
    assert "is of image 1" in fault(row)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(at=st.integers(0, 10**6), byte=st.integers(0, 255), cut=st.booleans())
def test_damaged_files_are_named_or_read(
    at: int, byte: int, cut: bool, places: PanoramaFolder, tmp_path: Path
) -> None:
    rows = [{"bbox": [350, 5, 20, 5]}, {"bfov": [1, 0, 1, 0.5]}, {"segmentation": [[1, 2, 30, 4, 9, 60]]}]
    file = by_hand(tmp_path, *rows)
    data = bytearray(file.read_bytes())
    data[at % len(data)] = byte
    file.write_bytes(data[: at % len(data)] if cut else data)
    with suppress(InvalidDataError, ConfigurationError):
        for found in Coco().read_landmarks(file, places):
            assert isinstance(found.entry, LandmarkEntry | InvalidDataError)
