"""``make bench-import``: ``pangea import`` of RxR's size beside the floor under it, and once more when all is there.

All are whole processes, one after the other. The floor (``floor.py``) writes the same rows under the same indexes, in
one transaction, and checks nothing.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from environments import open_environment
from pangea_server.stores.local.store import LocalStore
from tests.benchmarks.imports.rows import write_rows

CONNECTIVITY = Path(__file__).resolve().parents[4] / "shared/data/matterport3d"
SEED = 1
TABLES = ("scans", "paths", "annotators", "tasks", "leases", "recordings", "changes")
ANSWERS = ("guide_annotations", "follower_annotations", "alignments")


@dataclass(frozen=True, slots=True)
class Run:
    """One process: seconds until it ended, seconds of CPU, MB at its largest."""

    seconds: float
    cpu: float
    memory: float


@dataclass(frozen=True, slots=True)
class Imported:
    """One import, and the MB that the store has afterwards."""

    run: Run
    stored: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matterport3d", type=Path, default=CONNECTIVITY, help="folder with connectivity/")
    parser.add_argument("--annotations", type=int, default=126_000, help="Guides, and as many Followers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        compare(Path(folder), f"matterport3d:{options.matterport3d}", options.annotations)


def compare(folder: Path, environment: str, count: int) -> None:
    files = write_rows(open_environment(environment), folder, count, SEED)
    floor, ours = folder / "floor", folder / "ours"
    LocalStore.open(floor).close()
    runs = {"the floor": stored(floor, timed("tests.benchmarks.imports.floor", floor, *files))}
    command = ("pangea_server.app", "import", *files, "--format", "rxr", "--environment", environment)
    for name in ("pangea import", "the same again"):
        runs[name] = stored(ours, timed(*command, "--data-dir", ours))
    refuse_other_rows(floor, ours)
    show(count, runs)


def timed(module: object, *arguments: object) -> Run:
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", *map(str, (module, *arguments))],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"{module} ended with status {status}.")
    return Run(time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1000)


def stored(data_dir: Path, run: Run) -> Imported:
    return Imported(run, sum(file.stat().st_size for file in data_dir.rglob("pangea.db*")) / 1e6)


def refuse_other_rows(floor: Path, ours: Path) -> None:
    """Both have the same ids in every table; changes have ids of their own, and are counted."""
    for table in (*TABLES, *ANSWERS):
        what = "count(*)" if table == "changes" else "group_concat(record_id)"
        found = []
        for data_dir in (floor, ours):
            with closing(sqlite3.connect(data_dir / "pangea.db")) as database:
                query = f"SELECT {what} FROM (SELECT record_id FROM {table} ORDER BY record_id)"
                found.append(database.execute(query).fetchall())
        if found[0] != found[1]:
            raise SystemExit(f"The two have other rows in {table}.")


def show(count: int, runs: dict[str, Imported]) -> None:
    table = Table(
        *(
            "",
            "seconds",
            "CPU seconds",
            "times the floor's",
            "MB stored",
            "times the floor's",
            "MB of memory",
        ),
        title=f"{count} Guides and as many Followers",
    )
    floor = runs["the floor"]
    for name, each in runs.items():
        ratios = each.run.cpu / floor.run.cpu, each.stored / floor.stored
        figures = each.run.seconds, each.run.cpu, ratios[0], each.stored, ratios[1], each.run.memory
        table.add_row(name, *(f"{figure:.1f}" for figure in figures))
    again = runs["the same again"].run.cpu / runs["pangea import"].run.cpu
    Console(width=120).print(table)
    Console(width=120).print(f"The same again takes {again:.2f} of the first import's CPU.")


if __name__ == "__main__":
    main()
