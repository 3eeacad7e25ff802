"""The server dies under upload, again and again: what it had acknowledged is all there, and every recording completes.

A round: the server starts on what the last death left, Guides go on with their recordings, and at a random moment the
server is killed or its disk loses power. Acknowledged is what a Guide had in hand before that moment.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

from pangea_server.stores.local.store import LocalStore
from tests.reliability.audit import Findings
from tests.reliability.guides import Guide, Memory
from tests.reliability.house import build_corridor, make_work
from tests.reliability.loop_disk import LoopDisk
from tests.reliability.process import ServerProcess

log = logging.getLogger(__name__)

TASKS = 3000
LIVES = (1, 60)  # acknowledgements until the end, so that a busy machine does not make the proof hollow
TELL_EVERY = 20  # deaths
LONGEST_LIFE = 60.0  # seconds; a life that ends so had no work, which proves nothing


@dataclass
class Report:
    """The figures of one proof."""

    deaths: int = 0
    idle: int = 0  # deaths of a server that had nothing to do
    acknowledged: int = 0
    annotations: int = 0
    slowest_start: float = 0.0
    findings: Findings = field(default_factory=Findings)

    def __str__(self) -> str:
        found = self.findings
        return (
            f"{self.deaths} deaths ({self.idle} of them idle), "
            f"{self.acknowledged} chunks acknowledged before one: {found.lost} lost, {found.changed} changed; "
            f"{self.annotations} recordings completed: {found.incomplete} incomplete, {found.doubled} doubled; "
            f"{found.refused} calls refused; slowest start {self.slowest_start:.1f} s"
        )


class Crashes:
    """``deaths`` of a server over ``folder``; by power cuts when ``disk`` is given, else by SIGKILL.

    Args:
        at_calls: which of its disk calls each server dies at, where that is no random moment.
    """

    def __init__(
        self,
        folder: Path,
        *,
        guides: int,
        seed: int,
        disk: LoopDisk | None = None,
        plants: Sequence[str] = (),
        at_calls: Iterable[int] | None = None,
    ) -> None:
        self._at_calls = None if at_calls is None else iter(at_calls)
        self._disk = disk
        self._plants = plants
        self._random = random.Random(seed)
        self._environment = build_corridor(folder / "place")
        self._data = (disk.root if disk else folder) / "data"
        with LocalStore.open(self._data) as store:
            tokens = make_work(store.records, TASKS, guides)
        self._memories = [Memory() for _ in tokens]
        self._guides = [Guide(token, memory) for token, memory in zip(tokens, self._memories, strict=True)]
        self.report = Report()

    def run(self, deaths: int) -> Report:
        """Let the server die so often, then finish all work and look at all of it."""
        for _ in range(deaths):
            self._one_death()
            if self.report.deaths % TELL_EVERY == 0:
                log.info("so far %s", self.report)
        self._finish()
        return self.report

    def run_until_found(self, deaths: int) -> Report:
        """Let the server die until something acknowledged is not there, at most so often."""
        while self.report.deaths < deaths and not self.report.findings.total:
            self._one_death()
        return self.report

    def _one_death(self) -> None:
        known = [len(memory.chunks) for memory in self._memories]
        dies_at = next(self._at_calls) if self._at_calls else None
        with self._server(dies_at) as server, self._at_work(server):
            if dies_at is None:
                self._live(sum(known) + self._random.randint(*LIVES))
            else:
                self._await_death(server)
            in_hand = [len(memory.chunks) for memory in self._memories]
            submitted = [dict(memory.submitted) for memory in self._memories]
            if self._disk:
                self._disk.cut_power()
            server.kill()
        if self._disk:
            self._disk.unmount()
            self._disk.mount()
        self.report.deaths += 1
        with LocalStore.open(self._data) as store:
            for memory, start, end, receipts in zip(self._memories, known, in_hand, submitted, strict=True):
                self.report.findings.check_chunks(store, memory.chunks[start:end])
                self.report.acknowledged += end - start
                del memory.chunks[end:]
                memory.submitted = receipts
        self.report.findings.refused = self._refused()

    def _live(self, acknowledgements: int) -> None:
        """Until so many chunks are acknowledged, and then to no call's beginning or end in particular."""
        deadline = time.monotonic() + LONGEST_LIFE
        while time.monotonic() < deadline and self._acknowledged() < acknowledgements:
            time.sleep(0.001)
        self.report.idle += self._acknowledged() < acknowledgements
        time.sleep(self._random.uniform(0, 0.02))

    def _await_death(self, server: ServerProcess) -> None:
        deadline = time.monotonic() + LONGEST_LIFE
        while time.monotonic() < deadline and server.is_alive():
            time.sleep(0.001)
        self.report.idle += server.is_alive()

    def _acknowledged(self) -> int:
        return sum(len(memory.chunks) for memory in self._memories)

    def _refused(self) -> int:
        return sum(len(memory.refused) for memory in self._memories)

    def _finish(self) -> None:
        with self._server() as server:
            threads = [Thread(target=_finish_work, args=(guide, server.port)) for guide in self._guides]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        findings = self.report.findings
        findings.refused = self._refused()
        with LocalStore.open(self._data) as store:
            for memory in self._memories:
                findings.check_chunks(store, memory.chunks)
            findings.check_annotations(
                store,
                {lease: number for memory in self._memories for lease, number in memory.submitted.items()},
            )
            findings.check_that_all_is_submitted(store)
            self.report.annotations = sum(len(memory.submitted) for memory in self._memories)

    def _server(self, dies_at: int | None = None) -> ServerProcess:
        server = ServerProcess(self._data, self._environment, *self._plants, dies_at=dies_at)
        self.report.slowest_start = max(self.report.slowest_start, server.seconds_to_start)
        return server

    @contextmanager
    def _at_work(self, server: ServerProcess) -> Iterator[None]:
        stop = Event()
        threads = [Thread(target=guide.work, args=(server.port, stop)) for guide in self._guides]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            stop.set()
            server.kill()
            for thread in threads:
                thread.join()


def _finish_work(guide: Guide, port: int) -> None:
    """On a busy machine a call may take longer than a Guide's patience; they come back, as people do."""
    deadline = time.monotonic() + LONGEST_LIFE
    while not guide.work(port, Event(), new_tasks=False) and time.monotonic() < deadline:
        time.sleep(0.1)
