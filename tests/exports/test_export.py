"""What an export does when something is missing, damaged, interrupted, or done by a pipeline."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from pyarrow import parquet
from ruamel.yaml import YAML

from align.exports.whole import partial_of
from environments import ConfigurationError
from pangea_server import Settings
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.population import LeftOut, Population
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.core.errors import RecordNotFoundError
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.exports.on_beam import make_on_beam
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.exports.exported import exported
from tests.exports.filled import annotated, corridor

WORDS = ("webvtt", "srt", "textgrid", "ctm", "json", "localized_narratives")


def contents(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def test_an_empty_store_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(RecordNotFoundError, match="no Guide annotation"):
        exported(LocalStore.open(tmp_path / "data"), tmp_path / "out", "rxr")
    assert not (tmp_path / "out").exists()


def test_the_card_of_a_hugging_face_folder_names_every_table(tmp_path: Path) -> None:
    exported(annotated(tmp_path / "data"), tmp_path / "out", "huggingface")
    folder = tmp_path / "out" / "huggingface"
    _, head, _ = (folder / "README.md").read_text().split("---\n")
    named = {
        (each["config_name"], file["split"], file["path"])
        for each in YAML(typ="safe").load(head)["configs"]
        for file in each["data_files"]
    }
    assert named == {
        ("guide", "train", "guide/train-?????-of-?????.parquet"),
        ("follower", "train", "follower/train.parquet"),
    }
    for *_, pattern in named:
        (table,) = folder.glob(pattern)
        about = parquet.read_schema(table).metadata[b"pangea"]
        assert json.loads(about)["metrics"].startswith("PanGEA's, version 1")


@pytest.mark.parametrize("state", ["failed", "outdated"])
def test_words_without_times_are_written_without_inventing_them(state: str, tmp_path: Path) -> None:
    store = annotated(tmp_path / "data")
    known = store.records.get(AlignmentRecord, "guide-000001").model_copy(update={"state": state})
    store.records.transact(lambda transaction: transaction.replace(known))
    report = exported(store, tmp_path / "out", "rxr", "parquet", "label_studio", *WORDS)
    assert (report.unaligned, report.faults) == (1, [])
    traces = tmp_path / "out" / "rxr" / "pose_traces" / "rxr_train"
    with np.load(traces / "000001_guide_pose_trace.npz") as first:
        assert "text_masks" not in first
    with np.load(traces / "000002_guide_pose_trace.npz") as second:
        assert "text_masks" in second
    for name in WORDS:
        assert [file.stem for file in (tmp_path / "out" / name / "train").iterdir()] == ["000002"]
    first, _ = json.loads((tmp_path / "out" / "label_studio" / "tasks_train.json").read_text())
    assert first["predictions"] == []


def test_a_missing_or_damaged_trace_is_named_and_the_rest_is_written(tmp_path: Path) -> None:
    store = annotated(tmp_path / "data")
    first, second = store.records.find(GuideAnnotation)
    assert first.pose_trace
    assert second.pose_trace
    store.blobs.delete(first.pose_trace.blob, second.pose_trace.blob)
    store.blobs.create(second.pose_trace.blob, b"no npz")
    for workers in (1, 2):
        report = exported(store, tmp_path / f"out{workers}", "rxr", workers=workers)
        names = [fault.file.rpartition("/")[2] for fault in report.faults]
        assert names == ["000001_guide_pose_trace.npz", "000002_guide_pose_trace.npz"]
        assert "not a complete npz" in str(report.faults[1].error)
        written = {Path(name).name for name in contents(tmp_path / f"out{workers}")}
        assert {"000001.wav", "000002.wav", "000001_follower_pose_trace.npz"} <= written


def test_what_is_gone_from_the_store_goes_from_the_folder(tmp_path: Path) -> None:
    store = annotated(tmp_path / "data")
    exported(store, tmp_path / "out", "rxr", "webvtt")
    forget_first(store)
    report = exported(store, tmp_path / "out", "rxr", "webvtt")
    assert (report.guides, report.followers) == (1, 0)
    assert report.left_out["walks"] == {LeftOut.WORDS_GONE: 1}
    left = contents(tmp_path / "out")
    assert not [name for name in left if "000001" in name or "follower" in name]
    assert left == fresh(store, tmp_path / "fresh", "rxr", "webvtt")


def test_what_a_killed_export_left_goes_with_its_annotation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = annotated(tmp_path / "data")

    def killed(target: Path, _: bytes) -> None:
        target.parent.mkdir(parents=True, exist_ok=True)
        partial_of(target).write_bytes(b"half a file")
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("pangea_server.dataset.entries.manifest.write_whole", killed)
        with pytest.raises(KeyboardInterrupt):
            exported(store, tmp_path / "out", "webvtt")
    forget_first(store)
    exported(store, tmp_path / "out", "webvtt")
    assert contents(tmp_path / "out") == fresh(store, tmp_path / "fresh", "webvtt")


def test_half_a_line_of_a_killed_export_takes_no_other_with_it(tmp_path: Path) -> None:
    store = annotated(tmp_path / "data")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "manifest.jsonl").write_text('{"file": "webvtt/train/000009.vtt", "sou')
    assert exported(store, tmp_path / "out", "webvtt").faults == []
    assert contents(tmp_path / "out") == fresh(store, tmp_path / "fresh", "webvtt")
    forget_first(store)
    exported(store, tmp_path / "out", "webvtt")
    assert contents(tmp_path / "out") == fresh(store, tmp_path / "again", "webvtt")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("webvtt/about.json", "", "does not say what an earlier export wrote"),
        ("webvtt/about.json", '{"tables": ["../../kept"]}', "which is outside that folder"),
        (
            "webvtt/about.json",
            '{"tables": [], "numbered": [{"files": "../../kept#", "first": 1, "last": 1, "count": 1}]}',
            "which is outside that folder",
        ),
        (
            "webvtt/about.json",
            '{"tables": [], "numbered": [{"files": "#.jpg", "first": 1, "last": 999999999999, "count": 9}]}',
            "does not say what an earlier export wrote",
        ),
        ("webvtt/about.json", '{"tables": [], "numbered": [{"files": "a.jpg"}]}', "does not say what"),
        ("manifest.jsonl", '{"file": "webvtt/../../kept", "source": ""}', "which is outside that folder"),
    ],
)
def test_a_list_of_somebody_else_removes_nothing(
    name: str, content: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "kept").touch()
    (tmp_path / "out" / "webvtt").mkdir(parents=True)
    (tmp_path / "out" / name).write_text(content)
    with pytest.raises(ConfigurationError, match=message):
        exported(annotated(tmp_path / "data"), tmp_path / "out", "webvtt")
    assert (tmp_path / "kept").exists()


def forget_first(store: Store) -> None:
    """What a withdrawal does to the first annotation."""
    for kind in (GuideAnnotation, AlignmentRecord):
        store.records.transact(lambda transaction, kind=kind: transaction.delete(kind, "000001"))  # type: ignore[misc]


def fresh(store: Store, folder: Path, *formats: str) -> dict[str, bytes]:
    exported(store, folder, *formats)
    return contents(folder)


def test_what_reviewers_rejected_is_left_out(tmp_path: Path) -> None:
    store = annotated(tmp_path / "data")
    task = {"task_id": "guide-000001", "kind": "guide", "number": 1, "lease_id": "0" * 32}
    told = {"annotator_id": 1, "language": "en-US", "scan_id": "corridor"}
    store.records.create(Review(**task, **told, state=ReviewState.REJECTED))
    report = exported(store, tmp_path / "out", "rxr")
    assert (report.guides, report.followers) == (1, 0)


def test_only_what_reviewers_accepted_where_that_is_asked_for(tmp_path: Path) -> None:
    store = annotated(tmp_path / "data")
    assert list(Dataset(store, population=Population.ACCEPTED).guides("Guides")) == []
    task = {"task_id": "guide-000001", "kind": "guide", "number": 1, "lease_id": "0" * 32}
    told = {"annotator_id": 1, "language": "en-US", "scan_id": "corridor"}
    store.records.create(Review(**task, **told, state=ReviewState.ACCEPTED))
    (guide,) = Dataset(store, population=Population.ACCEPTED).guides("Guides")
    assert guide.annotation.instruction_id == 1


def test_a_format_that_needs_the_environment_says_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="no environment was given"):
        exported(annotated(tmp_path / "data"), tmp_path / "out", "vlnce")


def test_an_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(ConfigurationError) as refused:
        open_formats(["rxr", "stone_tablet"])
    assert "huggingface" in refused.value.remedy


def test_parquet_without_pyarrow_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ConfigurationError, match="pyarrow") as refused:
        exported(annotated(tmp_path / "data"), tmp_path / "out", "parquet")
    assert "pangea-toolkit[parquet]" in refused.value.remedy


def test_a_pipeline_makes_the_same_bytes_as_the_command_line(tmp_path: Path) -> None:
    store = annotated(tmp_path / "data", guides=5)
    places, formats = corridor(tmp_path / "place"), ["rxr", "webvtt", "huggingface"]
    export(Dataset(store, places), tmp_path / "plain", open_formats(formats))
    store.close()
    settings = Settings(data_dir=tmp_path / "data")
    make_on_beam(settings, tmp_path / "beam", formats, "direct")
    made = {name: (tmp_path / "beam" / name).stat().st_mtime_ns for name in contents(tmp_path / "beam")}
    assert len([name for name in made if name.endswith((".npz", ".wav", ".vtt"))]) == 6 + 5 + 5
    again = LocalStore.open(tmp_path / "data")
    export(Dataset(again, places), tmp_path / "beam", open_formats(formats))
    assert contents(tmp_path / "beam") == contents(tmp_path / "plain")
    assert all(
        (tmp_path / "beam" / name).stat().st_mtime_ns == time
        for name, time in made.items()
        if not name.startswith("manifest")
    )


def test_voices_lie_where_the_files_say(tmp_path: Path) -> None:
    store = annotated(tmp_path / "data")
    exported(store, tmp_path / "out", "label_studio", "localized_narratives")
    labelled, narrated = tmp_path / "out" / "label_studio", tmp_path / "out" / "localized_narratives"
    tasks = json.loads((labelled / "tasks_train.json").read_text())
    said = {labelled / task["data"]["audio"].removeprefix("/data/local-files/?d=") for task in tasks}
    for file in narrated.glob("train/*.jsonl"):
        said |= {narrated / json.loads(line)["voice_recording"] for line in file.read_text().splitlines()}
    assert said == {*labelled.rglob("*.wav"), *narrated.rglob("*.wav")}
    assert len(said) == 4
