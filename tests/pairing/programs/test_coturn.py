"""A real TURN server relays for whom this server lets in, and for nobody else."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from time import sleep

import pytest
from pydantic import SecretStr

from pangea_server import Settings
from pangea_server.collect.pairing.ice import IceServer, ice_servers
from pangea_server.core.records import now
from tests.reliability.process import free_port

SECRET = "0123456789abcdef" * 2
READY_SECONDS = 30.0


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def relay(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Its port, on this machine alone, with the settings that deploy/README.md gives."""
    if shutil.which("turnserver") is None:
        refuse = pytest.fail if os.environ.get("CI") else pytest.skip
        refuse("coturn is missing: apt-get install coturn")
    folder, port = tmp_path_factory.mktemp("coturn"), free_port()
    lines = [
        "use-auth-secret",
        f"static-auth-secret={SECRET}",
        "realm=turn.example.org",
        f"listening-port={port}",
        *("listening-ip=127.0.0.1", "relay-ip=127.0.0.1", "allow-loopback-peers"),
        *("no-tls", "no-dtls", "no-cli", f"userdb={folder}/db", f"pidfile={folder}/pid", "log-file=stdout"),
    ]
    (folder / "turnserver.conf").write_text("\n".join(lines))
    command = ["turnserver", "-c", str(folder / "turnserver.conf")]
    with (folder / "log").open("wb") as log, subprocess.Popen(command, stdout=log, stderr=log) as running:
        try:
            for _ in range(round(READY_SECONDS / 0.1)):
                if listens(port):
                    break
                assert running.poll() is None, (folder / "log").read_text()
                sleep(0.1)
            yield port
        finally:
            running.terminate()


def told(port: int, lasts: timedelta, secret: str = SECRET) -> IceServer:
    """What a page is told whose dialogue lasts so long."""
    settings = Settings(ice_servers=f"turn:127.0.0.1:{port}", turn_secret=SecretStr(secret))
    return ice_servers(settings, now() + lasts)[0]


def relays(port: int, server: IceServer, folder: Path) -> bool:
    """Whether two clients reach each other over the relay, with what one page was told: all of four messages come."""
    command = ["turnutils_uclient", "-y", "-n", "2", "-m", "1", "-p", str(port), "127.0.0.1"]
    given = [*command, "-u", server.username, "-w", server.credential]
    done = subprocess.run(given, capture_output=True, text=True, cwd=folder, timeout=60, check=False)
    refused = "Cannot complete Allocation" in done.stdout
    assert (done.returncode == 0) is not refused, done.stdout
    return not refused and "Total lost packets 0" in done.stdout


@pytest.mark.parametrize(
    ("minutes", "secret", "relayed"),
    [(1, SECRET, True), (-1, SECRET, False), (1, SECRET[::-1], False)],
    ids=["ours", "expired", "of another secret"],
)
def test_it_relays_for_whom_we_let_in(
    relay: int, tmp_path: Path, minutes: int, secret: str, relayed: bool
) -> None:
    assert relays(relay, told(relay, timedelta(minutes=minutes), secret), tmp_path) is relayed


def test_nobody_makes_their_name_last_longer(relay: int, tmp_path: Path) -> None:
    ours = told(relay, timedelta(minutes=1))
    expiry, _, opaque = ours.username.partition(":")
    longer = ours.model_copy(update={"username": f"{int(expiry) + 3600}:{opaque}"})
    assert not relays(relay, longer, tmp_path)
