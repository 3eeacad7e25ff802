"""Campaign files: what they say, and how each fault is told."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from environments import PanoramaFolder
from pangea_server.annotate.campaigns import EXAMPLE
from pangea_server.annotate.campaigns.file import read_campaign_file
from pangea_server.annotate.campaigns.records import Campaign, PathRecord
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.command_line import app
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.core.errors import CampaignFileError
from pangea_server.stores.protocol import Store

GOOD = """\
id: corridor-walks
languages: [en-US, hi-IN]
paths:
  - scan: corridor
    viewpoints:
      - [door, lamp, sofa]
      - [window, sofa]
followers_per_guide: 2
instructions:
  guide: {en: guide.md}
pools:
  hindi: {languages: [hi-IN]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where campaign files are written, with a text beside them."""
    (tmp_path / "files").mkdir()
    (tmp_path / "files" / "guide.md").write_text("Look **around** first.")
    return tmp_path / "files"


def write(folder: Path, text: str) -> Path:
    (folder / "walks.yaml").write_text(text)
    return folder / "walks.yaml"


def create(store: Store, place: Path, file: Path) -> None:
    """As the command does it."""
    source = read_campaign_file(file)
    environment, folder = PanoramaFolder(place), file.parent
    create_campaign(
        store.records, environment, "place", source.definition, folder=folder, refuse=source.refuse
    )


def refused(store: Store, place: Path, file: Path) -> CampaignFileError:
    """Why this file cannot be carried out; it has changed nothing."""
    with pytest.raises(CampaignFileError) as caught:
        create(store, place, file)
    assert [store.records.count(kind) for kind in (Campaign, PathRecord, Task)] == [0, 0, 0]
    return caught.value


def test_a_text_may_be_in_a_file_beside(folder: Path) -> None:
    definition = read_campaign_file(write(folder, GOOD)).definition
    assert definition.instructions == {"guide": {"en": "Look **around** first."}}
    assert definition.paths[0].viewpoints == (("door", "lamp", "sofa"), ("window", "sofa"))


def test_the_example_is_a_campaign() -> None:
    assert read_campaign_file(EXAMPLE).definition.followers_per_guide == 2
    assert CliRunner().invoke(app, ["campaign", "example"]).output == EXAMPLE.read_text()


@pytest.mark.parametrize(
    ("old", "new", "line", "told", "remedy"),
    [
        ("scan: corridor", "scan: coridor", 4, "paths[0].scan: the environment has no scan 'coridor'", "corridor"),
        ("[door, lamp, sofa]", "[door, sofa]", 6, "paths[0].viewpoints[0]: path 1: Step 1", "lamp"),
        ("[window, sofa]", "[window, moon]", 7, "'moon'", ""),
        ("[window, sofa]", "[door, lamp, sofa]", 7, "is listed twice", "Remove one"),
        ("guide: 2", "guide: 0\nsend_back_after: 1", 9, "send_back_after: words are sent back after 1", "null"),
        ("hi-IN]\n", "hi-IN, xx]\n", 2, "languages[2]: 'xx' is not a language", "BCP 47"),
        ("hi-IN]\n", "hi-IN, en-us]\n", 2, "languages[2]: 'en-us' is usually written 'en-US'", "letter"),
        ("hi-IN]\n", "hi-IN, en-US]\n", 2, "'en-US' is listed twice", "Remove one"),
        ("followers_per_guide", "folowers_per_guide", 8, "folowers_per_guide: this key is not known", "followers_"),
        ("    viewpoints", "    viewpoint", 5, "paths[0].viewpoint: this key is not known", "viewpoints"),
        ("guide: 2", "guide: -1", 8, "followers_per_guide: -1: should be greater", "example"),
        ("guide: 2", "guide: many", 8, "followers_per_guide: 'many': should be a valid integer", "example"),
        ("id: corridor-walks", "id: Corridor Walks", 1, "id: 'Corridor Walks'", "example"),
        ("id: corridor-walks\n", "", 1, "id: this key is missing", "Add it"),
        ("  hindi:", "  hindi: {}\n  hindi:", 13, 'duplicate key "hindi"', "Keep one"),
        ("  guide: {", "  poet: {", 10, "instructions.poet: there is no task of kind 'poet'", "Known are box_coverage"),
        ("guide.md", "gone.md", 10, "instructions.guide.en: the file gone.md cannot be read", "beside"),
        ("viewpoints:\n", "pool: blue\n    viewpoints:\n", 5, "paths[0].pool: there is no pool 'blue'", "hindi"),
        ("  - scan", "  - sampler: r3r\n  - scan", 4, "paths[0].sampler: there is no sampler 'r3r'", "r2r"),
        ("  - scan", "  - sampler: r2r\n    scan", 4, "not from sampler and viewpoints", "separate entry"),
        ("  - scan", "  - {sampler: r2r, per_scan: 9000}\n  - scan", 4, "9000 paths were asked for", ""),
        ("  - scan", "  - file: r2r.json\n  - scan", 4, "no paths can be read from r2r.json", "R2R"),
        ("[hi-IN]}", "[hi-IN", 13, "expected", "Correct the YAML"),
        (GOOD, "just words", 1, "keys and values", "example"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_line_and_its_remedy(
    store: Store, place: Path, folder: Path, old: str, new: str, line: int, told: str, remedy: str
) -> None:
    error = refused(store, place, write(folder, GOOD.replace(old, new)))
    assert f"walks.yaml, line {line}" in error.message
    assert told in error.message
    assert remedy in f"{error.message} {error.remedy}"


@pytest.mark.parametrize(
    "value",
    ["0x_", "2020-13-45", "0000-00-00", "!!int foo", "!!bool foo", "!!omap", '"\\U00110000"', "9" * 5000],
)
def test_what_yaml_cannot_hold_is_told(folder: Path, value: str) -> None:
    with pytest.raises(CampaignFileError):
        read_campaign_file(write(folder, f"id: {value}\nlanguages: [en-US]\n"))


def test_all_faults_are_told_at_once(store: Store, place: Path, folder: Path) -> None:
    file = write(folder, GOOD.replace("hi-IN]\n", "hi-IN, xx]\n").replace("scan: corridor", "scan: attic"))
    error = refused(store, place, file)
    assert error.message.count("walks.yaml, line") == 2


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"forbidden": ["lamp"]}, "path 1: the place allows no path through 'lamp'"),
        ({"starts": ["door"]}, "path 2: the place allows no path that starts in 'window'"),
    ],
)
def test_named_paths_obey_the_rules_of_their_place(
    store: Store, place: Path, folder: Path, rules: dict[str, list[str]], told: str
) -> None:
    (graph,) = place.rglob("graph.json")
    graph.write_text(json.dumps(json.loads(graph.read_text()) | rules))
    assert told in refused(store, place, write(folder, GOOD)).message


def test_rows_of_a_dataset_are_paths(store: Store, place: Path, folder: Path) -> None:
    rows = [
        {"scan": "corridor", "path": ["door", "lamp"], "heading": 1.5, "split": "val_seen", "path_id": 7},
        {"scan": "corridor", "path": ["sofa", "window"]},
    ]
    (folder / "paths.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    source = read_campaign_file(
        write(folder, "id: some\nlanguages: [hi]\npaths: [{file: paths.jsonl, priority: 3}]\n")
    )
    create_campaign(store.records, PanoramaFolder(place), "place", source.definition, folder=folder)
    first, second = store.records.find(PathRecord)
    assert (first.path, first.heading) == (("door", "lamp"), 1.5)
    assert (second.path, second.split) == (("sofa", "window"), first.split)
    assert {task.priority for task in store.records.find(Task)} == {3}


def test_a_dataset_is_read_as_published_packed_and_with_many_rows_a_path(
    store: Store, place: Path, folder: Path
) -> None:
    row = {"scan": "corridor", "path": ["door", "lamp"], "heading": 1.5}
    rows = [{**row, "path_id": number, "instruction": "Go.\u2028Stop."} for number in (7, 7, 8)]
    lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (folder / "train.jsonl.gz").write_bytes(gzip.compress(b"\xef\xbb\xbf" + lines.encode()))
    source = read_campaign_file(write(folder, "id: some\nlanguages: [hi]\npaths: [{file: train.jsonl.gz}]\n"))
    create_campaign(store.records, PanoramaFolder(place), "place", source.definition, folder=folder)
    assert [path.path_id for path in store.records.find(PathRecord)] == [7]


def test_a_row_that_cannot_be_is_named(store: Store, place: Path, folder: Path) -> None:
    (folder / "paths.json").write_text(json.dumps([{"scan": "corridor", "path": ["door", "window"]}]))
    error = refused(store, place, write(folder, "id: some\nlanguages: [hi]\npaths: [{file: paths.json}]\n"))
    assert "line 3, paths[0].file: row 1: Step 1 of the path, from 'door' to 'window'" in error.message
