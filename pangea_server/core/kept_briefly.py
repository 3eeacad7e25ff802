"""What was looked up, kept for a second or so: a page asks for the same dozens of times at once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar

from cachetools import TTLCache

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
MOST_KEPT = 4096


class KeptBriefly(Generic[K, V]):
    """Calls ``look_up`` for what it was not asked within so many seconds. It may be asked in any thread."""

    def __init__(self, look_up: Callable[[K], V], seconds: float) -> None:
        self._look_up = look_up
        self._known: TTLCache[K, V] = TTLCache(MOST_KEPT, seconds)
        self._lock = Lock()

    def __call__(self, key: K) -> V:
        with self._lock, suppress(KeyError):  # one look: it may end after it was found
            return self._known[key]
        value = self._look_up(key)
        with self._lock:
            self._known[key] = value
        return value
