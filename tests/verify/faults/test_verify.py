"""``pangea verify`` beside writers, and in a process of its own."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread

from pangea_server.annotate.tasks.records import Recording
from pangea_server.app.testing.stores.examples import blob_info, task
from pangea_server.stores.local.store import LocalStore
from tests.verify.test_verify import faults


def test_a_store_that_is_written_meanwhile_has_no_fault(tmp_path: Path) -> None:
    data, over = tmp_path / "data", Event()
    owner = Recording(recording_id="take", lease_id="x", annotator_id=1, sample_rate=None)
    with LocalStore.open(data, exclusive=True) as store:
        store.records.create(owner)
        writers = [Thread(target=_write, args=(store, owner, number, over)) for number in range(3)]
        for writer in writers:
            writer.start()
        found, until = [], time.monotonic() + 4
        while time.monotonic() < until:
            found += faults(data)
        over.set()
        for writer in writers:
            writer.join()
    assert {line for line in found if "leases/x" not in line and "paths/" not in line} == set()


def _write(store: LocalStore, owner: Recording, writer: int, over: Event) -> None:
    """Chunks and files come and go."""
    numbers = random.Random(writer)
    for number in range(10**6):
        if over.is_set():
            return
        data = numbers.randbytes(numbers.randrange(1, 50_000))
        name = f"recordings/take/voice/{writer}{number:06d}"
        store.blobs.create_soon(blob_info(name, data), [data], owner).result()
        store.blobs.create(f"{name}.file", data)
        store.records.create(task(writer * 10**5 + number, path_id=1))
        if number > 3:
            gone = f"recordings/take/voice/{writer}{number - numbers.randrange(1, 4):06d}"
            store.blobs.delete(gone, f"{gone}.file")


def test_a_folder_without_a_store_is_refused_and_stays_empty(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pangea_server.app", "verify", "--data-dir", str(tmp_path / "mistyped")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 2
    assert "There is no store in" in ended.stderr
    assert not (tmp_path / "mistyped").exists()
