"""Landmarks in a release: what its card counts, and which pictures of places are in it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from environments import PanoramaFolder
from environments.regions import ViewBox
from pangea_server.annotate.annotations.population import Population
from pangea_server.annotate.campaigns.records import ScanRecord
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats.landmarks.label_studio.regions import WITHHELD
from pangea_server.dataset.landmarks.entries import LandmarkEntry
from pangea_server.dataset.release.card.datasheet import Datasheet
from pangea_server.dataset.release.card.landmarks import landmark_census
from pangea_server.dataset.release.release import ReleaseReport, make_release
from pangea_server.stores.protocol import Store
from tests.exports.filled import annotated, corridor
from tests.landmarks.examples import entity, fill, link, region

OWN = Datasheet(environment_terms="Our own photographs, CC BY 4.0.")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = annotated(tmp_path / "data")
    fill(store)
    return store


@pytest.fixture
def places(tmp_path: Path) -> PanoramaFolder:
    return corridor(tmp_path / "corridor")


def released(
    store: Store, places: PanoramaFolder, folder: Path, *formats: str, sheet: Datasheet | None = None
) -> tuple[ReleaseReport, str]:
    chosen = open_formats(formats or ["coco"])
    report = make_release(Dataset(store, places), folder, chosen, "1.0", sheet=sheet)
    return report, (folder / "README.md").read_text()


def section(card: str) -> list[str]:
    return card.partition("## Landmarks\n")[2].partition("\n## ")[0].splitlines()


def test_the_card_counts_what_is_in_the_release(store: Store, places: PanoramaFolder, tmp_path: Path) -> None:
    fill(store, link("l2", "000001-8-18", "000002-0-4", annotator_id=9, verdict="different"))
    fill(store, region("r4", shape=ViewBox(0.1, -0.2, 0.4, 0.15), annotator_id=8, quality="good"))
    fill(store, region("foretold", source="proposed"), entity("label:corridor-sofa", source="other sofa"))
    fill(store, region("r5", "label:corridor-sofa", source="labelled", viewpoint_id="sofa"))
    _, card = released(store, places, tmp_path / "one")
    told = section(card)
    assert "Here, 2 people marked, judged or drew." in " ".join(told)
    assert [line for line in told if line.startswith("| ")] == [
        "| | all | made here | imported | the environment's labels |",
        "| --- | --- | --- | --- | --- |",
        "| mentions | 2 | 2 | 0 | 0 |",
        "| links | 2 | 2 | 0 | 0 |",
        "| things | 3 | 2 | 0 | 1 |",
        "| regions | 5 | 3 | 1 | 1 |",
    ]
    assert [line for line in told if line.startswith("- ")] == [
        "- Languages of mentions: en-US 1, hi-IN 1.",
        "- Types of mentions: light 2, decoration 1.",
        "- Types of things: light 2, furniture 1.",
        "- Chains, by what they need to be shown: box 1.",
        "- Regions that were judged: good 1.",
        "- Agreement: of 1 pair of mentions that several people judged, all said the same of 0.",
        "- Agreement: 1 pair of regions by two people share 0.501 (mean IoU).",
    ]


def test_a_thing_that_several_paths_mean_is_counted_once() -> None:
    lamp = LandmarkEntry("corridor", 1, entities=(entity(),), regions=(region("r1"), region("r2")))
    census = landmark_census(
        [lamp, replace(lamp, path_id=2), LandmarkEntry("corridor", regions=(region("r3", None),))]
    )
    assert {kind: made.total() for kind, made in census.made.items()} == {"things": 1, "regions": 3}


def test_where_nobody_did_the_same_twice_agreement_is_not_known(
    store: Store, places: PanoramaFolder, tmp_path: Path
) -> None:
    _, card = released(store, places, tmp_path / "one")
    assert "- Agreement: not known, since nothing in it was judged or drawn by two people." in card


def test_a_release_without_landmarks_says_nothing_of_them(
    store: Store, places: PanoramaFolder, tmp_path: Path
) -> None:
    _, card = released(store, places, tmp_path / "one", "rxr")
    assert "## Landmarks" not in card


def placed_in(store: Store, environment: str) -> None:
    known = store.records.get(ScanRecord, "corridor")
    store.records.transact(
        lambda transaction: transaction.replace(known.model_copy(update={"environment": environment}))
    )


@pytest.mark.parametrize(
    ("environment", "sheet", "given"),
    [
        ("folder", None, False),
        ("folder", OWN, True),
        ("imported", OWN, False),
        ("matterport3d", OWN, False),
        ("gibson:/data", OWN, False),
        ("demo", None, True),
    ],
)
def test_cuts_of_panoramas_are_in_it_only_where_the_terms_let_them(
    environment: str,
    sheet: Datasheet | None,
    given: bool,
    store: Store,
    places: PanoramaFolder,
    tmp_path: Path,
) -> None:
    placed_in(store, environment)
    report, card = released(store, places, tmp_path / "one", "label_studio_regions", sheet=sheet)
    tasks = json.loads((tmp_path / "one/label_studio_regions/tasks.json").read_text())
    pictures = [*(tmp_path / "one").rglob("*.jpg")]
    assert (len(pictures), report.exported.notes[WITHHELD]) == ((len(tasks), 0) if given else (0, len(tasks)))
    assert ("has 3 pictures cut from panoramas" in card) == given
    assert ("3 cuts of panoramas are not in it" in card) == (not given)
    if sheet and given:
        assert OWN.environment_terms is not None
        assert f"`folder`: {OWN.environment_terms}" in card


def test_an_export_has_the_cuts_and_says_in_a_line_how_they_are_called(
    store: Store, places: PanoramaFolder, tmp_path: Path
) -> None:
    (chosen,) = open_formats(["label_studio_regions"])
    dataset, folder = (
        Dataset(store, places, population=Population.LEARNING),
        tmp_path / "out" / "label_studio_regions",
    )
    export(dataset, tmp_path / "out", [chosen])
    about = json.loads((folder / "about.json").read_text())
    assert about["tables"] == ["labeling_config.xml", "tasks.json"]
    assert about["numbered"] == [{"files": "cuts/######.jpg", "first": 1, "last": 3, "count": 3}]
    again = replace(dataset, pictured=lambda scan_id: False)
    export(again, tmp_path / "out", [chosen])
    assert [*folder.glob("cuts/*")] == []
    assert "numbered" not in json.loads((folder / "about.json").read_text())
