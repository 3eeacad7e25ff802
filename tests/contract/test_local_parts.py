"""What the local store is made of: seals, the log, locks, errors of the disk, the reserve, frames, quarantine."""

from __future__ import annotations

import errno
import os
import sqlite3
import struct
from array import array
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from environments.errors import ConfigurationError
from pangea_server.app.testing.stores.examples import blob_info, task
from pangea_server.core.errors import (
    DatabaseDamagedError,
    StoreBusyError,
    StoreError,
    StoreFullError,
)
from pangea_server.core.records import Counter
from pangea_server.core.settings import Settings
from pangea_server.stores.local.disk import BALLAST_FILE, room_above_reserve, take_on, throw_off
from pangea_server.stores.local.frames import first_line, header, read_header, scan
from pangea_server.stores.local.quarantine import Quarantine, in_quarantine
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.opening import open_store, store_exists
from pangea_server.stores.opening.command_line import store_to_fill
from pangea_server.stores.sqlite import write_gate
from pangea_server.stores.sqlite.sqlite import MOST_IDS, SqliteDatabase, explain_os_error, ids_in
from pangea_server.stores.sqlite.syncs import Syncs
from pangea_server.stores.sqlite.wal import FRAME, HEADER, MAGIC, LogState, check_log, read_log
from pangea_server.stores.sqlite.write_gate import WriteGate
from tests.contract.test_store_parts import store

__all__ = ["store"]


def test_ids_for_the_shell_are_sorted_and_nothing_is_made(store: LocalStore, tmp_path: Path) -> None:
    for number in (2, 1, 11):
        store.records.create(task(number))
    database = tmp_path / "data" / "pangea.db"
    assert ids_in(database, "tasks", "guide-00000") == ["guide-000001", "guide-000002"]
    assert ids_in(database, "tasks", "") == ["guide-000001", "guide-000002", "guide-000011"]
    assert ids_in(database, "tasks", "%") == ids_in(database, "nothing", "") == []
    assert ids_in(tmp_path / "none.db", "tasks", "") == []
    assert not (tmp_path / "none.db").exists()
    assert MOST_IDS == 1000


def wal(frames: int, salts: tuple[int, int] = (7, 9), page: int = 512) -> bytearray:
    """A log as SQLite writes it: big-endian checksums, made here from its documentation."""

    def summed(data: bytes, sums: tuple[int, int]) -> tuple[int, int]:
        words = struct.unpack(f">{len(data) // 4}I", data)
        for first, second in zip(words[::2], words[1::2], strict=True):
            one = (sums[0] + first + sums[1]) & 0xFFFFFFFF
            sums = one, (sums[1] + second + one) & 0xFFFFFFFF
        return sums

    head = struct.pack(">6I", MAGIC | 1, 3007000, page, 0, *salts)
    sums = summed(head, (0, 0))
    data = bytearray(head + struct.pack(">2I", *sums))
    for number in range(frames):
        begin, body = struct.pack(">2I", number + 1, number + 1), bytes([number]) * page
        sums = summed(body, summed(begin, sums))
        data += begin + struct.pack(">4I", *salts, *sums) + body
    return data


STEP = FRAME.size + 512


@pytest.mark.parametrize(
    ("damaged_at", "frames", "unreachable"),
    [(None, 4, 0), (HEADER.size, 0, 4), (HEADER.size + STEP + 30, 1, 3), (HEADER.size + 3 * STEP, 3, 1)],
)
def test_a_log_is_read_up_to_the_first_damaged_frame(
    damaged_at: int | None, frames: int, unreachable: int
) -> None:
    data = wal(4)
    if damaged_at is not None:
        data[damaged_at] ^= 1
    found = check_log(bytes(data))
    assert (found.frames, found.unreachable, found.header_is_damaged) == (frames, unreachable, False)
    assert bool(found.fault) == bool(unreachable)
    if unreachable:
        assert f"frame {frames + 1} is damaged" in found.fault
        assert f"{unreachable} in all" in found.fault


def test_frames_of_an_older_log_are_no_fault() -> None:
    older = wal(4, salts=(1, 2))
    found = check_log(bytes(wal(2)) + bytes(older[HEADER.size + 2 * STEP :]))
    assert (found.frames, found.unreachable, found.fault) == (2, 0, "")


@pytest.mark.parametrize(
    ("frame", "salts", "frames", "unreachable"),
    [
        (1, (7, 8), 1, 3),  # one salt is damaged, so the frame is still of this log
        (1, (6, 9), 1, 3),
        (0, (6, 9), 0, 4),
        (2, (6, 8), 2, 0),  # both are others: of an older log, though its checksum goes on
    ],
)
def test_a_frame_with_another_salt_is_not_read(
    frame: int, salts: tuple[int, int], frames: int, unreachable: int
) -> None:
    data = wal(4)
    struct.pack_into(">2I", data, HEADER.size + frame * STEP + 8, *salts)  # which no checksum is of
    assert check_log(bytes(data)) == LogState(frames, unreachable)


def test_unreachable_frames_end_where_an_older_log_begins() -> None:
    data = wal(2) + wal(4, salts=(1, 2))[HEADER.size + 2 * STEP :]
    data[HEADER.size + 30] ^= 1
    assert check_log(bytes(data)) == LogState(0, 2)


def test_a_cut_or_missing_log_is_sound_and_a_damaged_head_is_told(tmp_path: Path) -> None:
    whole = bytes(wal(2))
    assert check_log(whole[:-1]).frames == 1
    assert [check_log(whole[: HEADER.size - 1]).fault, check_log(bytes(100)).fault] == ["", ""]
    assert "first bytes are damaged" in check_log(whole[:9] + b"\xff" + whole[10:]).fault
    assert read_log(tmp_path / "none").frames == 0
    assert array("I").itemsize == 4


def test_after_a_failed_sync_no_writer_passes_but_after_a_full_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = [errno.ENOSPC]

    def fail(_: int) -> None:
        raise OSError(code[0], os.strerror(code[0]))

    with closing(WriteGate(tmp_path / "write.lock")) as gate:
        syncs = Syncs(gate)
        monkeypatch.setattr(os, "fsync", fail)
        monkeypatch.setattr(os, "fdatasync", fail)
        with pytest.raises(OSError, match="No space"):
            syncs.folder(tmp_path)
        with pytest.raises(OSError, match="No space"):
            syncs.file(0)
        with gate.passage():
            pass
        code[0] = errno.EIO
        with pytest.raises(OSError, match="Input/output"):
            syncs.folder(tmp_path)
        with (
            pytest.raises(StoreError, match="has stopped writing: a file could not be synced"),
            gate.passage(),
        ):
            pass


def test_a_writer_that_waits_too_long_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_gate, "WRITE_TIMEOUT_SECONDS", 0.01)
    with closing(WriteGate(tmp_path / "w")) as one, closing(WriteGate(tmp_path / "w")) as other:
        with one.passage():
            for gate in (one, other):  # another thread, and another process
                with pytest.raises(StoreBusyError, match="another writer has held it"), gate.passage():
                    pass
        with other.passage(), pytest.raises(StoreBusyError), one.passage():
            pass
        with one.passage():
            pass


@pytest.mark.parametrize(
    ("code", "told", "message"),
    [
        (errno.ENOSPC, StoreFullError, "has no space left"),
        (errno.EDQUOT, StoreFullError, "has no space left"),
        (errno.EROFS, StoreError, "cannot be written to"),
        (errno.EACCES, StoreError, "cannot be written to"),
        (errno.EPERM, StoreError, "cannot be written to"),
        (errno.EIO, StoreError, "cannot be used: Input/output error"),
    ],
)
def test_errors_of_the_disk_are_told(tmp_path: Path, code: int, told: type[StoreError], message: str) -> None:
    error = explain_os_error(OSError(code, os.strerror(code)), tmp_path)
    assert type(error) is told
    assert message in error.message


def test_errors_of_sqlite_are_told(store: LocalStore, tmp_path: Path) -> None:
    database = store.database
    with pytest.raises(sqlite3.OperationalError):  # a wrong statement is a mistake of ours
        database.select("SELECT nothing FROM nowhere")
    found = dict[str, Exception]()
    for name in (
        "FULL",
        "READONLY",
        "CANTOPEN",
        "BUSY",
        "LOCKED",
        "CORRUPT",
        "NOTADB",
        "IOERR_READ",
        "IOERR_WRITE",
    ):
        error = sqlite3.DatabaseError("secret")
        error.sqlite_errorname = f"SQLITE_{name}"
        found[name] = database._explained(error)
    told = {name: type(each) for name, each in found.items()}
    assert told == {
        **{"FULL": StoreFullError, "READONLY": StoreError, "CANTOPEN": StoreError, "BUSY": StoreError},
        **{"LOCKED": StoreError, "CORRUPT": DatabaseDamagedError, "NOTADB": DatabaseDamagedError},
        **{"IOERR_READ": DatabaseDamagedError, "IOERR_WRITE": StoreError},
    }
    assert "locked by another program" in str(found["BUSY"])
    with database.writing():
        pass
    error.sqlite_errorname = "SQLITE_IOERR_FSYNC"
    database._explained(error)
    with pytest.raises(StoreError, match="has stopped writing"), database.writing():
        pass


def test_what_is_not_committed_is_rolled_back(tmp_path: Path) -> None:
    with closing(SqliteDatabase(tmp_path)) as database:
        with database.writing() as connection:
            connection.execute("CREATE TABLE t (x NOT NULL)")
        with pytest.raises(StoreError), database.writing() as connection:
            connection.executemany("INSERT INTO t VALUES (?)", [(1,), (None,)])
        assert database.select("SELECT * FROM t") == []
        with database.snapshot() as seen:
            with database.writing() as connection:
                connection.execute("INSERT INTO t VALUES (2)")
            assert seen.execute("SELECT * FROM t").fetchall() == []
        assert database.select("SELECT * FROM t") == [(2,)]


def statvfs(total: int, free: int) -> Any:
    return lambda _: SimpleNamespace(f_blocks=total, f_bavail=free, f_frsize=1)


GB = 2**30


@pytest.mark.parametrize(
    ("total", "free", "reserve", "room"),
    [
        (100 * GB, 10 * GB, 2 * GB, 8 * GB),
        (20 * GB, 5 * GB, 2 * GB, 4 * GB),
        (100 * GB, GB, 2 * GB, -GB),
        (40 * GB, 3 * GB, 2 * GB, GB),
    ],
)
def test_room_is_what_is_free_above_the_reserve(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, total: int, free: int, reserve: int, room: int
) -> None:
    monkeypatch.setattr("pangea_server.stores.local.disk.os.statvfs", statvfs(total, free))
    assert room_above_reserve(tmp_path, reserve) == room


def test_ballast_is_taken_on_where_there_is_room_and_thrown_off_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file, size = tmp_path / BALLAST_FILE, 8 * 2**20

    def after(action: Any, total: int, free: int) -> int | None:
        monkeypatch.setattr("pangea_server.stores.local.disk.os.statvfs", statvfs(total, free))
        action(tmp_path)
        return file.stat().st_size if file.exists() else None

    assert after(take_on, 100 * GB, 4 * size - 1) is None
    assert after(take_on, 32 * 2**20 - 32, 32 * 2**20 - 32) is None  # less than a megabyte would be of no use
    assert after(take_on, 100 * GB, 4 * size) == size
    assert after(throw_off, 100 * GB, size) == size
    assert after(throw_off, 100 * GB, size - 1) is None
    assert after(take_on, 32 * 2**20, 32 * 2**20) == 2**20  # a part of a small disk


def test_blobs_leave_the_reserve_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LocalStore.open(tmp_path / "data") as store:
        monkeypatch.setattr("pangea_server.stores.local.blobs.room_above_reserve", lambda *_: 5)
        assert store.blobs.create("a", b"12345")
        with pytest.raises(StoreFullError):
            store.blobs.create("b", b"123456")
        soon = [
            store.blobs.create_soon(blob_info(name, data), [data])
            for name, data in (("c", b"12345"), ("d", b"123456"))
        ]
        assert soon[0].result()
        with pytest.raises(StoreFullError):
            soon[1].result()


def test_frames_in_a_file_are_found_between_other_bytes(tmp_path: Path) -> None:
    segment, info = "0123456789abcdef", blob_info("a/b", b"voice")
    head = header(segment, info)
    data = first_line(segment) + head + b"voice" + bytes(9) + b"xx" + bytes(3) + head + b"voic"
    path = tmp_path / "segment"
    path.write_bytes(data)
    first = len(first_line(segment))
    with path.open("rb") as file:
        found = list(scan(file.fileno(), segment, first, len(data)))
        frame, *others = found
        assert (frame.label.info, frame.start, frame.end) == (info, first + len(head), first + len(head) + 5)  # type: ignore[union-attr]
        assert [data[each.start : each.end] for each in others] == [b"xx", head + b"voic"]
        assert read_header(file.fileno(), "f" * 16, first) is None
        assert read_header(file.fileno(), segment, first + 1) is None


def test_what_is_moved_aside_keeps_its_name_and_is_listed(tmp_path: Path) -> None:
    with closing(WriteGate(tmp_path / "write.lock")) as gate:
        aside = Quarantine(tmp_path, Syncs(gate))
        for data in (b"one", b"two"):
            (tmp_path / "voice.wav").write_bytes(data)
            aside.keep_file(tmp_path / "voice.wav", "recordings/r1/voice.wav")
        (tmp_path / "log").write_bytes(b"log")
        aside.keep_copy(tmp_path / "log")
        assert not (tmp_path / "voice.wav").exists()
        kept = ["files/log.0", "files/recordings/r1/voice.wav.0", "files/recordings/r1/voice.wav.1"]
        assert in_quarantine(tmp_path) == kept
        assert [name for name, _ in aside.files()] == ["log", *["recordings/r1/voice.wav"] * 2]
        assert [path.read_bytes() for _, path in aside.files()] == [b"log", b"one", b"two"]
        aside.drop(aside.files()[0][1])
        aside.drop_files_below("recordings/r1")
        assert in_quarantine(tmp_path) == []


def test_a_store_is_made_only_where_that_is_asked_for(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path / "data")
    assert not store_exists(settings)
    with pytest.raises(ConfigurationError, match="There is no store in"):
        open_store(settings)
    assert not (tmp_path / "data").exists()
    open_store(settings, make=True).close()
    assert store_exists(settings)
    open_store(settings).close()


def test_a_dry_run_plans_on_an_empty_store_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(data_dir=tmp_path / "data")
    with store_to_fill(settings, dry_run=True) as planned:
        planned.records.create(Counter(name="paths", value=1))
    assert not (tmp_path / "data").exists()
    assert capsys.readouterr().err == ""
    for told in (f"There is no store in {tmp_path / 'data'} yet: a new one is made.\n", ""):
        with store_to_fill(settings, dry_run=False):
            assert capsys.readouterr().err == told
        there = settings.data_dir / "pangea.db"
        assert there.exists()
