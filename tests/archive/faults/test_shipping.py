"""A copy that follows a store: whatever happens to the store, what was copied is restored as it was."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from prometheus_client import generate_latest
from typer.testing import CliRunner

from pangea_server import Settings
from pangea_server.annotate.tasks.records import Recording, Task
from pangea_server.app.command_line import app
from pangea_server.app.doctor.copy import copy
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.app.server import _copied
from pangea_server.app.testing.stores.examples import task
from pangea_server.core.errors import StoreError
from pangea_server.core.progress import unwatched
from pangea_server.dataset.archive import Remaining, fill, shipping
from pangea_server.dataset.archive.moments import moment_names
from pangea_server.dataset.archive.places import Folder
from pangea_server.dataset.archive.sealing import Seal, make_identity, seal_to
from pangea_server.dataset.archive.shipping import Shipper
from pangea_server.dataset.archive.sources import open_source
from pangea_server.http.edge.metrics import Metrics
from pangea_server.stores.local.ship_state import ShipState, keep_ship_state, read_ship_state
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.tombstones import Tombstone
from tests.archive.campaign import everything

LARGE = 3 * 2**20


@pytest.fixture
def place(tmp_path: Path) -> Folder:
    return Folder(tmp_path / "copy")


@pytest.fixture
def server(changing: LocalStore, tmp_path: Path) -> Iterator[LocalStore]:
    """What writes to the store, in connections of its own."""
    with LocalStore.open(tmp_path / "source", exclusive=True) as store:
        yield store


def restored(place: Folder, folder: Path, identity: Path | None = None) -> Any:
    """Everything of a store that the copy was restored into, and why it may not be the newest."""
    with open_source(str(place), None, identity, unwatched) as backup, LocalStore.open(folder) as target:
        fill(target, Remaining(backup.contents, backup.removed), backup.sha256)
        return everything(target), "".join(backup.faults)


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
    monkeypatch.setattr(shipping, "MOST_LOG_ENTRIES", 5)
    seal = seal_to([make_identity(tmp_path / "key")]) if seed % 2 else Seal()
    shipper, work = Shipper(changing, place, seal, 0.1), Work(server, seed)
    for _ in range(14):
        work.some()
        shipper.catch_up()
    assert len(moment_names(place)) > 1
    shipper.catch_up()
    assert restored(place, tmp_path / "new", tmp_path / "key" if seed % 2 else None) == (
        everything(server),
        "",
    )


def test_nothing_is_written_while_nothing_changes(
    server: LocalStore, changing: LocalStore, place: Folder
) -> None:
    shipper = Shipper(changing, place, Seal(), 0.1)
    shipper.catch_up()
    assert [shipper.catch_up() for _ in range(3)] == [0, 0, 0]
    server.records.create(task(900))
    assert [shipper.catch_up() for _ in range(2)] == [1, 0]
    assert len(place.names("log/")) == 1


class Unsteady(Folder):
    """A disk that is away now and then."""

    is_away = False

    def put(self, name: str, file: BinaryIO) -> None:
        if self.is_away:
            raise StoreError("The disk is away.")
        super().put(name, file)


def test_what_could_not_be_copied_is_copied_later(
    server: LocalStore, changing: LocalStore, tmp_path: Path
) -> None:
    place = Unsteady(tmp_path / "copy")
    shipper = Shipper(changing, place, Seal(), 0.1)
    for number, away in enumerate([True, False, True, True, False, True, False]):
        place.is_away = away
        server.records.create(task(900 + number))
        server.blobs.create(f"recordings/r3/voice/{number:06d}", b"x" * number)
        if away:
            with pytest.raises(StoreError, match="away"):
                shipper.catch_up()
        else:
            shipper.catch_up()
    assert restored(place, tmp_path / "new") == (everything(server), "")


@pytest.mark.parametrize("how", ["damaged", "missing", "cut off"])
def test_a_log_is_followed_as_far_as_it_is_whole(
    server: LocalStore, changing: LocalStore, place: Folder, tmp_path: Path, how: str
) -> None:
    shipper = Shipper(changing, place, Seal(), 0.1)
    shipper.catch_up()
    states = []
    for number in range(4):
        server.records.create(task(900 + number))
        shipper.catch_up()
        states.append(everything(server))
    entry = tmp_path / "copy" / place.names("log/")[2]
    data = bytearray(entry.read_bytes())
    data[700] ^= 1
    if how == "missing":
        entry.unlink()
    else:
        entry.write_bytes(data if how == "damaged" else data[:600])
    found, fault = restored(place, tmp_path / "new")
    assert found == states[1]
    assert "entry 3 of the log" in fault


def test_who_withdrew_is_removed_from_what_is_restored(
    server: LocalStore, changing: LocalStore, place: Folder, tmp_path: Path
) -> None:
    shipper = Shipper(changing, place, Seal(), 0.1)
    shipper.catch_up()
    server.records.create(Tombstone(removed_from="recordings", removed_id="r2", reason="withdrawn"))
    shipper.catch_up()
    (records, blobs), _ = restored(place, tmp_path / "new")
    assert [one.recording_id for one in records if isinstance(one, Recording)] == ["r1"]
    assert [info.name for info, _ in blobs if info.name.startswith("recordings/r2/")] == []


def test_logs_before_the_last_moment_but_one_are_forgotten(
    server: LocalStore, changing: LocalStore, place: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipping, "MOST_LOG_ENTRIES", 1)
    shipper = Shipper(changing, place, Seal(), 0.1)
    for number in range(5):
        server.records.create(task(900 + number))
        shipper.catch_up()
        server.records.create(task(950 + number))
        shipper.catch_up()
    logs = {name.split("/")[1] for name in place.names("log/")}
    assert logs <= set(moment_names(place)[-2:])


def test_the_last_changes_are_copied_when_it_is_stopped(
    server: LocalStore, changing: LocalStore, place: Folder, tmp_path: Path
) -> None:
    stop = threading.Event()
    running = threading.Thread(target=Shipper(changing, place, Seal(), 60.0).run, args=[stop])
    running.start()
    while not moment_names(place):
        stop.wait(0.05)
    server.records.create(task(900))
    stop.set()
    running.join()
    assert restored(place, tmp_path / "new") == (everything(server), "")


def test_the_command_refuses_a_key_that_is_none(changing: LocalStore, tmp_path: Path) -> None:
    arguments = [
        "ship",
        "--to",
        str(tmp_path / "copy"),
        "--recipient",
        "age1",
        "--data-dir",
        str(tmp_path / "source"),
    ]
    done = CliRunner().invoke(app, arguments)
    assert "is no public key of age" in str(done.exception)


def test_doctor_and_metrics_know_how_far_the_copy_is(
    server: LocalStore, changing: LocalStore, tmp_path: Path
) -> None:
    place, data = Unsteady(tmp_path / "copy"), tmp_path / "source"
    deployment = Deployment(Settings(data_dir=data))
    assert "pangea ship" in copy(deployment)
    shipper, stop, metrics = Shipper(changing, place, Seal(), 0.1), threading.Event(), Metrics()
    metrics.watch_copy(lambda: _copied(data))
    stop.set()  # one look at each run
    shipper.run(stop)
    assert f"{place} has everything until" in copy(deployment)
    until = read_ship_state(data)
    assert until
    assert until.copied_at
    told = generate_latest(metrics.registry).decode()
    assert "pangea_store_copy_failing 0.0" in told
    (line,) = (line for line in told.splitlines() if line.startswith("pangea_store_copied_seconds"))
    assert float(line.split()[1]) == until.copied_at.timestamp()
    server.records.create(task(900))
    place.is_away = True
    shipper.run(stop)
    with pytest.raises(AdviceError, match=r"cannot copy to .*: The disk is away\. The copy in .* ends at"):
        copy(deployment)
    assert "pangea_store_copy_failing 1.0" in generate_latest(metrics.registry).decode()
    place.is_away = False
    shipper.run(stop)
    assert "has everything until" in copy(deployment)
    keep_ship_state(data, ShipState(str(place), datetime.now(UTC) - timedelta(hours=1)))
    with pytest.raises(AdviceError, match="is not running, or hangs"):
        copy(deployment)
