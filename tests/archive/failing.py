"""Stores that fail on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pangea_server.core.errors import StoreError
from pangea_server.stores.protocol import Store


class Failing:
    """Blobs or records of a store, of which the calls named fail from the ``left``-th on."""

    def __init__(self, inner: Any, names: tuple[str, ...], left: int) -> None:
        self._inner, self._names, self._left = inner, names, left

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._inner, name)
        return self._guarded(method) if name in self._names else method

    def _guarded(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*arguments: Any, **named: Any) -> Any:
            self._left -= 1
            if self._left < 0:
                raise StoreError("The machine went down.")
            return method(*arguments, **named)

        return guarded


class FailingStore:
    """A store that takes so many blobs and so many batches of records."""

    def __init__(self, store: Store, blobs: int, batches: int = 0) -> None:
        self.blobs = Failing(store.blobs, ("read", "open", "create"), blobs)
        self.records = Failing(store.records, ("transact", "create"), batches)
