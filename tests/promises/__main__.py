"""``make promises``: what is promised, what was run for it, what was asked and what was seen, one line each.

Every figure comes from the proofs and tests themselves, run now, at a size for every push. ``PROMISES_SCALE=20`` runs
the proofs twenty times as long; names on the command line (P1 P28) choose promises. Ends with 1 when one does not hold.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

from tests.promises.rows import ROWS
from tests.promises.scale import SCALE
from tests.promises.table import PROMISES, Promise, Run

ROOT = Path(__file__).parents[2]
PATIENCE = 1200.0  # seconds for one run, times the scale


def main() -> int:
    chosen = [promise for promise in PROMISES if promise.number in sys.argv[1:] or not sys.argv[1:]]
    broken = [promise.number for promise in chosen if not _tell(promise, SCALE)]
    sys.stdout.write(f"{len(chosen) - len(broken)} of {len(chosen)} hold or were not measured")
    sys.stdout.write(f"; broken: {', '.join(broken)}\n" if broken else "\n")
    if not sys.argv[1:]:
        _tell_rows()
    return int(bool(broken))


def _tell_rows() -> None:
    """Which rows of the table of attacks are tried; ``make test`` runs their tests."""
    whole = [row for row in ROWS if row.tests and not row.lacks]
    partly = [row for row in ROWS if row.tests and row.lacks]
    untried = [row for row in ROWS if not row.tests]
    sys.stdout.write(f"attacks and faults: {len(ROWS)} rows, {len(whole)} tried, {len(partly)} in part\n")
    for row in (*partly, *untried):
        sys.stdout.write(f"{row.number:<3} {'in part' if row.tests else 'not tried'}: {row.lacks}\n")


def _tell(promise: Promise, scale: float) -> bool:
    if isinstance(promise.measure, str):
        _line(promise, f"not measured here, because {promise.measure}")
        return True
    began = time.monotonic()
    held, seen = measure(promise.measure, scale)
    seconds = f"{time.monotonic() - began:.0f} s"
    _line(promise, f"{promise.measure.what}: {'✓' if held else '✗'} {seen} ({seconds})")
    return held


def _line(promise: Promise, seen: str) -> None:
    sys.stdout.write(f"{promise.number:<3} {promise.says} | asked: {promise.asked} | {seen}\n")
    sys.stdout.flush()


def measure(run: Run, scale: float) -> tuple[bool, str]:
    """Whether the command ended well, and the figures in what it printed."""
    try:
        done = subprocess.run(
            run.command(scale),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE * max(1.0, scale),
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False, "did not end in time"
    figures = ["".join(found.groups()) for found in re.finditer(run.figure, done.stdout, re.MULTILINE)]
    last = (done.stdout.strip().splitlines() or ["nothing was printed"])[-1]
    return done.returncode == 0 and bool(figures), "; ".join(figures) or f"no figure: {last}"


if __name__ == "__main__":
    sys.exit(main())
