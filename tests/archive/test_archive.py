"""Backup, restore and migration: everything comes back equal, whatever is interrupted, and nothing damaged gets in."""

from __future__ import annotations

import hashlib
import io
import os
import random
import shutil
import signal
import subprocess
import sys
import tarfile
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from environments.errors import ConfigurationError, InvalidDataError, PangeaError
from pangea_server.archive import (
    Archive,
    Remaining,
    StoreContents,
    fill,
    read_tombstones,
    refuse_unfinished,
    write_archive,
)
from pangea_server.cli import app
from pangea_server.errors import ArchiveError, StoreConflictError, StoreError
from pangea_server.house import open_house
from pangea_server.records import (
    RECORDS,
    Annotator,
    Artefact,
    Counter,
    Recording,
    Role,
    Task,
    TaskAnnotation,
    Tombstone,
    now,
)
from pangea_server.settings import Settings
from pangea_server.stores.local import LocalStore
from pangea_server.stores.protocol import BlobInfo, Store, Transaction
from pangea_server.stores.testing.examples import alignment, task

ROOT = Path(__file__).parents[2]
VOICE = "recordings/r1/voice.wav"


def make_campaign(store: Store) -> None:
    """Records of several kinds, more than a batch of them, and blobs empty, small and too large for memory."""
    store.records.transact(create_tasks)
    for record in (
        alignment(),
        Counter(name="घर/🏠".replace("/", "-"), value=2**40),
        Recording(recording_id="r1", lease_id="l1", annotator_id=1, sample_rate=48_000),
        Recording(recording_id="r2", lease_id="l2", annotator_id=2, sample_rate=None),
        told("tour", walked=("door",), voice=Artefact(blob=VOICE, size=9 * 2**20, sha256=""), duration=1.5),
        told("transcribe", args={"instruction_id": 1}),
    ):
        store.records.create(record)
    store.blobs.create(VOICE, hashlib.shake_128(b"voice").digest(9 * 2**20))
    store.blobs.create("recordings/r1/receipts.json", b"")
    for number in range(40):
        store.blobs.create(f"recordings/r2/voice/{number:06d}", b"%d" % number * 700)


def told(kind: str, **more: Any) -> TaskAnnotation:
    """What somebody handed in for a task of another kind."""
    known: dict[str, Any] = {
        "annotation_id": 1,
        "annotator_id": 1,
        "path_id": 1,
        "split": "train",
        "scan_id": "corridor",
        "language": "hi-IN",
        "heading": 0.5,
        "walked": (),
        "args": {},
        "answer": {"transcript": "लाल सोफ़ा"},
        "pose_trace": None,
        "phases": (),
        "scores": {"viewpoints": 1.0, "found": None},
    }
    return TaskAnnotation.model_validate(known | {"kind": kind} | more)


def create_tasks(transaction: Transaction) -> None:
    asked = task(0).model_copy(update={"kind": "tour", "args": {"prompt": "रसोई दिखाएँ।", "min_seconds": 6}})
    transaction.create(asked)
    for number in range(1, 230):
        transaction.create(task(number, instruction_id=number % 3))


def everything(store: Store) -> tuple[list[Any], list[Any]]:
    contents = StoreContents(store)
    records = [record for kind in RECORDS for record in contents.records(kind)]
    return records, [(parcel.info, store.blobs.read(parcel.info.name)) for parcel in contents.blobs()]


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalStore]:
    """A campaign that no test changes."""
    with LocalStore.open(tmp_path_factory.mktemp("source")) as store:
        make_campaign(store)
        yield store


@pytest.fixture(scope="module")
def whole(source: LocalStore, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "campaign.tar"
    write_archive(source, path)
    return path


@pytest.fixture
def archive(whole: Path, tmp_path: Path) -> Path:
    """A backup of ``source`` that a test may damage."""
    return Path(shutil.copy(whole, tmp_path))


@pytest.fixture
def changing(tmp_path: Path) -> Iterator[LocalStore]:
    """A campaign that goes on."""
    with LocalStore.open(tmp_path / "source") as store:
        make_campaign(store)
        yield store


@pytest.fixture
def target(tmp_path: Path) -> Iterator[LocalStore]:
    with LocalStore.open(tmp_path / "target") as store:
        yield store


def restore(path: Path, store: Store) -> None:
    with Archive.open(path) as archive:
        fill(store, Remaining(archive), archive.sha256)


def test_what_is_restored_is_equal(source: LocalStore, target: LocalStore, archive: Path) -> None:
    restore(archive, target)
    assert everything(target) == everything(source)
    assert archive.stat().st_mode & 0o777 == 0o600


def test_the_archive_of_a_store_has_one_form(source: LocalStore, archive: Path, tmp_path: Path) -> None:
    write_archive(source, tmp_path / "again.tar")
    assert (tmp_path / "again.tar").read_bytes() == archive.read_bytes()
    with tarfile.open(archive) as tar:
        names = tar.getnames()
    blobs = [name for name in names if name.startswith("blobs/")]
    assert blobs == sorted(blobs)
    assert (names[0], names[-1], len(blobs)) == ("pangea-archive.json", "manifest.jsonl", 42)


def test_a_folder_that_is_not_there_is_named(source: LocalStore, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"no/such/folder.* cannot be written: No such file"):
        write_archive(source, tmp_path / "no" / "such" / "folder" / "campaign.tar")


def test_no_backup_is_overwritten(source: LocalStore, archive: Path) -> None:
    before = archive.read_bytes()
    with pytest.raises(ConfigurationError, match=r"exists\. Name another file"):
        write_archive(source, archive)
    assert archive.read_bytes() == before


class Failing:
    """Blobs or records of a store, of which the calls named fail from the ``left``-th on."""

    def __init__(self, inner: Any, names: tuple[str, ...], left: int) -> None:
        self._inner, self._names, self._left = inner, names, left

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)
        return self._guarded(method) if name in self._names else method

    def _guarded(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*arguments: Any, **named: Any) -> Any:
            self._left -= 1
            if self._left < 0:
                raise StoreError("The machine went down.")
            return method(*arguments, **named)

        return guarded


class FailingStore:
    """A store that takes so many blobs and so many batches of records."""

    def __init__(self, store: Store, blobs: int, batches: int = 0) -> None:
        self.blobs = Failing(store.blobs, ("read", "open", "create"), blobs)
        self.records = Failing(store.records, ("transact", "create"), batches)


@pytest.mark.parametrize("calls", [0, 1, 7, 41])
def test_an_interrupted_backup_goes_on(source: LocalStore, archive: Path, tmp_path: Path, calls: int) -> None:
    again = tmp_path / "again.tar"
    with pytest.raises(StoreError, match="went down"):
        write_archive(FailingStore(source, calls), again)  # type: ignore[arg-type]
    assert not again.exists()
    write_archive(source, again)
    assert again.read_bytes() == archive.read_bytes()
    assert {path.name for path in tmp_path.glob("again*")} == {"again.tar"}


@pytest.mark.parametrize("seed", range(6))
def test_a_torn_backup_goes_on(source: LocalStore, archive: Path, tmp_path: Path, seed: int) -> None:
    chance, again = random.Random(seed), tmp_path / "again.tar"
    with pytest.raises(StoreError):
        write_archive(FailingStore(source, 30), again)  # type: ignore[arg-type]
    for name in ("again.tar.part", "again.tar.part.journal"):
        size = (tmp_path / name).stat().st_size
        os.truncate(tmp_path / name, chance.randrange(size))
    write_archive(source, again)
    assert again.read_bytes() == archive.read_bytes()


@pytest.mark.parametrize(
    ("blobs", "batches"), [(0, 0), (1, 0), (2, 0), (20, 0), (42, 0), (99, 0), (99, 1), (99, 2)]
)
def test_an_interrupted_restore_goes_on(
    source: LocalStore, target: LocalStore, archive: Path, blobs: int, batches: int
) -> None:
    failing = FailingStore(target, blobs, batches)
    with pytest.raises(StoreError, match="went down"), Archive.open(archive) as opened:
        fill(failing, Remaining(opened), opened.sha256)  # type: ignore[arg-type]
    if blobs:
        with pytest.raises(ConfigurationError, match="was interrupted"):
            refuse_unfinished(target)
    restore(archive, target)
    refuse_unfinished(target)
    assert everything(target) == everything(source)


def test_another_archive_does_not_go_on(target: LocalStore, archive: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="went down"), Archive.open(archive) as opened:
        fill(FailingStore(target, 9), Remaining(opened), opened.sha256)  # type: ignore[arg-type]
    with LocalStore.open(tmp_path / "other") as other:
        write_archive(other, tmp_path / "other.tar")
    with pytest.raises(StoreConflictError, match="not empty"):
        restore(tmp_path / "other.tar", target)


@pytest.mark.parametrize("what", ["record", "blob"])
def test_a_store_that_is_not_empty_is_refused(target: LocalStore, archive: Path, what: str) -> None:
    if what == "record":
        target.records.create(Counter(name="paths", value=1))
    else:
        target.blobs.create("a", b"bytes")
    before = everything(target)
    with pytest.raises(StoreConflictError, match=r"not empty: it has (counters|the blob 'a')"):
        restore(archive, target)
    assert everything(target) == before


def test_no_flipped_bit_gets_in(archive: Path, target: LocalStore) -> None:
    chance, whole = random.Random(0), archive.read_bytes()
    with Archive.open(archive) as opened:
        digest = opened.sha256
    refused = 0
    for _ in range(60):
        place = chance.choice([chance.randrange(len(whole)), chance.randrange(250_000)])
        damaged = bytearray(whole)
        damaged[place] ^= 1 << chance.randrange(8)
        archive.write_bytes(damaged)
        try:
            with Archive.open(archive) as opened:
                assert opened.sha256 == digest  # it was in the padding between members, which nobody reads
        except ArchiveError:
            refused += 1
    assert refused > 40
    assert everything(target) == ([], [])


def test_what_is_damaged_is_named(archive: Path) -> None:
    with tarfile.open(archive) as tar:
        info = tar.getmember(f"blobs/{VOICE}")
    with archive.open("r+b") as file:
        file.seek(info.offset_data + 5_000_000)
        file.write(b"noise")
    with pytest.raises(ArchiveError, match=f"damaged: 'blobs/{VOICE}' is not as the manifest says"):
        Archive.open(archive).__enter__()


def test_a_truncated_archive_is_refused(archive: Path) -> None:
    with tarfile.open(archive) as tar:
        manifest = tar.getmember("manifest.jsonl")
    chance = random.Random(1)
    cuts = [chance.randrange(manifest.offset_data + manifest.size) for _ in range(30)]
    for cut in sorted([*cuts, 0, 1, 512, 1024, manifest.offset, manifest.offset_data], reverse=True):
        os.truncate(archive, cut)
        with pytest.raises(ArchiveError):
            Archive.open(archive).__enter__()


@pytest.mark.parametrize("content", [b"", b"no archive" * 1000, bytes(10_240)])
def test_what_is_no_archive_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "other.tar").write_bytes(content)
    with pytest.raises(ArchiveError, match=r"is no archive of PanGEA's"):
        Archive.open(tmp_path / "other.tar").__enter__()


def add(tar: tarfile.TarFile, name: str, data: bytes, kind: bytes = tarfile.REGTYPE) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.type = len(data), kind
    tar.addfile(info, io.BytesIO(data))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("blobs/../../etc/passwd", tarfile.REGTYPE),
        ("/etc/passwd", tarfile.REGTYPE),
        ("blobs/link", tarfile.SYMTYPE),
        ("records/secrets.jsonl", tarfile.REGTYPE),
        ("blobs/a", tarfile.DIRTYPE),
    ],
)
def test_members_that_nobody_wrote_are_refused(tmp_path: Path, name: str, kind: bytes) -> None:
    with tarfile.open(tmp_path / "bad.tar", "w") as tar:
        add(tar, "pangea-archive.json", b'{"format": "pangea-archive", "version": 1}\n')
        add(tar, name, b"", kind)
    with pytest.raises(ArchiveError, match="does not know"):
        Archive.open(tmp_path / "bad.tar").__enter__()


def test_a_later_layout_is_refused(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "later.tar", "w") as tar:
        add(tar, "pangea-archive.json", b'{"format": "pangea-archive", "version": 9}\n')
    with pytest.raises(ArchiveError, match="version 9 of the archive's layout"):
        Archive.open(tmp_path / "later.tar").__enter__()


def test_a_damaged_blob_is_not_backed_up_as_sound(tmp_path: Path) -> None:
    class Lying:
        def __getattr__(self, name: str) -> Any:
            return getattr(store.blobs, name)

        def read(self, name: str) -> bytes:
            return store.blobs.read(name)[::-1]

    class LyingStore:
        blobs = Lying()

        def __init__(self) -> None:
            self.records = store.records

    with LocalStore.open(tmp_path / "data") as store:
        store.blobs.create("a", b"bytes")
        with pytest.raises(StoreError, match="'a' is damaged"):
            write_archive(LyingStore(), tmp_path / "campaign.tar")  # type: ignore[arg-type]
    assert not (tmp_path / "campaign.tar").exists()


def stone(removed_id: str, removed_from: str = "recordings") -> Tombstone:
    return Tombstone(removed_from=removed_from, removed_id=removed_id, reason="withdrawn", removed_at=now())


def test_an_old_archive_does_not_bring_back_what_was_removed(
    target: LocalStore, archive: Path, tmp_path: Path
) -> None:
    later = [stone("r2"), stone("guide-000007", "tasks")]
    (tmp_path / "later.jsonl").write_text("".join(f"{one.model_dump_json()}\n" for one in later))
    with Archive.open(archive) as opened:
        fill(target, Remaining(opened, read_tombstones(tmp_path / "later.jsonl")), opened.sha256)
    assert [recording.recording_id for recording in target.records.find(Recording)] == ["r1"]
    assert target.records.count(Task) == 229
    assert {blob.name for blob in target.blobs.list("")} == {VOICE, "recordings/r1/receipts.json"}
    assert sorted(target.records.find(Tombstone), key=str) == sorted(later, key=str)


def test_an_archive_heeds_its_own_tombstones(
    changing: LocalStore, target: LocalStore, tmp_path: Path
) -> None:
    changing.records.create(stone("r1"))
    write_archive(changing, tmp_path / "campaign.tar")
    restore(tmp_path / "campaign.tar", target)
    assert [recording.recording_id for recording in target.records.find(Recording)] == ["r2"]
    assert not target.blobs.list("recordings/r1/")


def test_whoever_withdrew_since_is_shut_out_again(
    changing: LocalStore, target: LocalStore, tmp_path: Path
) -> None:
    changing.records.create(Annotator(annotator_id=7, role=Role.MANAGER, languages=("en-US",), identity="me"))
    write_archive(changing, tmp_path / "campaign.tar")
    with Archive.open(tmp_path / "campaign.tar") as opened:
        fill(target, Remaining(opened, [stone("000007", "annotators")]), opened.sha256)
    (person,) = target.records.find(Annotator)
    assert (person.annotator_id, person.identity) == (7, None)
    assert person.withdrawn_at


def test_no_server_starts_on_half_a_store(target: LocalStore, archive: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="went down"), Archive.open(archive) as opened:
        fill(FailingStore(target, 9), Remaining(opened), opened.sha256)  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match="was interrupted"):
        open_house(Settings(data_dir=tmp_path / "target"))


def test_a_list_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "list").write_text('{"removed_id": "r1"}\n')
    with pytest.raises(InvalidDataError, match="Line 1 of"):
        read_tombstones(tmp_path / "list")


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
from pangea_server.records import Counter
from pangea_server.stores.local import LocalStore
from pangea_server.stores.testing.examples import task

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


def pangea(*arguments: str | Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "pangea_server.cli", *map(str, arguments)]
    environment = os.environ | {"COLUMNS": "200"}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT, env=environment
    )


def test_killed_commands_go_on(changing: LocalStore, tmp_path: Path) -> None:
    """SIGKILL during backup and restore at growing moments; the last run of each ends what the others began."""
    changing.close()
    for arguments in (
        ("backup", tmp_path / "killed.tar", "--data-dir", tmp_path / "source"),
        ("restore", tmp_path / "killed.tar", "--data-dir", tmp_path / "target"),
    ):
        for patience in (1.5, 2.5):
            process = pangea(*arguments)
            try:
                process.communicate(timeout=patience)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.communicate()
            if process.returncode == 0:
                break
        else:
            process = pangea(*arguments)
            output, _ = process.communicate(timeout=60)
            was_done = b"no backup is overwritten" in output or b"The store is not empty" in output
            assert process.returncode == 0 or was_done, output.decode()
    with LocalStore.open(tmp_path / "source") as one, LocalStore.open(tmp_path / "target") as other:
        assert everything(one) == everything(other)


def test_the_commands_say_what_is_wrong(archive: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke
    with LocalStore.open(tmp_path / "target", exclusive=True):
        busy = run(app, ["restore", str(archive), "--data-dir", str(tmp_path / "target")])
        assert isinstance(busy.exception, ConfigurationError)
    os.truncate(archive, 100_000)
    cut = run(app, ["restore", str(archive), "--data-dir", str(tmp_path / "new")])
    assert isinstance(cut.exception, ArchiveError)
    assert not (tmp_path / "new").exists()
    same = run(app, ["migrate", "--from", "local", "--to", "local"])
    assert isinstance(same.exception, PangeaError)


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
