"""What ``pangea ship`` last did: a small file in the data directory, for doctor, metrics and the monitoring page."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from msgspec import DecodeError, Struct
from msgspec.json import decode, encode

SHIP_STATE = "shipped.json"


class ShipState(Struct, frozen=True):
    """How far the copy in ``place`` is.

    Attributes:
        copied_at: everything that was stored until then is in the copy; None before the first success.
        error: why the last try failed; empty when it did not.
        unreadable: what of the store could not be read and is not in the copy as it is now; the first of them by name.
        unreadable_count: how many they are.
    """

    place: str
    copied_at: datetime | None = None
    error: str = ""
    unreadable: str = ""
    unreadable_count: int = 0

    @property
    def is_failing(self) -> bool:
        return bool(self.error or self.unreadable_count)


def keep_ship_state(directory: Path, state: ShipState) -> None:
    """Store it in place of the earlier one."""
    new = directory / f".{SHIP_STATE}.{os.getpid()}"
    new.write_bytes(encode(state))
    new.chmod(0o600)
    new.replace(directory / SHIP_STATE)


def read_ship_state(directory: Path) -> ShipState | None:
    """The newest; None where nothing was ever shipped, or the file is damaged."""
    try:
        return decode((directory / SHIP_STATE).read_bytes(), type=ShipState)
    except (FileNotFoundError, DecodeError):
        return None
