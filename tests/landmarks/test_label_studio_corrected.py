"""Label Studio's regions: what people moved, drew, labelled and related there comes in."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from environments.own_places.folder import PanoramaFolder
from environments.regions import Mask, Polygon, ViewBox
from pangea_server.annotate.annotations.population import Population
from pangea_server.annotate.landmarks.records import RegionRecord
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats.landmarks.label_studio.brush import packed
from pangea_server.dataset.formats.landmarks.label_studio.drawn import NO_REGIONS, NO_RELATION
from pangea_server.dataset.formats.landmarks.label_studio.phrases import NO_PHRASE, NO_WORDS
from pangea_server.dataset.formats.landmarks.label_studio.read import (
    ASIDE,
    EARLIER,
    MOVED,
    NO_TYPE,
    OTHER_TYPES,
    TWO_THINGS,
)
from pangea_server.dataset.formats.landmarks.label_studio.regions import LabelStudioRegions
from pangea_server.dataset.formats.landmarks.label_studio.tasks import SAME_PHRASE, SAME_THING
from pangea_server.dataset.imports.landmarks.import_files import import_landmarks
from pangea_server.dataset.landmarks.entries import LandmarkEntry
from pangea_server.stores.protocol import Store
from tests.exports.filled import annotated
from tests.landmarks.examples import fill
from tests.landmarks.label_studio_tasks import (
    BOX,
    by_hand,
    entry_of,
    phrase,
    read,
    relation,
    row,
    written,
)
from tests.landmarks.sample import ENTRY, SCAN, region


def one_chair() -> LandmarkEntry:
    chairs = tuple(each for each in ENTRY.entities if each.entity_id == "chair-left")
    return LandmarkEntry(SCAN, entities=chairs, regions=ENTRY.regions[:1])


def test_what_people_moved_is_another_region_of_the_same_thing(
    places: PanoramaFolder, tmp_path: Path
) -> None:
    (task,), _ = written(places, tmp_path, one_chair())
    (box,) = task["annotations"][0]["result"]
    box["value"] |= {"x": box["value"]["x"] + 2, "width": box["value"]["width"] - 4}  # still in the middle
    (found,), (again,) = read(tmp_path, [task], places), read(tmp_path, [task], places)
    (moved,), (known,) = entry_of(found).regions, entry_of(again).regions
    assert found.notes == (MOVED,)
    assert moved.region_id == known.region_id
    assert moved.region_id.startswith("r-chair-left-")
    assert moved.entity_id == "chair-left"
    assert isinstance(moved.shape, ViewBox)
    assert moved.shape.width < 0.4
    assert (moved.shape.heading, moved.shape.elevation) == (3.1, -0.2)
    box["value"]["x"] += 1
    (once_more,) = read(tmp_path, [task], places)
    (aside,) = entry_of(once_more).regions
    assert once_more.notes == (ASIDE, MOVED)
    assert isinstance(aside.shape, Polygon)
    assert aside.region_id != moved.region_id


def test_what_people_changed_comes_beside_what_a_store_has(places: PanoramaFolder, tmp_path: Path) -> None:
    with closing(annotated(tmp_path / "one")) as store:
        fill(store)
        (chosen,) = open_formats(["label_studio_regions"])
        export(Dataset(store, places, population=Population.LEARNING), tmp_path / "out", [chosen])
        file = tmp_path / "out" / "label_studio_regions" / "tasks.json"
        tasks = json.loads(file.read_text(encoding="utf-8"))
        box = next(told for each in tasks for told in each["annotations"][0]["result"] if told["id"] == "r1")
        box["value"] |= {"x": box["value"]["x"] + 2, "width": box["value"]["width"] - 4}
        box["value"]["rectanglelabels"] = ["furniture"]
        file.write_text(json.dumps(tasks))
        assert _imported(store, places, file).new == {"regions": 1}
        assert sum(_imported(store, places, file).new.values()) == 0
        assert store.records.count(RegionRecord) == 4
        kept = store.records.get(RegionRecord, "r1")
        assert kept.source == "drawn"


def _imported(store: Store, places: PanoramaFolder, file: Path) -> Any:
    return import_landmarks(store, places, LabelStudioRegions(), [file], name="label_studio_regions")


def test_an_export_of_label_studios_own_is_read(places: PanoramaFolder, tmp_path: Path) -> None:
    """On a cut across the seam, wider than high: a box, a turned box, a polygon, a brush, relations and texts."""
    painted = np.zeros((480, 640), np.bool_)
    painted[200:260, 300:360] = True
    brush = {"format": "rle", "rle": packed(painted)}
    task = by_hand(
        row("rectangle", "aB3_x", BOX, "furniture", "decoration"),
        phrase("aB3_x", "the two chairs"),
        row("rectangle", "tilted", BOX | {"rotation": 30}, "Sign"),
        row("polygon", "poly", {"points": [[50, 50], [60, 50], [60, 70]], "closed": True}, "furniture"),
        row("brush", "brush", brush, "light"),
        relation("poly", "aB3_x", SAME_PHRASE),
        relation("brush", "tilted", SAME_THING),
        path_id=3,
        path=["door", "lamp"],
        said=[{"instruction_id": 7, "text": ENTRY.said[0].text, "language": "en-US", "stored": True}],
    )
    (found,) = read(tmp_path, [task], places)
    entry = entry_of(found)
    box, tilted, polygon, mask = entry.regions
    assert found.notes == (ASIDE, ASIDE)
    assert isinstance(box.shape, Polygon)
    assert isinstance(polygon.shape, Polygon)
    assert isinstance(mask.shape, Mask)
    assert len(polygon.shape.points) == 3
    types = {each.entity_id: each.types for each in entry.entities}
    assert types[box.entity_id or ""] == ("furniture", "decoration")
    assert types[polygon.entity_id or ""] == ("furniture",)
    assert mask.entity_id == tilted.entity_id
    assert types[mask.entity_id or ""] == ("sign", "light")
    (chain,) = entry.chains
    assert chain.entities == (box.entity_id, polygon.entity_id)
    (mention,) = entry.mentions
    assert (mention.instruction_id, mention.text) == (7, "the two chairs")
    assert {each.source for each in entry.regions} == {mention.source} == {"imported"}
    middle = by_hand(
        row("rectangle", "m", {"x": 45, "y": 40, "width": 10, "height": 20, "rotation": 0}, "sign")
    )
    (centred,) = read(tmp_path, [middle], places)
    shape = entry_of(centred).regions[0].shape
    assert isinstance(shape, ViewBox)
    assert (shape.heading, shape.elevation) == (3.1, 0.2)
    assert np.tan(shape.width / 2) == pytest.approx(0.1)
    assert np.tan(shape.height / 2) == pytest.approx(0.2 * 480 / 640)


def test_parts_that_separate_tags_and_older_ways_write_are_read(
    places: PanoramaFolder, tmp_path: Path
) -> None:
    """A shape and its labels in rows of one id; the pose in the task's own meta; rows without an id."""
    shape = row("rectangle", "a", BOX) | {"type": "rectangle", "value": BOX}
    labels = row("rectangle", "a", BOX) | {"type": "labels", "value": BOX | {"labels": ["plant"]}}
    nameless = row("rectangle", "", BOX | {"x": 50}, "sign")
    task = by_hand(shape, labels, nameless)
    task["meta"] = task["data"].pop("meta")
    (found,) = read(tmp_path, [task], places)
    assert [each.types for each in entry_of(found).entities] == [("plant",), ("sign",)]
    task["annotations"].append(task["annotations"][0] | {"result": [nameless]})
    (last,) = read(tmp_path, [task], places)
    assert EARLIER in last.notes
    assert len(entry_of(last).regions) == 1


def test_labels_and_phrases_that_people_give_are_taken_where_they_are_clear(
    places: PanoramaFolder, tmp_path: Path
) -> None:
    tasks, _ = written(places, tmp_path, ENTRY)
    (lamp,) = (each for each in tasks if "r-lamp" in json.dumps(each["annotations"]))
    result = lamp["annotations"][0]["result"]
    result[0]["value"]["brushlabels"] = ["decoration", "Größe!"]
    result.append(row("rectangle", "new", BOX, "plant", original_width=1024, original_height=1024))
    result.append(phrase("new", "in the corner", "the", "the two sofas", "it"))
    (found,) = read(tmp_path, [lamp], places)
    entry = entry_of(found)
    assert sorted(found.notes) == sorted([OTHER_TYPES, NO_TYPE, ASIDE, NO_WORDS, NO_WORDS])
    types = {each.entity_id: each.types for each in entry.entities}
    assert types["lamp"] == ("decoration",)
    new = entry.regions[1].entity_id
    chains = {each.chain_id: each.entities for each in entry.chains}
    assert chains["000003-c2"] == ("lamp", new)  # "it" means the new thing as well
    (corner,) = (each for each in entry.mentions if each.text == "in the corner")
    assert ENTRY.said[0].text[corner.start_char : corner.end_char] == "in the corner"
    assert chains[corner.mention_id] == (new,)


def test_two_regions_alone_may_be_meant_together(places: PanoramaFolder, tmp_path: Path) -> None:
    task = by_hand(
        *(row("rectangle", name, BOX | {"x": x}, "furniture") for name, x in (("one", 10), ("other", 50))),
        *(phrase("one", "the two chairs"), relation("other", "one", SAME_PHRASE)),
        path_id=3,
        path=["door", "lamp"],
        said=[{"instruction_id": 7, "text": ENTRY.said[0].text, "language": "en-US", "stored": True}],
    )
    (found,) = read(tmp_path, [task], places)
    (chain,) = entry_of(found).chains
    assert chain.entities == tuple(each.entity_id for each in entry_of(found).regions)


def test_relations_that_are_unclear_are_left_out(places: PanoramaFolder, tmp_path: Path) -> None:
    things = ("a", "b")
    regions = (region("ra", "a", ViewBox(0.0, 0.0, 0.2, 0.2)), region("rb", "b", ViewBox(0.3, 0.0, 0.2, 0.2)))
    entities = tuple(ENTRY.entities[0].model_copy(update={"entity_id": each}) for each in things)
    (task,), _ = written(places, tmp_path, LandmarkEntry(SCAN, entities=entities, regions=regions))
    result = task["annotations"][0]["result"]
    result += [
        row("rectangle", "new", BOX | {"x": 1}, "plant", original_width=1024, original_height=1024),
        relation("ra", "rb", SAME_THING),
        relation("ra", "rb", SAME_PHRASE),
        relation("ra", "rb"),
        relation("new", "rb", SAME_THING),
        {"id": "q", "type": "choices", "value": {"choices": ["good"]}, "from_name": "c", "to_name": "image"},
    ]
    (found,) = read(tmp_path, [task], places)
    assert sorted(found.notes) == sorted([TWO_THINGS, NO_PHRASE, NO_RELATION, NO_REGIONS, ASIDE])
    assert [each.entity_id for each in entry_of(found).regions] == ["a", "b", "b"]
    assert {each.entity_id: each.types for each in entry_of(found).entities} == dict.fromkeys(
        things, ("furniture",)
    )


def test_a_region_of_nothing_becomes_one_of_a_thing_when_it_is_labelled(
    places: PanoramaFolder, tmp_path: Path
) -> None:
    (task,), _ = written(
        places, tmp_path, LandmarkEntry(SCAN, regions=(region("r", None, ViewBox(0, 0, 0.2, 0.2)),))
    )
    (box,) = task["annotations"][0]["result"]
    assert box["value"]["rectanglelabels"] == ["unknown"]
    (found,) = read(tmp_path, [task], places)
    assert entry_of(found).entities == ()
    assert entry_of(found).regions[0].entity_id is None
    box["value"]["rectanglelabels"] = ["plant"]
    (found,) = read(tmp_path, [task], places)
    (thing,), (shown,) = entry_of(found).entities, entry_of(found).regions
    assert thing.types == ("plant",)
    assert shown.entity_id == thing.entity_id
    assert shown.region_id != "r"
