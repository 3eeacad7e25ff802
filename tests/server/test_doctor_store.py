"""What the doctor says of a data directory, a backup, a verification and a store in the cloud."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, tzinfo
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request

import pytest

from environments.errors import ConfigurationError
from pangea_server import Settings
from pangea_server.annotate.campaigns.records import Campaign, CampaignDefinition, CampaignState
from pangea_server.app.doctor import (
    cloud,
    folder,
    network,
    stored,
)
from pangea_server.app.doctor.deployment import Deployment
from pangea_server.app.doctor.folder import file_system_of
from pangea_server.app.doctor.unnamed_proxy import (
    forget_unnamed_proxy,
    note_unnamed_proxy,
    unnamed_proxy_seen_at,
)
from pangea_server.core.settings import DeploymentLimits
from pangea_server.dataset.archive.backup_state import BackupState
from pangea_server.dataset.collections import RECORDS
from pangea_server.dataset.verify.report import Report
from pangea_server.stores.local.store import LocalStore
from tests.server.test_doctor_checks import ADVICE, CLOUD, FINE, MOUNTS, REFUSED, data, of, verdict

__all__ = ["data"]


def test_a_data_directory_is_of_its_user_alone_and_not_among_the_pages(
    data: Path, web: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert verdict(folder.rights, of(data, web_dir=web)) == (FINE, str(data))
    data.chmod(0o701)
    assert verdict(folder.rights, of(data, web_dir=web))[1].startswith("Every user of this machine")
    data.chmod(0o770)
    assert verdict(folder.rights, of(data, web_dir=web)) == (FINE, str(data))
    assert "is inside the folder of the pages" in verdict(folder.rights, of(web / "data", web_dir=web))[1]
    asked: list[tuple[Path, int]] = []

    def access(path: Path, mode: int) -> bool:
        asked.append((path, mode))
        return False

    monkeypatch.setattr(os, "access", access)
    new = data / "new" / "deep"
    assert f"{data.resolve()} belongs to another user" in verdict(folder.rights, of(new, web_dir=web))[1]
    assert asked == [(data.resolve(), os.W_OK | os.X_OK)]


@pytest.mark.parametrize(
    ("place", "kind"),
    [("/srv/data", "nfs4"), ("/srv/my voices/x", "fuse.sshfs"), ("/srv", "ext4"), ("/home", "ext4")],
)
def test_a_folder_lies_on_the_file_system_mounted_last_and_nearest_above_it(place: str, kind: str) -> None:
    assert file_system_of(Path(place), MOUNTS.strip()) == kind
    assert file_system_of(Path(place), "") == "unknown"


@pytest.mark.parametrize(
    ("kind", "ends"),
    [("ext4", FINE), ("nfs4", REFUSED), ("9p", REFUSED), ("fuse.sshfs", REFUSED), ("fuse", FINE)],
)
def test_a_network_file_system_is_refused(
    data: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str, ends: str
) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(f"22 1 8:1 / / rw - ext4 a rw\n50 22 0:50 / {tmp_path} rw - {kind} b rw\n")
    monkeypatch.setattr(folder, "MOUNTS", mounts)
    assert verdict(folder.file_system, of(data))[0] == ends


HOUR = 350 * 2**20


@pytest.mark.parametrize(
    ("room", "ends", "says"),
    [
        (2**16 - 1, ADVICE, "down to the reserve that is kept free of voices"),
        (2**16, ADVICE, "has room for 0.0 hours of voices"),
        (10 * HOUR - 1, ADVICE, "has room for 10.0 hours of voices"),
        (10 * HOUR, FINE, "room for 10 hours of voices"),
    ],
)
def test_the_room_on_the_disk_is_told_in_hours(
    data: Path, monkeypatch: pytest.MonkeyPatch, room: int, ends: str, says: str
) -> None:
    monkeypatch.setattr(folder, "room_above_reserve", lambda place: room if place == data.resolve() else 0)
    ended, said = verdict(folder.disk, of(data, limits=DeploymentLimits(chunk_bytes=2**16)))
    assert (ended, says in said) == (ends, True)


def test_one_data_directory_has_one_writer(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WEB_CONCURRENCY", "2")
    assert verdict(folder.writers, of(data))[0] == REFUSED
    assert verdict(folder.writers, of(data, **CLOUD))[0] == FINE
    with LocalStore.open(data, exclusive=True):
        assert verdict(folder.server, of(data))[0] == ADVICE
        assert not folder.is_served(of(data, **CLOUD).settings)
    assert verdict(folder.server, of(data))[0] == FINE


@pytest.mark.parametrize(("ahead", "ends"), [(0, FINE), (290, FINE), (310, REFUSED)])
@pytest.mark.parametrize("name", ["pangea.db", "pangea.db-wal"])
def test_a_clock_is_behind_when_the_last_write_is_minutes_in_the_future(
    data: Path, monkeypatch: pytest.MonkeyPatch, name: str, ahead: float, ends: str
) -> None:
    monkeypatch.setattr(time, "time", lambda: 2e9)
    for file in ("pangea.db", "pangea.db-wal"):
        (data / file).touch()
        os.utime(data / file, (0, 2e9 + ahead) if file == name else (0, 1e9))
    assert verdict(folder.clock, of(data))[0] == ends
    assert verdict(folder.clock, of(data, **CLOUD))[0] == FINE
    monkeypatch.setattr(folder, "RELEASED", datetime(2100, 1, 1, tzinfo=UTC))
    assert "before this PanGEA was written" in verdict(folder.clock, of(data, **CLOUD))[1]


def test_a_proxy_that_was_seen_is_told_until_a_server_starts_again(data: Path) -> None:
    assert verdict(network.forwarding, of(data)) == (FINE, "the running server saw no other proxy")
    with LocalStore.open(data) as opened:
        for _ in range(2):
            note_unnamed_proxy(opened.records)
        assert unnamed_proxy_seen_at(opened.records)
    ended, said = verdict(network.forwarding, of(data))
    assert (ended, "requests come through a proxy" in said) == (ADVICE, True)
    with LocalStore.open(data) as opened:
        for _ in range(2):
            forget_unnamed_proxy(opened.records)
        assert unnamed_proxy_seen_at(opened.records) is None


def test_a_store_is_counted(data: Path) -> None:
    assert verdict(stored.store, of(data)) == (FINE, "local: 0 people, 0 tasks")
    assert verdict(stored.records, of(data)) == (FINE, "all 0 can be read")
    assert verdict(stored.blobs, of(data)) == (FINE, "all are there")


def test_texts_that_no_page_could_show_are_named(data: Path) -> None:
    """What a file brought in before they were refused."""
    nested = "*" * 60 + "Go" + "*" * 60
    definition = CampaignDefinition(id="old", languages=("en-US",), instructions={"guide": {"en": "Go."}})
    assert verdict(stored.texts, of(data)) == (FINE, "those of all 0 campaigns can be shown")
    with LocalStore.open(data) as opened:
        texts = {"instructions": {"guide": {"en": nested}}}
        changed = definition.model_copy(update=texts)
        opened.records.create(
            Campaign(campaign_id="old", state=CampaignState.RUNNING, version=1, definition=changed)
        )
    with pytest.raises(ConfigurationError, match=r"cannot be shown: old instructions\.guide\.en: "):
        stored.texts(of(data))


def test_three_faults_are_named_and_more_are_said_to_be_there() -> None:
    assert stored._named(["a", "b", "c"]) == "a; b; c"
    assert stored._named(["a", "b", "c", "d"]) == "a; b; c; and more"


# The continuous backup, and the last verification

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


class AtNoon(datetime):
    """The time stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> AtNoon:
        assert tz is UTC
        return cls(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "datetime", AtNoon)


def state(**parts: Any) -> BackupState:
    usual: dict[str, Any] = {"place": "/backups", "every": 10.0, "complete_until": NOW}
    return BackupState(**(usual | parts))


@pytest.mark.parametrize(
    ("kept", "ends", "says"),
    [
        (None, FINE, "none that goes on: `pangea backup --to PLACE --every 10s` would make one"),
        (state(), FINE, f"/backups has everything until {NOW:%Y-%m-%d %H:%M:%S} UTC"),
        (state(complete_until=NOW - timedelta(seconds=300)), FINE, "has everything until"),
        (
            state(complete_until=NOW - timedelta(seconds=301)),
            ADVICE,
            "not running, or hangs. The backup in /back",
        ),
        (state(complete_until=NOW - timedelta(seconds=600), every=300.0), FINE, "has everything until"),
        (state(complete_until=NOW - timedelta(seconds=601), every=300.0), ADVICE, "not running, or hangs"),
        (state(complete_until=None), ADVICE, "Nothing was saved in /backups yet."),
        (
            state(error="It is full."),
            ADVICE,
            "pangea backup cannot write to /backups: It is full. The backup",
        ),
        (state(unreadable_count=2, unreadable="x"), ADVICE, "2 records or blobs cannot be read"),
    ],
)
def test_a_backup_that_does_not_go_on_is_told(
    data: Path, monkeypatch: pytest.MonkeyPatch, kept: BackupState | None, ends: str, says: str
) -> None:
    monkeypatch.setattr(stored, "read_backup_state", lambda place: kept if place == data else None)
    ended, said = verdict(stored.backup, of(data))
    assert (ended, says in said) == (ends, True), said
    assert verdict(stored.backup, of(data, **CLOUD))[1].startswith("none that goes on")


def report(**parts: Any) -> Report:
    usual: dict[str, Any] = {"finished_at": NOW, "rows": 3, "blobs": 2}
    return Report(**(usual | parts))


@pytest.mark.parametrize(
    ("kept", "ends", "says"),
    [
        (None, FINE, "not verified yet"),
        (report(finished_at=None), FINE, "not verified yet"),
        (report(), FINE, f"3 records and 2 blobs verified at {NOW:%Y-%m-%d %H:%M} UTC, no fault"),
        (report(finished_at=NOW - timedelta(days=8)), FINE, "no fault"),
        (report(finished_at=NOW - timedelta(days=8, seconds=1)), ADVICE, "last verified 8 days ago"),
        (report(fault_count=1, faults=["a is gone"]), ADVICE, "found 1 faults, such as a is gone"),
    ],
)
def test_a_verification_that_is_old_or_found_faults_is_told(
    data: Path, monkeypatch: pytest.MonkeyPatch, kept: Report | None, ends: str, says: str
) -> None:
    monkeypatch.setattr(stored, "read_report", lambda place: kept)
    ended, said = verdict(stored.integrity, of(data))
    assert (ended, says in said) == (ends, True), said
    monkeypatch.setattr(stored, "in_quarantine", lambda place: ["b", "a"])
    assert verdict(stored.integrity, of(data)) == (
        ADVICE,
        "2 pieces of the store are in quarantine, such as b.",
    )


# Google Cloud


def answers(get: int, patch: int = 403, date: str | None = None) -> Callable[..., Any]:
    """The network, where each method gets a status."""

    def urlopen(request: Request, timeout: float) -> Any:
        headers = Message()
        if date:
            headers["Date"] = date
        status = get if request.get_method() == "GET" else patch
        raise HTTPError(request.full_url, status, "", headers, None)

    return urlopen


@pytest.mark.parametrize(
    ("get", "patch", "says"),
    [
        (401, 403, ""),
        (403, 401, ""),
        (404, 403, "voices can be read"),
        (200, 403, "voices can be read"),
        (403, 404, "voices can be written"),
    ],
)
def test_a_collection_is_closed_when_strangers_may_neither_read_nor_write(
    monkeypatch: pytest.MonkeyPatch, get: int, patch: int, says: str
) -> None:
    monkeypatch.setattr(cloud, "urlopen", answers(get, patch))
    assert cloud.open_to_strangers("http://cloud/documents", "voices") == says


def test_the_rules_are_refused_for_the_first_open_collection(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deployment = of(data, **CLOUD)
    closed = {"tasks": "tasks can be read", "leases": ""}
    monkeypatch.setattr(cloud, "open_to_strangers", lambda documents, collection: closed.get(collection, ""))
    ended, said = verdict(cloud.rules, deployment)
    assert (ended, said) == (REFUSED, "The Firestore rules of p let strangers in: tasks can be read.")
    monkeypatch.setattr(cloud, "open_to_strangers", lambda documents, collection: "")
    assert verdict(cloud.rules, deployment) == (
        FINE,
        f"{len(RECORDS)} collections are closed to browsers",
    )


@pytest.mark.parametrize(
    ("status", "ends", "says"),
    [
        (401, FINE, "voices is closed to browsers"),
        (403, FINE, "voices is closed to browsers"),
        (404, REFUSED, "There is no bucket 'voices'."),
        (200, REFUSED, "Strangers can list the bucket 'voices' (status 200)."),
    ],
)
def test_a_bucket_is_there_and_closed(
    data: Path, monkeypatch: pytest.MonkeyPatch, status: int, ends: str, says: str
) -> None:
    monkeypatch.setattr(cloud, "urlopen", answers(status))
    deployment = of(data, **(CLOUD | {"firebase_bucket": "voices"}))
    assert verdict(cloud.bucket, deployment) == (ends, says)
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", "127.0.0.1:9")
    assert verdict(cloud.bucket, deployment)[0] == FINE


def test_a_cloud_that_cannot_be_reached_is_unknown_and_a_clock_that_is_off_refused(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deployment = of(data, **CLOUD)
    monkeypatch.setattr(cloud, "now", lambda: datetime(2026, 11, 22, 12, 5, 0, tzinfo=UTC))
    monkeypatch.setattr(cloud, "urlopen", answers(403, date="Sun, 22 Nov 2026 12:00:00 GMT"))
    assert verdict(cloud.bucket, deployment)[0] == FINE
    for off in ("Sun, 22 Nov 2026 11:59:59 GMT", "Sun, 22 Nov 2026 12:10:01 GMT"):
        monkeypatch.setattr(cloud, "urlopen", answers(403, date=off))
        assert verdict(cloud.bucket, deployment) == (
            REFUSED,
            "This machine's clock is 301 s off; Google Cloud would refuse its credentials.",
        )

    def away(request: Request, timeout: float) -> Any:
        raise URLError("no route")

    monkeypatch.setattr(cloud, "urlopen", away)
    assert verdict(cloud.bucket, deployment)[0] == ADVICE


def test_an_emulator_is_no_store_and_no_sign_in_of_a_public_server(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data_dir=data, sign_in="firebase", **CLOUD)  # type: ignore[arg-type]
    private, public = Deployment(settings), Deployment(settings, "0.0.0.0")
    assert verdict(cloud.sign_in, public) == (FINE, "firebase")
    for name in (*cloud.EMULATORS, cloud.AUTH_EMULATOR):
        monkeypatch.setenv(name, "127.0.0.1:9")
    assert verdict(cloud.sign_in, private) == (FINE, "firebase")
    assert verdict(cloud.sign_in, public)[0] == REFUSED
    assert verdict(cloud.services, public)[1].startswith("FIRESTORE_EMULATOR_HOST is set")
    opened: list[Settings] = []

    def open_store(asked: Settings) -> LocalStore:
        opened.append(asked)
        return LocalStore.open(data)

    monkeypatch.setattr(cloud, "open_store", open_store)
    assert verdict(cloud.services, private) == (FINE, "project p, emulated")
    assert opened == [settings]
