"""One ``align.trace_decoder`` process: what it is given and what it answers, in bounded time."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import monotonic
from typing import Any, BinaryIO

from align.errors import PoseTraceError
from align.trace_decoder import MOST_SECONDS
from pangea_server.core.errors import NotReadyError

PATIENCE_SECONDS = 60.0  # of the wall clock, for one stream
LOOK_SECONDS = 0.25  # between two looks whether somebody still waits for the answer
BLOCK = 2**16
LONGEST_HEAD = 2**23  # bytes of the first line of an answer
AGAIN = "Submit again."

IsGone = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Bounds:
    """A stream's length in bytes; most bytes that it may unpack to, and most seconds of the processor."""

    size: int
    most_bytes: int
    most_seconds: int = MOST_SECONDS


@dataclass(frozen=True, slots=True)
class DecodedTrace:
    """A pose trace: the viewpoints visited in order, and its compact npz."""

    path: tuple[str, ...]
    npz: bytes


class DecoderProcess:
    """Reads one pose stream after the other. Not usable any more once a stream made it end.

    ``seconds_used``: processor time of the last stream.
    """

    def __init__(self) -> None:
        self.seconds_used = 0.0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "align.trace_decoder"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin
        assert self._process.stdout
        self._requests, self._answers = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._requests, False)

    @property
    def is_usable(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        """End it now, whatever it does."""
        self._process.kill()
        self._process.communicate()  # closes both pipes and waits for its end

    def decode(self, stream: BinaryIO, bounds: Bounds, is_gone: IsGone) -> DecodedTrace:
        """Read a pose stream.

        Raises:
            PoseTraceError: the stream is not a pose trace, or exceeds its bounds.
            NotReadyError: nobody waits any more (``is_gone``), or the process was ended by somebody else.
        """
        began = monotonic()
        try:
            answer = self._ask(_Request(stream, bounds), is_gone)
        except BaseException:
            self.seconds_used = min(monotonic() - began, bounds.most_seconds + 1)
            self.end()
            raise
        self.seconds_used = float(answer.said["cpu"])
        if "message" in answer.said:
            raise PoseTraceError(answer.said["message"], remedy=answer.said["remedy"])
        return DecodedTrace(tuple(answer.said["path"]), bytes(answer.npz))

    def _ask(self, request: _Request, is_gone: IsGone) -> _Answer:
        """Write the request and read the answer at the same time, since each side may wait for the other."""
        answer, until = _Answer(), monotonic() + PATIENCE_SECONDS
        look = monotonic() + LOOK_SECONDS
        with selectors.DefaultSelector() as ready:
            ready.register(self._answers, selectors.EVENT_READ)
            ready.register(self._requests, selectors.EVENT_WRITE)
            while not answer.is_complete:
                if monotonic() > look:
                    self._refuse_late(until, is_gone)
                    look = monotonic() + LOOK_SECONDS
                for key, _ in ready.select(LOOK_SECONDS):
                    if key.fd == self._answers:
                        answer.append(self._read())
                    elif not self._write(request):
                        ready.unregister(self._requests)
        return answer

    def _read(self) -> bytes:
        if data := os.read(self._answers, BLOCK):
            return data
        if self._process.wait(PATIENCE_SECONDS) == -signal.SIGXCPU:
            raise PoseTraceError("Reading the pose trace takes too long.", remedy="Record the walk again.")
        raise NotReadyError("The process that reads pose traces has ended.", remedy=AGAIN)

    def _write(self, request: _Request) -> bool:
        """Write a part of the request; False when nothing of it is left."""
        try:
            request.written(os.write(self._requests, request.block))
        except BrokenPipeError:
            return False  # its end is noticed where it is read
        return bool(request.block)

    def _refuse_late(self, until: float, is_gone: IsGone) -> None:
        if is_gone():
            raise NotReadyError("Nobody waits for this answer any more.", remedy=AGAIN)
        if monotonic() > until:
            raise NotReadyError(f"The pose trace was not read in {PATIENCE_SECONDS:.0f} s.", remedy=AGAIN)


class _Request:
    """A request that is written block by block; ``block`` is what comes next, empty at the end."""

    def __init__(self, stream: BinaryIO, bounds: Bounds) -> None:
        self._stream = stream
        self.block = memoryview(json.dumps(asdict(bounds)).encode() + b"\n")

    def written(self, size: int) -> None:
        self.block = self.block[size:]
        if not self.block:
            self.block = memoryview(self._stream.read(BLOCK))


class _Answer:
    """An answer of which parts come in."""

    def __init__(self) -> None:
        self._head = b""
        self.said: dict[str, Any] = {}
        self.npz = bytearray()

    @property
    def is_complete(self) -> bool:
        return bool(self.said) and len(self.npz) == self.said.get("size", 0)

    def append(self, data: bytes) -> None:
        if self.said:
            self.npz += data
            return
        head, line_end, rest = (self._head + data).partition(b"\n")
        if line_end:
            self.said = json.loads(head)
            self.npz += rest
        elif len(head) > LONGEST_HEAD:
            raise NotReadyError("The process that reads pose traces answers nonsense.", remedy=AGAIN)
        else:
            self._head = head
