"""A store of any back end is verified by what every store can do; here a local one, and damage of every sort."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest
from typer.testing import CliRunner

from pangea_server import Settings
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.kinds.kinds import declared
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.command_line import app
from pangea_server.app.testing.server import People
from pangea_server.core.records import Artefact
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.verify import any_store, verification
from pangea_server.dataset.verify.report import Report, read_progress
from pangea_server.dataset.verify.verification import verify, verify_any
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.numbering import pass_over
from pangea_server.stores.protocol import Store
from tests.benchmarks.monitor.annotations import generated


def report_of(directory: Path, *, anew: bool = True) -> Report:
    with LocalStore.open(directory) as store:
        [*_, report] = verify_any(store, directory, anew=anew)
    return report


def faults(directory: Path) -> list[str]:
    return [str(fault) for fault in report_of(directory).faults]


def write(directory: Path, *statements: str) -> None:
    with closing(sqlite3.connect(directory / "pangea.db")) as database:
        for statement in statements:
            database.execute(statement)
        database.commit()


def test_a_sound_store_has_no_fault_and_is_read_as_far_as_its_own_verification_reads_it(sound: Path) -> None:
    found = report_of(sound)
    with LocalStore.open(sound) as store:
        [*_, own] = verify(store, anew=True)
    assert (found.fault_count, found.rows, found.blobs) == (0, own.rows, own.blobs)
    assert found.finished_at
    assert found.size > 5000


@pytest.mark.parametrize("page", [500, 2])
def test_what_is_no_record_is_named_and_all_others_are_read(sound: Path, page: int) -> None:
    before = report_of(sound).rows
    write(
        sound,
        "UPDATE tasks SET document = '[]' WHERE record_id IN ('guide-000003', 'guide-000004')",
        "UPDATE tasks SET document = replace(document, '\"open\"', '\"ajar\"') WHERE record_id = 'guide-000007'",
    )
    with patch.object(any_store, "PAGE", page):
        found = report_of(sound)
    assert sorted(map(str, found.faults)) == [
        f"tasks/guide-00000{number}: it is not a valid Task." for number in (3, 4, 7)
    ]
    assert found.rows == before


def test_what_refers_to_nothing_is_named_unless_a_tombstone_says_why(sound: Path) -> None:
    with LocalStore.open(sound) as store:
        store.records.transact(lambda transaction: transaction.delete(Task, "guide-000001"))
    assert faults(sound) == ["leases/lease: it refers to tasks/guide-000001, which is missing."]


@pytest.mark.usefixtures("campaign")
def test_a_withdrawal_leaves_no_fault(people: People, store: Store, settings: Settings) -> None:
    guide, follower = people(), people()
    assert guide.guide().status_code == 200
    assert follower.follow(["door", "lamp", "sofa"]).status_code == 200
    assert faults(settings.data_dir) == []
    for kind in ("guide", "follower"):  # the numbers of the tasks that the fixture made
        pass_over(store.records, declared(kind).counter, 10)
    withdraw(store, guide.annotator_id, None)
    assert faults(settings.data_dir) == []


def test_blobs_that_a_record_describes_are_there(sound: Path) -> None:
    with LocalStore.open(sound) as store:
        (name, size, sha256) = store.database.select("SELECT name, size, sha256 FROM blobs ORDER BY name")[0]
        [guide] = [each for each in generated(1) if isinstance(each, GuideAnnotation)]
        for number, change in enumerate(({}, {"size": size + 1}, {"sha256": "0" * 64}, {"blob": "gone"}), 1):
            voice = Artefact(**({"blob": name, "size": size, "sha256": sha256} | change))
            same = {"voice": voice, "pose_trace": voice, "instruction_id": number}
            store.records.create(guide.model_copy(update=same))
    told = [each for each in faults(sound) if "blob" in each]
    assert [each.split(" ", 1) for each in dict.fromkeys(told)] == [
        ["guide_annotations/000002:", f"the blob {name} that it describes is another one."],
        ["guide_annotations/000003:", f"the blob {name} that it describes is another one."],
        ["guide_annotations/000004:", "the blob gone that it describes is missing."],
    ]


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def change(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


LOST = "its bytes are missing or damaged"


@pytest.mark.parametrize(
    ("damage", "what"), [(cut, LOST), (Path.unlink, LOST), (change, "its bytes have changed")]
)
def test_bytes_of_a_blob_that_are_not_as_written_are_named(
    sound: Path, damage: Callable[[Path], None], what: str
) -> None:
    [voice] = (sound / "blobs").rglob("voice.wav")
    damage(voice)
    assert faults(sound) == [f"recordings/take/voice.wav: {what}."]


def test_it_goes_on_where_it_was_interrupted(sound: Path) -> None:
    whole = report_of(sound)
    with LocalStore.open(sound) as store, patch.object(verification, "KEEP_SECONDS", 0.0):
        parts = verify_any(store, sound, anew=True)
        while not (progress := read_progress(sound)) or progress.step != "blobs":
            next(parts)
        parts.close()
    write(sound, "UPDATE tasks SET document = '[]' WHERE record_id = 'guide-000003'")  # was read already
    again = report_of(sound, anew=False)
    assert (again.rows, again.blobs, again.size, again.fault_count) == (
        whole.rows,
        whole.blobs,
        whole.size,
        0,
    )


def test_what_is_removed_meanwhile_is_no_fault(sound: Path) -> None:
    """The task goes after the lease that names it was read, and the lease with it."""
    with LocalStore.open(sound) as store:
        find = type(store.records).find_parts_of

        def find_after_removal(records: object, kind: type, *arguments: object) -> object:
            if kind is Task:
                write(sound, "DELETE FROM tasks WHERE record_id = 'guide-000001'", "DELETE FROM leases")
            return find(records, kind, *arguments)  # type: ignore[arg-type]

        with patch.object(type(store.records), "find_parts_of", find_after_removal):
            [*_, report] = verify_any(store, sound, anew=True)
    assert [str(each) for each in report.faults if "leases/" in str(each).split(":")[0]] == []


def test_only_a_local_store_has_an_index_to_make_anew(tmp_path: Path) -> None:
    options = ["--store", "firebase", "--data-dir", str(tmp_path)]
    done = CliRunner(env={"PANGEA_FIREBASE_PROJECT": "a", "PANGEA_FIREBASE_BUCKET": "b"}).invoke(
        app, ["verify", "--rebuild", *options]
    )
    assert done.exit_code == 1
    assert "--rebuild is of a local store" in str(done.exception or done.output)
