"""The local store on a disk that is full, read-only, failing, shared or cut off in the middle."""

from __future__ import annotations

import errno
import os
import random
from pathlib import Path

import pytest

from environments.errors import ConfigurationError
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.stores.examples import blob_info, task
from pangea_server.core.errors import StoreConflictError, StoreError
from pangea_server.stores.local.store import LocalStore
from tests.promises.scale import times

ROOT = Path(__file__).parents[3]
FLIPS = times(250)


def test_a_damaged_database_is_named(tmp_path: Path) -> None:
    LocalStore.open(tmp_path / "data").close()
    (tmp_path / "data" / "pangea.db").write_bytes(b"no database" * 1000)
    with pytest.raises(StoreError, match=r"is damaged.*Restore it from a backup"):
        LocalStore.open(tmp_path / "data")


def test_a_page_of_zeros_is_named_when_it_is_read(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path / "data") as store:
        for number in range(400):
            store.records.create(task(number))
        store.scrub()  # out of the log, into the pages
    database = tmp_path / "data" / "pangea.db"
    pages = database.read_bytes()
    size = int.from_bytes(pages[16:18])
    spoilt = pages.index(b'"guide"') // size * size
    database.write_bytes(pages[:spoilt] + bytes(size) + pages[spoilt + size :])
    with LocalStore.open(tmp_path / "data") as store, pytest.raises(StoreError, match="is damaged"):
        store.records.find(Task, limit=400)


def test_recordings_whose_database_is_gone_are_refused_and_stay(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with LocalStore.open(data) as store:
        store.blobs.create_soon(blob_info("a/b", b"bytes"), [b"bytes"]).result()
    (data / "pangea.db").rename(tmp_path / "kept.db")
    for exclusive in (True, False):
        with pytest.raises(StoreError, match=r"has recordings.*Put pangea\.db back"):
            LocalStore.open(data, exclusive=exclusive)
    (tmp_path / "kept.db").rename(data / "pangea.db")
    with LocalStore.open(data, exclusive=True) as store:
        assert store.blobs.read("a/b") == b"bytes"


@pytest.mark.parametrize("damage", [b"byteS", b"byte", None])
def test_a_damaged_blob_is_not_handed_out(tmp_path: Path, damage: bytes | None) -> None:
    with LocalStore.open(tmp_path / "data") as store:
        store.blobs.create("a/b", b"bytes")
        path = tmp_path / "data" / "blobs" / "a" / "b"
        path.unlink() if damage is None else path.write_bytes(damage)
        with pytest.raises(StoreError, match=r"'a/b' .* is damaged"):
            store.blobs.read("a/b")


@pytest.mark.parametrize("soon", [True, False], ids=["segment", "file"])
def test_no_damage_of_one_bit_is_handed_out(tmp_path: Path, soon: bool) -> None:
    anywhere, data = random.Random(6), random.Random(7).randbytes(5000)
    with LocalStore.open(tmp_path / "data") as store:
        if soon:
            store.blobs.create_soon(blob_info("a/b", data), [data]).result()
        else:
            store.blobs.create("a/b", data)
        (path,) = (path for path in (tmp_path / "data" / "blobs").rglob("*") if path.is_file())
        sound = path.read_bytes()
        for _ in range(FLIPS):
            bit = anywhere.randrange(8 * sound.index(data), 8 * len(sound))  # a header is for `verify`
            flipped = bytearray(sound)
            flipped[bit // 8] ^= 1 << bit % 8
            path.write_bytes(flipped)
            with pytest.raises(StoreError, match=r"'a/b' .* is damaged"):
                store.blobs.read("a/b")
        path.write_bytes(sound)
        assert store.blobs.read("a/b") == data


def test_after_a_failed_sync_nothing_more_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with LocalStore.open(tmp_path / "data") as store:
        store.blobs.create("before", b"bytes")
        monkeypatch.setattr(os, "fsync", fail)
        with pytest.raises(StoreError, match="Input/output error"):
            store.blobs.create("during", b"bytes")
        monkeypatch.undo()
        with pytest.raises(StoreError, match="has stopped writing: a file could not be synced"):
            store.blobs.create("during", b"bytes")
        with pytest.raises(StoreError, match="has stopped writing"):
            store.records.create(task(1))
        assert [blob.name for blob in store.blobs.list("")] == ["before"]


def test_a_file_that_was_refused_does_not_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sync, folder = os.fsync, tmp_path / "data" / "blobs" / "voices"

    def fail_for_the_name(file: int) -> None:
        if Path(f"/proc/self/fd/{file}").readlink() == folder:
            raise OSError(errno.EIO, "Input/output error")
        sync(file)

    with LocalStore.open(tmp_path / "data") as store:
        monkeypatch.setattr(os, "fsync", fail_for_the_name)
        with pytest.raises(StoreError, match="Input/output error"):
            store.blobs.create("voices/1.wav", b"bytes")
        assert not [path for path in folder.rglob("*") if path.is_file()]


def test_what_a_crash_left_behind_is_replaced(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path / "data") as store:
        leftover = tmp_path / "data" / "blobs" / "a" / "b"
        leftover.parent.mkdir()
        leftover.write_bytes(b"half")
        assert store.blobs.list("") == []
        assert store.blobs.create("a/b", b"whole")
        assert store.blobs.read("a/b") == b"whole"


def test_the_server_sweeps_what_was_half_written(tmp_path: Path) -> None:
    LocalStore.open(tmp_path / "data").close()
    half = tmp_path / "data" / "blobs" / ".incoming" / "0123"
    half.write_bytes(b"half")
    LocalStore.open(tmp_path / "data").close()
    assert half.exists()
    LocalStore.open(tmp_path / "data", exclusive=True).close()
    assert not half.exists()


def test_a_blob_is_no_folder_of_blobs(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path / "data") as store:
        store.blobs.create("a/b", b"bytes")
        for name in ("a", "a/b/c"):
            with pytest.raises(StoreConflictError, match="both a blob and a folder"):
                store.blobs.create(name, b"bytes")


def test_a_second_server_is_refused_and_tools_are_not(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path / "data", exclusive=True) as server:
        with pytest.raises(
            ConfigurationError, match=f"Another server is running on the data directory {tmp_path}"
        ):
            LocalStore.open(tmp_path / "data", exclusive=True)
        with LocalStore.open(tmp_path / "data") as tool:
            tool.records.create(task(1))
        assert server.records.find(Task) == [task(1)]
    LocalStore.open(tmp_path / "data", exclusive=True).close()
