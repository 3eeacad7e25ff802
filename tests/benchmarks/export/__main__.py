"""``make bench-export``: a store as large as Room-Across-Room, exported to its end, beside what a plain script takes.

First the CPU of whole processes, with their workers', one after the other on the same store, where nobody has a voice
or a camera: a plain read of the store (``floor.py`` says what it is) beside the export to ``parquet``, and ``json`` and
``gzip`` of the same rows beside the export to ``rxr``. Python finds its byte code, as in an installation.

Then seconds, memory and files of each format, where the first ``--traced`` have a voice and a camera of 40 seconds at
60 Hz, whose files are made with all masks.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.benchmarks.export.memory import peak_megabytes, workers_of
from tests.benchmarks.export.store import fill, trace
from tests.exports.filled import corridor

FORMATS = ("rxr", "r2r", "cvdn", "vlnce", "label_studio", "parquet", "huggingface", "webvtt")
LOOK = 0.5
"""Seconds between looks at the memory of the processes; each tells the most that it has held."""


@dataclass(frozen=True, slots=True)
class Run:
    """One process: seconds until it ended, seconds of CPU with its workers', MB that it and its largest worker held."""

    seconds: float
    cpu: float
    memory: float
    workers: float


@dataclass(frozen=True, slots=True)
class Export:
    """One ``pangea export``, and the MB and number of files that it wrote."""

    run: Run
    written: float
    files: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--annotations", type=int, default=126_000, help="of each kind")
    parser.add_argument("--traced", type=int, default=500)
    parser.add_argument("--format", action="append", choices=FORMATS, help="of the second table")
    parser.add_argument("--runner", default="local", help="or direct: the Apache Beam pipeline")
    parser.add_argument("--only-cpu", action="store_true", help="the first table alone")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        corridor(folder / "corridor")
        began = time.perf_counter()
        fill(folder / "data", options.annotations)
        Console().print(f"The store was filled in {time.perf_counter() - began:.0f} s.")
        find_byte_code(folder)
        compare(folder, options.annotations)
        if not options.only_cpu:
            trace(folder / "data", options.annotations, options.traced)
            runs = {}
            for chosen in options.format or FORMATS:
                runs[chosen] = exported(folder, f"out-{chosen}", chosen, options.runner)
                show(runs, options.annotations, options.traced)


def find_byte_code(folder: Path) -> None:
    """What the processes from here on import is compiled already."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "byte-code")
    fill(folder / "few", 1)
    exported(folder, "first", "parquet", "local", "few")


def compare(folder: Path, annotations: int) -> None:
    """The exports beside what they are measured against; in the order in which one needs the other's files."""
    exports = {name: exported(folder, f"plain-{name}", name, "local") for name in ("parquet", "rxr")}
    read, told = measured("read", folder / "data")
    refuse_other_rows(told, folder / "plain-parquet" / "parquet")
    dumped, spent = measured("dump", folder / "plain-rxr" / "rxr")
    least = {
        "parquet": ("plain read of the store", read.cpu),
        "rxr": ("json + gzip of the same rows", dumped.cpu - spent["reading"]),
    }
    table = Table(title=f"{annotations} Guides and as many Followers: CPU of whole processes")
    for column in ("format", "CPU seconds", "beside", "CPU seconds", "times"):
        table.add_column(column, justify="left" if column in ("format", "beside") else "right")
    for name, (beside, cpu) in least.items():
        ours = exports[name].run.cpu
        table.add_row(name, f"{ours:.1f}", beside, f"{cpu:.1f}", f"{ours / cpu:.1f}")
    Console(width=110).print(table)


def measured(what: str, where: Path) -> tuple[Run, dict[str, float]]:
    """One of ``floor.py``, and what it prints."""
    with tempfile.TemporaryFile("w+") as out:
        run = timed([sys.executable, "-m", "tests.benchmarks.export.floor", what, str(where)], out.fileno())
        out.seek(0)
        told: dict[str, float] = json.loads(out.read())
    return run, told


def refuse_other_rows(told: dict[str, float], tables: Path) -> None:
    """The plain read had the guides, walks and words of the tables."""
    from pyarrow import compute, parquet

    guides = parquet.read_table(tables / "guide", columns=["timed_instruction"])
    words = compute.sum(compute.list_value_length(guides["timed_instruction"])).as_py()
    walks = sum(parquet.read_metadata(file).num_rows for file in (tables / "follower").iterdir())
    if (told["guides"], told["walks"], told["words"]) != (guides.num_rows, walks, words):
        raise SystemExit("The plain read had other rows than the tables.")


def exported(folder: Path, output: str, name: str, runner: str, store: str = "data") -> Export:
    """A process of its own, whose bar is seen."""
    command = [sys.executable, "-m", "pangea_server.app", "export", str(folder / output), "--format", name]
    chosen = [
        "--environment",
        f"folder:{folder}/corridor",
        "--runner",
        runner,
        "--data-dir",
        str(folder / store),
    ]
    run = timed([*command, *chosen])
    sizes = [file.stat().st_size for file in (folder / output).rglob("*") if file.is_file()]
    return Export(run, sum(sizes) / 1e6, len(sizes))


def timed(command: list[str], out: int | None = None) -> Run:
    memory = workers = 0.0
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=out)
    while True:
        ended, status, used = os.wait4(process.pid, os.WNOHANG)
        if ended:
            break
        memory = max(memory, peak_megabytes(process.pid))
        workers = max(workers, *map(peak_megabytes, workers_of(process.pid)), 0.0)
        time.sleep(LOOK)
    if status:
        raise SystemExit(f"{' '.join(command)} ended with status {status}.")
    return Run(time.perf_counter() - began, used.ru_utime + used.ru_stime, memory, workers)


def show(runs: dict[str, Export], annotations: int, traced: int) -> None:
    table = Table(title=f"{annotations} Guides and as many Followers, {traced} of each with voice and camera")
    for column in (
        "format",
        "seconds",
        "CPU seconds",
        "peak memory, MB",
        "of a worker, MB",
        "written, MB",
        "files",
    ):
        table.add_column(column, justify="left" if column == "format" else "right")
    for name, export in runs.items():
        run = export.run
        told = (run.seconds, run.cpu, run.memory, run.workers, export.written, export.files)
        table.add_row(name, *(f"{each:.0f}" for each in told))
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
