"""``make test-steady RUNS=10``: the gate again and again, in other orders, on a busy and on a plainer machine.

Prints a table. The exit status is 1 when any run failed.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
BUSY_LOOPS = 4
SPIN = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: pass"
"""Ends with its parent, however that ends."""


def settings_of(number: int) -> tuple[str, int, dict[str, str]]:
    """How the run of this number (from 1) is made: what it is called, how many loops run beside it, its environment.

    Of ten runs four are beside busy loops, and two without wide instructions.
    """
    env = {"PYTEST_ADDOPTS": f"--order {number}", "PYTHONHASHSEED": str(number), "VITEST_ORDER": str(number)}
    match number % 5:
        case 2 | 4:
            return "busy", BUSY_LOOPS, env
        case 3:
            return "plain processor", 0, env | narrow_instructions()
        case _:
            return "quiet", 0, env


def narrow_instructions() -> dict[str, str]:
    """What switches off the wide instructions of this processor in NumPy and OpenBLAS."""
    core = np._core._multiarray_umath  # type: ignore[attr-defined]
    wide = [name for name in core.__cpu_dispatch__ if core.__cpu_features__.get(name)]
    return {"NPY_DISABLE_CPU_FEATURES": " ".join(wide), "OPENBLAS_CORETYPE": "Nehalem"}


@contextmanager
def busy(loops: int) -> Iterator[None]:
    spinning = [subprocess.Popen([sys.executable, "-c", SPIN]) for _ in range(loops)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(prog="make test-steady RUNS=", description=__doc__)
    parser.add_argument("runs", type=int)
    parser.add_argument("--first", type=int, default=1, help="goes on with this run")
    parser.add_argument(
        "--logs", type=Path, default=ROOT / ".steady", help="a folder for what the runs print"
    )
    asked = parser.parse_args()
    asked.logs.mkdir(exist_ok=True)
    failed = 0
    print("| run | machine | minutes | result |\n|---|---|---|---|", flush=True)  # noqa: T201
    for number in range(asked.first, asked.runs + 1):
        name, loops, env = settings_of(number)
        began = time.monotonic()
        with busy(loops), (asked.logs / f"{number}.log").open("wb") as log:
            command = ["make", "--keep-going", "test"]
            code = subprocess.run(
                command, cwd=ROOT, env=os.environ | env, stdout=log, stderr=subprocess.STDOUT, check=False
            ).returncode
        failed += code != 0
        minutes = (time.monotonic() - began) / 60
        print(f"| {number} | {name} | {minutes:.1f} | {'failed' if code else 'passed'} |", flush=True)  # noqa: T201
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
