"""Paths from R2R's or RxR's files keep their path_id, through campaign, tasks, export and import."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from environments import PanoramaFolder
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.records import CampaignDefinition, PathRecord
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.command_line import app
from pangea_server.collect.planning.lifecycle import Creation, create_campaign
from pangea_server.core.errors import CampaignFileError
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.protocol import Readable
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.imports.import_files import import_files
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.exports.filled import corridor, follower_record, guide_records

ROWS: list[dict[str, Any]] = [
    {"scan": "corridor", "path": ["door", "lamp", "sofa"], "heading": 0.25, "path_id": 4332},
    {"scan": "corridor", "path": ["window", "sofa", "lamp"], "heading": 1.5, "path_id": 7},
]
UNNUMBERED = {"scan": "corridor", "path": ["sofa", "window"], "heading": 2.0}


def create(store: Store, place: Path, rows: list[dict[str, Any]], name: str = "r2r") -> Creation:
    (place.parent / "rows.json").write_text(json.dumps(rows))
    wanted = CampaignDefinition.model_validate(
        {"id": name, "languages": ["en-US"], "paths": [{"file": "rows.json"}]}
    )
    return create_campaign(store.records, PanoramaFolder(place), "place", wanted, folder=place.parent)


def numbers(store: Store, campaign: str = "r2r") -> dict[tuple[str, ...], int]:
    found = store.records.find(PathRecord, {"campaign_id": campaign})
    return {path.path: path.path_id for path in found}


def test_paths_and_tasks_have_the_numbers_of_the_file(store: Store, place: Path) -> None:
    creation = create(store, place, [*ROWS, UNNUMBERED])
    assert numbers(store) == {
        ("door", "lamp", "sofa"): 4332,
        ("window", "sofa", "lamp"): 7,
        ("sofa", "window"): 4333,
    }
    assert {task.path_id for task in store.records.find(Task)} == {7, 4332, 4333}
    assert creation.renumbered == 0
    again = create(store, place, [*ROWS, UNNUMBERED])
    assert (again.new_paths, again.renumbered) == (0, 0)


def test_rxrs_file_has_a_path_in_many_rows(store: Store, place: Path) -> None:
    many = [row | {"instruction_id": n, "language": "te-IN"} for row in ROWS for n in range(3)]
    assert create(store, place, many).new_paths == 2
    assert set(numbers(store).values()) == {7, 4332}


def test_a_number_of_two_paths_is_refused(store: Store, place: Path) -> None:
    with pytest.raises(CampaignFileError, match="the path_id 7 has two paths, in corridor and corridor"):
        create(store, place, [ROWS[1], UNNUMBERED | {"path_id": 7}])
    assert store.records.count(PathRecord) == 0


@pytest.mark.parametrize("number", [-1, 2**53, "seven"])
def test_what_is_no_number_is_refused(number: object, store: Store, place: Path) -> None:
    with pytest.raises(CampaignFileError, match="path_id"):
        create(store, place, [UNNUMBERED | {"path_id": number}])


def test_a_number_of_another_path_in_the_store_is_refused(store: Store, place: Path) -> None:
    create(store, place, ROWS)
    with pytest.raises(CampaignFileError, match="the path_id 7 is that of another path in the store"):
        create(store, place, [UNNUMBERED | {"path_id": 7}], "other")
    assert numbers(store, "other") == {}


def test_a_second_campaign_on_the_same_paths_gets_new_numbers_and_says_so(store: Store, place: Path) -> None:
    create(store, place, ROWS)
    assert create(store, place, ROWS, "second").renumbered == 2
    assert set(numbers(store, "second").values()) == {4333, 4334}


def test_the_command_says_which_paths_could_not_keep_their_numbers(place: Path, tmp_path: Path) -> None:
    (tmp_path / "rows.json").write_text(json.dumps(ROWS))
    said = []
    for name in ("one", "two"):
        file = tmp_path / f"{name}.yaml"
        file.write_text(f"id: {name}\nlanguages: [en-US]\npaths: [{{file: rows.json}}]\n")
        where = ["--data-dir", str(tmp_path / "kept"), "--environment", f"folder:{place}"]
        done = CliRunner().invoke(app, ["campaign", "create", str(file), *where])
        assert done.exit_code == 0, done.output
        said.append("2 paths get a new path_id" in done.output)
    assert said == [False, True]


READ_BACK = [
    ("rxr", ("rxr_train_guide.jsonl.gz", "rxr_train_follower.jsonl.gz")),
    ("r2r", ("R2R_train.json",)),
    ("cvdn", ("NDH_train.json",)),
    ("cvdn", ("CVDN_train.json",)),
    ("vlnce", ("train_guide.json.gz", "train_follower.json.gz")),
    ("instructions", ("instructions.jsonl",)),
    ("parquet", ("guide/train.parquet", "follower/train.parquet")),
    ("huggingface", ("guide/train-00000-of-00001.parquet", "follower/train.parquet")),
]


@pytest.mark.parametrize(("name", "files"), READ_BACK)
def test_numbers_go_out_and_come_back(
    name: str, files: tuple[str, ...], store: Store, place: Path, tmp_path: Path
) -> None:
    create(store, place, ROWS)
    guide, aligned = guide_records(store, 1)
    for record in (guide, follower_record(store)):
        store.records.create(record.model_copy(update={"path_id": 4332}))
    store.records.create(aligned)
    places = corridor(tmp_path / "measured")  # which says how high its cameras are
    (chosen,) = open_formats([name])
    export(Dataset(store, places), tmp_path / "out", [chosen])
    assert isinstance(chosen, Readable)
    other = LocalStore.open(tmp_path / "other")
    import_files(other, places, chosen, [tmp_path / "out" / name / file for file in files])
    assert [path.path_id for path in other.records.find(PathRecord)] == [4332]
    assert [each.path_id for each in other.records.find(GuideAnnotation)] == [4332]
    other.close()
