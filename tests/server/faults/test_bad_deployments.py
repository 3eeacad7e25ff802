"""Deployments that must not start: each is refused with one line that names it, before the port opens (P32)."""

from __future__ import annotations

import os
import re
import sqlite3
import sys
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from socket import socket
from threading import Thread

import pytest
import uvicorn

from environments.errors import ConfigurationError
from pangea_server import Settings
from pangea_server.app.command_line import main
from pangea_server.app.doctor import cloud, installation
from pangea_server.app.doctor.folder import file_system_of
from pangea_server.stores.local.store import LocalStore
from tests.disks import mount

PUBLIC = ["--host", "0.0.0.0"]
BEHIND_A_PROXY = {"PANGEA_TRUSTED_PROXIES": "10.0.0.0/8", "PANGEA_HOSTS": "pangea.example.org"}
FIREBASE = {"PANGEA_STORE": "firebase", "PANGEA_FIREBASE_PROJECT": "p", "PANGEA_FIREBASE_BUCKET": "b"}
MOUNTS = r"""
22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
36 22 0:41 / /srv/data rw - nfs4 nas:/data rw
37 22 0:42 / /srv/my\040voices rw - fuse.sshfs host: rw
"""


@dataclass(frozen=True)
class Bench:
    """Where a bad deployment is put together."""

    data: Path
    web: Path
    monkeypatch: pytest.MonkeyPatch
    opened: ExitStack

    def set(self, **variables: str) -> None:
        for name, value in variables.items():
            self.monkeypatch.setenv(name, value)

    def store(self) -> None:
        LocalStore.open(self.data).close()


class Closed(socket):
    """A port that must not open."""

    def listen(self, _: int = 0) -> None:
        pytest.fail("the port is open")


@pytest.fixture
def bench(settings: Settings, web: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """Everything is in order, and whatever starts or opens its port is found."""
    opened = ExitStack()
    bench = Bench(settings.data_dir, web, monkeypatch, opened)
    bench.set(
        PANGEA_ENVIRONMENT=settings.environment, PANGEA_DATA_DIR=str(bench.data), PANGEA_WEB_DIR=str(web)
    )
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: pytest.fail("it has started"))
    monkeypatch.setattr("pangea_server.app.serve.bound_port", lambda *_: Closed())
    with opened:
        yield bench


def refusal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> str:
    """The line in which ``pangea serve`` says why it does not start."""
    monkeypatch.setattr(sys, "argv", ["pangea", "serve", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code in (1, 2)
    first, *_ = capsys.readouterr().err.splitlines()
    assert first.startswith("error: ")
    return first


def _world_readable(bench: Bench) -> None:
    bench.store()
    bench.data.chmod(0o755)


def _among_the_pages(bench: Bench) -> None:
    bench.set(PANGEA_DATA_DIR=str(bench.web / "assets" / "data"))


def _read_only(bench: Bench) -> None:
    mount("-o", "remount,ro", bench.data)


def _second_server(bench: Bench) -> None:
    bench.opened.enter_context(LocalStore.open(bench.data, exclusive=True))


def _later_schema(bench: Bench) -> None:
    bench.store()
    with sqlite3.connect(bench.data / "pangea.db") as database:
        database.execute("PRAGMA user_version = 9999")
    database.close()


def uvicorn_of(release: str) -> Callable[[Bench], None]:
    return lambda bench: bench.monkeypatch.setattr(installation, "version", lambda _: release)


def _damaged(bench: Bench) -> None:
    bench.store()
    (bench.data / "pangea.db").write_bytes(b"no database" * 1000)
    for leftover in bench.data.glob("pangea.db-*"):
        leftover.unlink()


def _written_tomorrow(bench: Bench) -> None:
    bench.store()
    tomorrow = time.time() + 86_400
    os.utime(bench.data / "pangea.db", (tomorrow, tomorrow))


def _no_espeak(bench: Bench) -> None:
    import espeakng_loader

    from align.phones import espeak_ng

    bench.set(PANGEA_ALIGN_ON_SUBMIT="true")
    bench.monkeypatch.setattr(espeakng_loader, "get_library_path", lambda: "/nowhere/libespeak-ng.so")
    bench.monkeypatch.setattr(espeak_ng, "_loaded", espeak_ng._loaded.__wrapped__)


def _on_a_network(bench: Bench) -> None:
    mounts = bench.web / "mountinfo"
    mounts.write_text(
        f"22 1 8:1 / / rw - ext4 /dev/vda rw\n50 22 0:50 / {bench.data.parent} rw - nfs4 nas:/x rw\n"
    )
    bench.monkeypatch.setattr("pangea_server.app.doctor.folder.MOUNTS", mounts)


def _before_the_release(bench: Bench) -> None:
    bench.monkeypatch.setattr("pangea_server.app.doctor.folder.RELEASED", datetime(2100, 1, 1, tzinfo=UTC))


@contextmanager
def answering(get: int, patch: int = 403) -> Iterator[str]:
    """HOST:PORT of a server that answers with these statuses."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(get)

        def do_PATCH(self) -> None:
            self.send_error(patch)

        def log_message(self, *_: object) -> None: ...

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def rules_that_answer(get: int, patch: int) -> Callable[[Bench], None]:
    def arrange(bench: Bench) -> None:
        address = bench.opened.enter_context(answering(get, patch))
        emulators = {"FIRESTORE_EMULATOR_HOST": address, "STORAGE_EMULATOR_HOST": f"http://{address}"}
        bench.set(**FIREBASE, **emulators)

    return arrange


def _no_credentials(bench: Bench) -> None:
    nowhere = str(bench.data / "key.json")
    bench.set(**FIREBASE, GOOGLE_APPLICATION_CREDENTIALS=nowhere)
    bench.monkeypatch.setattr(cloud, "_status", lambda _: 403)


def setting(**variables: str) -> Callable[[Bench], None]:
    return lambda bench: bench.set(**variables)


BAD: dict[str, tuple[Callable[[Bench], None], list[str], str]] = {
    "a variable that no setting has": (setting(PANGEA_STROE="local"), [], "PANGEA_STROE names no setting"),
    "a debug mode": (setting(PANGEA_DEBUG="1"), [], "PANGEA_DEBUG names no setting"),
    "a value of the wrong kind": (
        setting(PANGEA_ALIGN_ON_SUBMIT="soon"),
        [],
        "PANGEA_ALIGN_ON_SUBMIT cannot be used",
    ),
    "an unknown store": (setting(PANGEA_STORE="shoebox"), [], "'shoebox'"),
    "an unknown environment": (setting(PANGEA_ENVIRONMENT="castle"), [], "'castle'"),
    "an environment that is not there": (setting(PANGEA_ENVIRONMENT="folder:/nowhere"), [], "/nowhere"),
    "an unknown engine": (setting(PANGEA_ALIGN_ENGINE="parrot"), [], "'parrot'"),
    "an engine without its model": (setting(PANGEA_ALIGN_ENGINE="whisper"), [], "Whisper has no model"),
    "the recognised words of one recording for every voice": (
        setting(PANGEA_ALIGN_ENGINE="recognised:words.json"),
        [],
        "has the words of one recording",
    ),
    "a list of pronunciations that is not there": (
        setting(PANGEA_ALIGN_LEXICON="/nowhere/words.txt"),
        [],
        "/nowhere/words.txt cannot be read",
    ),
    "eSpeak NG missing while voices are to be aligned": (_no_espeak, [], "cannot load eSpeak NG"),
    "an older uvicorn than any that was tested": (uvicorn_of("0.45.0"), [], "uvicorn 0.45.0 is installed"),
    "a newer uvicorn than any that was tested": (uvicorn_of("0.55.0"), [], "tested with 0.46 to 0.54"),
    "pages not built": (setting(PANGEA_WEB_DIR="/nowhere"), [], "pages are not in /nowhere"),
    "a folder of tiles that is not there": (
        setting(PANGEA_TILES="/nowhere"),
        [],
        "PANGEA_TILES names /nowhere",
    ),
    "everybody's address without a proxy": (setting(PANGEA_HOSTS="a.example.org"), PUBLIC, "without a proxy"),
    "a name nobody told": (setting(PANGEA_TRUSTED_PROXIES="10.0.0.1"), PUBLIC, "does not know its own name"),
    "any host name": (setting(PANGEA_HOSTS="*"), [], "PANGEA_HOSTS is *"),
    "everybody trusted as a proxy": (setting(PANGEA_TRUSTED_PROXIES="*"), [], "trusts everybody"),
    "a proxy that is no address": (setting(PANGEA_TRUSTED_PROXIES="caddy"), [], "'caddy'"),
    "any site's frame": (setting(PANGEA_FRAME_ANCESTORS="https://*"), [], "any site could show"),
    "metrics on the pages' port": (setting(PANGEA_METRICS="127.0.0.1:8000"), [], "the port of the pages"),
    "metrics on the internet": (setting(PANGEA_METRICS="8.8.8.8:9464"), [], "an address of the internet"),
    "a TURN server without its secret": (
        setting(PANGEA_ICE_SERVERS="turn:turn.example.org"),
        [],
        "nobody without credentials",
    ),
    "the secret of no TURN server": (setting(PANGEA_TURN_SECRET="hush" * 8), [], "names no TURN server"),
    "a secret that can be guessed": (
        setting(PANGEA_TURN_SECRET="hush"),
        [],
        "PANGEA_TURN_SECRET cannot be used",
    ),
    "a data directory open to all users": (_world_readable, [], "Every user of this machine"),
    "a data directory among the pages": (_among_the_pages, [], "is inside the folder of the pages"),
    "a data directory that cannot be written": (_read_only, [], "cannot be written"),
    "a data directory on a network": (_on_a_network, [], "network file system (nfs4)"),
    "a second server on a data directory": (_second_server, [], "Another server is running"),
    "several workers on a data directory": (setting(WEB_CONCURRENCY="2"), [], "asks for 2 servers"),
    "a store that a later version wrote": (_later_schema, [], "schema 9999"),
    "a damaged database": (_damaged, [], "is damaged"),
    "a clock that went back": (_written_tomorrow, [], "clock went back"),
    "a clock before this release": (_before_the_release, [], "before this PanGEA was written"),
    "an unknown sign-in": (setting(PANGEA_SIGN_IN="magic"), [], "PANGEA_SIGN_IN"),
    "PostgreSQL without an address": (
        setting(PANGEA_STORE="postgres", PANGEA_POSTGRES_BLOBS="/tmp"),
        [],
        "a database and a place for blobs",
    ),
    "PostgreSQL that is not there": (
        setting(
            PANGEA_STORE="postgres",
            PANGEA_POSTGRES_URL="postgresql://127.0.0.1:1/campaign",
            PANGEA_POSTGRES_BLOBS="/tmp",
        ),
        [],
        "PostgreSQL cannot be reached",
    ),
    "Firebase without a project": (
        setting(PANGEA_STORE="firebase", PANGEA_FIREBASE_BUCKET="b"),
        [],
        "a project",
    ),
    "Firebase without a bucket": (
        setting(PANGEA_STORE="firebase", PANGEA_FIREBASE_PROJECT="p"),
        [],
        "a bucket",
    ),
    "Firebase without credentials": (_no_credentials, [], "no Application Default Credentials"),
    "one emulator of two": (
        setting(**FIREBASE, STORAGE_EMULATOR_HOST="http://127.0.0.1:9"),
        [],
        "Only STORAGE_EMULATOR_HOST",
    ),
    "Firestore rules that let strangers read": (rules_that_answer(200, 403), [], "can be read"),
    "Firestore rules that let strangers write": (rules_that_answer(403, 404), [], "can be written"),
    "an emulator in public": (
        setting(**FIREBASE, **BEHIND_A_PROXY, FIRESTORE_EMULATOR_HOST="127.0.0.1:9"),
        PUBLIC,
        "kept by an emulator",
    ),
    "a sign-in that believes everybody": (
        setting(
            **BEHIND_A_PROXY,
            PANGEA_SIGN_IN="firebase",
            PANGEA_FIREBASE_PROJECT="demo-pangea",
            PANGEA_FIREBASE_API_KEY="key",
            FIREBASE_AUTH_EMULATOR_HOST="127.0.0.1:9",
        ),
        PUBLIC,
        "sign in as any person",
    ),
}
SMALL_DISKS = (_read_only,)


@pytest.mark.parametrize("name", BAD)
def test_it_is_refused(
    bench: Bench, name: str, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    arrange, arguments, expected = BAD[name]
    if arrange in SMALL_DISKS:
        disk: Path = request.getfixturevalue("small_disk")
        disk.chmod(0o700)
        bench.set(PANGEA_DATA_DIR=str(disk))
        bench = replace(bench, data=disk)
    arrange(bench)
    assert expected in refusal(capsys, bench.monkeypatch, *arguments)


@pytest.mark.parametrize("name", BAD)
def test_the_doctor_names_it(
    bench: Bench, name: str, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    arrange, arguments, expected = BAD[name]
    if arrange in SMALL_DISKS:
        disk: Path = request.getfixturevalue("small_disk")
        disk.chmod(0o700)
        bench.set(PANGEA_DATA_DIR=str(disk))
        bench = replace(bench, data=disk)
    arrange(bench)
    bench.set(COLUMNS="1000")
    bench.monkeypatch.setattr(sys, "argv", ["pangea", "doctor", *arguments])
    with pytest.raises(SystemExit):
        main()
    told = capsys.readouterr()
    assert expected in told.out + told.err


@pytest.mark.parametrize("arguments", [[], PUBLIC])
def test_what_is_in_order_is_not_refused(bench: Bench, arguments: list[str]) -> None:
    bench.set(**BEHIND_A_PROXY)
    bench.monkeypatch.setattr(sys, "argv", ["pangea", "serve", *arguments])
    with pytest.raises(pytest.fail.Exception, match="the port is open"):
        main()


def test_pip_installs_only_what_the_server_starts_with() -> None:
    pyproject = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())
    (oldest, newest) = installation.TESTED_UVICORN
    bounds = f">={oldest[0]}.{oldest[1]},<{newest[0]}.{newest[1] + 1}"
    assert f"uvicorn{bounds}" in pyproject["project"]["dependencies"]


def test_the_operators_page_lists_them_all() -> None:
    page = Path(__file__).parents[3] / "deploy" / "README.md"
    listed = re.findall(r"^\| ([^|]+?) \| … (.+?) … \|$", page.read_text(), re.MULTILINE)
    assert listed == [(name, said) for name, (_, _, said) in BAD.items()]


@pytest.mark.parametrize(
    ("folder", "kind"),
    [("/srv/data", "nfs4"), ("/srv/my voices/x", "fuse.sshfs"), ("/srv", "ext4"), ("/home", "ext4")],
)
def test_a_folder_lies_on_the_file_system_mounted_nearest_above_it(folder: str, kind: str) -> None:
    assert file_system_of(Path(folder), MOUNTS.strip()) == kind


@pytest.mark.parametrize(("status", "fault"), [(200, "Strangers can list"), (404, "There is no bucket")])
def test_a_bucket_that_strangers_can_list_or_that_is_not_there_is_refused(status: int, fault: str) -> None:
    with answering(get=status) as address, pytest.raises(ConfigurationError, match=fault):
        cloud.closed_bucket(f"http://{address}", "voices")


@pytest.mark.parametrize("status", [401, 403])
def test_a_bucket_that_is_closed_is_in_order(status: int) -> None:
    with answering(get=status) as address:
        assert "closed" in cloud.closed_bucket(f"http://{address}", "voices")
