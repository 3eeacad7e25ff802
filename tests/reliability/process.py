"""A server process: started, found ready, killed.

Processes are forked from one that has everything imported, so that a life costs a tenth of a second and not several.
"""

from __future__ import annotations

import multiprocessing
import os
import socket
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.reliability.server import serve

PATIENCE = 60.0  # seconds until it must answer
FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(
    [
        "tests.reliability.server",
        "pangea_server.app",
        "pangea_server.stores.local.store",
        "pangea_server.stores.postgres.s3",
        "pangea_server.stores.postgres.store",
        "numba",
        "scipy.sparse.csgraph",
    ]
)


class ServerProcess:
    """The server over ``data_dir``, with ``plants`` in it, until its disk call ``dies_at``.

    Its ``port`` answers once this is constructed. ``store`` has settings of another store than the local one.
    """

    def __init__(
        self,
        data_dir: Path,
        environment: str,
        *plants: str,
        dies_at: int | None = None,
        port: int | None = None,
        **store: Any,
    ) -> None:
        began = time.monotonic()
        self.port = port or free_port()
        arguments = (data_dir, environment, self.port, plants, dies_at, store)
        self._process = FORKS.Process(target=_serve_in_own_group, args=arguments, daemon=True)
        self._process.start()
        try:
            await_health(self.port, self._process.is_alive)
        except RuntimeError:
            self.kill()
            raise
        self.seconds_to_start = time.monotonic() - began

    @property
    def pid(self) -> int:
        assert self._process.pid
        return self._process.pid

    def is_alive(self) -> bool:
        return self._process.is_alive()

    def kill(self) -> None:
        """SIGKILL: no handler runs, nothing is flushed. What the server had started must end with it."""
        self._process.kill()
        self._process.join()
        deadline = time.monotonic() + PATIENCE
        while _has_group(self._process.pid):
            if time.monotonic() > deadline:
                raise RuntimeError("the server left a process behind")
            time.sleep(0.002)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()


def _serve_in_own_group(*arguments: Any) -> None:
    os.setpgrp()
    serve(*arguments)


def _has_group(number: int | None) -> bool:
    try:
        os.killpg(number or 0, 0)
    except ProcessLookupError:
        return False
    return True


def await_health(port: int, is_alive: Callable[[], bool]) -> None:
    """Until the server at ``port`` answers. Raises RuntimeError when it ends first, or takes too long."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and is_alive():
        if _answers(port):
            return
        time.sleep(0.01)
    raise RuntimeError("the server did not start")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
