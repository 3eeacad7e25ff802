"""``pangea demo`` in a process of its own, as a user starts it."""

from __future__ import annotations

import fcntl
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

SHARED_TILES = "TILES_OF_THE_TEST_RUN"
"""The variable that names the folder for all processes of a test run."""


class Demo:
    """``pangea demo`` in a process of its own."""

    def __init__(self, data_dir: Path, **settings: str) -> None:
        """``settings`` are environment variables. All demos of a test run share the tiles that the first one cuts."""
        self.data_dir = data_dir
        self.port = _free_port()
        with shared_tiles() as tiles:
            self._start({"PANGEA_TILES": str(tiles)} | settings)

    def _start(self, settings: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "pangea_server.cli",
                "demo",
                "--port",
                str(self.port),
                "--data-dir",
                str(self.data_dir),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"NO_COLOR": "1", "PYTHONUNBUFFERED": "1"} | settings,
        )
        self.links = self._read_links()
        # Nobody reads what follows: a full pipe would stop the server.
        threading.Thread(target=self._drain, daemon=True).start()

    def _read_links(self) -> dict[str, str]:
        links: dict[str, str] = {}
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if match := re.search(r"(http://\S+/(\w+)#token=\S+)", line):
                links[match[2]] = match[1]
            if "listens on" in line:
                return links
        raise AssertionError(f"pangea demo ended with {self.process.wait()}")

    def _drain(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for _ in lines:
                pass

    def invite(self) -> str:
        """A Guide's link for one more person: it opens in one browser only."""
        command = [sys.executable, "-m", "pangea_server.cli", "invite", "--data-dir", str(self.data_dir)]
        origin = f"http://127.0.0.1:{self.port}"
        links = subprocess.run(
            [*command, "--origin", origin], check=True, capture_output=True, text=True, timeout=60
        )
        return links.stdout.splitlines()[0]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def shared_tiles() -> Iterator[Path]:
    """Where the demo house's tiles are, or are to be cut by whoever comes first; others wait meanwhile."""
    folder = Path(os.environ.get(SHARED_TILES) or _own_folder().name)
    with folder.with_name(f"{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield folder


@cache
def _own_folder() -> tempfile.TemporaryDirectory[str]:
    """Of a process that is no test run; kept until it ends."""
    return tempfile.TemporaryDirectory(prefix="pangea-tiles-")
