"""A backup that goes on beside random work, in a thread, and in a process that a signal ends."""

from __future__ import annotations

import random
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.stores.examples import task
from pangea_server.dataset.archive import continuous
from pangea_server.dataset.archive.backup_state import read_backup_state
from pangea_server.dataset.archive.continuous import ContinuousBackup
from pangea_server.dataset.archive.encryption import Seal, make_identity, seal_to
from pangea_server.dataset.archive.moments import moment_names
from pangea_server.dataset.archive.places import Folder
from pangea_server.dataset.archive.signatures import SIGNING_KEY
from pangea_server.stores.local.store import LocalStore
from tests.archive.campaign import everything, series_in
from tests.archive.test_continuous import place, restored, server

__all__ = ["place", "server"]

LARGE = 3 * 2**20


class Work:
    """Random work on a store: records come, change and go, blobs small and large come and go."""

    def __init__(self, store: LocalStore, seed: int) -> None:
        self._store, self._chance, self._blobs = store, random.Random(seed), list[str]()

    def some(self) -> None:
        for _ in range(self._chance.randrange(6)):
            self._chance.choice([self._record, self._change, self._forget, self._blob, self._erase])()

    def _record(self) -> None:
        self._store.records.create(task(1000 + self._chance.randrange(10**9)))

    def _change(self) -> None:
        known = self._chance.choice(self._store.records.find(Task))
        other = known.model_copy(update={"path_id": self._chance.randrange(10**6)})
        self._store.records.transact(lambda transaction: transaction.replace(other))

    def _forget(self) -> None:
        known = self._chance.choice(self._store.records.find(Task))
        self._store.records.transact(lambda transaction: transaction.delete(Task, known.record_id))

    def _blob(self) -> None:
        size = self._chance.choice([0, 1, 5000, LARGE])
        self._blobs.append(f"recordings/r3/voice/{self._chance.randrange(10**9):09d}")
        self._store.blobs.create(self._blobs[-1], self._chance.randbytes(size))

    def _erase(self) -> None:
        if self._blobs:
            self._store.blobs.delete(self._blobs.pop(self._chance.randrange(len(self._blobs))))


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_is_restored(
    server: LocalStore,
    changing: LocalStore,
    place: Folder,
    tmp_path: Path,
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(continuous, "MOST_LOG_ENTRIES", 5)
    seal = seal_to([make_identity(tmp_path / "key")]) if seed % 2 else Seal()
    saving, work = ContinuousBackup(changing, series_in(place, seal), 0.1), Work(server, seed)
    for _ in range(14):
        work.some()
        saving.catch_up()
    assert len(moment_names(place)) > 1
    saving.catch_up()
    assert restored(place, tmp_path / "new", tmp_path / "key" if seed % 2 else None) == (
        everything(server),
        "",
    )


def test_the_last_changes_are_saved_when_it_is_stopped(
    server: LocalStore, changing: LocalStore, place: Folder, tmp_path: Path
) -> None:
    saving = ContinuousBackup(changing, series_in(place), 60.0)
    running = threading.Thread(target=saving.run)
    running.start()
    while not place.names("log/") and not read_backup_state(tmp_path / "source"):
        saving.stop.wait(0.05)
    server.records.create(task(900))
    saving.stop.set()
    running.join()
    assert restored(place, tmp_path / "new") == (everything(server), "")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_command_cleanly(
    changing: LocalStore, place: Folder, tmp_path: Path, number: signal.Signals
) -> None:
    assert series_in(place).signer  # which `restored` trusts
    shutil.copy(series_in(place).directory / SIGNING_KEY, tmp_path / "source")
    to = ["--to", str(tmp_path / "copy"), "--every", "1s", "--data-dir", str(tmp_path / "source")]
    command = [sys.executable, "-m", "pangea_server.app", "backup", *to]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        assert "42 of the blobs are new" in process.stdout.readline()
        changing.records.create(task(900))
        assert "1 records and 0 blobs have changed" in process.stdout.readline()
        process.send_signal(number)
        assert process.wait(30) == 0
    assert restored(place, tmp_path / "new") == (everything(changing), "")
