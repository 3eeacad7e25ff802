"""One verification, from its first step to its last; an interrupted one goes on where it was."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path

from pangea_server.core.errors import StoreError
from pangea_server.dataset.verify import any_store, blobs, database
from pangea_server.dataset.verify.context import Reading, Step, StepProgress
from pangea_server.dataset.verify.report import (
    Report,
    VerificationCheckpoint,
    finish,
    keep_progress,
    read_progress,
)
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store

KEEP_SECONDS = 2.0  # between two notes of how far it came


class Pace:
    """Sleeps so that no more than ``rate`` bytes are read in a second; 0: as fast as it can."""

    def __init__(self, rate: int) -> None:
        self._rate = rate
        self._due = time.monotonic()

    def took(self, size: int) -> None:
        if self._rate:
            self._due = max(self._due, time.monotonic() - 1) + size / self._rate
            time.sleep(max(0.0, self._due - time.monotonic()))


def total_size(store: LocalStore) -> int:
    """Bytes that a verification reads, about."""
    folder = store.database.directory
    files = [folder / "pangea.db", folder / "pangea.db-wal"]
    ((size,),) = store.database.select("SELECT coalesce(sum(size), 0) FROM blobs")
    return int(size) + 2 * sum(file.stat().st_size for file in files if file.exists())


def verify(store: LocalStore, *, rate: int = 0, anew: bool = False) -> Generator[Report]:
    """Read everything and compare it with what was written; yields the report after each part, at last complete.

    Args:
        rate: bytes to read in a second; 0: as fast as it can.
        anew: from the beginning, even if an earlier one was interrupted.
    """

    def steps(report: Report) -> dict[str, Step]:
        reading = Reading(store, report)
        return {name: partial(_guarded, reading, name, step) for name, step in _steps(reading).items()}

    return _verified(steps, store.database.directory, rate, anew)


def verify_any(store: Store, directory: Path, *, rate: int = 0, anew: bool = False) -> Generator[Report]:
    """As ``verify``, of a store of another back end; its report is kept in a directory.

    Raises:
        StoreError: it cannot be reached; a repeated call goes on.
    """
    return _verified(partial(any_store.steps, store), directory, rate, anew)


def _verified(
    steps_of: Callable[[Report], dict[str, Step]], directory: Path, rate: int, anew: bool
) -> Generator[Report]:
    progress = (None if anew else read_progress(directory)) or VerificationCheckpoint(Report())
    report, pace, kept = progress.report, Pace(rate), time.monotonic()
    steps = steps_of(report)
    names = [*steps]
    begin = names.index(progress.step) if progress.step in steps else 0
    for name in names[begin:]:
        after = progress.after if name == progress.step else ""
        for seen in steps[name](after):
            report.size += seen.size
            progress.step, progress.after = name, seen.after
            if time.monotonic() > kept + KEEP_SECONDS:
                keep_progress(directory, progress)
                kept = time.monotonic()
            yield report
            pace.took(seen.size)
    finish(directory, report)
    yield report


def _steps(reading: Reading) -> dict[str, Step]:
    return {
        "log": partial(database.log, reading),
        "pages": partial(database.pages, reading),
        **database.steps_of_rows(reading),
        "segments": partial(blobs.segments, reading),
        "files": partial(blobs.files, reading),
        "strays": partial(blobs.strays, reading),
        "quarantine": partial(blobs.quarantine, reading),
    }


def _guarded(reading: Reading, name: str, step: Step, after: str) -> Iterator[StepProgress]:
    """A step that damage breaks off is a fault; the next step is taken all the same."""
    try:
        yield from step(after)
    except (sqlite3.Error, StoreError, OSError, ValueError) as error:
        reading.fault(name, f"it cannot be read to its end ({str(error).rstrip('.')})")
