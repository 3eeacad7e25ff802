"""Files come into a store: all of a file or nothing of it, never over what is there, never what was withdrawn."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from align.npz import read_columns, write_columns
from environments import PanoramaFolder
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.tasks.records import Recording, Task
from pangea_server.core.records import padded
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.protocol import Readable
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.imports.import_files import import_files
from pangea_server.dataset.imports.report import ImportRefusedError, ImportReport
from pangea_server.dataset.monitoring.board import Board
from pangea_server.dataset.monitoring.snapshots import newest
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import Store
from tests.exports.filled import annotated

WITHOUT_VOICE = (("webvtt", ".vtt"), ("json", ".json"))
GUIDES, FOLLOWERS = "rxr_train_guide.jsonl.gz", "rxr_train_follower.jsonl.gz"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return LocalStore.open(tmp_path / "target")


def imported(
    store: Store, places: PanoramaFolder, *files: Path, name: str = "rxr", **how: Any
) -> ImportReport:
    (chosen,) = open_formats([name])
    assert isinstance(chosen, Readable)
    return import_files(store, places, chosen, files, **how)


def both(rxr: Path) -> tuple[Path, Path]:
    return rxr / GUIDES, rxr / FOLLOWERS


def rows_of(file: Path) -> list[Any]:
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


def write_rows(file: Path, lines: list[Any]) -> Path:
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    file.write_bytes(gzip.compress(text.encode()))
    return file


def contents(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.mark.parametrize("together", [1, 50])
def test_what_was_exported_comes_in_and_goes_out_to_the_byte(
    rxr: Path,
    store: Store,
    places: PanoramaFolder,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    together: int,
) -> None:
    monkeypatch.setattr("pangea_server.dataset.imports.one_file.ENTRIES_TOGETHER", together)
    report = imported(store, places, *both(rxr))
    assert report.new == {"Guide annotations": 2, "Follower annotations": 1}
    export(Dataset(store), tmp_path / "again", open_formats(["rxr"]))
    assert contents(tmp_path / "again" / "rxr") == contents(rxr)
    guide = store.records.get(GuideAnnotation, "000001")
    assert (guide.duration, guide.walked) == (2.0, guide.path)
    assert guide.scores is not None
    assert guide.scores.ndtw == 1.0


def test_the_dashboard_shows_what_comes_in(rxr: Path, store: Store, places: PanoramaFolder) -> None:
    imported(store, places, rxr / GUIDES)
    assert len(Board(store, places).table(None)) == 2
    assert newest(store.blobs)
    imported(store, places, *both(rxr))
    assert len(Board(store, places).table(None)) == 3


def test_an_import_that_goes_on_writes_nothing_twice(rxr: Path, store: Store, places: PanoramaFolder) -> None:
    imported(store, places, rxr / GUIDES)
    report = imported(store, places, *both(rxr))
    assert report.known == {"Guide annotations": 2}
    assert report.new == {"Follower annotations": 1}
    assert store.records.count(GuideAnnotation) == store.records.count(AlignmentRecord) == 2


@pytest.mark.parametrize(
    "line",
    [
        '{"path_id": 1',
        "[]",
        '{"path_id": "one"}',
        "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    ],
)
def test_one_broken_line_among_thousands_is_named_and_nothing_comes_in(
    rxr: Path, store: Store, places: PanoramaFolder, line: str
) -> None:
    (first, _), many = rows_of(rxr / GUIDES), 2000
    lines: list[Any] = [first | {"instruction_id": number} for number in range(1, many + 1)]
    lines[1233] = line
    file = write_rows(rxr / GUIDES, lines)
    with pytest.raises(ImportRefusedError, match=f"Broken entries in {GUIDES}: 1. Nothing") as refused:
        imported(store, places, file)
    assert refused.value.context["places"] == [f"{GUIDES} line 1234"]
    assert store.records.count(GuideAnnotation) == store.records.count(Annotator) == 0
    assert not store.blobs.list("")


def test_told_to_skip_it_imports_the_others(rxr: Path, store: Store, places: PanoramaFolder) -> None:
    first, second = rows_of(rxr / GUIDES)
    file = write_rows(rxr / GUIDES, [first, "no json", second])
    report = imported(store, places, file, skip_broken=True)
    assert [broken.place for broken in report.skipped] == [f"{GUIDES} line 2"]
    assert store.records.count(GuideAnnotation) == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"scan": "elsewhere"}, "elsewhere"),
        ({"path": ["door", "sofa"]}, "not an edge"),
        ({"path": []}, "path is empty"),
        ({"path": ["door", "attic"]}, "attic"),
        ({"heading": None}, "heading"),
        ({"language": ""}, "language"),
        ({"instruction_id": 2}, "already in"),
    ],
)
def test_a_row_that_cannot_be_true_is_refused(
    rxr: Path, store: Store, places: PanoramaFolder, change: dict[str, Any], message: str
) -> None:
    first, second = rows_of(rxr / GUIDES)
    file = write_rows(rxr / GUIDES, [second, first | change])
    with pytest.raises(ImportRefusedError, match=message) as refused:
        imported(store, places, file)
    assert refused.value.context["places"] == [f"{GUIDES} line 2"]
    assert store.records.count(GuideAnnotation) == 0


@pytest.mark.parametrize(
    ("column", "wrong", "message"),
    [
        ("time", lambda column: column.astype("U8"), "time holds <U8, not numbers"),
        ("extrinsic_matrix", lambda column: column.astype("S8"), "extrinsic_matrix holds"),
        ("extrinsic_matrix", lambda column: column[:, :9], "not \\(n, 16\\)"),
        ("pano", lambda column: np.arange(len(column)), "pano holds int64, not text"),
        ("time", lambda column: column[::-1], "backwards"),
        ("time", lambda column: column * np.nan, "not finite"),
    ],
)
def test_a_pose_trace_of_wrong_types_is_refused(
    rxr: Path, store: Store, places: PanoramaFolder, column: str, wrong: Any, message: str
) -> None:
    file = rxr / "pose_traces" / "rxr_train" / "000001_guide_pose_trace.npz"
    columns = read_columns(file)
    write_columns(file, columns | {column: wrong(columns[column])})
    with pytest.raises(ImportRefusedError, match=f"{file.name} cannot be read: .*{message}"):
        imported(store, places, rxr / GUIDES)
    assert store.records.count(GuideAnnotation) == 0


def test_without_voice_and_trace_the_words_come_in_and_nothing_is_invented(
    rxr: Path, store: Store, places: PanoramaFolder, tmp_path: Path
) -> None:
    shutil.rmtree(rxr / "voices")
    shutil.rmtree(rxr / "pose_traces")
    imported(store, places, *both(rxr))
    guide = store.records.get(GuideAnnotation, "000001")
    assert (guide.voice, guide.pose_trace, guide.scores, guide.walked) == (None,) * 3 + ((),)
    assert guide.duration == 2.0, "the row says how long the voice was"
    report = export(Dataset(store), tmp_path / "again", open_formats(["rxr", "webvtt", "json", "textgrid"]))
    assert (report.lacking["voice"], report.lacking["pose trace"], report.faults) == (2, 3, [])
    assert (tmp_path / "again" / "rxr" / GUIDES).read_bytes() == (rxr / GUIDES).read_bytes()
    words = {file.relative_to(tmp_path / "again").as_posix() for file in tmp_path.glob("again/*/train/*")}
    assert words == {f"{name}/train/00000{n}{end}" for name, end in WITHOUT_VOICE for n in (1, 2)}


def test_what_is_there_is_never_overwritten(rxr: Path, store: Store, places: PanoramaFolder) -> None:
    imported(store, places, rxr / GUIDES)
    first, second = rows_of(rxr / GUIDES)
    file = write_rows(rxr / GUIDES, [first | {"instruction": "Something else."}, second])
    with pytest.raises(ImportRefusedError, match="Another 000001 is in guide_annotations"):
        imported(store, places, file)
    assert store.records.get(GuideAnnotation, "000001").transcript == first["instruction"]


def test_a_person_of_this_store_is_not_taken_for_another(
    rxr: Path, store: Store, places: PanoramaFolder
) -> None:
    store.records.create(Annotator(annotator_id=2, role=Role.ANNOTATOR, languages=("en-US",)))
    with pytest.raises(ImportRefusedError, match="Another 000002 is in annotators"):
        imported(store, places, rxr / GUIDES)


def test_who_withdrew_stays_away(rxr: Path, store: Store, places: PanoramaFolder) -> None:
    imported(store, places, *both(rxr))
    withdraw(store, 1, None)
    assert [guide.instruction_id for guide in store.records.find(GuideAnnotation)] == [2]
    assert not store.blobs.list("recordings/imported-guide-000001/")
    assert {task.state.value for task in store.records.find(Task)} == {"withdrawn", "done"}
    with pytest.raises(ImportRefusedError, match="was withdrawn"):
        imported(store, places, rxr / GUIDES)
    report = imported(store, places, rxr / GUIDES, skip_broken=True)
    assert (report.known, len(report.skipped)) == ({"Guide annotations": 1}, 1)


def test_a_walk_without_its_instruction_is_refused(rxr: Path, store: Store, places: PanoramaFolder) -> None:
    with pytest.raises(ImportRefusedError, match="Import its Guide file first"):
        imported(store, places, rxr / FOLLOWERS)
    assert store.records.count(FollowerAnnotation) == store.records.count(Recording) == 0


def test_numbers_that_came_in_are_not_given_out_again(
    rxr: Path, store: Store, places: PanoramaFolder
) -> None:
    imported(store, places, *both(rxr))
    assert take_numbers(store.records, "instructions", 1)[0] == 3
    assert take_numbers(store.records, "demonstrations", 1)[0] == 2
    assert take_numbers(store.records, "annotators", 1)[0] == 8
    assert take_numbers(store.records, "paths", 1)[0] == 2


def test_words_without_times_lie_between_their_neighbours_and_say_so(
    rxr: Path, store: Store, places: PanoramaFolder
) -> None:
    first, second = rows_of(rxr / GUIDES)
    first["timed_instruction"][1] = {"word": first["timed_instruction"][1]["word"]}
    second["timed_instruction"] = second["timed_instruction"][
        :-1
    ]  # not the words of the text: left to the aligner
    imported(store, places, write_rows(rxr / GUIDES, [first, second]))
    (record,) = store.records.find(AlignmentRecord)
    assert [word.source for word in record.timed_instruction[:3]] == ["aligned", "interpolated", "aligned"]


def test_other_metrics_in_a_file_are_told_and_ours_kept(
    rxr: Path, store: Store, places: PanoramaFolder
) -> None:
    (walk,) = rows_of(rxr / FOLLOWERS)
    walk["metrics"] |= {"spl": 0.5, "ndtw": 0.99}
    report = imported(store, places, rxr / GUIDES, write_rows(rxr / FOLLOWERS, [walk]))
    assert (+report.notes) == {"walks have other metrics in the file; ours are kept": 1}
    assert store.records.get(FollowerAnnotation, "000001").scores.spl == 1.0


@pytest.mark.parametrize("known", ["done", "gave_up"])
def test_a_walk_has_no_outcome_where_its_file_does_not_say_it(
    known: str, rxr: Path, store: Store, places: PanoramaFolder
) -> None:
    rows = rows_of(rxr / FOLLOWERS)
    imported(store, places, rxr / GUIDES, write_rows(rxr / FOLLOWERS, [rows[0] | {"outcome": known}]))
    assert store.records.get(FollowerAnnotation, "000001").outcome == known
    del rows[0]["outcome"]
    silent = write_rows(rxr / FOLLOWERS, rows)
    report = imported(store, places, silent)
    assert report.known == {"Follower annotations": 1}, (
        "what a file does not say does not contradict the store"
    )
    assert store.records.get(FollowerAnnotation, "000001").outcome == known
    fresh = LocalStore.open(rxr.parent / "fresh")
    report = imported(fresh, places, rxr / GUIDES, silent)
    assert [note for note in +report.notes if "whether the person arrived or gave up" in note]
    assert fresh.records.get(FollowerAnnotation, "000001").outcome is None
    fresh.close()


def test_a_review_without_the_time_of_the_submit_is_refused(
    rxr: Path, store: Store, places: PanoramaFolder
) -> None:
    (walk,) = rows_of(rxr / FOLLOWERS)
    walk["review"] = {"state": "accepted"}
    del walk["submitted_at"]
    with pytest.raises(ImportRefusedError, match="has a review and no submitted_at"):
        imported(store, places, rxr / GUIDES, write_rows(rxr / FOLLOWERS, [walk]))


@pytest.mark.parametrize(
    "name", ["webvtt", "srt", "textgrid", "ctm", "json", "localized_narratives", "label_studio"]
)
def test_words_come_back_to_their_instruction(
    name: str, store: Store, places: PanoramaFolder, rxr: Path, tmp_path: Path
) -> None:
    source = annotated(tmp_path / "words")
    export(Dataset(source), tmp_path / "out", open_formats([name]))
    source.close()
    for row in (rows := rows_of(rxr / GUIDES)):
        row["timed_instruction"] = []
    imported(store, places, write_rows(rxr / GUIDES, rows))
    files = sorted((tmp_path / "out" / name).glob("train/*")) or [
        tmp_path / "out" / name / "tasks_train.json"
    ]
    report = imported(store, places, *files, name=name)
    assert report.new == {"instructions' words": 2}
    for number in (1, 2):
        guide = Dataset(store).guide(number)
        assert [word.word for word in guide.words] == guide.annotation.transcript.split()
        assert guide.words[1].start_time == pytest.approx(0.25, abs=1e-3)
    assert imported(store, places, *files, name=name).known == {"instructions' words": 2}


def test_words_of_another_text_are_refused(
    store: Store, places: PanoramaFolder, rxr: Path, tmp_path: Path
) -> None:
    imported(store, places, rxr / GUIDES)
    file = tmp_path / "000001.vtt"
    file.write_text("WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello\n")
    with pytest.raises(ImportRefusedError, match="not the words of instruction 1"):
        imported(store, places, file, name="webvtt")


@pytest.mark.parametrize(
    ("name", "file"), [("r2r", "R2R_train.json"), ("cvdn", "NDH_train.json"), ("cvdn", "CVDN_train.json")]
)
def test_lists_come_in_and_a_broken_one_names_its_line(
    name: str, file: str, store: Store, places: PanoramaFolder, tmp_path: Path
) -> None:
    source = annotated(tmp_path / "words")
    export(Dataset(source, places), tmp_path / "out", open_formats([name]))
    source.close()
    path = tmp_path / "out" / name / file
    whole = path.read_text()
    path.write_text(whole[: len(whole) // 2])
    with pytest.raises(Exception, match=f"{file} is no JSON list of entries: line \\d+"):
        imported(store, places, path, name=name)
    path.write_text(whole)
    assert imported(store, places, path, name=name, language="en-US").new["Guide annotations"] > 0
    assert store.records.get(GuideAnnotation, padded(1)).walked == ()
