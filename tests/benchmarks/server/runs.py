"""One server under one order of the load generator, and what it did."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.server.load import Order, Outcome, Sender
from tests.benchmarks.server.processes import Running, bare, generate, pangea
from tests.benchmarks.server.stage import lost_chunks, people_at_work
from tests.reliability.house import build_corridor

OURS = "/api/v1/recordings/{recording}/{stream}/{index}"
BARE = "/c/{recording}/{stream}/{index}"
NO_LIMITS = {
    "PANGEA_LIMITS": '{"person_uploads_per_second": 1000000, "address_requests_per_second": 1000000}'
}


@dataclass(frozen=True)
class Run:
    """What one server did with one order."""

    outcome: Outcome
    cpu_seconds: float
    peak_mebibytes: float
    lost: int = 0

    @property
    def chunks(self) -> int:
        return sum(map(len, self.outcome.latencies.values()))

    @property
    def rate(self) -> float:
        return self.chunks / self.outcome.seconds

    @property
    def is_whole(self) -> bool:
        """Nothing failed, and nothing acknowledged is lost."""
        return not self.lost and not self.outcome.errors

    @property
    def cpu_per_chunk(self) -> float:
        return self.cpu_seconds / max(1, self.chunks)

    @property
    def latencies(self) -> list[float]:
        return [seconds for stream in self.outcome.latencies.values() for seconds in stream]


def run_ours(senders: int, seconds: float, sample_rate: int, *, paced: bool) -> Run:
    """Rate limits are as by default where annotators are paced; one who sends as fast as possible has none."""
    with folder_for_a_run() as folder:
        environment = build_corridor(folder / "place")
        people = people_at_work(folder / "data", senders, sample_rate)
        with pangea(folder / "data", environment, **({} if paced else NO_LIMITS)) as server:
            run = _run(server, OURS, people, seconds, paced, sample_rate)
        lost = lost_chunks(folder / "data", people, run.outcome, sample_rate)
        return Run(run.outcome, run.cpu_seconds, run.peak_mebibytes, lost)


def run_bare(senders: int, seconds: float, sample_rate: int, *, paced: bool) -> Run:
    people = tuple(Sender("nobody", f"{number:032x}") for number in range(senders))
    with folder_for_a_run() as folder, bare(folder) as server:
        return _run(server, BARE, people, seconds, paced, sample_rate)


def _run(
    server: Running, path: str, people: tuple[Sender, ...], seconds: float, paced: bool, sample_rate: int
) -> Run:
    before = server.cpu_seconds()
    outcome = generate(Order(server.port, path, people, seconds, paced, sample_rate))
    return Run(outcome, server.cpu_seconds() - before, server.peak_mebibytes())


@contextmanager
def folder_for_a_run() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="pangea-bench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def quantile(values: Sequence[float], share: float) -> float:
    """The value that this share of ``values`` does not exceed; infinite without any."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("inf")
