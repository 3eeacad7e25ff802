"""Worker processes that always end when this process ends."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable


def worker_processes(
    count: int, start: Literal["fork", "spawn"], first: Callable[[], None] | None = None
) -> ProcessPoolExecutor:
    """Make a pool of such processes; each calls ``first`` before it works.

    Ordinary workers of a pool whose parent was killed wait for ever, and keep memory and files open.
    """
    return ProcessPoolExecutor(count, get_context(start), initializer=_begin, initargs=(first,))


def _begin(first: Callable[[], None] | None) -> None:
    Thread(target=_end_with_parent, daemon=True).start()
    if first:
        first()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()  # returns when the parent ends, which closes a pipe
    os._exit(1)
