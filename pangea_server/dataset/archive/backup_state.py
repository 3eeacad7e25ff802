"""How far ``pangea backup --every`` is: a file in the data directory, for doctor, metrics and the monitoring page."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode

BACKUP_STATE = "backup.json"


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
    new = directory / f".{BACKUP_STATE}.{os.getpid()}"
    new.write_bytes(encode(state))
    new.chmod(0o600)
    new.replace(directory / BACKUP_STATE)


def read_backup_state(directory: Path) -> BackupState | None:
    """The newest; None where nothing makes backups continuously, or the file is damaged."""
    try:
        return decode((directory / BACKUP_STATE).read_bytes(), type=BackupState)
    except (FileNotFoundError, DecodeError):
        return None
