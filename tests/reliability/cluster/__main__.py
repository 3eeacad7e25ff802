"""``make prove-cluster``: several servers over one PostgreSQL store, behind one proxy, while things break.

First what a chunk and a lease cost, by number of servers, beside one with SQLite. Then people record while a server is
killed now and then and started anew, the database restarts once, and the line to it is cut; all that they were told is
held against what is stored. Servers, proxy, database and people share this machine's cores: what one request costs can
be compared, and how throughput grows with machines is not shown. Needs root, PostgreSQL and
Caddy, and Swift for ``--s3``; ``--firebase`` needs Firestore's emulator instead, which keeps all in memory, so that
only servers are killed there.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from tests.reliability.cluster.costs import Cost, Costs, Form
from tests.reliability.cluster.kills import Kills, Plan
from tests.reliability.cluster.stores import Stores, emulated, stores

console = Console()


def main(
    people: Annotated[int, typer.Option(min=1, help="Who record at once, a chunk each 2.5 s.")] = 100,
    minutes: Annotated[float, typer.Option(min=0.1, max=60, help="Of each run with kills.")] = 1.0,
    processes: Annotated[list[int] | None, typer.Option(help="Servers that are killed; 2 and 4.")] = None,
    every: Annotated[float, typer.Option(min=5, help="Seconds between two kills.")] = 15.0,
    cut: Annotated[float, typer.Option(help="Seconds for which the line to the database is cut.")] = 10.0,
    seconds: Annotated[float, typer.Option(help="Of each measurement of costs; 0: none.")] = 15.0,
    s3: Annotated[bool, typer.Option("--s3", help="Blobs in Swift by S3, not in a folder.")] = False,
    firebase: Annotated[
        bool, typer.Option("--firebase", help="Over emulators of Firestore and Cloud Storage; only kills.")
    ] = False,
) -> None:
    """Print the figures. Exits with 1 when something acknowledged is not there, or something is there twice."""
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit(1)
    )  # so that nothing is left running, and the line not cut
    numbers = processes or [2, 4]
    if firebase:
        sys.exit(
            0 if all(emulated_kills(Plan(each, people, 60 * minutes, every, 0)) for each in numbers) else 1
        )
    with stores(with_s3=s3) as given:
        held = [costs(given, [1, *numbers], people, seconds)] if seconds else []
        for servers in numbers:
            held.append(kills(given, Plan(servers, people, 60 * minutes, every, cut)))
    sys.exit(0 if all(held) else 1)


def costs(given: Stores, numbers: Sequence[int], people: int, seconds: float) -> bool:
    forms = [Form("SQLite, 1 server", given.local, 1)]
    forms += [Form(f"PostgreSQL, {number}", given.postgres, number) for number in numbers]
    found = [form.measure(given.folder, people, seconds) for form in forms]
    console.print(shown("chunk", found, [each.chunks for each in found], latencies=True))
    console.print(shown("lease", found, [each.leases for each in found], latencies=False))
    return all(each.holds for each in found)


def kills(given: Stores, plan: Plan) -> bool:
    settings, _ = given.postgres()
    report = Kills(given.folder, settings, plan, (given.cluster.server, given.line)).run()
    typer.echo(str(report))
    return report.holds


def emulated_kills(plan: Plan) -> bool:
    with emulated() as (folder, settings):
        report = Kills(folder, settings, plan, None).run()
    typer.echo(f"Emulators of Firestore and Cloud Storage: {report}")
    return report.holds


def shown(what: str, found: Sequence[Costs], costs: Sequence[Cost], *, latencies: bool) -> Table:
    """A column for each form; milliseconds for one chunk or lease."""
    table = Table(f"ms for each {what}", *(each.name for each in found))
    rows = {
        f"{what}s": [f"{cost.number}" for cost in costs],
        "CPU of the servers": [f"{cost.each(cost.servers):.2f}" for cost in costs],
        "CPU of the proxy": [f"{cost.each(cost.proxy):.2f}" for cost in costs],
        "CPU of PostgreSQL": [f"{cost.each(cost.database.cpu_seconds):.2f}" for cost in costs],
        "its sessions at work": [f"{cost.each(cost.active):.2f}" for cost in costs],
        **{
            f"of it, waiting for {kind}": [
                f"{cost.each(cost.database.waited.get(kind, 0)):.2f}" for cost in costs
            ]
            for kind in ("Lock", "LWLock", "IO")
        },
        "transactions undone": [f"{cost.undone}" for cost in costs],
    }
    if latencies:
        for name, share in (("p50", 0.5), ("p99", 0.99)):
            rows[f"answer {name}"] = [f"{cost.latency(share):.1f}" for cost in costs]
        rows["lost or changed"] = [f"{each.lost}" for each in found]
    rows["errors; put off"] = [f"{len(cost.outcome.errors)}; {_put_off(cost)}" for cost in costs]
    for name, cells in rows.items():
        table.add_row(name, *cells)
    return table


def _put_off(cost: Cost) -> int:
    return cost.outcome.put_off + cost.outcome.resent + cost.outcome.asked_to_wait


if __name__ == "__main__":
    typer.run(main)
