"""Words that were exported before a mending do not take it back, and it is known by whom words came in."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from align import TimedWord
from pangea_server.annotate.alignments.mending import correct_words, versions
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.app.command_line import app
from pangea_server.people.audit.records import AuditEntry
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.exports.exported import exported
from tests.exports.filled import annotated, corridor

WORDS = {
    "webvtt": "train/000001.vtt",
    "srt": "train/000001.srt",
    "textgrid": "train/000001.TextGrid",
    "ctm": "train/000001.ctm",
    "json": "train/000001.json",
    "localized_narratives": "train/000001.jsonl",
    "label_studio": "tasks_train.json",
}
LAST_END = {  # of the last word, and the same at 1.3 s
    "srt": ("01,375", "01,300"),
    "webvtt": ("01.375", "01.300"),
    "ctm": ("1.250 0.125", "1.250 0.050"),
}
ELSE = ("1.375", "1.3")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = annotated(tmp_path / "data")
    corridor(tmp_path / "place")
    exported(store, tmp_path / "out", *WORDS)
    return store


def edit(file: Path, name: str) -> Path:
    """Somebody lets the last word end at 1.3 s."""
    text = file.read_text(encoding="utf-8")
    before, after = LAST_END.get(name, ELSE)
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")
    return file


def run(tmp_path: Path, name: str, *options: str) -> Result:
    file = tmp_path / "out" / name / WORDS[name]
    where = ["--data-dir", str(tmp_path / "data"), "--environment", f"folder:{tmp_path / 'place'}"]
    return CliRunner().invoke(app, ["import", str(file), "--format", name, *where, *options])


def correct(store: Store, seconds: float, by: int = 7) -> AlignmentRecord:
    """Somebody moves the second word on the replay page."""
    known = store.records.get(AlignmentRecord, "guide-000001")
    words: list[TimedWord] = list(known.timed_instruction)
    words[1] = replace(words[1], end_time=words[1].end_time + seconds)
    return correct_words(store, 1, words, seen=known.version, by=by)


def ends(words: Sequence[TimedWord]) -> list[float]:
    return [word.end_time for word in words]


def opened(tmp_path: Path) -> Store:
    return LocalStore.open(tmp_path / "data")


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize("is_edited", [False, True])
def test_words_from_before_a_mending_are_refused_and_forced_words_keep_both(
    name: str, is_edited: bool, store: Store, tmp_path: Path
) -> None:
    mended = correct(store, 0.05)
    store.close()
    if is_edited:
        edit(tmp_path / "out" / name / WORDS[name], name)
    refused = run(tmp_path, name)
    assert refused.exit_code != 0
    told = " ".join(str(refused.exception).split())
    assert "instruction 1 was made from version 1 of" in told
    assert re.search(r"the store has version 2 of [-0-9]+ [:0-9]+ UTC, by person 7", told), told
    assert "--force" in told
    store = opened(tmp_path)
    assert store.records.get(AlignmentRecord, "guide-000001") == mended
    store.close()
    done = run(tmp_path, name, "--force", "--by", "3")
    assert done.exit_code == 0, done.output
    store = opened(tmp_path)
    made = versions(store.records, 1)
    assert [each.made_by for each in made] == [None, 7, 3]
    assert ends(made[1].timed_instruction) == ends(mended.timed_instruction)
    assert made[2].timed_instruction[1].end_time == pytest.approx(0.375, abs=1e-3)
    (entry,) = store.records.find(AuditEntry)
    assert (entry.actor, entry.action, entry.subject, entry.detail) == (3, "mended", 1, "instruction 1 v3")
    store.close()


@pytest.mark.parametrize("name", WORDS)
def test_words_from_after_a_mending_come_in(name: str, store: Store, tmp_path: Path) -> None:
    correct(store, 0.05)
    exported(store, tmp_path / "out", *WORDS)
    store.close()
    assert run(tmp_path, name).exit_code == 0
    edit(tmp_path / "out" / name / WORDS[name], name)
    assert run(tmp_path, name).exit_code == 0
    store = opened(tmp_path)
    made = versions(store.records, 1)
    assert [each.made_by for each in made] == [None, 7, 0]
    assert made[-1].timed_instruction[-1].end_time == pytest.approx(1.3, abs=1e-3)
    assert made[-1].timed_instruction[1].source == "mended"
    assert [entry.actor for entry in store.records.find(AuditEntry)] == [None]
    store.close()


def test_a_file_that_does_not_say_its_origin_is_taken_until_people_have_worked_on_the_words(
    store: Store, tmp_path: Path
) -> None:
    file = edit(tmp_path / "out" / "srt" / WORDS["srt"], "srt")
    (tmp_path / "elsewhere").mkdir()
    moved = file.rename(tmp_path / "elsewhere" / file.name)
    store.close()
    where = ["--data-dir", str(tmp_path / "data")]
    assert CliRunner().invoke(app, ["mend", "1", str(moved), *where, "--by", "4"]).exit_code == 0
    assert CliRunner().invoke(app, ["mend", "1", str(moved), *where]).exit_code == 0, "it changes nothing"
    store = opened(tmp_path)
    correct(store, 0.05)
    store.close()
    refused = CliRunner().invoke(app, ["mend", "1", str(moved), *where])
    assert "does not say from which version it was made" in str(refused.exception)
    assert CliRunner().invoke(app, ["mend", "1", str(moved), *where, "--force"]).exit_code == 0
    store = opened(tmp_path)
    assert [each.made_by for each in versions(store.records, 1)] == [None, 4, 7, 0]
    store.close()


def test_words_of_another_store_are_no_version_of_this_one(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "out" / "label_studio" / WORDS["label_studio"]
    rows = json.loads(file.read_text())
    rows[0]["meta"]["made_from"] = "0" * 64
    file.write_text(json.dumps(rows))
    edit(file, "label_studio")
    store.close()
    told = str(run(tmp_path, "label_studio").exception)
    assert "words that are no version of the store's" in told


@pytest.mark.parametrize("meta", [None, {}, {"reviewer": "somebody"}])
def test_a_task_without_our_meta_says_no_origin(meta: object, store: Store, tmp_path: Path) -> None:
    file = tmp_path / "out" / "label_studio" / WORDS["label_studio"]
    rows = json.loads(file.read_text())
    file.write_text(json.dumps([row | {"meta": meta} for row in rows]))
    edit(file, "label_studio")
    store.close()
    done = run(tmp_path, "label_studio")
    assert done.exit_code == 0, done.exception
