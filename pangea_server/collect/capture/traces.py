"""Reading the pose streams of answers, in the thread of the request: a few at once, and for nobody who went away.

How much of a stream is read is bounded in ``align/snapshot_lines.py``.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import BinaryIO

from cachetools import TTLCache

from align import PoseTrace
from align.errors import PoseTraceError
from pangea_server.core.errors import NotReadyError, TooManyRequestsError

READ_AT_ONCE = 2
PATIENCE_SECONDS = 60.0  # until it is a stream's turn
LOOK_SECONDS = 0.25  # between two looks whether a person still waits for the answer
MOST_WAITING = 8  # streams of one person at once: each keeps a thread, which others need
REFUSALS_KEPT = 10_000
REFUSED_SECONDS = 3600.0
AGAIN = "Submit again."

IsGone = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class ReadTrace:
    """A pose trace: the viewpoints visited in order, and its compact npz."""

    path: tuple[str, ...]
    npz: bytes


class TraceReader:
    """Reads pose streams, ``READ_AT_ONCE``, and remembers which it refused."""

    def __init__(self) -> None:
        self._turns = BoundedSemaphore(READ_AT_ONCE)
        self._lock = Lock()
        self._waiting: Counter[int] = Counter()
        self._refused: TTLCache[str, PoseTraceError] = TTLCache(REFUSALS_KEPT, REFUSED_SECONDS)

    def refuse_known(self, name: str) -> None:
        """Raise the PoseTraceError with which the stream of this name was refused before, if it was."""
        with self._lock:
            known = self._refused.get(name)
        if known is not None:
            raise PoseTraceError(known.message, remedy=known.remedy)

    def read(self, person: int, name: str, stream: BinaryIO, is_gone: IsGone) -> ReadTrace:
        """Read a pose stream.

        Args:
            name: of the content; a stream that was refused is refused again under the same name.
            is_gone: says whether the person has stopped waiting for the result.

        Raises:
            PoseTraceError: the stream is not a pose trace, or exceeds the bounds of one.
            TooManyRequestsError: this person submits too often at once.
            NotReadyError: it was not this stream's turn in time, or the person went away.
        """
        watch = _Watch(is_gone)
        with self._place(person), self._turn(watch):
            self.refuse_known(name)
            try:
                trace = PoseTrace.from_jsonl(stream, watch.look)
                npz = io.BytesIO()
                trace.save(npz)
            except PoseTraceError as error:
                with self._lock:
                    self._refused[name] = error
                raise
        return ReadTrace(tuple(trace.path()), npz.getvalue())

    @contextmanager
    def _place(self, person: int) -> Iterator[None]:
        with self._lock:
            if self._waiting[person] >= MOST_WAITING:
                raise TooManyRequestsError(
                    f"{MOST_WAITING} of your answers are being read.",
                    remedy="Wait for them, then submit again.",
                    retry_after=1,
                )
            self._waiting[person] += 1
        try:
            yield
        finally:
            with self._lock:
                self._waiting[person] -= 1
                self._waiting += Counter()  # forgets whoever waits for nothing

    @contextmanager
    def _turn(self, watch: _Watch) -> Iterator[None]:
        until = monotonic() + PATIENCE_SECONDS
        while not self._turns.acquire(timeout=LOOK_SECONDS):
            watch.look()
            if monotonic() > until:
                raise NotReadyError("The server is busy reading other answers.", remedy=AGAIN)
        try:
            yield
        finally:
            self._turns.release()


class _Watch:
    """Asks now and then whether the person has stopped waiting."""

    def __init__(self, is_gone: IsGone) -> None:
        self._is_gone, self._next = is_gone, 0.0

    def look(self) -> None:
        """Raise NotReadyError if the person went away."""
        if monotonic() < self._next:
            return
        if self._is_gone():
            raise NotReadyError("Nobody waits for this answer any more.", remedy=AGAIN)
        self._next = monotonic() + LOOK_SECONDS
