"""Half an hour of annotators who record: whether the server's memory stays where it was after the first minutes."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from statistics import median

from rich.console import Console
from rich.table import Table

from tests.benchmarks.server.load import Order
from tests.benchmarks.server.processes import Running, generate, pangea
from tests.benchmarks.server.runs import OURS, Run, folder_for_a_run, quantile
from tests.benchmarks.server.stage import lost_chunks, people_at_work
from tests.reliability.house import build_corridor

EVERY_SECONDS = 5.0
FLAT = 1.05  # of what was held in the second sixth of the time; in the first, caches fill


@dataclass(frozen=True)
class Soak:
    """A run, and the memory that the server held meanwhile, in MiB, at equal intervals."""

    run: Run
    memory: tuple[float, ...]

    @property
    def sixths(self) -> list[float]:
        """Median MiB in each sixth of the time."""
        size = len(self.memory) // 6
        return [median(self.memory[part * size : (part + 1) * size]) for part in range(6)]

    @property
    def is_flat(self) -> bool:
        return self.run.is_whole and self.sixths[-1] <= FLAT * self.sixths[1]


def soak(annotators: int, minutes: float, sample_rate: int) -> Soak:
    """Let so many people record for so long."""
    with folder_for_a_run() as folder:
        environment, data = build_corridor(folder / "place"), folder / "data"
        people = people_at_work(data, annotators, sample_rate)
        with pangea(data, environment) as server, MemoryWatch(server) as memory:
            outcome = generate(Order(server.port, OURS, people, 60 * minutes, True, sample_rate))
            memory.stop()
            cpu, peak = server.cpu_seconds(), server.peak_mebibytes()
        return Soak(Run(outcome, cpu, peak, lost_chunks(data, people, outcome, sample_rate)), memory.seen)


class MemoryWatch:
    """Notes what a server holds until it is stopped."""

    def __init__(self, server: Running) -> None:
        self._server = server
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._seen: list[float] = []

    @property
    def seen(self) -> tuple[float, ...]:
        return tuple(self._seen)

    def __enter__(self) -> MemoryWatch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(EVERY_SECONDS):
            self._seen.append(self._server.mebibytes())


def show_soak(console: Console, soaked: Soak) -> None:
    run = soaked.run
    table = Table(
        "",
        "PanGEA",
        title=f"{run.outcome.seconds / 60:.0f} minutes of {len(run.outcome.acknowledged)} annotators",
    )
    table.add_row("memory by sixths of the time, MiB", ", ".join(f"{each:.0f}" for each in soaked.sixths))
    table.add_row("most memory, MiB", f"{run.peak_mebibytes:.0f}")
    table.add_row("chunks; errors; lost or changed", f"{run.chunks}; {len(run.outcome.errors)}; {run.lost}")
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        table.add_row(f"{name}, ms", f"{quantile(run.latencies, share) * 1e3:.1f}")
    console.print(table)
