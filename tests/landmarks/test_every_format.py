"""Each built-in format of landmarks through a store: out, and into a store that has the instructions alone."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from pangea_server.annotate.annotations.population import Population
from pangea_server.annotate.landmarks.records import Chain, Entity, Mention, RegionRecord
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats import IMPORTED_LANDMARKS
from pangea_server.dataset.imports.landmarks.import_files import import_landmarks
from pangea_server.dataset.landmarks.entries import ReadsLandmarks
from tests.exports.filled import annotated, corridor
from tests.landmarks.examples import fill
from tests.server.programs.test_cli import pangea

FILES = {
    "coco": "instances.json",
    "conll2012": "*conll",
    "label_studio_regions": "tasks.json",
    "landmarks": "*.jsonl.gz",
    "reverie": "**/*_*.json",
}
"""What is read back; of Flickr30k Entities the folder, of the others ``train.json``."""
REGIONS_LOST = {"conll2012", "refer360", "touchdown"}
WORDS_LOST = {"coco"}


@pytest.mark.parametrize("name", IMPORTED_LANDMARKS)
def test_a_format_goes_out_of_a_store_and_into_another(name: str, tmp_path: Path) -> None:
    places = corridor(tmp_path / "corridor")
    (chosen,) = open_formats([name])
    with closing(annotated(tmp_path / "one")) as store:
        fill(store)
        dataset = Dataset(store, places, population=Population.LEARNING)
        assert not export(dataset, tmp_path / "out", [chosen]).faults
    assert isinstance(chosen, ReadsLandmarks)
    folder = tmp_path / "out" / name
    found = sorted(folder.glob(FILES.get(name, "train.json")))
    files = [folder] if name == "flickr30k_entities" else found
    assert files, sorted(folder.rglob("*"))
    with closing(annotated(tmp_path / "two")) as store:
        report = import_landmarks(store, places, chosen, files, name=name)
        assert report.skipped == []
        again = import_landmarks(store, places, chosen, files, name=name)
        counts = {kind: store.records.count(kind) for kind in (Mention, Chain, Entity, RegionRecord)}
    assert sum(again.new.values()) == 0, again.new
    assert (counts[RegionRecord] > 0) == (name not in REGIONS_LOST)
    assert (counts[Mention] > 0) == (name not in WORDS_LOST)
    assert counts[Entity] + counts[Chain] > 0


def test_a_folder_is_taken_where_the_format_is_one(tmp_path: Path) -> None:
    for name, told in (("flickr30k_entities", "has no Annotations/*.xml"), ("coco", "is a folder")):
        called = ("import", str(tmp_path), "--format", name, "--data-dir", str(tmp_path / name))
        shown = pangea(*called, "--environment", "demo")
        assert shown.returncode != 0
        assert told in shown.stderr
