"""The load generator, a process of its own: reads an ``Order`` as JSON from stdin, writes an ``Outcome`` to stdout.

Open loop: every annotator sends at fixed times, whether or not the server keeps up, and a latency counts from the
time at which the chunk was due, not from when it could be sent. Closed loop: every connection sends the next chunk as
soon as the last is acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import cast

import uvloop

from tests.benchmarks.server.chunks import SECONDS, STREAMS, ChunkMaker, makers

PATIENCE = 30.0  # seconds for an answer
HEAD_START = 1.0  # seconds until the first chunk is due, for all to connect


@dataclass(frozen=True)
class Sender:
    """One annotator: a token, and the recording that their chunks belong to."""

    token: str
    recording_id: str


@dataclass(frozen=True)
class Order:
    """What to send. ``path`` has ``{recording}``, ``{stream}`` and ``{index}`` to fill in."""

    port: int
    path: str
    senders: tuple[Sender, ...]
    seconds: float
    paced: bool
    sample_rate: int
    chunks: int = sys.maxsize  # of each stream, after which a sender is done

    @classmethod
    def from_json(cls, text: str) -> Order:
        fields = json.loads(text)
        return cls(**fields | {"senders": tuple(Sender(**sender) for sender in fields["senders"])})


@dataclass
class Outcome:
    """Latencies in seconds by stream, how many chunks of each stream each sender has receipts for, and what failed."""

    seconds: float = 0.0
    latencies: dict[str, list[float]] = field(default_factory=lambda: {stream: [] for stream in STREAMS})
    acknowledged: list[dict[str, int]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


class Connection(asyncio.Protocol):
    """HTTP/1.1 with one request at a time, of which only the status is read."""

    def __init__(self) -> None:
        self._received = b""
        self._answer: asyncio.Future[bytes] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, blank, body = self._received.partition(b"\r\n\r\n")
        if blank and len(body) >= _content_length(head) and self._answer and not self._answer.done():
            self._answer.set_result(self._received)
            self._received = b""

    def connection_lost(self, error: Exception | None) -> None:
        if self._answer and not self._answer.done():
            self._answer.set_exception(error or ConnectionResetError("the server closed the connection"))

    async def send(self, head: bytes, *body: bytes) -> bytes:
        """The whole answer."""
        self._answer = asyncio.get_running_loop().create_future()
        self.transport.writelines((head, *body))
        async with asyncio.timeout(PATIENCE):
            return await self._answer


def _content_length(head: bytes) -> int:
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return int(line[15:])
    return 0


class Annotator:
    """One of the senders, with a connection that stays open."""

    def __init__(self, order: Order, number: int, outcome: Outcome, chunks: dict[str, ChunkMaker]) -> None:
        self._order, self._number, self._outcome, self._chunks = order, number, outcome, chunks
        self._sender = order.senders[number]
        self._acknowledged = outcome.acknowledged[number]

    async def work(self, start: float) -> None:
        """Send until the order's seconds are over."""
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(Connection, "127.0.0.1", self._order.port)
        for due in self._times(start):
            if due > time.monotonic():
                await asyncio.sleep(due - time.monotonic())
            for stream in STREAMS:
                if not await self._put(connection, stream, due if self._order.paced else time.monotonic()):
                    return
        connection.transport.close()

    def _times(self, start: float) -> Iterator[float]:
        """When chunks are due; in a closed loop, always now."""
        end, due = start + self._order.seconds, start
        if self._order.paced:
            due += SECONDS * self._number / len(self._order.senders)
        for _ in range(self._order.chunks):
            if due >= end:
                return
            yield due
            due = due + SECONDS if self._order.paced else time.monotonic()

    async def _put(self, connection: Connection, stream: str, due: float) -> bool:
        maker, index = self._chunks[stream], self._acknowledged[stream]
        stamp = maker.stamp(self._number, index)
        path = self._order.path.format(recording=self._sender.recording_id, stream=stream, index=index)
        head = (
            f"PUT {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self._sender.token}\r\n"
            f"Content-Type: application/octet-stream\r\nContent-Length: {maker.size}\r\n"
            f"Content-Digest: {maker.content_digest(stamp).decode()}\r\n\r\n"
        )
        try:
            answer = await connection.send(head.encode(), maker.body, stamp)
        except (OSError, TimeoutError) as error:
            self._outcome.errors.append(f"{path}: {error!r}")
            return False
        if not answer.startswith(b"HTTP/1.1 201 "):
            self._outcome.errors.append(f"{path}: {answer[:300].decode(errors='replace')}")
            return False
        self._outcome.latencies[stream].append(time.monotonic() - due)
        self._acknowledged[stream] += 1
        return True


async def send_all(order: Order) -> Outcome:
    """Carry the order out."""
    outcome = Outcome(acknowledged=[dict.fromkeys(STREAMS, 0) for _ in order.senders])
    chunks = makers(order.sample_rate)
    start = time.monotonic() + HEAD_START
    annotators = [Annotator(order, number, outcome, chunks) for number in range(len(order.senders))]
    await asyncio.gather(*(annotator.work(start) for annotator in annotators))
    outcome.seconds = time.monotonic() - start
    return outcome


if __name__ == "__main__":
    done = uvloop.run(send_all(Order.from_json(sys.stdin.read())))
    sys.stdout.write(json.dumps(asdict(done)))
