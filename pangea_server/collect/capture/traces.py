"""Reading the pose streams of answers, a few at once.

How much of a stream is read is bounded in ``align/snapshot_lines.py``: what it is, and never how long it takes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore, Event, Lock
from typing import BinaryIO

from cachetools import TTLCache

from align import PoseTrace
from align.errors import PoseTraceError
from pangea_server.core.errors import NotReadyError

READ_AT_ONCE = 2
LOOK_SECONDS = 0.25  # between two looks whether the server stops
REFUSALS_KEPT = 10_000
REFUSED_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class ReadTrace:
    """A pose trace: the viewpoints visited in order, and its compact npz."""

    path: tuple[str, ...]
    npz: bytes


class TraceReader:
    """Reads pose streams, ``READ_AT_ONCE``, and remembers which it refused."""

    def __init__(self) -> None:
        self._turns = BoundedSemaphore(READ_AT_ONCE)
        self._stopping = Event()
        self._lock = Lock()
        self._refused: TTLCache[str, PoseTraceError] = TTLCache(REFUSALS_KEPT, REFUSED_SECONDS)

    def refuse_known(self, name: str) -> None:
        """Raise the PoseTraceError with which the stream of this name was refused before, if it was."""
        with self._lock:
            known = self._refused.get(name)
        if known is not None:
            raise PoseTraceError(known.message, remedy=known.remedy)

    def read(self, name: str, stream: BinaryIO) -> ReadTrace:
        """Read a pose stream, when it is its turn.

        Args:
            name: of the content; a stream that was refused is refused again under the same name.

        Raises:
            PoseTraceError: the stream is not a pose trace, or exceeds the bounds of one.
            NotReadyError: the server stops.
        """
        with self._turn():
            self.refuse_known(name)
            try:
                trace = PoseTrace.from_jsonl(stream, self._look)
                npz = io.BytesIO()
                trace.save(npz)
            except PoseTraceError as error:
                with self._lock:
                    self._refused[name] = error
                raise
        return ReadTrace(tuple(trace.path()), npz.getvalue())

    def close(self) -> None:
        """End what is being read, and what waits for its turn."""
        self._stopping.set()

    @contextmanager
    def _turn(self) -> Iterator[None]:
        while not self._turns.acquire(timeout=LOOK_SECONDS):
            self._look()
        try:
            yield
        finally:
            self._turns.release()

    def _look(self) -> None:
        if self._stopping.is_set():
            raise NotReadyError("The server is being restarted.", remedy="Nothing is lost: submit again.")
