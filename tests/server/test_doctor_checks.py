"""Each check of a deployment by itself: what is in order, what gets advice, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from typer.testing import CliRunner

from environments.errors import ConfigurationError, PangeaError
from pangea_server import Settings
from pangea_server.app import doctor
from pangea_server.app.command_line import app
from pangea_server.app.doctor import (
    AT_LEISURE,
    BEFORE_THE_PORT_OPENS,
    DoctorFinding,
    admit,
    cloud,
    examine,
    folder,
    installation,
    network,
    postgres,
    stored,
)
from pangea_server.app.doctor.deployment import AdviceError, Deployment, DeploymentCheck
from pangea_server.stores.local.store import LocalStore

FINE = "fine"
ADVICE = "advice"
REFUSED = "refused"
POSTGRES = {
    "store": "postgres",
    "postgres_url": SecretStr("postgresql://me:hush@127.0.0.1:1/campaign"),
    "postgres_blobs": "/nowhere",
}
CLOUD = {"store": "firebase", "firebase_project": "p", "firebase_bucket": "b"}
RELAY = {"ice_servers": "stun:a.example turn:a.example:3478?transport=tcp"}
HUSH = {"turn_secret": SecretStr("hush" * 8)}
PROXY = {"trusted_proxies": "10.0.0.0/8"}
MOUNTS = r"""
22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
36 22 0:41 / /srv/data rw - ext4 nas:/data rw
36 22 0:41 / /srv/data rw - nfs4 nas:/data rw
37 22 0:42 / /srv/my\040voices rw - fuse.sshfs host: rw
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A local store."""
    LocalStore.open(tmp_path / "data").close()
    return tmp_path / "data"


def of(data: Path, **settings: Any) -> Deployment:
    return Deployment(Settings(data_dir=data, **settings))


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
        (
            network.voices,
            {},
            "127.0.0.1",
            FINE,
            "two people reach each other on one network, or over this server",
        ),
        (
            network.voices,
            RELAY | HUSH,
            "127.0.0.1",
            FINE,
            "stun:a.example, turn:a.example:3478?transport=tcp",
        ),
        (network.voices, RELAY, "127.0.0.1", REFUSED, "believes nobody without credentials"),
        (network.voices, HUSH, "127.0.0.1", REFUSED, "names no TURN server"),
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
        (postgres.database, {}, "127.0.0.1", FINE, "not used"),
        (postgres.objects, {}, "127.0.0.1", FINE, "not used"),
        (
            postgres.database,
            {"store": "postgres"},
            "127.0.0.1",
            REFUSED,
            "needs a database and a place for blobs",
        ),
        (postgres.database, POSTGRES, "127.0.0.1", None, "PostgreSQL cannot be reached"),
        (postgres.objects, POSTGRES, "127.0.0.1", REFUSED, "There is no folder /nowhere for blobs"),
        (folder.rights, POSTGRES, "127.0.0.1", FINE, "kept by PostgreSQL"),
        (stored.database, POSTGRES, "127.0.0.1", FINE, "kept by PostgreSQL"),
        (stored.database, {}, "127.0.0.1", FINE, "there is none yet"),
        (stored.records, {}, "127.0.0.1", FINE, "there is none yet"),
        (stored.blobs, {}, "127.0.0.1", FINE, "there is none yet"),
        (stored.store, {}, "127.0.0.1", ADVICE, "There is no store in"),
        (network.forwarding, {}, "127.0.0.1", FINE, "no server has run yet"),
        (stored.integrity, {}, "127.0.0.1", FINE, "nothing to verify"),
        (
            stored.integrity,
            CLOUD,
            "127.0.0.1",
            FINE,
            "not verified from here yet: `pangea verify --store firebase` does it",
        ),
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


# What is installed


@pytest.mark.parametrize(
    ("release", "ends"),
    [("0.45.9", REFUSED), ("0.46.0", FINE), ("0.54.9", FINE), ("0.55.0", REFUSED), ("1.31.0", REFUSED)],
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
    for picture in place.glob("*.jpg"):
        picture.unlink()
    assert verdict(installation.tiles, deployment)[1].startswith("corridor without pictures here")
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


@pytest.mark.parametrize("refused", [False, True])
def test_the_command_marks_each_finding_and_fails_for_what_is_refused(
    data: Path, monkeypatch: pytest.MonkeyPatch, refused: bool
) -> None:
    bad = [DoctorFinding("bad", "It is.", "Mend it.", refused=True)] if refused else []
    found = [DoctorFinding("well", "[all] of it"), DoctorFinding("so so", "Better.", "Do it."), *bad]
    monkeypatch.setattr(doctor, "examine", lambda deployment: found)
    done = CliRunner(env={"COLUMNS": "80"}).invoke(app, ["doctor", "--data-dir", str(data)])
    told = [line.split() for line in done.stdout.splitlines()]
    assert told == [
        ["✓", "well", "[all]", "of", "it"],
        ["!", "so", "so", "Better."],
        ["Do", "it."],
        *([["✗", "bad", "It", "is."], ["Mend", "it."]] if refused else []),
    ]
    assert done.exit_code == int(refused)


EARLY = """
web server, address, proxies, hosts, frames, metrics, voices, user, folder, file system, disk, writers, clock, pages,
tiles, aligner, sign-in, cloud, rules, bucket, PostgreSQL, objects
"""
LATE = """
Python, environment, panoramas, server, port, store, database, records, texts, blobs, integrity, backup, forwarding
"""


def test_a_server_starts_only_after_these_checks() -> None:
    assert ", ".join(BEFORE_THE_PORT_OPENS) == EARLY.replace("\n", " ").strip()
    assert ", ".join(AT_LEISURE) == LATE.strip()
