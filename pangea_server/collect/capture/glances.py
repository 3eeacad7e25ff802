"""What a chunk's sender may do, remembered for a second, since voice and poses come in pairs and backlogs in rows."""

from __future__ import annotations

from collections.abc import Hashable
from time import monotonic
from typing import Generic, TypeVar

from pangea_server.annotate.tasks.records import Recording
from pangea_server.people.access.records import Annotator

LIFE = 1.0  # seconds: who was shut out by another process is shut out here within this time (promise P15)
MOST = 4096  # remembered at once

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Glances(Generic[K, V]):
    """Values as they were at most ``LIFE`` seconds ago."""

    def __init__(self) -> None:
        self._seen: dict[K, tuple[float, V]] = {}

    def get(self, key: K) -> V | None:
        """None where it was not looked up lately."""
        seen_at, value = self._seen.get(key, (0.0, None))
        return value if monotonic() - seen_at < LIFE else None

    def keep(self, key: K, value: V) -> V:
        if len(self._seen) >= MOST:
            self._seen.clear()
        self._seen[key] = (monotonic(), value)
        return value

    def clear(self) -> None:
        self._seen.clear()


class Senders:
    """Who sends chunks, by their ``Authorization``, and the takes that they are of."""

    def __init__(self) -> None:
        self.people: Glances[bytes, Annotator] = Glances()
        self.takes: Glances[tuple[int, str], Recording] = Glances()

    def forget(self) -> None:
        """After anything else was written: it may have changed who may send what."""
        self.people.clear()
        self.takes.clear()
