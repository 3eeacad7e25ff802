"""``make bench-scale``: what a store costs that is a part of Room-Across-Room, all of it, or several times it.

RxR's size is 126,000 Guides and as many Followers. At each size every step is a process of its own, one after the
other: rows of that size are imported into an empty store, a server reads the whole store once and another one opens the
dashboard from its snapshot, then everything is scored, exported and released. Time is linear where a row's CPU does not
grow with the size. Memory is the most that a process held, and at least that of this program, about 100 MB.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from pangea_server.core.settings import Settings
from tests.benchmarks.imports.__main__ import CONNECTIVITY, SEED, Run, timed
from tests.benchmarks.imports.rows import files_in
from tests.benchmarks.monitor.__main__ import SMALLEST, answered, manager, opened
from tests.benchmarks.server.processes import pangea

RXR = 126_000
SIZES = (0.02, 0.06, 0.2)


@dataclass(frozen=True, slots=True)
class Size:
    """So many Guides and Followers, the MB that the store takes, and by step what its process used."""

    annotations: int
    megabytes: float
    steps: dict[str, Run]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matterport3d", type=Path, default=CONNECTIVITY, help="folder with connectivity/")
    parser.add_argument("--rxr", type=float, nargs="+", default=SIZES, help="sizes, in times RxR's")
    options = parser.parse_args()
    found: list[Size] = []
    for times in options.rxr:
        with tempfile.TemporaryDirectory() as folder:
            found.append(measured(Path(folder), f"matterport3d:{options.matterport3d}", round(times * RXR)))
        Console(width=140).print(shown(found))


def measured(folder: Path, environment: str, count: int) -> Size:
    """All steps at one size."""
    timed("tests.benchmarks.imports.rows", environment, folder, count, SEED)
    files = files_in(folder)
    data, place = folder / "data", ("--environment", environment)
    command = partial(timed, "pangea_server.app")
    store = (*place, "--data-dir", data)
    steps = {"import": command("import", *files, "--format", "rxr", *store)}
    megabytes = sum(file.stat().st_size for file in data.rglob("pangea.db*")) / 1e6
    steps |= dashboard(Settings(data_dir=data, environment=environment))
    steps["score"] = command("score", *files, *place, "--output", folder / "scores.jsonl")
    for name, more in (("export", ()), ("release", ("--version", "1"))):
        steps[name] = command(name, folder / name, "--format", "rxr", *more, *store)
        shutil.rmtree(folder / name)
    return Size(count, megabytes, steps)


def dashboard(settings: Settings) -> Iterator[tuple[str, Run]]:
    """A server that reads the whole store, then one that opens the page from a snapshot."""
    token = manager(settings)
    serve = partial(pangea, settings.data_dir, settings.environment, PANGEA_FLAG_ON_SUBMIT="false")
    for name in ("a server reads all", "it reads its snapshot", "the page is opened"):
        with serve() as server:
            ask = partial(answered, server.port, token)
            work: Callable[[], None] = partial(ask, SMALLEST)
            if name == "the page is opened":
                work()
                work = partial(opened, ask, "")
            used, began = server.cpu_seconds(), time.monotonic()
            work()
            took = time.monotonic() - began
            yield name, Run(took, server.cpu_seconds() - used, server.peak_mebibytes() * 2**20 / 1e6)


def shown(sizes: Sequence[Size]) -> Table:
    """For each step CPU seconds, CPU ms for a Guide and a Follower, and the most MB, at each size."""
    table = Table("CPU s; ms a pair; MB", *(f"{each.annotations:,} pairs" for each in sizes))
    table.add_row("store, MB", *(f"{each.megabytes:,.0f}" for each in sizes))
    for step in sizes[0].steps:
        runs = [(each.steps[step], each.annotations) for each in sizes]
        table.add_row(
            step,
            *(f"{run.cpu:.1f}; {1e3 * run.cpu / count:.2f}; {run.memory:.0f}" for run, count in runs),
        )
    waited = (each.steps["the page is opened"].seconds for each in sizes)
    table.add_row("the page is opened, s", *(f"{each:.2f}" for each in waited))
    return table


if __name__ == "__main__":
    main()
