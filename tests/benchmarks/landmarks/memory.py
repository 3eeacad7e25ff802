"""How much memory a running process has held.

``wait4`` does not tell: its ``ru_maxrss`` begins with the memory of whoever started the process, and would be the
benchmark's own.
"""

from __future__ import annotations

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
