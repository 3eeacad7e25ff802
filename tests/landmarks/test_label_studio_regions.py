"""Label Studio's regions: what goes out, and that it comes back."""

from __future__ import annotations

from contextlib import closing
from math import pi
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from environments import ConfigurationError
from environments.own_places.folder import PanoramaFolder
from environments.regions import LatLonBox, ViewBox, as_mask, iou
from pangea_server.annotate.annotations.population import Population
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats.landmarks.label_studio.read import REMOVED
from pangea_server.dataset.formats.landmarks.label_studio.regions import (
    NO_PICTURE,
    REPLACED,
    TOO_WIDE,
    UNSEEN_THINGS,
    LabelStudioRegions,
)
from pangea_server.dataset.formats.landmarks.label_studio.tasks import SAME_PHRASE, SAME_THING
from pangea_server.dataset.imports.landmarks.import_files import import_landmarks
from pangea_server.dataset.landmarks.entries import LandmarkEntry
from pangea_server.dataset.landmarks.meanings import MEANINGLESS
from tests.exports.filled import annotated
from tests.landmarks.examples import fill
from tests.landmarks.label_studio_tasks import entry_of, plain, read, together, written
from tests.landmarks.row_examples import whole
from tests.landmarks.sample import ENTRY, SCAN, region


@pytest.mark.parametrize("entry", [ENTRY, whole()], ids=["seam and pole", "three languages"])
def test_what_goes_out_comes_back_to_the_last_bit(
    entry: LandmarkEntry, places: PanoramaFolder, tmp_path: Path
) -> None:
    tasks, lost = written(places, tmp_path, entry)
    found = read(tmp_path, tasks, places)
    regions = {each.region_id: plain(each) for each in entry.regions}
    assert together(found, "regions") == regions
    assert together(found, "entities") == {each.entity_id: plain(each) for each in entry.entities}
    chains = {each.chain_id: plain(each) for each in entry.chains if each.entities}
    assert together(found, "chains") == chains
    meant = {name for chain in chains.values() for name in chain["mentions"]}
    mentions = {each.mention_id: plain(each) for each in entry.mentions if each.mention_id in meant}
    assert together(found, "mentions") == mentions
    assert {said for each in found for said in entry_of(each).said} == {*entry.said}
    assert all(each.notes == () for each in found)
    assert lost == ({MEANINGLESS: 1} if entry is ENTRY else {})


def test_a_store_knows_its_own_file_again(places: PanoramaFolder, tmp_path: Path) -> None:
    (chosen,) = open_formats(["label_studio_regions"])
    assert isinstance(chosen, LabelStudioRegions)
    with closing(annotated(tmp_path / "one")) as store:
        fill(store)
        assert not export(
            Dataset(store, places, population=Population.LEARNING), tmp_path / "out", [chosen]
        ).faults
        file = tmp_path / "out" / "label_studio_regions" / "tasks.json"
        report = import_landmarks(store, places, chosen, [file], name="label_studio_regions")
    assert sum(report.new.values()) == 0
    assert +report.notes == {}
    assert report.known["regions"] == 3


def test_tasks_are_what_label_studio_takes(places: PanoramaFolder, tmp_path: Path) -> None:
    tasks, _ = written(places, tmp_path, ENTRY)
    shapes = ["rectangle", "polygon", "brush"]
    view = ElementTree.parse(tmp_path / "labeling_config.xml").getroot()
    tags = {each.get("name"): each for each in view if each.get("toName")}
    assert [name for name in tags if name != "phrase"] == shapes
    assert len({tuple(label.get("value") for label in tags[name]) for name in shapes}) == 1
    labels = {label.get("value") for label in tags["brush"]}
    assert [each["id"] for each in tasks] == list(range(1, len(tasks) + 1))
    for task in tasks:
        assert task["data"]["image"] == f"/data/local-files/?d=cuts/{task['id']:06d}.jpg"
        with Image.open(tmp_path / "cuts" / f"{task['id']:06d}.jpg") as picture:
            assert picture.size == (1024, 1024)
        ids: set[str] = set()
        for told in task["annotations"][0]["result"]:
            if told["type"] == "relation":
                assert {told["from_id"], told["to_id"]} <= ids
                continue
            ids.add(told["id"])
            assert (told["original_width"], told["original_height"], told["image_rotation"]) == (
                1024,
                1024,
                0,
            )
            assert told["from_name"] in tags
            assert {*told["value"].get(told["type"], ())} <= labels
    results = [told for task in tasks for told in task["annotations"][0]["result"]]
    texts = {told["id"]: told["value"]["text"] for told in results if told["type"] == "textarea"}
    assert texts["r-chair-left"] == ["the two chairs", "कुर्सियों", "కుర్చీల"]
    assert texts["r-lamp"] == ["the lamp in the corner", "it"]
    kinds = {told["id"]: told["type"] for told in results if told["type"].endswith("labels")}
    assert kinds == {
        "r-chair-left": "rectanglelabels",
        "r-chair-right": "rectanglelabels",
        "r-far": "rectanglelabels",
        "r-lamp": "brushlabels",
    }
    assert tasks[0]["data"]["instructions"] == "\n".join(each.text for each in ENTRY.said)


def test_one_cut_shows_what_lies_together_with_its_relations(places: PanoramaFolder, tmp_path: Path) -> None:
    left, right = ViewBox(3.1, -0.2, 0.4, 0.3), ViewBox(-2.9, -0.3, 0.2, 0.25)
    regions = (
        region("r1", "chair-left", left),
        region("r2", "chair-right", right),
        region("r3", "chair-right", ViewBox(2.9, 0.3, 0.1, 0.1)),
        region("r4", None, as_mask(ViewBox(3.0, 0.0, 0.2, 0.2), 256, 128)),
    )
    entry = LandmarkEntry(
        SCAN, 3, ENTRY.path, ENTRY.said, ENTRY.mentions, (), ENTRY.chains[:1], ENTRY.entities, regions
    )
    (task,), _ = written(places, tmp_path, entry)
    result = task["annotations"][0]["result"]
    shown = [(told["id"], told["type"]) for told in result if told["type"].endswith("labels")]
    assert shown == [
        ("r1", "rectanglelabels"), ("r2", "polygonlabels"), ("r3", "polygonlabels"), ("r4", "brushlabels")
    ]  # fmt: skip
    relations = [told for told in result if told["type"] == "relation"]
    assert [(each["from_id"], each["to_id"], each["labels"]) for each in relations] == [
        ("r2", "r3", [SAME_THING]),
        ("r1", "r2", [SAME_PHRASE]),
    ]
    (found,) = read(tmp_path, [task], places)
    assert found.notes == ()
    assert together([found], "regions") == {each.region_id: plain(each) for each in regions}
    assert result[-3]["value"]["brushlabels"] == ["unknown"]


def test_foretold_regions_are_predictions_in_tasks_of_their_own(
    places: PanoramaFolder, tmp_path: Path
) -> None:
    box = ViewBox(0.1, 0.0, 0.2, 0.2)
    regions = (
        region("drawn", "lamp", box),
        region("seen", "lamp", box).model_copy(update={"source": "labelled"}),
    )
    people, machine = written(
        places, tmp_path, LandmarkEntry(SCAN, entities=ENTRY.entities, regions=regions)
    )[0]
    assert people["predictions"] == machine["annotations"] == []
    assert machine["predictions"][0]["model_version"] == "labelled"
    found = read(tmp_path, [people, machine], places)
    assert [[each.region_id for each in entry_of(one).regions] for one in found] == [["drawn"], ["seen"]]
    machine["annotations"] = [{"result": [], "was_cancelled": False}]  # a person who found it all wrong
    (corrected,) = read(tmp_path, [machine], places)
    assert entry_of(corrected).regions == ()
    assert corrected.notes == (REMOVED,)
    machine["annotations"][0]["was_cancelled"] = True  # skipped
    (skipped,) = read(tmp_path, [machine], places)
    assert [each.region_id for each in entry_of(skipped).regions] == ["seen"]


def test_what_no_cut_holds_is_counted(places: PanoramaFolder, tmp_path: Path) -> None:
    regions = (
        region("wide", "lamp", LatLonBox(-pi, 2 * pi, -0.1, 0.1)),
        region("old", "lamp", ViewBox(0.0, 0.0, 0.2, 0.2), replaced_by="new"),
    )
    tasks, lost = written(places, tmp_path, LandmarkEntry(SCAN, entities=ENTRY.entities, regions=regions))
    assert tasks == []
    assert lost == {TOO_WIDE: 1, REPLACED: 1, UNSEEN_THINGS: 2}
    assert read(tmp_path, tasks, places) == []


def test_a_place_without_pictures_has_tasks_all_the_same(
    places: PanoramaFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_picture(*_: Any) -> None:
        raise ConfigurationError("There is no picture.", remedy="Add it.")

    monkeypatch.setattr(PanoramaFolder, "image", no_picture)
    tasks, lost = written(places, tmp_path, ENTRY)
    assert lost[NO_PICTURE] == len(tasks) == 4
    assert not (tmp_path / "cuts").exists()


def test_a_shape_under_an_exact_one_is_as_exact_as_its_pixels(places: PanoramaFolder, tmp_path: Path) -> None:
    """What Label Studio's own readers see, without data.meta.regions."""
    tasks, _ = written(places, tmp_path, ENTRY)
    exact = {each.region_id: each.shape for each in ENTRY.regions}
    for task in tasks:
        task["data"]["meta"]["regions"] = []
    for found in read(tmp_path, tasks, places):
        for each in entry_of(found).regions:
            (name,) = (name for name in exact if f"-{name}-" in each.region_id)
            assert iou(each.shape, exact[name]) > 0.99
