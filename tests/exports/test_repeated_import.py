"""What came in before and is as it came is passed over by a repeated import; all else is treated as ever."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from environments import PangeaError, PanoramaFolder
from pangea_server.annotate.alignments.records import AlignmentRecord
from pangea_server.annotate.annotations.imported_rows import ImportedRows
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.campaigns.records import PathRecord, ScanRecord
from pangea_server.annotate.tasks.records import Lease, Recording, Task, TaskState
from pangea_server.core.records import Record
from pangea_server.dataset.collections import RECORDS
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.entries.entries import FollowerEntry, GuideEntry
from pangea_server.dataset.entries.protocol import Readable
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.dataset.imports.followed import FollowedInstruction
from pangea_server.dataset.imports.import_files import import_files
from pangea_server.dataset.imports.imported import Imported, imported_follower, imported_guide
from pangea_server.dataset.imports.repeats import Coming, ids_of
from pangea_server.people.access.records import Annotator
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store
from tests.exports.filled import PATH, annotated, corridor
from tests.exports.test_import import FOLLOWERS, GUIDES, rows_of, write_rows

Outcome = tuple[Any, ...]


@pytest.fixture
def data_dir(tmp_path: Path, rxr: Path, places: PanoramaFolder) -> Path:
    """A store into which the files came."""
    with LocalStore.open(tmp_path / "target") as store:
        outcome(store, places, rxr)
        assert store.records.count(ImportedRows) == 2
    return tmp_path / "target"


def outcome(store: Store, places: PanoramaFolder, rxr: Path, **how: Any) -> Outcome:
    """What an import says: its report, or its error."""
    (chosen,) = open_formats(["rxr"])
    assert isinstance(chosen, Readable)
    try:
        report = import_files(store, places, chosen, (rxr / GUIDES, rxr / FOLLOWERS), **how)
    except PangeaError as error:
        return type(error), error.message, error.context
    return report.new, report.known, [*map(str, report.skipped)], +report.notes


def contents(store: Store) -> dict[tuple[str, str], dict[str, Any]]:
    """All records but those of imports, without times, and the names of all blobs."""
    kinds = [kind for kind in RECORDS if kind is not ImportedRows and kind.collection != "changes"]
    times = {"created_at", "expires_at", "submitted_at", "removed_at"}
    found = {
        (kind.collection, each.record_id): each.model_dump(exclude=times)
        for kind in kinds
        for each in every(store.records, kind)
    }
    return found | {("blobs", blob.name): {"sha256": blob.sha256} for blob in store.blobs.list("")}


def forget(store: Store) -> None:
    """As if an earlier PanGEA had imported the files."""
    for rows in list(every(store.records, ImportedRows)):
        remove(rows)(store)


def remove(record: Record) -> Callable[[Store], None]:
    return lambda store: store.records.transact(lambda t: t.delete(type(record), record.record_id))


def gone(kind: type[Record], name: str) -> Callable[[Store], None]:
    return lambda store: remove(store.records.get(kind, name))(store)


def changed(kind: type[Record], name: str, **fields: Any) -> Callable[[Store], None]:
    def change(store: Store) -> None:
        record = store.records.get(kind, name).model_copy(update=fields)
        store.records.transact(lambda transaction: transaction.replace(record))

    return change


def test_nothing_is_made_a_second_time(
    data_dir: Path, rxr: Path, places: PanoramaFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: Any) -> Imported:
        raise AssertionError("it was made again")

    with LocalStore.open(data_dir) as store:
        before = contents(store)
        for name in ("imported_guide", "imported_follower"):
            monkeypatch.setattr(f"pangea_server.dataset.imports.one_file.{name}", never)
        new, known, skipped, notes = outcome(store, places, rxr)
        assert (new, skipped) == ({}, [])
        assert known == {"Guide annotations": 2, "Follower annotations": 1}
        assert not notes
        assert contents(store) == before


def test_what_an_earlier_version_imported_is_known_after_one_repeat(
    data_dir: Path, rxr: Path, places: PanoramaFolder
) -> None:
    with LocalStore.open(data_dir) as store:
        forget(store)
        first = outcome(store, places, rxr)
        assert store.records.count(ImportedRows) == 2
        assert outcome(store, places, rxr) == first


CHANGES: list[Callable[[Store], object]] = [
    lambda store: None,
    *(gone(kind, "000001") for kind in (GuideAnnotation, FollowerAnnotation, PathRecord)),
    gone(AlignmentRecord, "guide-000001"),
    *(gone(kind, "imported-guide-000001") for kind in (Lease, Recording)),
    *(gone(kind, "imported-follower-000001") for kind in (Lease, Recording)),
    *(gone(Task, f"{kind}-000001") for kind in ("guide", "follower")),
    gone(ScanRecord, "corridor"),
    gone(Annotator, "000002"),
    changed(Annotator, "000002", imported=False),
    changed(Annotator, "000002", label="somebody"),
    changed(GuideAnnotation, "000001", transcript="Something else."),
    changed(FollowerAnnotation, "000001", instruction_id=2),
    changed(AlignmentRecord, "guide-000001", engine="another", version=2),
    changed(Task, "guide-000001", state=TaskState.RETIRED),
    changed(Lease, "imported-guide-000001", annotator_id=7),
    changed(PathRecord, "000001", campaign_id="pilot"),
    changed(PathRecord, "000001", heading=1.0),
    lambda store: withdraw(store, 1, None),
    lambda store: store.blobs.delete("recordings/imported-guide-000001/voice.wav"),
    lambda store: store.blobs.delete("recordings/imported-follower-000001/pose_trace.npz"),
]


@pytest.mark.parametrize(
    ("change", "skip_broken"),
    [*((change, False) for change in CHANGES), *((change, True) for change in CHANGES[::7])],
)
def test_a_repeat_does_what_it_would_do_without_a_memory(
    change: Callable[[Store], object],
    skip_broken: bool,
    data_dir: Path,
    rxr: Path,
    places: PanoramaFolder,
    tmp_path: Path,
) -> None:
    with LocalStore.open(data_dir) as store:
        change(store)
    shutil.copytree(data_dir, tmp_path / "forgetful")
    with LocalStore.open(data_dir) as store, LocalStore.open(tmp_path / "forgetful") as forgetful:
        forget(forgetful)
        for _ in range(2):
            expected = outcome(forgetful, places, rxr, skip_broken=skip_broken)
            assert outcome(store, places, rxr, skip_broken=skip_broken) == expected
            assert contents(store) == contents(forgetful)


def other_words(rxr: Path) -> None:
    first, second = rows_of(rxr / GUIDES)
    write_rows(rxr / GUIDES, [first | {"instruction": "Something else."}, second])


def other_walk(rxr: Path) -> None:
    (walk,) = rows_of(rxr / FOLLOWERS)
    write_rows(rxr / FOLLOWERS, [walk | {"path": walk["path"][:1]}])


def twice(rxr: Path) -> None:
    write_rows(rxr / GUIDES, rows_of(rxr / GUIDES) * 2)


def another_path(rxr: Path) -> None:
    first, second = rows_of(rxr / GUIDES)
    write_rows(rxr / GUIDES, [first, second, second | {"instruction_id": 3, "path": second["path"][:1]}])


def without_a_voice(rxr: Path) -> None:
    next(rxr.glob("voices/*/000001.wav")).unlink()


def other_trace(rxr: Path) -> None:
    folder = rxr / "pose_traces" / "rxr_train"
    shutil.copyfile(folder / "000001_follower_pose_trace.npz", folder / "000001_guide_pose_trace.npz")


@pytest.mark.parametrize(
    "change", [other_words, other_walk, twice, another_path, without_a_voice, other_trace]
)
def test_other_files_are_checked_as_ever(
    change: Callable[[Path], None], data_dir: Path, rxr: Path, places: PanoramaFolder, tmp_path: Path
) -> None:
    change(rxr)
    shutil.copytree(data_dir, tmp_path / "forgetful")
    with LocalStore.open(data_dir) as store, LocalStore.open(tmp_path / "forgetful") as forgetful:
        forget(forgetful)
        expected = outcome(forgetful, places, rxr)
        assert isinstance(expected[0], type), "it is refused"
        assert outcome(store, places, rxr) == expected
        assert contents(store) == contents(forgetful)


def test_another_place_is_noticed(data_dir: Path, rxr: Path, places: PanoramaFolder, tmp_path: Path) -> None:
    moved = corridor(tmp_path / "moved")  # the same place in another folder
    with LocalStore.open(data_dir) as store:
        assert outcome(store, moved, rxr)[1] == {"Guide annotations": 2, "Follower annotations": 1}
    file = tmp_path / "moved" / "graph.json"
    graph = json.loads(file.read_text())
    for viewpoint in graph["viewpoints"]:
        viewpoint["position"][1] *= 1.5
    file.write_text(json.dumps(graph))
    moved = PanoramaFolder(tmp_path / "moved")
    with LocalStore.open(data_dir) as store:
        assert "stays as it is" in str(outcome(store, moved, rxr)[1])


def test_the_ids_of_an_entry_are_those_of_its_records(
    rxr: Path, places: PanoramaFolder, tmp_path: Path
) -> None:
    formats = open_formats(["rxr", "parquet"])
    store = annotated(tmp_path / "filled")
    export(Dataset(store, places), tmp_path / "again", formats)
    store.close()
    told = FollowedInstruction(1, "corridor", "en-US", PATH, 0.25, "train")
    files = {"rxr": "*.jsonl.gz", "parquet": "**/*.parquet"}
    kinds = set[type[object]]()
    for chosen in formats:
        assert isinstance(chosen, Readable)
        for file in (tmp_path / "again" / chosen.name).glob(files[chosen.name]):
            for found in chosen.read(file, places):
                entry = found.entry
                kinds.add(type(entry))
                if isinstance(entry, GuideEntry):
                    imported = imported_guide(entry, found, places)
                else:
                    assert isinstance(entry, FollowerEntry)
                    imported = imported_follower(entry, found, places, told)
                expected = {(type(record), record.record_id) for record in imported.records}
                assert {
                    (kind, name) for kind, ids in ids_of([Coming(found, entry)]).items() for name in ids
                } == expected
    assert kinds == {GuideEntry, FollowerEntry}
