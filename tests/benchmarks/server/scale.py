"""Once, twice, four and ten times the annotators, beside the bare handler: what gives way when there are too many.

Open loop: chunks are due every five seconds, whether or not the server keeps up. Who is put off or loses the connection
comes back, as pages do. Meanwhile newcomers ask for work, and wait as long as they are told to.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from tests.benchmarks.server.chunks import SECONDS, STREAMS
from tests.benchmarks.server.load import Order, Sender
from tests.benchmarks.server.processes import bare, generate, pangea
from tests.benchmarks.server.runs import BARE, OURS, Run, folder_for_a_run, quantile
from tests.benchmarks.server.stage import lost_chunks, people_and_newcomers
from tests.reliability.house import build_corridor

TIMES = (1, 2, 4, 10)
NEWCOMERS_PER_SECOND = 5
EVERYBODY_HERE = {
    "PANGEA_LIMITS": '{"address_requests_per_second": 1000000}'
}  # who else come from many addresses
KEPT_UP = 0.95  # of what was offered; with less, newcomers have to wait
MOST_GROWTH = (
    2.0  # of the time for a chunk from the first third of a run to the last: more is a growing queue
)
NO_QUEUE = 0.25  # seconds for a chunk, of which nobody takes notice


@dataclass(frozen=True)
class Step:
    """So many annotators for so many seconds: the server's run and the bare handler's."""

    annotators: int
    seconds: float
    ours: Run
    limit: Run

    @property
    def offered(self) -> float:
        """Chunks a second."""
        return self.annotators * len(STREAMS) / SECONDS

    def ratio(self, share: float) -> float:
        return quantile(self.ours.latencies, share) / quantile(self.limit.latencies, share)

    @property
    def queue(self) -> tuple[float, float]:
        """Median seconds from sending to the acknowledgement, in the first third of the run and in the last."""
        first, last = self.seconds / 3, 2 * self.seconds / 3
        served = self.ours.outcome.served
        return (
            quantile([took for sent, took in served if sent < first], 0.5),
            quantile([took for sent, took in served if sent >= last], 0.5),
        )

    @property
    def holds(self) -> bool:
        """Nothing failed or was lost, no queue grew, and newcomers waited if annotators had to."""
        first, last = self.queue
        kept_up = self.ours.rate >= KEPT_UP * self.offered
        return (
            self.ours.is_whole
            and last <= MOST_GROWTH * max(first, NO_QUEUE)
            and (kept_up or self.ours.outcome.asked_to_wait > 0)
        )


def steps(annotators: int, seconds: float, sample_rate: int) -> Iterator[Step]:
    """One step after another, each server on a fresh copy of one store."""
    newcomers = round(NEWCOMERS_PER_SECOND * seconds)
    with folder_for_a_run() as folder:
        environment = build_corridor(folder / "place")
        people, tokens = people_and_newcomers(
            folder / "data", annotators * max(TIMES), newcomers, sample_rate
        )
        for times in TIMES:
            some = people[: annotators * times]
            shutil.copytree(folder / "data", folder / "copy")
            with pangea(folder / "copy", environment, **EVERYBODY_HERE) as server:
                order = Order(
                    server.port, OURS, some, seconds, True, sample_rate, newcomers=tokens, patient=True
                )
                outcome = generate(order)
                cpu, peak = server.cpu_seconds(), server.peak_mebibytes()
            ours = Run(outcome, cpu, peak, lost_chunks(folder / "copy", some, outcome, sample_rate))
            shutil.rmtree(folder / "copy")
            yield Step(len(some), seconds, ours, _bare_run(len(some), seconds, sample_rate))


def _bare_run(annotators: int, seconds: float, sample_rate: int) -> Run:
    people = tuple(Sender("nobody", f"{number:032x}") for number in range(annotators))
    with folder_for_a_run() as folder, bare(folder) as server:
        outcome = generate(Order(server.port, BARE, people, seconds, True, sample_rate, patient=True))
        return Run(outcome, server.cpu_seconds(), server.peak_mebibytes())


def show_step(console: Console, step: Step) -> None:
    ours, limit = step.ours, step.limit
    table = Table("", "PanGEA", "bare handler", "ratio", title=f"{step.annotators} annotators, open loop")
    table.add_row("chunks a second, offered", f"{step.offered:.0f}", f"{step.offered:.0f}", "")
    table.add_row(
        "acknowledged", f"{ours.rate:.0f}", f"{limit.rate:.0f}", f"{ours.rate / max(limit.rate, 0.001):.2f}"
    )
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        mine, theirs = (quantile(run.latencies, share) * 1e3 for run in (ours, limit))
        table.add_row(
            f"live {name} since due, ms", f"{mine:.1f}", f"{theirs:.1f}", f"{step.ratio(share):.2f}"
        )
    first, last = step.queue
    table.add_row("p50 since sent, first and last third, ms", f"{first * 1e3:.0f}, {last * 1e3:.0f}", "", "")
    for name, counts in (
        ("chunks put off; sent again", [(run.outcome.put_off, run.outcome.resent) for run in (ours, limit)]),
        ("errors; lost or changed", [(len(run.outcome.errors), run.lost) for run in (ours, limit)]),
    ):
        table.add_row(name, *(f"{one}; {other}" for one, other in counts), "")
    new = ours.outcome
    table.add_row(
        "new work: asked; given; told to wait", f"{new.asked}; {new.granted}; {new.asked_to_wait}", "", ""
    )
    table.add_row("server CPU, s", f"{ours.cpu_seconds:.1f}", f"{limit.cpu_seconds:.1f}", "")
    table.add_row("peak memory, MiB", f"{ours.peak_mebibytes:.0f}", f"{limit.peak_mebibytes:.0f}", "")
    console.print(table)
    for error in new.errors[:3]:
        console.print(f"[red]{error}[/red]")
