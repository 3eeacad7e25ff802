"""How much memory a running process and its workers have held.

``wait4`` does not tell: its ``ru_maxrss`` begins with the memory of whoever started the process, and would be the
benchmark's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_GONE = (FileNotFoundError, ProcessLookupError)


def peak_megabytes(pid: int) -> float:
    """The most that a process has held since it began; 0 for one that has ended."""
    with suppress(*_GONE):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024 / 1e6
    return 0.0


def workers_of(pid: int) -> Iterator[int]:
    """The processes that it and its workers have started, and that still run."""
    for task in Path(f"/proc/{pid}/task").glob("*"):
        with suppress(*_GONE):
            for child in map(int, (task / "children").read_text().split()):
                yield child
                yield from workers_of(child)
