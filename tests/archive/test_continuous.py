"""A backup that goes on: whatever happens to the store, what was saved is restored as it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import pytest
from prometheus_client import generate_latest

from pangea_server import Settings
from pangea_server.annotate.tasks.records import Recording
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.app.doctor.stored import backup
from pangea_server.app.server import _backed_up
from pangea_server.app.testing.stores.examples import task
from pangea_server.core.errors import StoreError
from pangea_server.dataset.archive import Remaining, continuous, fill
from pangea_server.dataset.archive.backup_state import BackupState, keep_backup_state, read_backup_state
from pangea_server.dataset.archive.continuous import ContinuousBackup
from pangea_server.dataset.archive.encryption import read_identities
from pangea_server.dataset.archive.moments import moment_names
from pangea_server.dataset.archive.places import Folder
from pangea_server.dataset.archive.sources import open_source
from pangea_server.http.edge.metrics import Metrics
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.tombstones import Tombstone
from tests.archive.campaign import everything, series_in, trust_in

T = TypeVar("T")
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
    trust = trust_in(place, incomplete=True)
    source = open_source(str(place), None, read_identities(identity), trust)
    with source as backup, LocalStore.open(folder) as target:
        fill(target, Remaining(backup.contents, backup.removed), backup.sha256)
        return everything(target), "".join(backup.faults)


def test_nothing_is_written_while_nothing_changes(
    server: LocalStore, changing: LocalStore, place: Folder
) -> None:
    saving = ContinuousBackup(changing, series_in(place), 0.1)
    saving.catch_up()
    assert [saving.catch_up() for _ in range(3)] == [0, 0, 0]
    server.records.create(task(900))
    assert [saving.catch_up() for _ in range(2)] == [1, 0]
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
    saving = ContinuousBackup(changing, series_in(place), 0.1)
    for number, away in enumerate([True, False, True, True, False, True, False]):
        place.is_away = away
        server.records.create(task(900 + number))
        server.blobs.create(f"recordings/r3/voice/{number:06d}", b"x" * number)
        if away:
            with pytest.raises(StoreError, match="away"):
                saving.catch_up()
        else:
            saving.catch_up()
    assert restored(place, tmp_path / "new") == (everything(server), "")


@pytest.mark.parametrize("how", ["damaged", "missing", "cut off"])
def test_a_log_is_followed_as_far_as_it_is_whole(
    server: LocalStore, changing: LocalStore, place: Folder, tmp_path: Path, how: str
) -> None:
    saving = ContinuousBackup(changing, series_in(place), 0.1)
    saving.catch_up()
    states = []
    for number in range(4):
        server.records.create(task(900 + number))
        saving.catch_up()
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
    saving = ContinuousBackup(changing, series_in(place), 0.1)
    saving.catch_up()
    server.records.create(Tombstone(removed_from="recordings", removed_id="r2", reason="withdrawn"))
    saving.catch_up()
    (records, blobs), _ = restored(place, tmp_path / "new")
    assert [one.recording_id for one in records if isinstance(one, Recording)] == ["r1"]
    assert [info.name for info, _ in blobs if info.name.startswith("recordings/r2/")] == []


def test_logs_before_the_last_moment_but_one_are_forgotten(
    server: LocalStore, changing: LocalStore, place: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(continuous, "MOST_LOG_ENTRIES", 1)
    saving = ContinuousBackup(changing, series_in(place), 0.1)
    for number in range(5):
        server.records.create(task(900 + number))
        saving.catch_up()
        server.records.create(task(950 + number))
        saving.catch_up()
    logs = {name.split("/")[1] for name in place.names("log/")}
    assert logs <= set(moment_names(place)[-2:])


def test_what_was_stored_without_an_answer_is_stored_once(
    server: LocalStore, changing: LocalStore, tmp_path: Path
) -> None:
    """An entry whose storing seemed to fail is in the place; the next try has other changes."""
    place = Forgetful(tmp_path / "copy")
    saving = ContinuousBackup(changing, series_in(place), 0.1)
    saving.catch_up()
    for number in range(4):
        server.records.create(task(900 + number))
        place.forgets = number % 2 == 0
        if place.forgets:
            with pytest.raises(StoreError, match="no answer"):
                saving.catch_up()
        else:
            saving.catch_up()
    assert len(place.names("log/")) == 2
    assert restored(place, tmp_path / "new") == (everything(server), "")


class Forgetful(Folder):
    """A disk that stores and then says that it could not."""

    forgets = False

    def put(self, name: str, file: BinaryIO) -> None:
        super().put(name, file)
        if self.forgets:
            raise StoreError("There is no answer.")


def test_each_day_begins_with_a_full_backup_and_old_ones_go(
    server: LocalStore, changing: LocalStore, place: Folder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(continuous, "FULL_EVERY_SECONDS", 0.0)
    saving = ContinuousBackup(changing, series_in(place), 0.1, keep_days=0)
    for number in range(3):
        saving.catch_up()
        assert len(moment_names(place)) == 1
        first = moment_names(place)
        saving.catch_up()  # a day on which nothing changed
        assert moment_names(place) == first
        server.records.create(task(900 + number))
        saving.catch_up()
    assert {name.split("/")[1] for name in place.names("log/")} == set(moment_names(place))


def test_it_goes_on_while_the_place_is_away(
    server: LocalStore, changing: LocalStore, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place, lines = Unsteady(tmp_path / "copy"), list[str]()
    place.is_away = True
    saving = ContinuousBackup(changing, series_in(place), 0.1, tell=lines.append)
    saving.take_snapshot()
    assert "The disk is away. It is tried again in 0.1 s." in caplog.text
    place.is_away = False
    for _ in range(3):
        saving.take_snapshot()
    server.records.create(task(900))
    saving.take_snapshot()
    assert [line.partition(": ")[2] for line in lines[1:]] == ["1 records and 0 blobs have changed."]
    assert restored(place, tmp_path / "new") == (everything(server), "")


def test_what_cannot_be_read_is_told_when_it_is_something_else(
    changing: LocalStore, place: Folder, caplog: pytest.LogCaptureFixture
) -> None:
    saving = ContinuousBackup(changing, series_in(place), 0.1)
    for names in ([], ["a"], ["a"], ["a", "b"], ["c", "b"], ["c", "b"], [], ["c", "b"]):
        saving._note_unreadable(names)
    assert caplog.messages == [
        f"{told} records or blobs cannot be read, such as {name}"
        for told, name in ((1, "a"), (2, "a"), (2, "c"), (2, "c"))
    ]


def test_a_stop_breaks_off_a_full_backup(changing: LocalStore, place: Folder, tmp_path: Path) -> None:
    saving = ContinuousBackup(changing, series_in(place), 60.0)

    def stopping(items: Iterable[T], name: str, total: int, /) -> Iterator[T]:
        for number, item in enumerate(items):
            if name == "Blobs" and number == 5:
                saving.stop.set()
            yield item

    saving.watch = stopping
    saving.run()
    assert moment_names(place) == []
    assert 0 < len(place.names("blobs/")) <= 5
    assert read_backup_state(tmp_path / "source") is None


def test_doctor_and_metrics_know_how_far_the_backup_is(
    server: LocalStore, changing: LocalStore, tmp_path: Path
) -> None:
    place, data = Unsteady(tmp_path / "copy"), tmp_path / "source"
    deployment = Deployment(Settings(data_dir=data))
    assert "pangea backup --to PLACE --every 10s" in backup(deployment)
    saving, metrics = ContinuousBackup(changing, series_in(place), 0.1), Metrics()
    metrics.watch_backup(lambda: _backed_up(data))
    saving.take_snapshot()
    assert f"{place} has everything until" in backup(deployment)
    until = read_backup_state(data)
    assert until
    assert until.complete_until
    told = generate_latest(metrics.registry).decode()
    assert "pangea_store_backup_failing 0.0" in told
    (line,) = (line for line in told.splitlines() if line.startswith("pangea_store_backed_up_seconds"))
    assert float(line.split()[1]) == until.complete_until.timestamp()
    server.records.create(task(900))
    place.is_away = True
    saving.take_snapshot()
    with pytest.raises(AdviceError, match=r"cannot write to .*: The disk is away\. The backup in .* ends at"):
        backup(deployment)
    assert "pangea_store_backup_failing 1.0" in generate_latest(metrics.registry).decode()
    place.is_away = False
    saving.take_snapshot()
    assert "has everything until" in backup(deployment)
    hour_ago = datetime.now(UTC) - timedelta(hours=1)
    keep_backup_state(data, BackupState(str(place), 3600.0, hour_ago))
    assert "has everything until" in backup(deployment)
    keep_backup_state(data, BackupState(str(place), 10.0, hour_ago))
    with pytest.raises(AdviceError, match="is not running, or hangs"):
        backup(deployment)
