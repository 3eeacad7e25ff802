"""A bit of a store's files flips, anywhere: `pangea verify` names it.

A flip that is not named is looked at: it has no effect when every record, blob and index is as before, read by SQLite
and the store themselves; otherwise it is missed, and the proof has failed.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console

from environments.errors import PangeaError
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.tasks.records import Lease, LeaseState, Recording
from pangea_server.app.testing.stores.examples import alignment, blob_info, task
from pangea_server.core.records import Record, now
from pangea_server.dataset.verify.command import run
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.local.segments import SEGMENTS_FOLDER
from pangea_server.stores.local.store import LocalStore

KINDS = ("database", "log", "segment", "file")
CHUNKS, PATHS = 6, 1000


@dataclass
class Flips:
    """The figures of one proof, by the kind of file that the bit was in."""

    reported: Counter[str] = field(default_factory=Counter)
    harmless: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        parts = [
            f"{kind} {self.reported[kind]} reported, {self.harmless[kind]} without effect" for kind in KINDS
        ]
        return f"{'; '.join(parts)}; {len(self.missed)} missed"


def build_store(directory: Path, seed: int) -> None:
    """A small store of every kind of file, as it lies on the disk after a crash: with a log, and with a hole."""
    numbers = random.Random(seed)
    live = directory.with_name("live")
    with LocalStore.open(live, exclusive=True) as store:
        store.records.create(Annotator(annotator_id=1, role=Role.ANNOTATOR, languages=("en-US",)))
        for number in range(PATHS):
            store.records.create(PathRecord(path_id=number, scan_id="house", path=("a", "b"), heading=0.0))
            store.records.create(task(number, path_id=number))
        store.records.create(alignment(300))
        owner = _begin_take(store)
        data = [numbers.randbytes(numbers.randint(500, 3000)) for _ in range(CHUNKS)]
        names = [f"recordings/{owner.recording_id}/voice/{number:06d}" for number in range(CHUNKS)]
        for name, chunk in zip(names, data, strict=True):
            store.blobs.create_soon(blob_info(name, chunk), [chunk], owner).result()
        store.blobs.delete(names[2])
        store.blobs.create(f"recordings/{owner.recording_id}/voice.wav", numbers.randbytes(5000))
        store.scrub()
        for number in range(5):  # these stay in the log
            _replace(store, task(number, path_id=number, priority=number))
        shutil.copytree(live, directory, ignore=shutil.ignore_patterns("*-shm", "*.lock"))


def _replace(store: LocalStore, record: Record) -> None:
    store.records.transact(lambda transaction: transaction.replace(record))


def _begin_take(store: LocalStore) -> Recording:
    lease = Lease(
        lease_id="lease",
        task_id="guide-000001",
        kind="guide",
        annotator_id=1,
        state=LeaseState.ACTIVE,
        expires_at=now(),
    )
    owner = Recording(recording_id="take", lease_id="lease", annotator_id=1, sample_rate=48_000)
    store.records.create(lease)
    store.records.create(owner)
    return owner


def flip_bits(folder: Path, times: int, seed: int) -> Flips:
    """Flip one bit after another, each in a fresh copy of the same store."""
    sound, copy = folder / "sound", folder / "copy"
    build_store(sound, seed)
    assert _faults(sound, copy) == 0, "the store is sound"
    expected, numbers, found = _content(copy), random.Random(seed), Flips()
    for _ in range(times):
        kind = numbers.choice(KINDS)
        file = numbers.choice(_files(sound, kind))
        bit = numbers.randrange(8 * file.stat().st_size)
        _copy(sound, copy)
        _flip(copy / file.relative_to(sound), bit)
        if _verify(copy):
            found.reported[kind] += 1
        elif _content(copy) == expected:
            found.harmless[kind] += 1
        else:
            found.missed.append(f"bit {bit} of {file.name} ({kind})")
    return found


def _files(directory: Path, kind: str) -> list[Path]:
    blobs = directory / "blobs"
    return {
        "database": [directory / "pangea.db"],
        "log": [directory / "pangea.db-wal"],
        "segment": sorted((blobs / SEGMENTS_FOLDER).iterdir()),
        "file": sorted(path for path in (blobs / "recordings").rglob("*") if path.is_file()),
    }[kind]


def _faults(sound: Path, copy: Path) -> int:
    _copy(sound, copy)
    return _verify(copy)


def _verify(directory: Path) -> int:
    quiet = Console(quiet=True)
    return run(directory, rebuild=False, anew=True, rate=0, console=quiet, bar=quiet).fault_count


def _copy(sound: Path, copy: Path) -> None:
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(sound, copy)


def _flip(file: Path, bit: int) -> None:
    data = bytearray(file.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    file.write_bytes(data)


def _content(directory: Path) -> object:
    """All that the store holds: every row as SQLite dumps it, every blob, and whether SQLite finds its pages sound."""
    with suppress(PangeaError), LocalStore.open(directory) as store:
        names = [blob.name for blob in store.blobs.list("")]
        blobs = {name: store.blobs.read(name) for name in names}
        with closing(sqlite3.connect(directory / "pangea.db")) as connection:
            return [*connection.iterdump()], blobs, connection.execute("PRAGMA integrity_check").fetchall()
    return None
