"""What PostgreSQL used: its processes' CPU, the time that its sessions worked, and what they waited for."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

import psycopg

from tests.benchmarks.server.processes import TICKS, cpu_seconds

EVERY_SECONDS = 0.1
WAITS = """SELECT wait_event_type FROM pg_stat_activity
WHERE state = 'active' AND application_name = 'pangea' AND wait_event_type IN ('Lock', 'LWLock', 'IO')"""
OPEN = """SELECT 1 FROM pg_stat_activity
WHERE application_name = 'pangea' AND datname = current_database() LIMIT 1"""
COUNTED = "SELECT active_time / 1e3, xact_rollback FROM pg_stat_database WHERE datname = current_database()"


@dataclass
class Use:
    """CPU seconds of all of PostgreSQL's processes, and sessions' seconds of waiting, by what for."""

    cpu_seconds: float = 0.0
    waited: dict[str, float] = field(default_factory=dict)


def counted(url: str) -> tuple[float, int]:
    """Seconds that sessions worked, and transactions that were undone. It waits until the servers' sessions have ended,
    which counts them; without an address, nothing."""
    if not url:
        return 0.0, 0
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        while connection.execute(OPEN).fetchall():
            time.sleep(0.05)
        ((seconds, undone),) = connection.execute(COUNTED).fetchall()
        return float(seconds), int(undone)


@contextmanager
def watched(url: str) -> Iterator[Use]:
    """Fill in what is used until this is left; without an address, nothing. What looking costs is left out."""
    use, over, seen = Use(), Event(), Counter[str]()
    if not url:
        yield use
        return
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        ours = connection.info.backend_pid
        server = _parent(ours)

        def look() -> None:
            while not over.wait(EVERY_SECONDS):
                seen.update(kind for (kind,) in connection.execute(WAITS))

        before = _of_all(server) - cpu_seconds(ours)
        watch = Thread(target=look)
        watch.start()
        try:
            yield use
        finally:
            over.set()
            watch.join()
            use.cpu_seconds = _of_all(server) - cpu_seconds(ours) - before
            use.waited = {kind: times * EVERY_SECONDS for kind, times in seen.items()}


def _of_all(server: int) -> float:
    """CPU seconds of a process, its children, and those that have ended."""
    living = sum(_if_child_of(server, int(path.name)) for path in Path("/proc").glob("[0-9]*"))
    user, system = _fields(server)[13:15]
    return living + cpu_seconds(server) + (int(user) + int(system)) / TICKS


def _if_child_of(server: int, process: int) -> float:
    try:
        return cpu_seconds(process) if _parent(process) == server else 0.0
    except OSError:  # it has just ended
        return 0.0


def _parent(process: int) -> int:
    return int(_fields(process)[1])


def _fields(process: int) -> list[str]:
    """Of proc(5)'s ``stat``, from the state on."""
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
