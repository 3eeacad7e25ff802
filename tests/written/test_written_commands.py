"""``pangea campaign evaluate`` and ``pangea import --as-tasks``, as they are typed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from environments import PangeaError
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.campaigns.records import Campaign
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.command_line import app
from pangea_server.dataset.written.tasks import WrittenDoubtError
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.paging import every
from tests.exports.filled import annotated
from tests.written.conftest import PATHS, rows_of, written_file

Run = Callable[..., Result]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def run(place: Path, data: Path) -> Run:
    def call(*arguments: str | Path) -> Result:
        there = ["--data-dir", str(data), "--environment", f"folder:{place}"]
        result = CliRunner().invoke(app, [*map(str, arguments), *there])
        if isinstance(result.exception, PangeaError):
            raise result.exception
        return result

    return call


def open_tasks(data: Path) -> Counter[str]:
    with LocalStore.open(data) as store:
        return Counter(task.kind for task in every(store.records, Task) if task.state is TaskState.OPEN)


def plain(tmp_path: Path, name: str) -> Path:
    """A file of one system's instructions, which does not name the system."""
    rows = [{key: row[key] for key in row if key != "system"} for row in rows_of([name])]
    return written_file(tmp_path / f"{name}.jsonl", rows)


def test_what_compares_nothing_is_said_before_anything_is_made(run: Run, data: Path, tmp_path: Path) -> None:
    one = ("campaign", "evaluate", plain(tmp_path, "old"), "--system", "old")
    with pytest.raises(WrittenDoubtError, match=r"^All instructions are of one system, old: .* --yes where"):
        run(*one)
    short = written_file(tmp_path / "short.jsonl", rows_of(["old", "new"])[4:7])
    also = [row | {"system": "old"} for row in rows_of(["old", "new"])[4:]]
    files = (plain(tmp_path, "old"), written_file(tmp_path / "also.jsonl", also))
    twice = ("campaign", "evaluate", *files, "--system", "old", "--system", "old")
    with pytest.raises(
        WrittenDoubtError, match=r"2 files are of the system old\. All instructions are of one"
    ):
        run(*twice)
    with pytest.raises(WrittenDoubtError, match=r"^new has no instruction on 1 of 4 paths\. Run it again"):
        run("campaign", "evaluate", plain(tmp_path, "old"), short, "--system", "old", "--system", "new")
    assert not data.exists()
    assert "12 Follower tasks were made." in run(*one, "--yes").stdout


def test_a_place_without_pictures_is_said_before_tasks_are_made(
    run: Run, data: Path, place: Path, tmp_path: Path
) -> None:
    command = ("import", "--as-tasks", "--format", "instructions", plain(tmp_path, "old"))
    for picture in place.glob("*.jpg"):
        picture.unlink()
    with pytest.raises(
        WrittenDoubtError, match=r"^corridor has no pictures here, so people would see nothing: "
    ):
        run(*command)
    assert not data.exists()
    assert "warning: corridor has no pictures" in run(*command, "--dry-run").stdout
    assert "4 Follower tasks were made." in run(*command, "--yes").stdout


def test_files_of_two_systems_become_a_campaign(run: Run, data: Path, tmp_path: Path) -> None:
    files = [plain(tmp_path, "old"), written_file(tmp_path / "new.json", [])]
    files[1].write_text(json.dumps(rows_of(["new"])))  # a list, which says its system itself
    told = run("campaign", "evaluate", files[0], "--system", "old", "--dry-run").stdout
    assert told.splitlines() == [
        "warning: All instructions are of one system, old: nothing is compared.",
        "4 instructions would be written; 0 were there already.",
        "12 Follower tasks would be made.",
        "Systems: old (4). 4 of 4 paths have instructions of each.",
        "At least 3 people are needed who know none of these paths, since nobody meets a path twice.",
        "Nobody here speaks en-US yet: pangea invite --language en-US",
        "The campaign evaluation would be made: pangea campaign status evaluation",
    ]
    assert not data.exists()
    both = ("campaign", "evaluate", *files, "--system", "old", "--system", "new", "--followers", "2")
    told = run(*both).stdout
    assert told.splitlines() == [
        "8 instructions were written; 0 were there already.",
        "16 Follower tasks were made.",
        *(systems := ["Systems: new (4), old (4). 4 of 4 paths have instructions of each."]),
        "At least 4 people are needed who know none of these paths, since nobody meets a path twice.",
        *(unspoken := ["Nobody here speaks en-US yet: pangea invite --language en-US"]),
        "The campaign evaluation was made: pangea campaign status evaluation",
    ]
    assert open_tasks(data) == {"follower": 16}
    assert run(*both).stdout.splitlines() == [
        "0 instructions were written; 8 were there already.",
        *systems,
        *unspoken,
        "The campaign evaluation is there: pangea campaign status evaluation",
    ]
    for command in (["invite", "--language", "hi-IN"], ["campaign", "status"]):
        said = CliRunner().invoke(app, [*command, "--data-dir", str(data)]).stdout
    assert "follower in en-US: 16 free tasks for nobody who is here.\nThey know the paths, " in said
    told = run("campaign", "evaluate", files[0], "--system", "third", "--id", "again", "--yes").stdout
    assert (
        "The campaign evaluation has tasks on 4 of these 4 paths, too; whoever does them there cannot do them here."
        in told
    )


def test_as_many_systems_as_files(run: Run, tmp_path: Path) -> None:
    file = plain(tmp_path, "old")
    with pytest.raises(PangeaError, match="1 files and 2 systems"):
        run("campaign", "evaluate", file, "--system", "a", "--system", "b")
    with pytest.raises(PangeaError, match="does not say which system"):
        run("campaign", "evaluate", file)


@pytest.mark.parametrize("before", [False, True])
def test_imported_text_gets_followers(run: Run, data: Path, tmp_path: Path, before: bool) -> None:
    rows = [
        {
            "path_id": 100 + number,
            "scan": "corridor",
            "path": list(path),
            "heading": 0.5,
            "instructions": [f"Walk to the {path[-1]}.", f"Stop at the {path[-1]}."],
        }
        for number, path in enumerate(PATHS)
    ]
    file = tmp_path / "R2R_val_seen.json"
    file.write_text(json.dumps(rows))
    wanted = ("import", file, "--format", "r2r", "--language", "en-US")
    if before:  # imported to be looked at: 8 instructions, and nothing to do
        assert run(*wanted).exit_code == 0
        assert open_tasks(data) == {}
    assert run(*wanted, "--as-tasks", "--followers", "2").exit_code == 0
    assert open_tasks(data) == {"follower": 16}
    with LocalStore.open(data) as store:
        numbers = {guide.instruction_id for guide in every(store.records, GuideAnnotation)}
        campaign = store.records.get(Campaign, "written")
    assert numbers == {
        100 * (100 + path) + index for path in range(4) for index in range(2)
    }  # as without --as-tasks
    assert (campaign.definition.followers_per_guide, campaign.definition.languages) == (2, ("en-US",))


def test_walks_become_no_tasks(run: Run, data: Path, tmp_path: Path) -> None:
    walk = {"demonstration_id": 1, "instruction_id": 1, "annotator_id": 2, "path": ["door"], "metrics": {}}
    file = tmp_path / "rxr_train_follower.jsonl"
    file.write_text(json.dumps(walk) + "\n")
    with pytest.raises(PangeaError, match="only instructions become tasks"):
        run("import", file, "--format", "rxr", "--as-tasks")
    assert open_tasks(data) == {}


@pytest.mark.parametrize("wrong", [("--dry-run",), ("--as-tasks", "--skip-broken")])
def test_options_that_contradict_each_other_are_refused(
    run: Run, tmp_path: Path, wrong: tuple[str, ...]
) -> None:
    with pytest.raises(PangeaError):
        run("import", plain(tmp_path, "old"), "--format", "instructions", *wrong)


def test_what_is_exported_as_instructions_comes_in_again(run: Run, tmp_path: Path, data: Path) -> None:
    annotated(tmp_path / "source").close()
    out = tmp_path / "out"
    arguments = ["export", str(out), "--format", "instructions", "--data-dir", str(tmp_path / "source")]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    walks = [json.loads(line) for line in (out / "instructions" / "walks.jsonl").read_text().splitlines()]
    assert [(walk["demonstration_id"], walk["system"], walk["condition"]) for walk in walks] == [
        (1, None, None)
    ]
    assert (
        run("import", out / "instructions" / "instructions.jsonl", "--format", "instructions").exit_code == 0
    )
    with LocalStore.open(data) as store:
        assert len(list(every(store.records, GuideAnnotation))) == 2
