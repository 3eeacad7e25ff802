"""``make bench-landmarks``: 126,000 instructions with ten mentions each and five regions for each mention, made,
imported, imported again, exported and evaluated, each in a process of its own: seconds of CPU and the most memory at
several sizes. ``--instructions 126000`` is the whole of it."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.benchmarks.landmarks.work import STEPS

Figures = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--instructions", type=int, nargs="+", default=[1_260, 4_000, 12_600], help="one or more sizes"
    )
    parser.add_argument(
        "--steps", nargs="+", choices=STEPS, default=[*STEPS], metavar="STEP", help="only these"
    )
    parser.add_argument("--folder", type=Path, help="keep what is made here, and go on where a run has ended")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder: Path = options.folder or Path(temporary)
        known = _Known(folder / "measured.json")
        for instructions in options.instructions:
            for step in options.steps:
                known.measure(step, folder / str(instructions), instructions)
                Console(width=150).print(_table(known, options.instructions))


class _Known:
    """What was measured, on the disk: a step that ended is not done again."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self.figures: dict[str, Figures] = json.loads(file.read_text()) if file.exists() else {}

    def measure(self, step: str, folder: Path, instructions: int) -> None:
        name = f"{instructions} {step}"
        if name not in self.figures:
            folder.mkdir(parents=True, exist_ok=True)
            self.figures[name] = measured(step, folder, instructions)
            self._file.write_text(json.dumps(self.figures))


def _table(known: _Known, sizes: Sequence[int]) -> Table:
    """Each step, and what it takes at each size."""
    table = Table("step", *(f"{size * 50:,} regions: CPU s, MB" for size in sizes), "counted")
    for step in STEPS:
        found = [known.figures.get(f"{size} {step}") for size in sizes]
        cells = [f"{each['cpu']:.1f}, {each['memory']:.0f}" if each else "" for each in found]
        counted: dict[str, int] = next((each["counted"] for each in reversed(found) if each), {})
        table.add_row(step, *cells, ", ".join(f"{count} {name}" for name, count in counted.items()))
    return table


def measured(step: str, folder: Path, instructions: int) -> Figures:
    """Seconds of CPU, the most memory in MB, and counts of one step."""
    command = [sys.executable, "-m", "tests.benchmarks.landmarks.work", step, str(folder), str(instructions)]
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen(command, stdout=out)
        _, status, used = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"{step} ended with status {status}.")
        out.seek(0)
        told: Figures = json.loads(out.read())
    return {**told, "cpu": used.ru_utime + used.ru_stime}


if __name__ == "__main__":
    main()
