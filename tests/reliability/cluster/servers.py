"""Several server processes over one store, behind Caddy as ``deploy/Caddyfile`` sets it up."""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from pangea_server.core.settings import Settings
from tests.benchmarks.server.processes import ROOT, cpu_seconds
from tests.firebase.emulators import EmulatorMissingError
from tests.reliability.process import ServerProcess, await_health

SERVER_PORTS = range(20_000, 32_000)
"""Below those that the system hands out to clients: a server that was killed finds its port free."""
TOLD = {"store", "postgres_url", "postgres_blobs", "firebase_project", "firebase_bucket"}
"""The settings that say where the store is."""
START_TRIES = 20


class Server:
    """A process that can be killed, and started anew at the same port."""

    def __init__(self, data_dir: Path, settings: Settings) -> None:
        data_dir.mkdir(mode=0o700, exist_ok=True)
        self.port = _port()
        told = {name: getattr(settings, name) for name in TOLD & settings.model_fields_set}
        self._begin = partial(ServerProcess, data_dir, settings.environment, port=self.port, **told)
        self._process: ServerProcess | None = None

    def start(self) -> None:
        """Until it answers. What ends because it finds no database is started again, as systemd does."""
        for _ in range(START_TRIES):
            with suppress(RuntimeError):
                self._process = self._begin()
                return
        raise RuntimeError("the server did not start")

    def kill(self) -> None:
        """SIGKILL: no handler runs."""
        if self._process:
            self._process.kill()
        self._process = None

    def cpu_seconds(self) -> float:
        return cpu_seconds(self._process.pid) if self._process else 0.0


class Servers:
    """So many over the store that ``settings`` name; ``port`` is the proxy's, which answers while this is entered."""

    def __init__(self, folder: Path, settings: Settings, number: int) -> None:
        self._folder = folder
        own = settings.data_dir if settings.store == "local" else None
        self.all = [Server(own or folder / f"server-{each}", settings) for each in range(number)]
        self.port = _port()
        self._opened = ExitStack()
        self._proxy = 0

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            for server in self.all:
                opened.callback(server.kill)
                server.start()
            self._proxy = opened.enter_context(
                caddy(self._folder, self.port, [each.port for each in self.all])
            )
            self._opened = opened.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._opened.close()

    def cpu_seconds(self) -> float:
        """Of all server processes that live."""
        return sum(server.cpu_seconds() for server in self.all)

    def proxy_cpu_seconds(self) -> float:
        return cpu_seconds(self._proxy)


@contextmanager
def caddy(folder: Path, port: int, upstreams: list[int]) -> Iterator[int]:
    """Our Caddyfile at 127.0.0.1, without TLS, before the servers at these ports; yields the process's id."""
    if shutil.which("caddy") is None:
        raise EmulatorMissingError("Caddy is not installed")
    told = {
        "PANGEA_SITE": f"http://127.0.0.1:{port}",
        "PANGEA_UPSTREAM": " ".join(f"127.0.0.1:{each}" for each in upstreams),
        "CADDY_ADMIN": f"unix/{folder}/caddy.sock",
        "HOME": str(folder),
    }
    command = ["caddy", "run", "--config", str(ROOT / "deploy" / "Caddyfile"), "--adapter", "caddyfile"]
    with (folder / "caddy.log").open("wb") as log:
        process = subprocess.Popen(
            command, env={"PATH": os.environ["PATH"]} | told, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        await_health(port, lambda: process.poll() is None)
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def _port() -> int:
    """One that is free now and stays so: taken at random, as another run may look for some as well."""
    for port in random.sample(SERVER_PORTS, len(SERVER_PORTS)):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise RuntimeError(f"no port of {SERVER_PORTS} is free")
