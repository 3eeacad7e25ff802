"""Servers as processes of their own, and what they use."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from json import dumps, loads
from pathlib import Path

from tests.benchmarks.server.load import Order, Outcome
from tests.reliability.process import await_health, free_port

ROOT = Path(__file__).parents[3]
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Running:
    """A server that answers at ``port``."""

    pid: int
    port: int

    def cpu_seconds(self) -> float:
        """Of user and system, since it began."""
        return cpu_seconds(self.pid)

    def peak_mebibytes(self) -> float:
        """The most memory that it has held."""
        return self._mebibytes("VmHWM")

    def mebibytes(self) -> float:
        """The memory that it holds now."""
        return self._mebibytes("VmRSS")

    def _mebibytes(self, name: str) -> float:
        status = Path(f"/proc/{self.pid}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith(f"{name}:"))
        return int(line.split()[1]) / 1024


def cpu_seconds(pid: int) -> float:
    """Of user and system, since the process began."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@contextmanager
def pangea(data_dir: Path, environment: str, **settings: str) -> Iterator[Running]:
    """``pangea serve``, as operators run it; ``settings`` are named as environment variables."""
    port = free_port()
    command = ["pangea_server.app", "serve", "--port", str(port), "--data-dir", str(data_dir)]
    with _running([*command, "--environment", environment], port, **settings) as server:
        yield server


@contextmanager
def bare(folder: Path) -> Iterator[Running]:
    """The bare handler under the same uvicorn."""
    port = free_port()
    command = ["uvicorn", "tests.benchmarks.server.bare:app", "--port", str(port), "--no-access-log"]
    options = ["--log-level", "warning", "--timeout-keep-alive", "75"]
    with _running([*command, *options], port, BARE_FOLDER=str(folder)) as server:
        yield server


@contextmanager
def _running(arguments: list[str], port: int, **environment: str) -> Iterator[Running]:
    command = [sys.executable, "-m", *arguments]
    with subprocess.Popen(
        command, cwd=ROOT, env=os.environ | environment, stderr=subprocess.DEVNULL
    ) as process:
        try:
            await_health(port, lambda: process.poll() is None)
            yield Running(process.pid, port)
        finally:
            process.terminate()


def generate(order: Order) -> Outcome:
    """Send as ordered, from a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.server.load"],
        input=dumps(asdict(order)),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return Outcome(**loads(done.stdout))
