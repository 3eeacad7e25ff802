"""Each check of a deployment by itself: what is in order, what gets advice, and what is refused."""

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

from environments.errors import ConfigurationError, PangeaError
from pangea_server import Settings
from pangea_server.app import doctor
from pangea_server.app.doctor import (
    AT_LEISURE,
    BEFORE_THE_PORT_OPENS,
    DoctorFinding,
    admit,
    backup,
    cloud,
    examine,
    folder,
    installation,
    integrity,
    network,
    stored,
)
from pangea_server.app.doctor.deployment import AdviceError, Deployment, DeploymentCheck
from pangea_server.app.doctor.folder import file_system_of
from pangea_server.app.doctor.unnamed_proxy import (
    forget_unnamed_proxy,
    note_unnamed_proxy,
    unnamed_proxy_seen_at,
)
from pangea_server.core.settings import Limits
from pangea_server.dataset.archive.backup_state import BackupState
from pangea_server.dataset.collections import RECORDS
from pangea_server.dataset.verify.report import Report
from pangea_server.stores.local.store import LocalStore

FINE = "fine"
ADVICE = "advice"
REFUSED = "refused"
CLOUD = {"store": "firebase", "firebase_project": "p", "firebase_bucket": "b"}
PROXY = {"trusted_proxies": "10.0.0.0/8"}
MOUNTS = r"""
22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
36 22 0:41 / /srv/data rw - ext4 nas:/data rw
36 22 0:41 / /srv/data rw - nfs4 nas:/data rw
37 22 0:42 / /srv/my\040voices rw - fuse.sshfs host: rw
"""


def verdict(check: DeploymentCheck, deployment: Deployment) -> tuple[str, str]:
    """How a check ends, and what it says."""
    try:
        return FINE, check(deployment)
    except AdviceError as error:
        return ADVICE, error.message
    except ConfigurationError as error:
        return REFUSED, error.message


@pytest.mark.parametrize(
    ("host", "is_public"),
    [
        ("127.0.0.1", False),
        ("127.9.9.9", False),
        ("::1", False),
        ("localhost", False),
        ("0.0.0.0", True),
        ("192.0.2.1", True),
        ("our-machine", True),
    ],
)
def test_a_server_is_public_unless_it_listens_on_this_machine_alone(host: str, is_public: bool) -> None:
    assert Deployment(Settings(), host).is_public is is_public


@pytest.mark.parametrize(
    ("check", "settings", "host", "ends", "says"),
    [
        (network.address, {}, "127.0.0.1", FINE, "127.0.0.1:8000, for this machine and the proxies on it"),
        (network.address, PROXY, "0.0.0.0", FINE, "0.0.0.0:8000, for behind a proxy"),
        (network.address, {}, "0.0.0.0", REFUSED, "on 0.0.0.0 for everyone, without a proxy"),
        (network.address, {"trusted_proxies": ""}, "0.0.0.0", REFUSED, "without a proxy that terminates TLS"),
        (network.proxies, {}, "127.0.0.1", FINE, "127.0.0.1 ::1"),
        (network.proxies, {"trusted_proxies": "10.0.0.1/8 ::1"}, "127.0.0.1", FINE, "10.0.0.1/8 ::1"),
        (network.proxies, {"trusted_proxies": ""}, "0.0.0.0", FINE, "none is trusted"),
        (network.proxies, PROXY, "0.0.0.0", FINE, "10.0.0.0/8"),
        (network.proxies, PROXY, "127.0.0.1", ADVICE, "PANGEA_TRUSTED_PROXIES names none"),
        (
            network.proxies,
            {"trusted_proxies": "127.0.0.1 *"},
            "127.0.0.1",
            REFUSED,
            "trusts everybody (0.0.0.0/0)",
        ),
        (network.proxies, {"trusted_proxies": "::/0"}, "127.0.0.1", REFUSED, "trusts everybody (::/0)"),
        (network.proxies, {"trusted_proxies": "caddy"}, "127.0.0.1", REFUSED, "is 'caddy'"),
        (network.hosts, {}, "127.0.0.1", FINE, "this machine's own names"),
        (network.hosts, {"hosts": "a.example *.b.example"}, "0.0.0.0", FINE, "a.example, *.b.example"),
        (network.hosts, {}, "0.0.0.0", REFUSED, "does not know its own name"),
        (network.hosts, {"hosts": "a.example *"}, "127.0.0.1", REFUSED, "PANGEA_HOSTS is *"),
        (network.frames, {}, "127.0.0.1", FINE, "no site may show our pages in a frame"),
        (
            network.frames,
            {"frame_ancestors": "https://a.example https://*.b.example"},
            "127.0.0.1",
            FINE,
            "https://a.example, https://*.b.example",
        ),
        (
            network.frames,
            {"frame_ancestors": "https://a.example https://*"},
            "127.0.0.1",
            REFUSED,
            "any site",
        ),
        (network.frames, {"frame_ancestors": "https://*:443"}, "127.0.0.1", REFUSED, "any site could show"),
        (network.metrics, {}, "127.0.0.1", FINE, "not served"),
        (network.metrics, {"metrics": "10.0.0.1:9464"}, "127.0.0.1", FINE, "10.0.0.1:9464"),
        (network.metrics, {"metrics": "10.0.0.1:8000"}, "127.0.0.1", REFUSED, "the port of the pages"),
        (network.metrics, {"metrics": "8.8.8.8:9464"}, "127.0.0.1", REFUSED, "an address of the internet"),
        (network.metrics, {"metrics": "0.0.0.0:9464"}, "127.0.0.1", ADVICE, "to everyone who can reach"),
        (folder.rights, CLOUD, "127.0.0.1", FINE, "kept by Google Cloud"),
        (folder.file_system, CLOUD, "127.0.0.1", FINE, "none is needed"),
        (folder.disk, CLOUD, "127.0.0.1", FINE, "none is needed"),
        (folder.writers, CLOUD, "127.0.0.1", FINE, "any number of servers"),
        (folder.writers, {}, "127.0.0.1", FINE, "one server for each data directory"),
        (cloud.services, {}, "127.0.0.1", FINE, "not used"),
        (cloud.rules, {}, "127.0.0.1", FINE, "not used"),
        (cloud.bucket, {}, "127.0.0.1", FINE, "not used"),
        (cloud.sign_in, {}, "0.0.0.0", FINE, "links"),
        (stored.database, CLOUD, "127.0.0.1", FINE, "kept by Google Cloud"),
        (stored.records, CLOUD, "127.0.0.1", FINE, "kept by Google Cloud"),
        (stored.blobs, CLOUD, "127.0.0.1", FINE, "kept by Google Cloud"),
        (stored.database, {}, "127.0.0.1", FINE, "there is none yet"),
        (stored.records, {}, "127.0.0.1", FINE, "there is none yet"),
        (stored.blobs, {}, "127.0.0.1", FINE, "there is none yet"),
        (stored.store, {}, "127.0.0.1", ADVICE, "There is no store in"),
        (network.forwarding, {}, "127.0.0.1", FINE, "no server has run yet"),
        (integrity.integrity, {}, "127.0.0.1", FINE, "nothing to verify"),
        (integrity.integrity, CLOUD, "127.0.0.1", FINE, "nothing to verify"),
        (folder.server, {}, "127.0.0.1", FINE, "none is running"),
        (installation.aligner, {}, "127.0.0.1", FINE, "viterbi is installed"),
        (installation.aligner, {"align_engine": "parrot"}, "127.0.0.1", None, "parrot"),
    ],
)
def test_a_setting_is_in_order_gets_advice_or_is_refused(
    tmp_path: Path,
    check: DeploymentCheck,
    settings: dict[str, Any],
    host: str,
    ends: str | None,
    says: str,
) -> None:
    deployment = Deployment(Settings(data_dir=tmp_path / "data", **settings), host)
    if ends is None:
        with pytest.raises(PangeaError, match=says):
            check(deployment)
        return
    ended, said = verdict(check, deployment)
    assert ended == ends
    assert said == says if ends == FINE else says in said


# The data directory


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A local store."""
    LocalStore.open(tmp_path / "data").close()
    return tmp_path / "data"


def of(data: Path, **settings: Any) -> Deployment:
    return Deployment(Settings(data_dir=data, **settings))


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
    ended, said = verdict(folder.disk, of(data, limits=Limits(chunk_bytes=2**16)))
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
    for module in (backup, integrity):
        monkeypatch.setattr(module, "datetime", AtNoon)


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
    monkeypatch.setattr(backup, "read_backup_state", lambda place: kept if place == data else None)
    ended, said = verdict(backup.backup, of(data))
    assert (ended, says in said) == (ends, True), said
    assert verdict(backup.backup, of(data, **CLOUD))[1].startswith("none that goes on")


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
    monkeypatch.setattr(integrity, "read_report", lambda place: kept)
    ended, said = verdict(integrity.integrity, of(data))
    assert (ended, says in said) == (ends, True), said
    monkeypatch.setattr(integrity, "in_quarantine", lambda place: ["b", "a"])
    assert verdict(integrity.integrity, of(data)) == (
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


# What is installed


@pytest.mark.parametrize(
    ("release", "ends"),
    [("0.29.9", REFUSED), ("0.30.0", FINE), ("0.54.9", FINE), ("0.55.0", REFUSED), ("1.31.0", REFUSED)],
)
def test_a_web_server_is_one_that_was_tested(
    data: Path, monkeypatch: pytest.MonkeyPatch, release: str, ends: str
) -> None:
    monkeypatch.setattr(installation, "version", lambda _: release)
    ended, said = verdict(installation.web_server, of(data))
    assert (ended, f"uvicorn {release}" in said) == (ends, True)


@pytest.mark.parametrize(("on_submit", "ends"), [(False, ADVICE), (True, REFUSED)])
def test_a_missing_espeak_is_refused_where_voices_are_aligned(
    data: Path, monkeypatch: pytest.MonkeyPatch, on_submit: bool, ends: str
) -> None:
    monkeypatch.setattr(installation, "_espeak_fault", lambda: "it is gone")
    assert verdict(installation.aligner, of(data, align_on_submit=on_submit)) == (
        ends,
        "The engine 'viterbi' cannot load eSpeak NG: it is gone.",
    )


def test_scans_that_are_not_cut_and_a_folder_that_is_not_there_are_named(
    data: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deployment = of(data, environment=f"folder:{place}")
    assert verdict(installation.environment, deployment) == (FINE, f"folder:{place}: 1 scans, 4 viewpoints")
    assert verdict(installation.panoramas, deployment) == (FINE, "0 of 4 panoramas are cut")
    assert verdict(installation.tiles, deployment)[1].startswith("corridor not cut into tiles")
    nowhere = of(data, environment=f"folder:{place}", tiles=data / "no")
    assert verdict(installation.tiles, nowhere)[0] == REFUSED
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "Tiles cannot be written" in verdict(installation.tiles, deployment)[1]


# All of them


def test_all_checks_are_carried_out_and_those_that_fail_are_findings(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raising(error: Exception) -> DeploymentCheck:
        def check(_: Deployment) -> str:
            raise error

        return check

    monkeypatch.setattr(doctor, "AT_LEISURE", {"late": lambda _: "well"})
    monkeypatch.setattr(
        doctor,
        "BEFORE_THE_PORT_OPENS",
        {
            "disk": raising(OSError("broken")),
            "advice": raising(AdviceError("Better.", remedy="Do it.")),
            "bad": raising(ConfigurationError("Bad.")),
        },
    )
    assert [*examine(of(data))] == [
        DoctorFinding("late", "well"),
        DoctorFinding("disk", "It cannot be checked: broken.", "Check the disk and the rights.", True),
        DoctorFinding("advice", "Better.", "Do it."),
        DoctorFinding("bad", "Bad.", "See the documentation.", True),
    ]
    with pytest.raises(OSError, match="broken"):
        admit(of(data))
    with pytest.raises(ConfigurationError, match="Bad"):
        admit(of(data), without=["disk"])
    assert [advice.message for advice in admit(of(data), without=["disk", "bad"])] == ["Better."]


EARLY = """
web server, address, proxies, hosts, frames, metrics, user, folder, file system, disk, writers, clock, pages, tiles,
aligner, sign-in, cloud, rules, bucket
"""
LATE = "Python, environment, panoramas, server, port, store, database, records, blobs, integrity, backup, forwarding"


def test_a_server_starts_only_after_these_checks() -> None:
    assert ", ".join(BEFORE_THE_PORT_OPENS) == EARLY.replace("\n", " ").strip()
    assert ", ".join(AT_LEISURE) == LATE
