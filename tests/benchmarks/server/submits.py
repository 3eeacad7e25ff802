"""Twenty people submit half an hour each at once, on a machine that is busy: who is refused, and who waits how long?"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from time import monotonic
from typing import Any

from rich.console import Console
from rich.table import Table

from pangea_server.annotate.tasks.records import Recording
from pangea_server.app.testing.server import summary
from pangea_server.stores.local.store import LocalStore
from tests.benchmarks.server.load import Sender
from tests.benchmarks.server.processes import Running, pangea
from tests.benchmarks.server.runs import folder_for_a_run
from tests.benchmarks.server.stage import people_at_work
from tests.reliability.house import WALK, build_corridor
from tests.reliability.long_walk import RATE, chunks

PEOPLE = 20
BUSY_LOOPS = 4
NICE = 10
PAGE_SECONDS = 60.0  # that a page waits for one call
VOICE_CHUNK_BYTES = 5 * 16_000 * 2


@dataclass(frozen=True)
class Waited:
    """How one person's submit ended: the statuses of its calls, and the seconds until the last."""

    statuses: tuple[int, ...]
    seconds: float


@dataclass(frozen=True)
class Submits:
    """All of them at once, and one alone before, on the same busy machine; ``cpu_seconds`` are the server's."""

    alone: Waited
    waited: tuple[Waited, ...]
    cpu_seconds: float

    @property
    def holds(self) -> bool:
        """All were accepted, and no call failed."""
        return all(set(each.statuses) <= {200, 202} and each.statuses[-1] == 200 for each in self.waited)


def submits(minutes: float) -> Submits:
    """Let them submit."""
    with folder_for_a_run() as folder, ExitStack() as busy:
        environment, data = build_corridor(folder / "place"), folder / "data"
        people = people_at_work(data, PEOPLE + 1, 16_000)
        answers = [*_record(data, people, minutes)]
        with pangea(data, environment) as server:
            os.setpriority(os.PRIO_PROCESS, server.pid, NICE)
            for _ in range(BUSY_LOOPS):
                busy.enter_context(_busy_loop())
            alone = _submit(server, *answers[0])
            before = server.cpu_seconds()
            with ThreadPoolExecutor(PEOPLE) as pool:
                waited = tuple(pool.map(lambda answer: _submit(server, *answer), answers[1:]))
            return Submits(alone, waited, server.cpu_seconds() - before)


def _record(
    data: Path, people: tuple[Sender, ...], minutes: float
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Store everybody's voice and poses; yields their tokens, leases and answers."""
    pose = [*chunks(round(minutes * 60 * RATE), WALK)]
    voice = [os.urandom(VOICE_CHUNK_BYTES)] * round(minutes * 12)
    said: dict[str, Any] = {"transcript": "Go past the lamp.", "pose": summary(pose), "voice": summary(voice)}
    with LocalStore.open(data) as store:
        for person in people:
            for stream, parts in (("pose", pose), ("voice", voice)):
                for number, part in enumerate(parts):
                    store.blobs.create(f"recordings/{person.recording_id}/{stream}/{number:06d}", part)
            recording = store.records.get(Recording, person.recording_id)
            yield person.token, recording.lease_id, said | {"recording_id": person.recording_id}


def _submit(server: Running, token: str, lease_id: str, answer: dict[str, Any]) -> Waited:
    """As a page does: the same call again while the answer is still read."""
    statuses, began = list[int](), monotonic()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    while not statuses or statuses[-1] == 202:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=PAGE_SECONDS)
        try:
            connection.request("POST", f"/api/v1/leases/{lease_id}/submit", json.dumps(answer), headers)
            response = connection.getresponse()
            response.read()
            statuses.append(response.status)
        except OSError:
            statuses.append(0)
        finally:
            connection.close()
    return Waited(tuple(statuses), monotonic() - began)


@contextmanager
def _busy_loop() -> Iterator[None]:
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        try:
            yield
        finally:
            process.kill()


def show_submits(console: Console, done: Submits, minutes: float) -> None:
    table = Table(
        "", "one alone", f"{PEOPLE} at once", "ratio", title=f"submits of {minutes:g} minutes, busy machine"
    )
    longest = max(each.seconds for each in done.waited)
    table.add_row(
        "longest wait, s",
        f"{done.alone.seconds:.1f}",
        f"{longest:.1f}",
        f"{longest / done.alone.seconds:.1f}",
    )
    table.add_row("server's CPU, s", "", f"{done.cpu_seconds:.1f}", "")
    calls = Counter(status for each in done.waited for status in each.statuses)
    for status, number in sorted(calls.items()):
        table.add_row(f"calls answered with {status}", "", f"{number}", "")
    console.print(table)
