"""Pose streams are read in processes of their own: what a stranger sent can neither stop nor fill the server.

A packed chunk may hold as much as a large plain one and no more, so that unpacking costs what sending costs. Processor
time is charged to the person, what was refused is refused again without a look, and a process ends when its stream
costs too much (``align.trace_decoder``) or when the person went away.
"""

from __future__ import annotations

import atexit
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from threading import BoundedSemaphore, Lock
from time import monotonic_ns
from typing import BinaryIO

from cachetools import TTLCache

from align.errors import PoseTraceError
from pangea_server.collect.capture.decoder_process import (
    AGAIN,
    PATIENCE_SECONDS,
    Bounds,
    DecodedTrace,
    DecoderProcess,
    IsGone,
)
from pangea_server.core.errors import NotReadyError, TooManyRequestsError
from pangea_server.http.edge.buckets import SECOND, Buckets

UNPACKED_CHUNK_BYTES = 8 * 2**20
"""Most that a chunk may unpack to, on average over a stream; five seconds of poses have a quarter of a megabyte."""

PROCESSES = 2
MOST_WAITING = 8  # submits of one person at once
BURST_SECONDS = 20  # of processor time that one person may use at once
SECONDS_PER_SECOND = 0.1  # that come back
REFUSALS_KEPT = 10_000
REFUSED_SECONDS = 3600.0


class DecoderPool:
    """At most ``PROCESSES`` processes; those that wait for work are kept until this process ends."""

    def __init__(self) -> None:
        self._free = BoundedSemaphore(PROCESSES)
        self._idle: SimpleQueue[DecoderProcess] = SimpleQueue()
        atexit.register(self._end)

    @contextmanager
    def process(self) -> Iterator[DecoderProcess]:
        """A process for one stream.

        Raises:
            NotReadyError: none was free in time.
        """
        if not self._free.acquire(timeout=PATIENCE_SECONDS):
            raise NotReadyError("The server is busy reading other answers.", remedy=AGAIN)
        process: DecoderProcess | None = None
        try:
            process = self._usable()
            yield process
        finally:
            if process is not None and process.is_usable:
                self._idle.put(process)
            self._free.release()

    def _usable(self) -> DecoderProcess:
        with suppress(Empty):
            while True:
                process = self._idle.get_nowait()
                if process.is_usable:
                    return process
        return DecoderProcess()

    def _end(self) -> None:
        with suppress(Empty):
            while True:
                self._idle.get_nowait().end()


POOL = DecoderPool()
"""Of this process: processes that read streams belong to no store."""


class TraceDecoders:
    """What each person has used of the processes that read pose streams, and what they refused."""

    def __init__(self, burst_seconds: int = BURST_SECONDS) -> None:
        self._lock = Lock()
        self._used = Buckets(rate=1000 * SECONDS_PER_SECOND, burst=1000 * burst_seconds)  # milliseconds
        self._waiting: Counter[int] = Counter()
        self._refused: TTLCache[str, PoseTraceError] = TTLCache(REFUSALS_KEPT, REFUSED_SECONDS)

    def refuse_known(self, person: int, name: str) -> None:
        """Refuse what was refused before, and people who have used too much; costs nothing.

        Raises:
            PoseTraceError: the stream of this name was refused before.
            TooManyRequestsError: this person has used up their processor time.
        """
        with self._lock:
            known, wait = self._refused.get(name), self._used.wait(person, monotonic_ns())
        if known is not None:
            raise PoseTraceError(known.message, remedy=known.remedy)
        if wait:
            raise TooManyRequestsError(
                "Reading the walks that you sent took very long.",
                remedy="Wait, then submit again.",
                retry_after=wait // SECOND + 1,
            )

    def decode(
        self, person: int, name: str, stream: BinaryIO, bounds: Bounds, is_gone: IsGone
    ) -> DecodedTrace:
        """Read a pose stream.

        Args:
            person: who is charged.
            name: of the content; a stream that was refused is refused again under the same name.
            is_gone: says whether the person has stopped waiting for the result.

        Raises:
            PoseTraceError: the stream is not a pose trace, or costs too much.
            TooManyRequestsError: this person has used up their processor time, or submits too often at once.
            NotReadyError: no process was free in time, or the person went away.
        """
        with self._turn(person), POOL.process() as process:
            self.refuse_known(person, name)
            try:
                return process.decode(stream, bounds, is_gone)
            except PoseTraceError as error:
                with self._lock:
                    self._refused[name] = error
                raise
            finally:
                with self._lock:
                    self._used.charge(person, monotonic_ns(), round(1000 * process.seconds_used))

    @contextmanager
    def _turn(self, person: int) -> Iterator[None]:
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
