"""A backup beside writers is of one moment, and its memory does not grow with the store."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.stores.examples import task
from pangea_server.core.records import Counter
from pangea_server.dataset.archive import write_archive
from pangea_server.dataset.archive.places import Folder
from pangea_server.dataset.archive.series_writer import save_moment
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import BlobInfo
from tests.archive.campaign import restore, series_in

ROOT = Path(__file__).parents[3]


def test_a_backup_beside_writers_is_of_one_moment(
    changing: LocalStore, target: LocalStore, tmp_path: Path
) -> None:
    """Each writer's transaction adds a task, and counts it: in the backup, tasks and counter agree."""
    changing.records.create(Counter(name="tasks", value=230))
    command = [sys.executable, "-c", WRITER, str(tmp_path / "source")]
    writer = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE)
    try:
        assert writer.stdout
        writer.stdout.readline()
        write_archive(changing, tmp_path / "campaign.tar")
    finally:
        writer.kill()
        writer.communicate()
    restore(tmp_path / "campaign.tar", target)
    assert target.records.count(Task) == target.records.get(Counter, "tasks").value > 230


WRITER = """
import sys
from pathlib import Path
from pangea_server.core.records import Counter
from pangea_server.stores.local.store import LocalStore
from pangea_server.app.testing.stores.examples import task

def add(transaction):
    value = transaction.get(Counter, "tasks").value
    transaction.create(task(value))
    transaction.replace(Counter(name="tasks", value=value + 1))

with LocalStore.open(Path(sys.argv[1])) as store:
    while True:
        store.records.transact(add)
        store.blobs.create(f"recordings/r1/voice/{store.records.get(Counter, 'tasks').value:06d}", bytes(100))
        print(flush=True)
"""


def test_memory_does_not_grow_with_the_archive(tmp_path: Path) -> None:
    """Ten times as many records and blobs are written and checked in the same memory."""

    def peak(action: Callable[[], object]) -> int:
        tracemalloc.start()
        action()
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    sizes = []
    for count in (300, 3_000):
        store = Many(count)
        path = tmp_path / f"{count}.tar"
        sizes.append(peak(lambda: write_archive(store, path)))  # type: ignore[arg-type]  # noqa: B023
    assert sizes[1] < sizes[0] + 1_000_000


class Many:
    """A store that makes up its blobs: so many that keeping something of each would show."""

    def __init__(self, count: int) -> None:
        self._count = count
        self.blobs = self.records = self
        self.snapshot = lambda: nullcontext(self)

    def find(self, kind: Any, where: Any = None, *, after: str | None = None, limit: int = 100) -> list[Any]:
        first = int(after.removeprefix("guide-")) + 1 if after else 0
        return [task(number) for number in range(first, min(first + limit, self._count)) if kind is Task]

    def list(self, prefix: str, *, after: str = "", limit: int | None = None) -> Any:
        first = int(after) + 1 if after else 0
        digest = hashlib.sha256(b"bytes").hexdigest()
        last = min(first + (limit or 1), self._count)
        return [BlobInfo(f"{number:06d}", 5, digest) for number in range(first, last)] if not prefix else []

    def read(self, name: str) -> bytes:
        return b"bytes"


def test_memory_does_not_grow_with_the_series(tmp_path: Path) -> None:
    sizes = []
    for count in (300, 3_000):
        place = Folder(tmp_path / str(count))
        for _ in range(2):  # the second one reads the list of the first
            tracemalloc.start()
            save_moment(Many(count), series_in(place))  # type: ignore[arg-type]
            sizes.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    assert max(sizes[2:]) < min(sizes[:2]) + 2_000_000
