"""The server is restarted under upload, as a deployment does it: SIGTERM, and the next one on the same socket at once.

What was acknowledged is all there, nobody's connection is refused, and nobody waits long for an answer. The servers are
processes of their own, started as systemd starts them: it holds the listening socket and hands it to each in turn.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from socket import create_server, socket
from threading import Event, Thread
from types import TracebackType
from typing import Self

from pangea_server.stores.local.store import LocalStore
from tests.reliability.audit import Findings
from tests.reliability.guides import Guide, Memory
from tests.reliability.house import build_corridor, make_work
from tests.reliability.process import PATIENCE, await_health

TASKS = 3000
IN_ORDER = (0, -signal.SIGTERM)  # uvicorn raises the signal again when all is done
LIFE = 40  # acknowledgements between two restarts, so that a busy machine does not make the proof hollow
LONGEST_LIFE = 10.0  # seconds
PROBE_EVERY = 0.01  # seconds
FAST_SENDERS = {
    "PANGEA_LIMITS": '{"person_uploads_per_second": 100000, "person_requests_per_second": 100000}'
}


@dataclass
class Report:
    """The figures of one proof; times in seconds."""

    restarts: int = 0
    ended_in_order: int = 0
    refused: int = 0  # connections
    longest_wait: float = 0.0  # from one answer to the next
    acknowledged: int = 0
    annotations: int = 0
    findings: Findings = field(default_factory=Findings)

    def __str__(self) -> str:
        found = self.findings
        return (
            f"{self.restarts} restarts, {self.ended_in_order} in order, {self.acknowledged} chunks acknowledged: "
            f"{found.lost} lost, {found.changed} changed; {self.annotations} recordings completed: "
            f"{found.incomplete} incomplete, {found.doubled} doubled; {self.refused} connections refused, "
            f"longest wait {self.longest_wait:.2f} s"
        )


class RunningServer:
    """``pangea serve`` over ``data_dir``, handed the socket ``listener``."""

    def __init__(self, data_dir: Path, environment: str, listener: socket) -> None:
        handed_over = f'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@" 3<&{listener.fileno()}'
        serve = [sys.executable, "-m", "pangea_server.app", "serve"]
        self.process = subprocess.Popen(
            [
                "bash",
                "-c",
                handed_over,
                "serve",
                *serve,
                "--data-dir",
                data_dir,
                "--environment",
                environment,
            ],
            stderr=subprocess.DEVNULL,
            env=os.environ | FAST_SENDERS,
            pass_fds=[listener.fileno()],
        )
        await_health(listener.getsockname()[1], lambda: self.process.poll() is None)

    def stop(self) -> int:
        """SIGTERM; returns how the process ended."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=30)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()


class Restarts:
    """Restarts of a server over ``folder`` while ``guides`` people record."""

    def __init__(self, folder: Path, guides: int) -> None:
        self._environment = build_corridor(folder / "place")
        self._data = folder / "data"
        self._listener = create_server(("127.0.0.1", 0), backlog=128)
        self._port = self._listener.getsockname()[1]
        with LocalStore.open(self._data) as store:
            tokens = make_work(store.records, TASKS, guides)
        self._memories = [Memory() for _ in tokens]
        self._guides = [Guide(token, memory) for token, memory in zip(tokens, self._memories, strict=True)]

    def run(self, restarts: int) -> Report:
        report = Report(restarts)
        stop = Event()
        people = [Thread(target=self._work, args=(guide, stop)) for guide in self._guides]
        server = self._server()
        for person in people:
            person.start()
        try:
            for _ in range(restarts):
                self._live()
                probe = Probe(self._port)
                report.ended_in_order += server.stop() in IN_ORDER
                server = self._server()
                probe.end(report)
        finally:
            stop.set()
            for person in people:
                person.join()
        for guide in self._guides:
            guide.work(self._port, Event(), new_tasks=False)
        server.stop()
        self._listener.close()
        self._audit(report)
        return report

    def _server(self) -> RunningServer:
        return RunningServer(self._data, self._environment, self._listener)

    def _work(self, guide: Guide, stop: Event) -> None:
        """As a page does: whoever is refused tries again."""
        while not stop.is_set():
            guide.work(self._port, stop)
            time.sleep(PROBE_EVERY)

    def _live(self) -> None:
        deadline, enough = time.monotonic() + LONGEST_LIFE, self._acknowledged() + LIFE
        while time.monotonic() < deadline and self._acknowledged() < enough:
            time.sleep(PROBE_EVERY)

    def _acknowledged(self) -> int:
        return sum(len(memory.chunks) for memory in self._memories)

    def _audit(self, report: Report) -> None:
        report.acknowledged = self._acknowledged()
        report.findings.refused = sum(len(memory.refused) for memory in self._memories)
        with LocalStore.open(self._data) as store:
            for memory in self._memories:
                report.findings.check_chunks(store, memory.chunks)
            submitted = {
                lease: number for memory in self._memories for lease, number in memory.submitted.items()
            }
            report.findings.check_annotations(store, submitted)
            report.findings.check_that_all_is_submitted(store)
            report.annotations = len(submitted)


class Probe:
    """Asks the server whether it is there, again and again."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._refused = 0
        self._longest = 0.0
        self._ended = Event()
        self._thread = Thread(target=self._ask)
        self._thread.start()

    def end(self, report: Report) -> None:
        """Write down what was seen."""
        self._ended.set()
        self._thread.join()
        report.refused += self._refused
        report.longest_wait = max(report.longest_wait, self._longest)

    def _ask(self) -> None:
        while not self._ended.is_set():
            began = time.monotonic()
            while not self._answers():
                time.sleep(PROBE_EVERY)
            self._longest = max(self._longest, time.monotonic() - began)
            time.sleep(PROBE_EVERY)

    def _answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except ConnectionRefusedError:
            self._refused += 1
            return False
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()
