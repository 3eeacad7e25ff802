"""A page of the database is zeroed: backup, copy and drill go on past it, and name what could not be read."""

from __future__ import annotations

import logging
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pangea_server.annotate.tasks.records import Recording, Task
from pangea_server.app.command_line import app
from pangea_server.app.testing.stores.examples import alignment, blob_info, task
from pangea_server.core.errors import DatabaseDamagedError
from pangea_server.dataset.archive import Archive
from pangea_server.dataset.archive.chain import Trust
from pangea_server.dataset.archive.continuous import ContinuousBackup
from pangea_server.dataset.archive.encryption import Opener
from pangea_server.dataset.archive.places import Folder
from pangea_server.dataset.archive.sources import open_source
from pangea_server.dataset.collections import RECORDS
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Transaction
from pangea_server.stores.tombstones import Tombstone
from tests.archive.campaign import everything, series_in

PAGE_BYTES = 4096
TASKS, CHUNKS = 400, 100
UNNAMED = "others, without a name"


def create_tasks(transaction: Transaction) -> None:
    for number in range(TASKS):
        transaction.create(task(number))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of several hundred pages, none of which is only in the log."""
    folder = tmp_path_factory.mktemp("whole") / "data"
    take = Recording(recording_id="r1", lease_id="l1", annotator_id=1, sample_rate=48_000)
    with LocalStore.open(folder) as store:
        store.records.create(take)
        store.records.create(alignment(300))  # longer than a page
        store.records.transact(create_tasks)
        data = [b"%06d" % number * 50 for number in range(CHUNKS)]
        names = [f"recordings/r1/voice/{number:06d}" for number in range(CHUNKS)]
        soon = [
            store.blobs.create_soon(blob_info(name, chunk), [chunk], take)
            for name, chunk in zip(names, data, strict=True)
        ]
        assert all(stored.result() for stored in soon)
        for number in range(CHUNKS):
            store.blobs.create(f"recordings/r1/files/{number:06d}", b"%d" % number)
        store.scrub()
    return folder


@pytest.fixture
def damaged(whole: Path, tmp_path: Path) -> Callable[..., Path]:
    """Copies of the store with these pages zeroed."""

    def copy(*pages: int) -> Path:
        folder = tmp_path / "-".join(["data", *map(str, pages)])
        shutil.copytree(whole, folder, ignore=shutil.ignore_patterns("*-wal", "*-shm"))
        zero(folder, pages)
        return folder

    return copy


def zero(folder: Path, pages: Sequence[int]) -> None:
    with (folder / "pangea.db").open("r+b") as file:
        for page in pages:
            file.seek((page - 1) * PAGE_BYTES)
            file.write(bytes(PAGE_BYTES))


def named(content: tuple[list[Any], list[Any]]) -> dict[str, Any]:
    """Records and blobs by the names that a report of damage gives them."""
    records, blobs = content
    return {f"{record.collection}: {record.record_id}": record for record in records} | {
        info.name: data for info, data in blobs
    }


def backed_up(path: Path) -> dict[str, Any]:
    """What a file or the newest of a series would bring back."""
    with open_source(str(path), None, Opener(), Trust(None)) as backup:
        records = [record for kind in RECORDS for record in backup.contents.records(kind)]
        blobs = []
        for parcel in backup.contents.blobs():
            with parcel.open() as file:
                blobs.append((parcel.info, file.read()))
    return named((records, blobs))


def pages_named(folder: Path, name: str) -> list[int]:
    """The pages of a table or index but its root, in the order in which they were written."""
    with closing(sqlite3.connect(folder / "pangea.db")) as connection:
        rows = connection.execute("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'", (name,))
        return [page for (page,) in rows]


def test_the_command_names_collection_and_number_and_ends_with_1(
    whole: Path, damaged: Callable[..., Path], tmp_path: Path
) -> None:
    folder = damaged(pages_named(whole, "tasks")[3])
    with LocalStore.open(folder) as store, pytest.raises(DatabaseDamagedError):
        list(store.records.find(Task, limit=TASKS))
    run, file = CliRunner().invoke, tmp_path / "campaign.tar"
    saved = run(app, ["backup", str(file), "--data-dir", str(folder)])
    restored = run(app, ["restore", str(file), "--data-dir", str(tmp_path / "restored")])
    drilled = run(app, ["drill", str(file), "--data-dir", str(folder)])
    for result in (saved, restored, drilled):
        assert result.exit_code == 1, (result.output, result.exception)
        assert "tasks: guide-0000" in result.stderr
        assert "page in the database cannot be read" in result.stderr
    with LocalStore.open(tmp_path / "restored") as store:
        kept = store.records.count(Task)
    assert f"{TASKS - kept} damaged" in saved.stderr
    assert TASKS - 40 < kept < TASKS
    with Archive.open(file) as archive:
        assert archive.totals.blobs == 2 * CHUNKS


def test_a_continuous_backup_goes_on_past_damage(
    whole: Path, damaged: Callable[..., Path], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What cannot be read is not taken for removed, and later changes are copied."""
    folder, place = damaged(), Folder(tmp_path / "copy")
    pages = [pages_named(whole, name)[2] for name in ("tasks", "blobs")]
    with LocalStore.open(folder, exclusive=True) as server, LocalStore.open(folder) as store:
        before = named(everything(server))
        saving = ContinuousBackup(store, series_in(place), 0.1)
        saving.catch_up()
        server.records.create(task(9000))
        server.scrub()
        zero(folder, pages)
        server.records.create(Tombstone(removed_from="tasks", removed_id="guide-009999", reason="retention"))
        with caplog.at_level(logging.WARNING):
            assert [saving.catch_up() for _ in range(2)] == [2, 0]
    assert "tasks: guide-0000" in caplog.text
    found = backed_up(tmp_path / "copy")
    assert before.keys() - found.keys() == set()
    assert len(found) == len(before) + 2
