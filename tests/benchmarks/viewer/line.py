"""A slow line: a proxy on loopback whose connections share one rate, and whose bytes come half a round trip late."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from asyncio import Queue, StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import Synchronized

SLICE_BYTES = 4096
"""What one connection may send before it is the next one's turn."""
AHEAD = 0.01
"""Seconds by which a sender is woken early, so that a late timer leaves no hole in the line."""
START_SECONDS = 20


@dataclass(frozen=True)
class LineSpeed:
    """Bits a second in either direction, and the round trip in seconds."""

    rate: float
    round_trip: float


SLOW_LINE = LineSpeed(rate=10e6, round_trip=0.040)
FAST_LINE = LineSpeed(rate=1e9, round_trip=0.001)


@dataclass(frozen=True)
class Line:
    """A running line; ``origin`` is what to put before a path to reach the server through it."""

    origin: str
    _carried: Synchronized[int]
    _last: Synchronized[float]

    @property
    def carried(self) -> int:
        """Bytes that went either way so far."""
        return self._carried.value

    @property
    def quiet_seconds(self) -> float:
        """Seconds since the last byte went either way."""
        return time.monotonic() - self._last.value


@contextmanager
def shaped_line(port: int, speed: LineSpeed) -> Iterator[Line]:
    """A line to the server on a loopback port, in a process of its own so that nothing else delays it."""
    spawn = multiprocessing.get_context("spawn")
    carried, last = spawn.Value("q", 0), spawn.Value("d", time.monotonic())
    here, there = spawn.Pipe()
    process = spawn.Process(target=_run, args=(port, speed, there, carried, last), daemon=True)
    process.start()
    try:
        if not here.poll(START_SECONDS):
            raise TimeoutError(f"The shaped line did not start within {START_SECONDS} s.")
        yield Line(f"http://127.0.0.1:{here.recv()}", carried, last)
    finally:
        process.terminate()
        process.join(5)


def _run(
    port: int, speed: LineSpeed, parent: Connection, carried: Synchronized[int], last: Synchronized[float]
) -> None:
    with suppress(KeyboardInterrupt):
        asyncio.run(_Proxy(port, speed, carried, last).serve(parent))


class _Direction:
    """One way along the line: slices leave one after the other, at the line's rate."""

    def __init__(self, speed: LineSpeed) -> None:
        self._speed = speed
        self._free_at = 0.0

    def schedule(self, size: int, now: float) -> tuple[float, float]:
        """When a slice of so many bytes has left, and when it has arrived."""
        self._free_at = max(now, self._free_at) + 8 * size / self._speed.rate
        return self._free_at, self._free_at + self._speed.round_trip / 2


class _Proxy:
    def __init__(
        self, port: int, speed: LineSpeed, carried: Synchronized[int], last: Synchronized[float]
    ) -> None:
        self._port = port
        self._speed = speed
        self._up, self._down = _Direction(speed), _Direction(speed)
        self._carried, self._last = carried, last

    async def serve(self, parent: Connection) -> None:
        server = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        parent.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    async def _connect(self, reader: StreamReader, writer: StreamWriter) -> None:
        await asyncio.sleep(self._speed.round_trip)  # the handshake
        with suppress(OSError):
            server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self._port)
            await asyncio.gather(
                self._relay(reader, server_writer, self._up), self._relay(server_reader, writer, self._down)
            )

    async def _relay(self, reader: StreamReader, writer: StreamWriter, direction: _Direction) -> None:
        on_the_way: Queue[tuple[float, bytes]] = Queue()
        async with asyncio.TaskGroup() as both_ends:
            both_ends.create_task(self._send(reader, on_the_way, direction))
            both_ends.create_task(self._deliver(on_the_way, writer))

    async def _send(
        self, reader: StreamReader, on_the_way: Queue[tuple[float, bytes]], direction: _Direction
    ) -> None:
        clock = asyncio.get_running_loop().time
        content = b"-"
        while content:
            try:
                content = await reader.read(SLICE_BYTES)
            except OSError:
                content = b""  # reset by the other side: as good as its end
            leaves, arrives = direction.schedule(len(content), clock())
            on_the_way.put_nowait((arrives, content))
            await asyncio.sleep(leaves - AHEAD - clock())

    async def _deliver(self, on_the_way: Queue[tuple[float, bytes]], writer: StreamWriter) -> None:
        clock = asyncio.get_running_loop().time
        content = b"-"
        with suppress(OSError):
            while content:
                arrives, content = await on_the_way.get()
                await asyncio.sleep(arrives - clock())
                writer.write(content)
                await writer.drain()
                self._carried.value += len(content)
                self._last.value = time.monotonic()
            writer.close()
