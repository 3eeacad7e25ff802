"""OpenStack Swift on one disk, which speaks S3 and keeps what it acknowledged through a kill: it syncs each object."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.firebase.emulators import EmulatorMissingError, free_port

PATIENCE = 60.0
KEEPERS = ("account", "container", "object")
SERVERS = (*KEEPERS, "proxy")
PIPELINE = "catch_errors cache s3api tempauth slo proxy-server"
Sections = dict[str, Mapping[str, object]]
CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "tests:tests",
    "AWS_SECRET_ACCESS_KEY": "as-tests-have-it",
    "AWS_DEFAULT_REGION": "us-east-1",
}


@dataclass
class Swift:
    """Four servers and a cache on 127.0.0.1, with files in ``folder``."""

    folder: Path
    ports: dict[str, int] = field(default_factory=lambda: {name: free_port() for name in (*SERVERS, "cache")})
    _processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def settings(self) -> dict[str, str]:
        """Environment variables by which boto3 finds it and is let in."""
        return CREDENTIALS | {"AWS_ENDPOINT_URL_S3": f"http://127.0.0.1:{self.ports['proxy']}"}

    def start(self) -> None:
        """Returns when all servers listen."""
        cache = ["memcached", "-u", "root", "-l", "127.0.0.1", "-p", str(self.ports["cache"])]
        commands = {"cache": cache} | {
            name: [f"swift-{name}-server", str(self.folder / f"{name}.conf"), "--verbose"] for name in SERVERS
        }
        for name, command in commands.items():
            with (self.folder / f"{name}.log").open("ab") as log:
                self._processes.append(
                    subprocess.Popen(
                        command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
                    )
                )
        for name in commands:
            self._wait_for(name)

    def kill(self) -> None:
        """All of it, in the middle of what it does."""
        for process in self._processes:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self._processes.clear()

    def prepare(self) -> None:
        """Write the configuration of one disk without copies."""
        (self.folder / "disks" / "one").mkdir(parents=True)
        _write(self.folder / "swift.conf", {"swift-hash": {"swift_hash_path_suffix": "tests"}})
        for name in KEEPERS:
            keeps = {"devices": self.folder / "disks", "mount_check": "false", "disable_fallocate": "true"}
            app = {f"app:{name}-server": {"use": f"egg:swift#{name}"}}
            _write(self.folder / f"{name}.conf", self._served(name, f"{name}-server", keeps) | app)
            self._make_ring(name)
        filters = {
            "app:proxy-server": {"use": "egg:swift#proxy", "account_autocreate": "true"},
            "filter:catch_errors": {"use": "egg:swift#catch_errors"},
            "filter:cache": {
                "use": "egg:swift#memcache",
                "memcache_servers": f"127.0.0.1:{self.ports['cache']}",
            },
            "filter:s3api": {"use": "egg:swift#s3api", "location": CREDENTIALS["AWS_DEFAULT_REGION"]},
            "filter:slo": {"use": "egg:swift#slo"},
            "filter:tempauth": {
                "use": "egg:swift#tempauth",
                "user_tests_tests": f"{CREDENTIALS['AWS_SECRET_ACCESS_KEY']} .admin",
            },
        }
        _write(self.folder / "proxy.conf", self._served("proxy", PIPELINE, {}) | filters)

    def _served(self, name: str, pipeline: str, more: Mapping[str, object]) -> Sections:
        here = {
            "bind_ip": "127.0.0.1",
            "bind_port": str(self.ports[name]),
            "workers": "1",
            "user": "root",
            "swift_dir": self.folder,
            "log_address": self.folder / "nobody-listens",
        }
        return {"DEFAULT": {**here, **more}, "pipeline:main": {"pipeline": pipeline}}

    def _make_ring(self, name: str) -> None:
        builder = str(self.folder / f"{name}.builder")
        disk = f"r1z1-127.0.0.1:{self.ports[name]}/one"
        for order in (["create", "4", "1", "0"], ["add", disk, "1"], ["rebalance"]):
            subprocess.run(
                ["swift-ring-builder", builder, *order],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )

    def _wait_for(self, name: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", self.ports[name]), 2).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        log = (self.folder / f"{name}.log").read_text(errors="replace")
        raise EmulatorMissingError(f"Swift's {name} did not start: {log[-500:]}")


@contextmanager
def swift(folder: Path) -> Iterator[Swift]:
    """Swift with files below ``folder``, on a file system with extended attributes; needs root."""
    missing = [name for name in ("memcached", "swift-ring-builder") if shutil.which(name) is None]
    if missing or os.geteuid() != 0:
        raise EmulatorMissingError(f"Swift is not here: {missing or 'it needs root'}")
    server = Swift(folder)
    server.prepare()
    try:
        server.start()
        yield server
    finally:
        server.kill()


def _write(path: Path, sections: Sections) -> None:
    lines = (
        f"[{section}]\n" + "".join(f"{name} = {value}\n" for name, value in options.items())
        for section, options in sections.items()
    )
    path.write_text("".join(lines))
