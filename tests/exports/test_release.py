"""A release: checked, the same bytes every time, compared with the one before, without what was withdrawn."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from environments import ConfigurationError, InvalidDataError
from pangea_server import Settings
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation, TaskAnnotation
from pangea_server.app.command_line import app
from pangea_server.core.errors import StoreConflictError
from pangea_server.core.records import Artefact, now
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.personal.finding import PersonalText
from pangea_server.dataset.personal.recogniser import Recogniser
from pangea_server.dataset.release import search
from pangea_server.dataset.release.index import digests
from pangea_server.dataset.release.on_beam import make_ahead
from pangea_server.dataset.release.release import ReleaseReport, formats_of, make_release
from pangea_server.dataset.release.splits import check_splits
from pangea_server.dataset.release.sums import digest_of
from pangea_server.stores.protocol import Store
from pangea_server.stores.tombstones import Tombstone
from tests.exports.filled import TEXTS, annotated, corridor, guide_records

FORMATS = ("rxr", "r2r", "vlnce", "huggingface", "webvtt")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return annotated(tmp_path / "data")


def released(
    dataset: Dataset, folder: Path, version: str = "1.0", previous: Path | None = None
) -> ReleaseReport:
    return make_release(dataset, folder, open_formats(FORMATS), version, previous=previous)


def contents(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def remove(store: Store, kind: type[GuideAnnotation] | type[FollowerAnnotation], record_id: str) -> None:
    store.records.transact(lambda transaction: transaction.delete(kind, record_id))


def test_the_same_store_gives_the_same_bytes(dataset: Dataset, tmp_path: Path) -> None:
    released(dataset, tmp_path / "one")
    released(dataset, tmp_path / "two")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert not list(tmp_path.glob("*.partial"))


def test_every_file_has_its_checksum(dataset: Dataset, tmp_path: Path) -> None:
    released(dataset, tmp_path / "one")
    checked = subprocess.run(
        ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"],
        cwd=tmp_path / "one",
        capture_output=True,
    )
    assert checked.returncode == 0, checked.stderr
    named = {line[66:] for line in (tmp_path / "one" / "SHA256SUMS").read_text().splitlines()}
    assert named == set(contents(tmp_path / "one")) - {"SHA256SUMS"}


@pytest.mark.parametrize("formats", [["rxr"], ["huggingface"]])
def test_lists_are_described_as_lists(formats: list[str], dataset: Dataset, tmp_path: Path) -> None:
    make_release(dataset, tmp_path / "one", open_formats(formats), "1.0")
    told = json.loads((tmp_path / "one" / "croissant.json").read_text())["recordSet"]
    fields = {field["@id"]: field for table in told for field in table["field"]}
    repeated = {name for name, field in fields.items() if field.get("repeated")}
    assert {"guide/path", "guide/timed_instruction", "follower/path"} <= repeated
    assert not {"guide/instruction_id", "guide/instruction", "guide/heading", "follower/split"} & repeated
    assert all(part["repeated"] for part in fields["guide/timed_instruction"]["subField"])
    index = {name: field["dataType"] for name, field in fields.items() if name.startswith("annotations/")}
    assert index == {
        "annotations/kind": "sc:Text",
        "annotations/id": "sc:Integer",
        "annotations/sha256": "sc:Text",
    }


def test_the_data_card_counts_what_is_there(dataset: Dataset, tmp_path: Path) -> None:
    released(dataset, tmp_path / "one")
    card = (tmp_path / "one" / "README.md").read_text()
    (english,) = [line for line in card.splitlines() if line.startswith("| train | en-US")]
    cells = [cell.strip() for cell in english.strip("|").split("|")]
    assert cells[2:9] == ["1", "1", "6", "0.00", "1", "1", "1"]
    assert cells[9].startswith("100.0% (20.7% to 100.0%)")  # Wilson's interval of one success in one
    assert "2 Guides and 1 Follower took part" in card
    assert "This is the first release." in card


def test_the_next_release_says_what_has_changed(store: Store, dataset: Dataset, tmp_path: Path) -> None:
    released(dataset, tmp_path / "one")
    for record in guide_records(store, 3):
        store.records.create(record)
    changed = store.records.get(GuideAnnotation, "000002").model_copy(update={"transcript": "रुकें।"})
    store.records.transact(lambda transaction: transaction.replace(changed))
    remove(store, FollowerAnnotation, "000001")
    released(dataset, tmp_path / "two", "1.1", tmp_path / "one")
    delta = json.loads((tmp_path / "two" / "changes.json").read_text())
    old, new = (digests(tmp_path / name) for name in ("one", "two"))
    assert (delta["since"], delta["since_sums"]) == ("1.0", digest_of(tmp_path / "one" / "SHA256SUMS"))
    nothing: dict[str, list[Any]] = {"added": [], "changed": [], "withdrawn": [], "removed": []}
    assert delta["annotations"] == {
        "guide": nothing
        | {
            "added": [{"id": 3, "now": new["guide"][3].hex()}],
            "changed": [{"id": 2, "before": old["guide"][2].hex(), "now": new["guide"][2].hex()}],
        },
        "follower": nothing | {"removed": [{"id": 1, "before": old["follower"][1].hex()}]},
    }
    card = (tmp_path / "two" / "README.md").read_text()
    assert "guide annotations: 1 added, 1 changed, 0 withdrawn, 0 removed" in card


def test_the_next_release_names_the_files_that_differ(store: Store, dataset: Dataset, tmp_path: Path) -> None:
    released(dataset, tmp_path / "one")
    for record in guide_records(store, 3):
        store.records.create(record)
    released(dataset, tmp_path / "two", "1.1", tmp_path / "one")
    files = json.loads((tmp_path / "two" / "changes.json").read_text())["files"]
    old, new = (contents(tmp_path / name) for name in ("one", "two"))
    beside = {"changes.json", "SHA256SUMS"}
    assert set(files["added"]) == new.keys() - old.keys() - beside
    assert set(files["changed"]) == {
        name for name in old.keys() & new.keys() - beside if old[name] != new[name]
    }
    assert files["removed"] == {}
    for name, digest in (files["added"] | files["changed"]).items():
        assert digest == digest_of(tmp_path / "two" / name)


def test_what_somebody_took_back_is_told_from_what_was_rejected(
    store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    released(dataset, tmp_path / "one")
    remove(store, FollowerAnnotation, "000001")
    gone = Tombstone(removed_from=FollowerAnnotation.collection, removed_id="000001", reason="withdrawn")
    store.records.create(gone)
    released(dataset, tmp_path / "two", "1.1", tmp_path / "one")
    delta = json.loads((tmp_path / "two" / "changes.json").read_text())["annotations"]["follower"]
    assert ([each["id"] for each in delta["withdrawn"]], delta["removed"]) == ([1], [])
    assert (
        "Taken back before this release, and so not in it: 1 annotation."
        in (tmp_path / "two" / "README.md").read_text()
    )


@pytest.mark.parametrize("half", ["SHA256SUMS", "annotations.jsonl", "release.json"])
@pytest.mark.parametrize("kept", [0, 0.6])
def test_half_a_release_is_no_previous_one(half: str, kept: float, dataset: Dataset, tmp_path: Path) -> None:
    released(dataset, tmp_path / "one")
    file = tmp_path / "one" / half
    file.write_bytes(file.read_bytes()[: int(file.stat().st_size * kept)])
    with pytest.raises(ConfigurationError, match="is not a") as refused:
        released(dataset, tmp_path / "two", "1.1", tmp_path / "one")
    assert half in refused.value.message
    assert not (tmp_path / "two").exists()


def answer(number: int, voice: Artefact | None = None, split: str = "train", **said: str) -> TaskAnnotation:
    return TaskAnnotation(
        kind="tour" if voice else "transcribe",
        annotation_id=number,
        annotator_id=number,
        path_id=1,
        split=split,
        scan_id="corridor",
        language="en-US",
        heading=0.0,
        walked=("door",) if voice else (),
        args={},
        answer=dict(said),
        voice=voice,
        duration=36.0 if voice else None,
        sample_rate=16_000 if voice else None,
        pose_trace=None,
        phases=(),
    )


def test_answers_of_other_kinds_are_counted_and_carried(
    store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    voice = store.records.get(GuideAnnotation, "000001").voice
    store.records.create(answer(1, voice, transcript="A bright room."))
    store.records.create(answer(2, transcript="My name is Asha", notes="Write to asha@example.org"))
    assert formats_of(store.records) == ["rxr", "tasks"]
    formats = open_formats(formats_of(store.records))
    report = make_release(dataset, tmp_path / "one", formats, "1.0")
    assert (report.exported.answers, report.personal) == (2, {"name": 1, "mail": 1})
    listed = [json.loads(line) for line in (tmp_path / "one.personal.jsonl").read_text().splitlines()]
    assert [(row["annotation_id"], row["field"]) for row in listed] == [
        (2, "answer.transcript"),
        (2, "answer.notes"),
    ]
    card = (tmp_path / "one" / "README.md").read_text()
    assert "| tour | train | en-US | 1 | 1 | 3 | 0.01 | 1 |" in card
    assert "| transcribe | train | en-US | 1 | 1 | 4 | 0.00 | 1 |" in card
    assert (tmp_path / "one" / "tasks" / "voices" / "tour" / "000001.wav").exists()
    changed = answer(2, transcript="Turn left.")
    store.records.transact(lambda transaction: transaction.replace(changed))
    make_release(dataset, tmp_path / "two", formats, "1.1", previous=tmp_path / "one")
    delta = json.loads((tmp_path / "two" / "changes.json").read_text())["annotations"]
    assert [each["id"] for each in delta["transcribe"]["changed"]] == [2]
    assert not any(delta["tour"].values())


def test_the_command_takes_the_formats_that_carry_everything(store: Store, tmp_path: Path) -> None:
    store.records.create(answer(1, transcript="Turn left."))
    store.close()
    place = corridor(tmp_path / "corridor-place").directory
    where = ["--data-dir", str(tmp_path / "data"), "--environment", f"folder:{place}", "--jobs", "1"]
    done = CliRunner().invoke(app, ["release", str(tmp_path / "one"), "--version", "1.0", *where])
    assert done.exit_code == 0, done.output
    assert json.loads((tmp_path / "one" / "release.json").read_text()) == {
        "version": "1.0",
        "formats": ["rxr", "tasks"],
    }


def test_a_pipeline_makes_the_same_release(
    store: Store, dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.records.create(answer(1, transcript="My name is Asha"))
    formats = open_formats(["rxr", "tasks"])
    make_release(dataset, tmp_path / "plain", formats, "1.0")
    searched = list[str]()
    plainly = Recogniser.findings

    def findings(self: Recogniser, text: str, language: str) -> list[PersonalText]:
        searched.append(text)
        return plainly(self, text, language)

    monkeypatch.setattr(Recogniser, "findings", findings)
    ahead = partial(make_ahead, Settings(data_dir=tmp_path / "data"), ["rxr", "tasks"], "direct", ())
    make_release(dataset, tmp_path / "beam", formats, "1.0", ahead=ahead)
    assert sorted(searched) == sorted([*TEXTS, "My name is Asha"])  # once, by the pipeline
    assert contents(tmp_path / "beam") == contents(tmp_path / "plain")
    listed = [(tmp_path / f"{name}.personal.jsonl").read_bytes() for name in ("plain", "beam")]
    assert listed[0] == listed[1] != b""
    assert not list(tmp_path.glob("*.partial"))


def test_processes_search_for_the_same_release(
    store: Store, dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(1, 6):
        store.records.create(answer(number, transcript=f"My name is Asha {number}"))
    formats = open_formats(["rxr", "tasks"])
    make_release(dataset, tmp_path / "plain", formats, "1.0")
    monkeypatch.setattr(search, "PART", 2)
    make_release(dataset, tmp_path / "many", formats, "1.0", workers=2)
    assert contents(tmp_path / "many") == contents(tmp_path / "plain")
    listed = [(tmp_path / f"{name}.personal.jsonl").read_bytes() for name in ("plain", "many")]
    assert listed[0] == listed[1]
    assert listed[1].count(b"Asha") == 5


def test_what_no_format_carries_is_not_counted(store: Store, dataset: Dataset, tmp_path: Path) -> None:
    store.records.create(answer(1, split="val_unseen", transcript="Turn left."))
    make_release(dataset, tmp_path / "walks", open_formats(["rxr"]), "1.0")
    assert "transcribe" not in (tmp_path / "walks" / "README.md").read_text()
    make_release(dataset, tmp_path / "written", open_formats(["tasks"]), "1.0")
    assert len((tmp_path / "written" / "annotations.jsonl").read_text().splitlines()) == 1
    with pytest.raises(InvalidDataError, match="corridor in train, val_unseen"):
        make_release(dataset, tmp_path / "both", open_formats(["rxr", "tasks"]), "1.0")


def test_a_release_is_never_overwritten(dataset: Dataset, tmp_path: Path) -> None:
    released(dataset, tmp_path / "one")
    before = contents(tmp_path / "one")
    with pytest.raises(ConfigurationError, match="never overwritten"):
        released(dataset, tmp_path / "one", "2.0")
    assert contents(tmp_path / "one") == before
    with pytest.raises(ConfigurationError, match="is not a release"):
        released(dataset, tmp_path / "two", "2.0", tmp_path)


def test_a_scan_in_two_splits_is_refused(store: Store, dataset: Dataset, tmp_path: Path) -> None:
    moved = store.records.get(GuideAnnotation, "000002").model_copy(update={"split": "val_unseen"})
    store.records.transact(lambda transaction: transaction.replace(moved))
    with pytest.raises(InvalidDataError, match="corridor in train, val_unseen"):
        released(dataset, tmp_path / "one")
    assert not (tmp_path / "one").exists()


def test_val_seen_shares_the_scans_of_train_and_no_other_split_does() -> None:
    check_splits([("a", "train"), ("a", "val_seen"), ("b", "val_unseen"), ("b", "val_unseen")])
    for split in ("val_unseen", "test"):
        with pytest.raises(InvalidDataError, match=f"a in {', '.join(sorted([split, 'val_seen']))}"):
            check_splits([("a", "val_seen"), ("a", split)])


def test_what_was_withdrawn_before_it_was_complete_is_not_in_it(
    store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    blob = store.records.get(GuideAnnotation, "000002").voice
    assert blob is not None
    store.blobs.delete(blob.blob)
    with pytest.raises(
        InvalidDataError, match=r"could not be made; the first is rxr/voices/rxr_train/000002.wav"
    ):
        released(dataset, tmp_path / "one")
    assert (
        tmp_path / "one.partial" / "rxr" / "pose_traces" / "rxr_train" / "000002_guide_pose_trace.npz"
    ).exists()
    remove(store, GuideAnnotation, "000002")
    released(dataset, tmp_path / "one")
    assert not [name for name in contents(tmp_path / "one") if "000002" in name]
    assert "रुकें".encode() not in b"".join(contents(tmp_path / "one").values())


def test_what_an_interrupted_release_of_other_formats_left_is_not_in_it(
    dataset: Dataset, tmp_path: Path
) -> None:
    released(dataset, tmp_path / "whole")
    (tmp_path / "whole").rename(tmp_path / "one.partial")
    make_release(dataset, tmp_path / "one", open_formats(["rxr"]), "1.0")
    make_release(dataset, tmp_path / "two", open_formats(["rxr"]), "1.0")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_what_is_withdrawn_while_a_release_is_made_stops_it(
    store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    def meanwhile(items: Iterable[Any], name: str, total: int) -> Iterable[Any]:
        if name == "R2R paths and walks":  # RxR's rows are written
            remove(store, GuideAnnotation, "000002")
        return items

    with pytest.raises(StoreConflictError, match="withdrawn while the release was made"):
        released(replace(dataset, watch=meanwhile), tmp_path / "one")
    assert not (tmp_path / "one").exists()
    released(dataset, tmp_path / "one")
    assert not [name for name in contents(tmp_path / "one") if "000002" in name]
    assert "रुकें".encode() not in b"".join(contents(tmp_path / "one").values())


def test_what_is_handed_in_while_a_release_is_made_is_left_to_the_next(
    store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    def meanwhile(items: Iterable[Any], name: str, total: int) -> Iterable[Any]:
        if name == "R2R paths and walks":
            guide, words = guide_records(store, 3)
            store.records.create(guide.model_copy(update={"submitted_at": now()}))
            store.records.create(words)
        return items

    released(dataset, tmp_path / "before")
    released(replace(dataset, watch=meanwhile), tmp_path / "meanwhile")
    assert contents(tmp_path / "meanwhile") == contents(tmp_path / "before")


def test_what_may_be_personal_is_listed_beside_the_release_and_not_changed(
    store: Store, dataset: Dataset, tmp_path: Path
) -> None:
    text = "Mail me@example.org, then stop."
    told = store.records.get(GuideAnnotation, "000001").model_copy(update={"transcript": text})
    store.records.transact(lambda transaction: transaction.replace(told))
    report = released(dataset, tmp_path / "one")
    assert report.personal == {"mail": 1}
    assert "personal.jsonl before you publish: 1 mail" in report.searched.told("one.personal.jsonl")
    assert "found 1 place (1 mail), for a human to check" in (tmp_path / "one" / "README.md").read_text()
    row = json.loads((tmp_path / "one.personal.jsonl").read_text())
    assert (row["instruction_id"], row["kind"], row["text"]) == (1, "mail", "me@example.org")
    assert "me@example.org" in (tmp_path / "one" / "r2r" / "R2R_train.json").read_text()
