"""The real server, to be run as a process; for the proofs' own proof with a fault planted in it."""

from __future__ import annotations

import logging
import os
import secrets
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

from pangea_server import recordings, takes
from pangea_server.api import recordings as recordings_api
from pangea_server.cli.serve import run_server
from pangea_server.settings import Settings
from pangea_server.stores import sqlite


def _skip_sync(of: Callable[[int], bool]) -> None:
    fsync = os.fsync

    def without(descriptor: int) -> None:
        if not of(os.fstat(descriptor).st_mode):
            fsync(descriptor)

    patch.object(os, "fsync", without).start()


def files_are_not_synced() -> None:
    _skip_sync(stat.S_ISREG)


def folders_are_not_synced() -> None:
    _skip_sync(stat.S_ISDIR)


def rows_are_not_synced() -> None:
    pragmas = [pragma.replace("= FULL", "= NORMAL") for pragma in sqlite.PRAGMAS]
    patch.object(sqlite, "PRAGMAS", pragmas).start()


def answered_before_it_is_stored() -> None:
    def store_later(*chunk: Any) -> Any:
        recording, stream, index, data, digest = chunk[1:]
        Thread(target=recordings.store_chunk, args=chunk, daemon=True).start()
        return recordings._receipt(recording, stream, index, len(data), digest), True

    patch.object(recordings_api, "store_chunk", store_later).start()


def a_take_is_begun_anew_each_time() -> None:
    patch.object(takes, "_recording_id", lambda *_: secrets.token_hex(16)).start()


PLANTS: dict[str, Callable[[], None]] = {
    plant.__name__: plant
    for plant in (
        files_are_not_synced,
        folders_are_not_synced,
        rows_are_not_synced,
        answered_before_it_is_stored,
        a_take_is_begun_anew_each_time,
    )
}
UNSAFE = ("files_are_not_synced", "rows_are_not_synced", "answered_before_it_is_stored")


def serve(data_dir: Path, environment: str, port: int, plants: Sequence[str]) -> None:
    """Serve on 127.0.0.1 until killed."""
    for name in plants:
        PLANTS[name]()
    logging.disable()  # of a disk that is gone there would be much to say
    run_server(Settings(environment=environment, data_dir=data_dir), "127.0.0.1", port)
