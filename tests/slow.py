"""``make test-slow``: the slow lanes one after the other; what fails is run once more, alone.

What fails twice is broken, and the exit status is 1. What fails once is an unsteady test, and is named apart.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.lanes import SLOW

ROOT = Path(__file__).parents[1]
ALONE = {"quiet"}
"""Lanes in which one test runs at a time."""
PROCESSES = 3


@dataclass(frozen=True)
class Result:
    """What a lane came to; tests as pytest names them."""

    lane: str
    seconds: float
    broken: list[str]
    unsteady: list[str]


def run_lane(lane: str, root: Path = ROOT) -> Result:
    """Run a lane of the tests in ``root``, and what failed in it once more."""
    began = time.monotonic()
    failed = _failed(root, lane, "--cache-clear", *_spread(lane), "--durations", "10")
    again = _failed(root, lane, "--last-failed") if failed else []
    return Result(lane, time.monotonic() - began, again, sorted(set(failed) - set(again)))


def report(results: list[Result]) -> str:
    """A line each lane, then what failed twice, and what failed once."""
    lines = [f"{result.lane:<10} {result.seconds / 60:5.1f} min" for result in results]
    for title, names in (
        ("Failed twice", [name for result in results for name in result.broken]),
        ("Failed once: unsteady", [name for result in results for name in result.unsteady]),
    ):
        lines += [f"{title}:", *(f"  {name}" for name in names)] if names else []
    return "\n".join(lines)


def _spread(lane: str) -> list[str]:
    return [] if lane in ALONE else ["--numprocesses", str(PROCESSES), "--dist", "loadfile"]


def _failed(root: Path, lane: str, *options: str) -> list[str]:
    """Run pytest; returns what failed, or the lane itself where pytest could not even begin."""
    cache = root / ".pytest_cache" / lane
    known = cache / "v" / "cache" / "lastfailed"
    command = [sys.executable, "-m", "pytest", "--lane", lane, "-o", f"cache_dir={cache}", *options]
    code = subprocess.run(command, cwd=root, check=False).returncode
    names = sorted(json.loads(known.read_text())) if known.exists() else []
    return names if code in (0, 1) else [*names, f"{lane}: pytest ended with {code}"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="make test-slow ARGS=", description=__doc__)
    parser.add_argument("lanes", nargs="*", help=f"of {', '.join(SLOW)}; none: all")
    lanes = parser.parse_args().lanes or list(SLOW)
    if unknown := sorted(set(lanes) - set(SLOW)):
        parser.error(f"there is no lane {', '.join(unknown)}; there are {', '.join(SLOW)}")
    results = [run_lane(lane) for lane in lanes]
    print(report(results))  # noqa: T201
    sys.exit(any(result.broken for result in results))


if __name__ == "__main__":
    main()
