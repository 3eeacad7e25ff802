"""Syncs: after a failed one, no more data is written."""

from __future__ import annotations

import os
from pathlib import Path

from pangea_server.stores.sqlite.sqlite import NO_SPACE
from pangea_server.stores.sqlite.write_gate import WriteGate


class Syncs:
    """Syncs files and folders; after a failed sync, ``gate`` refuses all writes."""

    def __init__(self, gate: WriteGate) -> None:
        self._gate = gate

    def file(self, descriptor: int) -> None:
        """Sync the bytes of a file, and its length."""
        try:
            os.fdatasync(descriptor)
        except OSError as error:
            self._failed(error)
            raise

    def folder(self, folder: Path) -> None:
        """Sync the names in a folder."""
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        except OSError as error:
            self._failed(error)
            raise
        finally:
            os.close(descriptor)

    def _failed(self, error: OSError) -> None:
        if error.errno not in NO_SPACE:
            self._gate.shut(f"a file could not be synced ({error.strerror})")
