"""``pangea demo`` in a process of its own, as a user starts it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path

from tests.browser.house_tiles import house_tiles


class Demo:
    """``pangea demo`` in a process of its own."""

    def __init__(self, data_dir: Path, command: str = "demo", *options: str, **settings: str) -> None:
        """``settings`` are environment variables; the command ``serve`` begins with an empty store."""
        self.data_dir = data_dir
        self.port = _free_port()
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "pangea_server.app",
                command,
                "--port",
                str(self.port),
                "--data-dir",
                str(data_dir),
                *options,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ
            | {"NO_COLOR": "1", "PYTHONUNBUFFERED": "1", "PANGEA_TILES": str(house_tiles())}
            | settings,
        )
        self.links = self._read_links("monitor" if command == "demo" else None)
        # Nobody reads what follows: a full pipe would stop the server.
        threading.Thread(target=self._drain, daemon=True).start()

    def _read_links(self, last: str | None) -> dict[str, str]:
        """The links are the last thing that is printed, and the monitoring page's the last; ``serve`` prints none."""
        links: dict[str, str] = {}
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if match := re.search(r"(http://\S+/(\w+)#token=\S+)", line):
                links[match[2]] = match[1]
            if last in links or (last is None and "listens on" in line):
                return links
        raise AssertionError(f"pangea demo ended with {self.process.wait()}")

    def _drain(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for _ in lines:
                pass

    def invite(self, *options: str) -> str:
        """A link for one more person, a Guide's where no role is given: it opens in one browser only."""
        command = [sys.executable, "-m", "pangea_server.app", "invite", "--data-dir", str(self.data_dir)]
        origin = f"http://127.0.0.1:{self.port}"
        links = subprocess.run(
            [*command, "--origin", origin, *options], check=True, capture_output=True, text=True, timeout=60
        )
        return links.stdout.splitlines()[0].replace("/work#", "/guide#")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
