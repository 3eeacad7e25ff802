"""What a machine knows of its backups, in files of its data directory.

``backup.json``    how far ``pangea backup --every`` is, for doctor, metrics and the monitoring page
``series.json``    what it saved last in each place, so that nobody can put an older backup there for the newest
"""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode

BACKUP_STATE = "backup.json"
SERIES_STATE = "series.json"


class BackupState(Struct, frozen=True):
    """How far the series in ``place`` is.

    Attributes:
        every: seconds between two snapshots.
        complete_until: everything that was stored until then is in the series; None before the first snapshot.
        error: why the last snapshot failed; empty when it did not.
        unreadable: what of the store could not be read and is not in the series as it is now; the first by name.
        unreadable_count: how many they are.
    """

    place: str
    every: float
    complete_until: datetime | None = None
    error: str = ""
    unreadable: str = ""
    unreadable_count: int = 0

    @property
    def is_failing(self) -> bool:
        return bool(self.error or self.unreadable_count)


def keep_backup_state(directory: Path, state: BackupState) -> None:
    """Store it in place of the earlier one."""
    _keep(directory / BACKUP_STATE, state)


def read_backup_state(directory: Path) -> BackupState | None:
    """The newest; None where nothing makes backups continuously, or the file is damaged."""
    try:
        return decode((directory / BACKUP_STATE).read_bytes(), type=BackupState)
    except (FileNotFoundError, DecodeError):
        return None


class Newest(Struct, frozen=True):
    """What this machine saved last in a place: a moment, and how many entries of the log that follows it."""

    moment: str
    entries: int = 0


def keep_newest(directory: Path, address: str, newest: Newest) -> None:
    """Store what was saved last in a place."""
    _keep(directory / SERIES_STATE, read_newest(directory) | {address: newest})


def read_newest(directory: Path) -> dict[str, Newest]:
    """What was saved last, by the places' addresses; empty where nothing was, or the file is damaged."""
    try:
        return decode((directory / SERIES_STATE).read_bytes(), type=dict[str, Newest])
    except (FileNotFoundError, DecodeError):
        return {}


def _keep(path: Path, state: Any) -> None:
    new = path.with_name(f".{path.name}.{os.getpid()}")
    new.write_bytes(encode(state))
    new.chmod(0o600)
    new.replace(path)
