"""PostgreSQL and an S3 server as processes of a test session."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.firebase.emulators import EmulatorMissingError, free_port, running

PASSWORD = "as-tests-have-it"
USER = "pangea"
INSTALLED = Path("/usr/lib/postgresql")
QUICK = {"fsync": "off", "full_page_writes": "off", "max_connections": "200"}
"""Nothing here outlives a power cut: the tests are about what PostgreSQL is told, not about its disk."""


@dataclass(frozen=True)
class PostgreSQL:
    """A server that listens at ``port`` of 127.0.0.1, and how to start and stop it."""

    port: int
    control: list[str]

    def start(self) -> None:
        _run([*self.control, "start"])

    def stop(self) -> None:
        """At once, as when it is killed; it mends itself when it starts again."""
        _run([*self.control, "--mode", "immediate", "stop"])


@contextmanager
def postgresql(
    folder: Path, options: Mapping[str, str] = QUICK, also_at: str | None = None
) -> Iterator[PostgreSQL]:
    """A PostgreSQL server with the user ``USER``, with data below ``folder``; it may listen at one more address."""
    bin_folder = _newest(INSTALLED)
    data, port, as_server = folder / "data", free_port(), _as_server(folder)
    secret = folder / "password"
    secret.write_text(PASSWORD)
    made = ["--pgdata", str(data), "--username", USER, "--auth", "scram-sha-256", "--pwfile", str(secret)]
    _run([*as_server, str(bin_folder / "initdb"), *made, "--encoding", "UTF8", "--no-sync"])
    hosts = ",".join(filter(None, ("127.0.0.1", also_at)))
    told = f"-h {hosts} -p {port} -k '' {' '.join(f'-c{name}={value}' for name, value in options.items())}"
    control = [*as_server, str(bin_folder / "pg_ctl"), "--pgdata", str(data), "--wait", "--options", told]
    server = PostgreSQL(port, [*control, "--log", str(data / "log")])
    server.start()
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def s3_server(log: Path) -> Iterator[str]:
    """The address of moto's server on 127.0.0.1, which keeps objects in memory."""
    address = f"127.0.0.1:{free_port()}"
    host, _, port = address.partition(":")
    command = [sys.executable, "-m", "moto.server", "-H", host, "-p", port]
    with running(command, address, log):
        yield f"http://{address}"


def _newest(installed: Path) -> Path:
    found = sorted(installed.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        raise EmulatorMissingError("PostgreSQL is not installed")
    return found[-1].parent


def _as_server(folder: Path) -> list[str]:
    """PostgreSQL does not run as root: what begins a command as its own user, to whom ``folder`` is given."""
    if os.geteuid() != 0:
        return []
    shutil.chown(folder, pwd.getpwnam("postgres").pw_uid, "postgres")
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]


def _run(command: list[str]) -> None:
    done = subprocess.run(
        command,
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        raise EmulatorMissingError(f"{' '.join(command)} failed: {done.stderr[-500:]}")
