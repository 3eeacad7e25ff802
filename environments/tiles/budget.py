"""A limit for the memory in use, for any number of cores and size of images."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class MemoryBudget:
    """Bytes that threads share; a thread that wants more than the whole budget waits until it is alone."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._free = total
        self._changed = threading.Condition()

    @contextmanager
    def of(self, wanted: int) -> Iterator[None]:
        """Hold ``wanted`` bytes during the block, as soon as they are free."""
        size = min(wanted, self._total)
        with self._changed:
            self._changed.wait_for(lambda: self._free >= size)
            self._free -= size
        try:
            yield
        finally:
            with self._changed:
                self._free += size
                self._changed.notify_all()
