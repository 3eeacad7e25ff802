"""The local store on a disk that is full or read-only, shared by processes, and killed in the middle."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.stores.examples import task
from pangea_server.core.errors import StoreError, StoreFullError
from pangea_server.core.records import Counter
from pangea_server.stores.local.store import LocalStore
from tests.disks import mount

ROOT = Path(__file__).parents[3]


def fill_up(store: LocalStore) -> int:
    """How many records went in before the disk was full."""
    for number in range(10_000):
        try:
            store.records.create(task(number, scan_id="x" * 10_000))
        except StoreFullError:
            return number
    raise AssertionError


def test_a_blob_too_large_for_the_disk_harms_nothing(small_disk: Path) -> None:
    with LocalStore.open(small_disk / "data") as store:
        store.blobs.create("small", b"bytes")
        with pytest.raises(StoreFullError, match=r"no space left\. Free space"):
            store.blobs.create("large", bytes(4_000_000))
        assert [blob.name for blob in store.blobs.list("")] == ["small"]
        assert store.blobs.read("small") == b"bytes"
        assert store.blobs.create("next", b"bytes")


def test_a_database_too_large_for_the_disk_harms_nothing(small_disk: Path) -> None:
    with LocalStore.open(small_disk / "data") as store:
        stored = fill_up(store)
        assert store.records.count(Task) == stored
    mount("-o", "remount,size=8m", small_disk)
    with LocalStore.open(small_disk / "data") as store:
        store.records.create(task(stored))
        assert store.records.count(Task) == stored + 1


def test_a_read_only_disk_is_named_and_nothing_changes(small_disk: Path) -> None:
    with LocalStore.open(small_disk / "data") as store:
        store.records.create(task(1))
    mount("-o", "remount,ro", small_disk)
    for directory in (small_disk / "data", small_disk / "new"):
        with pytest.raises(StoreError, match=f"{directory} cannot be written to"):
            LocalStore.open(directory)
    mount("-o", "remount,rw", small_disk)
    with LocalStore.open(small_disk / "data") as store:
        assert store.records.find(Task) == [task(1)]


INCREMENT = """
import sys
from pathlib import Path
from pangea_server.core.records import Counter
from pangea_server.stores.local.store import LocalStore

def increment(transaction):
    value = transaction.get(Counter, "paths").value
    transaction.replace(Counter(name="paths", value=value + 1))

with LocalStore.open(Path(sys.argv[1])) as store:
    for _ in range(50):
        store.records.transact(increment)
"""


def test_processes_take_turns(tmp_path: Path) -> None:
    with LocalStore.open(tmp_path / "data", exclusive=True) as store:
        store.records.create(Counter(name="paths", value=0))
        command = [sys.executable, "-c", INCREMENT, str(tmp_path / "data")]
        others = [subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}) for _ in range(3)]
        assert [other.wait(timeout=60) for other in others] == [0, 0, 0]
        assert store.records.get(Counter, "paths").value == 150


ENDLESS = """
import sys
from pathlib import Path
from pangea_server.core.records import Counter
from pangea_server.stores.local.store import LocalStore

store = LocalStore.open(Path(sys.argv[1]), exclusive=True)
for number in range(int(sys.argv[2]), 1_000_000):
    store.blobs.create(f"r{number // 10}/{number}", b"%d" % number)
    store.records.create(Counter(name=str(number), value=number))
    sys.stdout.write(f"{number}\\n")
    sys.stdout.flush()
"""


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    acknowledged: list[int] = []
    for lives in (1, 17, 40):
        start = (acknowledged[-1] + 1000) if acknowledged else 0
        command = [sys.executable, "-c", ENDLESS, str(tmp_path / "data"), str(start)]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)}
        ) as server:
            assert server.stdout
            acknowledged += [int(server.stdout.readline()) for _ in range(lives)]
            server.kill()
    with LocalStore.open(tmp_path / "data", exclusive=True) as store:
        for number in acknowledged:
            assert store.blobs.read(f"r{number // 10}/{number}") == b"%d" % number
            assert store.records.get(Counter, str(number)).value == number
