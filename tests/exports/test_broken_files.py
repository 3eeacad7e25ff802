"""What is wrong with one entry of a file is said with its place, in every format, before anything of it comes in."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pytest
from pyarrow import parquet

from environments import InvalidDataError, PanoramaFolder
from environments.input.json_documents import items
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.protocol import Readable
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.formats.label_studio import LabelStudio
from pangea_server.dataset.imports.import_files import import_files
from pangea_server.dataset.imports.report import ImportRefusedError, ImportReport
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.exports.filled import annotated
from tests.exports.rows import write_rows

Change = Callable[[Any], object]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return LocalStore.open(tmp_path / "target")


def written(tmp_path: Path, places: PanoramaFolder, name: str) -> Path:
    """The folder of an export in one format."""
    source = annotated(tmp_path / "source")
    export(Dataset(source, places), tmp_path / "out", open_formats([name]))
    source.close()
    return tmp_path / "out" / name


def imported(store: Store, places: PanoramaFolder, name: str, *files: Path, **how: Any) -> ImportReport:
    (chosen,) = open_formats([name])
    assert isinstance(chosen, Readable)
    return import_files(store, places, chosen, files, **how)


def refused(store: Store, places: PanoramaFolder, name: str, file: Path) -> ImportRefusedError:
    """What is said of a file of which nothing comes in."""
    with pytest.raises(ImportRefusedError) as error:
        imported(store, places, name, file, language="en-US")
    assert store.records.count(GuideAnnotation) == store.records.count(FollowerAnnotation) == 0
    assert not store.blobs.list("")
    return error.value


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"instruction_id": -1}, "instruction_id is -1"),
        ({"path_id": 2**60}, "path_id is 1152921504606846976"),
        ({"annotator_id": 10**30}, "annotator_id is 1000"),
        ({"split": "../../train"}, "'../../train' is no name of a split"),
        ({"split": "train\n"}, "is no name of a split"),
        ({"instruction": "a" * 20_001}, "The instruction has 20001 characters"),
        ({"language": "../en"}, "'../en' is no language"),
        ({"path": ["door", "lamp"]}, "path 1 is another one in rxr_train_guide.jsonl line 1"),
        ({"heading": 3.0}, "path 1 is another one in rxr_train_guide.jsonl line 1"),
        (
            {
                "instruction": "Stop",
                "timed_instruction": [{"word": "Stop", "start_time": 1.0, "end_time": 2.5}],
            },
            "Word 0 from 1.0 s to 2.5 s is not within 2.0 s. Mend the word's times in the file.",
        ),
    ],
)
def test_a_row_that_could_not_be_written_down_again_is_refused(
    change: dict[str, Any], message: str, store: Store, places: PanoramaFolder, tmp_path: Path
) -> None:
    folder = written(tmp_path, places, "rxr")
    row = {
        "path_id": 1,
        "split": "train",
        "scan": "corridor",
        "heading": 0.25,
        "path": ["door", "lamp", "sofa"],
        "instruction_id": 3,
        "annotator_id": 1,
        "language": "en-US",
        "instruction": "Stop.",
    }
    file = folder / "rxr_train_guide.jsonl"
    write_rows(file, [row, row | {"instruction_id": 1} | change])
    error = refused(store, places, "rxr", file)
    assert error.context["places"] == ["rxr_train_guide.jsonl line 2"]
    assert message in error.message


def change_episode(**change: Any) -> Change:
    return lambda content: content["episodes"][1].update(change)


@pytest.mark.parametrize(
    ("name", "file", "change", "place", "message"),
    [
        ("r2r", "R2R_train.json", lambda rows: rows[0].update(instruction_ids=[7, 7]), 1, "7 is already in"),
        ("cvdn", "NDH_train.json", lambda rows: rows[0].update(inst_idx=-7), 1, "demonstration_id is -7"),
        ("cvdn", "CVDN_train.json", lambda rows: rows[0].pop("heading"), 1, "does not say the heading"),
        (
            "cvdn",
            "CVDN_train.json",
            lambda rows: rows[0]["dialog_history"].extend(rows[0]["dialog_history"]),
            1,
            "2 answers",
        ),
        ("vlnce", "train_guide.json", change_episode(start_rotation=[0, 0, 1]), 2, "array` of length 4"),
        ("vlnce", "train_guide.json", change_episode(reference_path=[[0, 1]]), 2, "array` of length 3"),
        ("vlnce", "train_guide.json", change_episode(trajectory_id="one"), 2, "'one' is not a number"),
    ],
)
def test_an_entry_of_a_list_is_named(
    name: str,
    file: str,
    change: Change,
    place: int,
    message: str,
    store: Store,
    places: PanoramaFolder,
    tmp_path: Path,
) -> None:
    path = written(tmp_path, places, name) / file
    if not path.exists():
        path.write_bytes(gzip.decompress(path.with_name(f"{file}.gz").read_bytes()))
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))
    error = refused(store, places, name, path)
    assert error.context["places"] == [f"{file} entry {place}"]
    assert message in error.message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"path": None}, "Object missing required field `path`"),
        ({"instruction_id": None}, "Object missing required field `instruction_id`"),
        ({"heading": math.nan}, "finite"),
        ({"timed_instruction": [{"word": "Go", "source": "heard"}]}, "at `$.words[0].start_time`"),
    ],
)
def test_a_row_of_a_table_is_named(
    change: dict[str, Any], message: str, store: Store, places: PanoramaFolder, tmp_path: Path
) -> None:
    file = written(tmp_path, places, "parquet") / "guide" / "train.parquet"
    table = parquet.read_table(file)
    first, second = table.to_pylist()
    parquet.write_table(pyarrow.Table.from_pylist([first, second | change], table.schema), file)
    error = refused(store, places, "parquet", file)
    assert error.context["places"] == ["train.parquet row 2"]
    assert message in error.message


def test_columns_of_others_are_passed_over(store: Store, places: PanoramaFolder, tmp_path: Path) -> None:
    file = written(tmp_path, places, "parquet") / "guide" / "train.parquet"
    table = parquet.read_table(file).append_column("mood", pyarrow.array(["good", "bad"]))
    parquet.write_table(table, file)
    assert imported(store, places, "parquet", file).new == {"Guide annotations": 2}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"source": "heard"}, "Invalid enum value 'heard'"),
        ({"start_time": "0"}, "Expected `float`, got `str`"),
        ({"confidence": "high"}, "confidence"),
    ],
)
def test_words_of_wrong_types_are_refused(
    change: dict[str, Any], message: str, store: Store, places: PanoramaFolder, tmp_path: Path
) -> None:
    file = written(tmp_path, places, "json") / "train" / "000001.json"
    file.write_text(json.dumps([word | change for word in json.loads(file.read_text())]))
    assert message in refused(store, places, "json", file).message


def test_brackets_without_end_are_no_list(tmp_path: Path) -> None:
    file = tmp_path / "R2R_train.json"
    file.write_text("[" * 200_000)
    with pytest.raises(InvalidDataError, match="no JSON list of entries"):
        list(items(file))


def test_only_the_broken_one_of_several_in_a_place_is_left_out(
    store: Store, places: PanoramaFolder, tmp_path: Path
) -> None:
    """An instance of NDH's has an instruction and a walk; other walks are after the same instruction."""
    file = written(tmp_path, places, "cvdn") / "NDH_train.json"
    (whole,) = json.loads(file.read_text())
    broken, other = whole | {"player_path": ["door", "attic"]}, whole | {"inst_idx": 2}
    contradicting = whole | {"inst_idx": 3, "dialog_history": [{"role": "oracle", "message": "Up."}]}
    file.write_text(json.dumps([broken, other, contradicting]))
    report = imported(store, places, "cvdn", file, skip_broken=True)
    assert report.new == {"Guide annotations": 1, "Follower annotations": 1}
    assert [fault.place for fault in report.skipped] == ["NDH_train.json entry 1", "NDH_train.json entry 3"]
    assert store.records.get(FollowerAnnotation, "000002").instruction_id == 1


def test_relations_and_choices_of_label_studio_are_no_words(places: PanoramaFolder, tmp_path: Path) -> None:
    file = written(tmp_path, places, "label_studio") / "tasks_train.json"
    tasks = json.loads(file.read_text())
    before = [found.entry for found in LabelStudio().read(file, places)]
    tasks[0]["predictions"][0]["result"] += [
        {"type": "relation", "from_id": "word-0000", "to_id": "word-0001", "direction": "right"},
        {
            "id": "q",
            "type": "choices",
            "from_name": "mood",
            "to_name": "audio",
            "value": {"choices": ["good"]},
        },
    ]
    file.write_text(json.dumps(tasks))
    assert [found.entry for found in LabelStudio().read(file, places)] == before
