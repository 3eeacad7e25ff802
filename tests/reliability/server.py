"""The real server, to be run as a process; for the proofs' own proof with a fault planted in it."""

from __future__ import annotations

import logging
import os
import secrets
import signal
import sqlite3
import stat
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from functools import partial, wraps
from itertools import count
from pathlib import Path
from threading import Timer
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

from pangea_server.app.serve import run_server
from pangea_server.collect.capture import recordings
from pangea_server.core.settings import DeploymentLimits, Settings
from pangea_server.stores.local.blobs import LocalBlobs
from pangea_server.stores.local.segments import Segments
from pangea_server.stores.sqlite import sqlite


def _skip_sync(call: str, of: Callable[[int], bool]) -> None:
    sync = getattr(os, call)

    def without(descriptor: int) -> None:
        if not of(os.fstat(descriptor).st_mode):
            sync(descriptor)

    patch.object(os, call, without).start()


def files_are_not_synced() -> None:
    _skip_sync("fdatasync", stat.S_ISREG)


def folders_are_not_synced() -> None:
    _skip_sync("fsync", stat.S_ISDIR)


def rows_are_committed_before_their_bytes() -> None:
    append, write_at = Segments.append, Segments._write_at

    def write_later(*arguments: Any) -> None:
        Timer(0.05, write_at, arguments).start()

    def append_later(segments: Segments, blobs: Any) -> Any:
        with patch.object(Segments, "_write_at", write_later):
            return append(segments, blobs)

    patch.object(Segments, "append", append_later).start()


def rows_are_not_synced() -> None:
    pragmas = [pragma.replace("= FULL", "= NORMAL") for pragma in sqlite.PRAGMAS]
    patch.object(sqlite, "PRAGMAS", pragmas).start()


def answered_before_it_is_stored() -> None:
    create_soon = LocalBlobs.create_soon

    def store_later(*chunk: Any) -> Future[bool]:
        Timer(0.01, create_soon, chunk).start()
        said: Future[bool] = Future()
        said.set_result(True)
        return said

    patch.object(LocalBlobs, "create_soon", store_later).start()


def a_recording_is_begun_anew_each_time() -> None:
    patch.object(recordings, "_recording_id", lambda *_: secrets.token_hex(16)).start()


DISK_CALLS = ("open", "mkdir", "pwritev", "fdatasync", "fsync", "link", "rename", "unlink", "ftruncate")


def killed_at_call(number: int) -> None:
    """SIGKILL at the so-maniest call that touches the disk, counted from the first chunk on."""
    calls, started = count(), False

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*arguments: Any, **named: Any) -> Any:
            nonlocal started
            started = started or call.__name__ == "pwritev"
            if started and next(calls) == number:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*arguments, **named)

        return wraps(call)(wrapper)

    for name in DISK_CALLS:
        patch.object(os, name, counted(getattr(os, name))).start()
    commits = type("Connection", (sqlite3.Connection,), {"commit": counted(sqlite3.Connection.commit)})
    patch.object(sqlite3, "connect", partial(sqlite3.connect, factory=commits)).start()


PLANTS: dict[str, Callable[[], None]] = {
    plant.__name__: plant
    for plant in (
        files_are_not_synced,
        folders_are_not_synced,
        rows_are_committed_before_their_bytes,
        rows_are_not_synced,
        answered_before_it_is_stored,
        a_recording_is_begun_anew_each_time,
    )
}
UNSAFE = (
    "files_are_not_synced",
    "rows_are_committed_before_their_bytes",
    "rows_are_not_synced",
    "answered_before_it_is_stored",
)


def serve(
    data_dir: Path,
    environment: str,
    port: int,
    plants: Sequence[str],
    dies_at: int | None = None,
    store: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Serve on 127.0.0.1 until killed, at the latest at the disk call ``dies_at``; ``store`` has settings of another
    store than the local one."""
    for name in plants:
        PLANTS[name]()
    if dies_at is not None:
        killed_at_call(dies_at)
    logging.disable()  # of a disk that is gone there would be much to say
    tireless = 10**6  # senders here are quicker than people, and come from one address
    limits = DeploymentLimits(
        person_uploads_per_second=tireless,
        address_requests_per_second=tireless,
        bad_tokens_per_minute=tireless,
    )
    settings = Settings(environment=environment, data_dir=data_dir, limits=limits, **store)
    run_server(settings, "127.0.0.1", port)
