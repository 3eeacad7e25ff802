"""``python -m align.trace_decoder``: reads pose streams from strangers in a process that may be ended at any time.

A request on standard input is a line of JSON, ``{"size": bytes, "most_bytes": bytes, "most_seconds": of the
processor}``, and the stream. The answer on
standard output is a line of JSON, either ``{"cpu": seconds, "path": [...], "size": bytes}`` and the compact npz, or
``{"cpu": seconds, "message": ..., "remedy": ...}``. The kernel ends the process when one stream costs more than
``most_seconds``; it ends itself when standard input is closed.
"""

from __future__ import annotations

import io
import json
import os
import resource
import signal
import sys
from pathlib import Path
from time import process_time
from typing import Any, BinaryIO

from align.errors import PoseTraceError
from align.pose_trace import PoseTrace

MOST_SECONDS = 10
"""Usual limit of processor time for one stream; two hours of snapshots take two seconds."""

MOST_MEMORY = 2**29  # bytes more than the process has at its start
MOST_VISITS = 20_000  # of a walk; nobody makes three steps a second for two hours
_REMEDY = "Record the walk again."


def decode_trace(stream: BinaryIO, most_bytes: int) -> tuple[list[str], bytes]:
    """The viewpoints visited in order, and the compact npz of the trace.

    Raises:
        PoseTraceError: the stream is not a pose trace, or holds more than is read.
    """
    try:
        trace = PoseTrace.from_jsonl(stream, most_bytes)
        path = trace.path()
        if len(path) > MOST_VISITS:
            raise PoseTraceError(f"The walk has over {MOST_VISITS} steps.", remedy=_REMEDY)
        buffer = io.BytesIO()
        trace.save(buffer)
    except MemoryError:
        raise PoseTraceError("The pose trace needs too much memory.", remedy=_REMEDY) from None
    return path, buffer.getvalue()


class _Stretch(io.RawIOBase):
    """The next ``size`` bytes of a stream, as a file that ends there."""

    def __init__(self, stream: BinaryIO, size: int) -> None:
        self._stream, self._left = stream, size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._stream.read(min(len(buffer), self._left))
        buffer[: len(data)] = data
        self._left -= len(data)
        return len(data)


def _answer(stream: BinaryIO, size: int, most_bytes: int) -> bytes:
    began = process_time()
    part = io.BufferedReader(_Stretch(stream, size))
    try:
        path, npz = decode_trace(part, most_bytes)
    except PoseTraceError as error:
        while part.read(2**16):  # the next request begins behind this stream
            pass
        said: dict[str, Any] = {"message": error.message, "remedy": error.remedy}
        npz = b""
    else:
        said = {"path": path, "size": len(npz)}
    return json.dumps({"cpu": process_time() - began} | said).encode() + b"\n" + npz


def _bound_memory() -> None:
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + MOST_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _bound_processor_time(seconds: int) -> None:
    most = int(process_time()) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _serve() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started it ends it
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _bound_memory()
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while line := requests.readline():
        wanted = json.loads(line)
        _bound_processor_time(wanted["most_seconds"])
        answer = _answer(requests, wanted["size"], wanted["most_bytes"])
        try:
            answers.write(answer)
            answers.flush()
        except BrokenPipeError:  # whoever asked is gone, and there is nobody to tell
            break
    os._exit(0)


if __name__ == "__main__":
    _serve()
