"""``make bench-score``: ``pangea score`` beside the field's usual ways, on as many Followers as Room-Across-Room has.

All are whole processes, one each, reading and writing included, one after the other on the same files, in turn.
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
from statistics import median

from rich.console import Console
from rich.table import Table

from environments import RXR_KEYS, open_environment
from tests.benchmarks.score.walks import write_walks

CONNECTIVITY = Path(__file__).resolve().parents[4] / "shared/data/matterport3d"
SEED = 1


@dataclass(frozen=True, slots=True)
class Run:
    """One process: seconds until it ended, seconds of CPU, MB at its largest."""

    seconds: float
    cpu: float
    memory: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matterport3d", type=Path, default=CONNECTIVITY, help="folder with connectivity/")
    parser.add_argument("--followers", type=int, default=126_000)
    parser.add_argument("--alike", type=int, default=8, help="Guides along each path; RxR has 7.6")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        compare(Path(folder), options.matterport3d, options.followers, options.alike, options.rounds)


def compare(folder: Path, matterport3d: Path, count: int, alike: int, rounds: int) -> None:
    environment = f"matterport3d:{matterport3d}"
    files = write_walks(open_environment(environment), folder, count, alike, SEED)
    usual, ours = folder / "usual.jsonl", folder / "ours.jsonl"
    field = ("tests.benchmarks.score.field", *files, matterport3d / "connectivity", usual)
    commands: dict[str, tuple[object, ...]] = {
        "a DTW for each walk (HAMT)": (*field, "once"),
        "a DTW for each metric (R4R)": (*field, "thrice"),
        "pangea score": (
            "pangea_server.app",
            "score",
            *files,
            "--environment",
            environment,
            "--output",
            ours,
        ),
    }
    timed(*commands["pangea score"])  # writes what Python compiles
    rounds_run = [{name: timed(*command) for name, command in commands.items()} for _ in range(rounds)]
    show(count, rounds_run, largest_difference(usual, ours))


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


def largest_difference(usual: Path, ours: Path) -> float:
    """Of any score of any row; the rows must be the same ones, in the same order."""
    largest = 0.0
    with usual.open() as one, ours.open() as other:
        for expected, scored in zip(map(json.loads, one), map(json.loads, other), strict=True):
            if expected["demonstration_id"] != scored["demonstration_id"]:
                raise SystemExit("The two have other rows.")
            largest = max(largest, *(abs(expected[key] - scored[key]) for key in RXR_KEYS))
    return largest


def show(count: int, rounds: list[dict[str, Run]], difference: float) -> None:
    """Medians of all rounds, and how many times the CPU of ours each way takes, from round to round."""
    table = Table(
        "",
        "seconds",
        "CPU seconds",
        "MB",
        "times ours",
        title=f"{count} Followers, medians of {len(rounds)} rounds in turn",
    )
    for name in rounds[0]:
        runs = [run[name] for run in rounds]
        figures = [median(getattr(run, what) for run in runs) for what in ("seconds", "cpu", "memory")]
        ratios = [run[name].cpu / run["pangea score"].cpu for run in rounds]
        times = f"{median(ratios):.1f} ({min(ratios):.1f} to {max(ratios):.1f})"
        table.add_row(name, *(f"{figure:.1f}" for figure in figures), times)
    Console(width=110).print(table)
    Console(width=110).print(f"No score differs by more than {difference:.1e}.")


if __name__ == "__main__":
    main()
