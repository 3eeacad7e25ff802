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
AGAIN_AFTER = 1.0  # seconds, when a connection was closed
STORED = (200, 201)  # 200: these bytes were stored before
PUT_OFF = (429, 503)
WORK = b'{"kind":"guide"}'


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
    newcomers: tuple[str, ...] = ()  # tokens of people who ask for work, one after another
    patient: bool = False  # senders who are put off or lose their connection come back, as pages do

    @classmethod
    def from_json(cls, text: str) -> Order:
        fields = json.loads(text)
        senders = tuple(Sender(**sender) for sender in fields["senders"])
        return cls(**fields | {"senders": senders, "newcomers": tuple(fields["newcomers"])})


@dataclass
class Outcome:
    """Latencies in seconds by stream, how many chunks of each stream each sender has receipts for, and what failed."""

    seconds: float = 0.0
    latencies: dict[str, list[float]] = field(default_factory=lambda: {stream: [] for stream in STREAMS})
    acknowledged: list[dict[str, int]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    served: list[tuple[float, float]] = field(
        default_factory=list
    )  # when each was sent, and how long it took
    put_off: int = 0  # chunks that the server asked to send later
    resent: int = 0  # chunks, because the connection was closed
    asked: int = 0  # requests for new work
    granted: int = 0
    asked_to_wait: int = 0  # requests for new work that got 429 or 503 with Retry-After


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
        path, request = self._request(stream)
        try:
            answer = await connection.send(*request)
        except (OSError, TimeoutError) as error:
            self._outcome.errors.append(f"{path}: {error!r}")
            return False
        if not answer.startswith(b"HTTP/1.1 201 "):
            self._outcome.errors.append(f"{path}: {answer[:300].decode(errors='replace')}")
            return False
        self._note(stream, due)
        return True

    def _request(self, stream: str) -> tuple[str, tuple[bytes, bytes, bytes]]:
        """The path of the next chunk, and its head, body and stamp."""
        maker, index = self._chunks[stream], self._acknowledged[stream]
        stamp = maker.stamp(self._number, index)
        path = self._order.path.format(recording=self._sender.recording_id, stream=stream, index=index)
        head = (
            f"PUT {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {self._sender.token}\r\n"
            f"Content-Type: application/octet-stream\r\nContent-Length: {maker.size}\r\n"
            f"Content-Digest: {maker.content_digest(stamp).decode()}\r\n\r\n"
        )
        return path, (head.encode(), maker.body, stamp)

    def _note(self, stream: str, due: float) -> None:
        self._outcome.latencies[stream].append(time.monotonic() - due)
        self._acknowledged[stream] += 1


class PatientAnnotator(Annotator):
    """Comes back as pages do: when it is put off, and when its connection was closed; gives up at the order's end."""

    async def work(self, start: float) -> None:
        self._start, self._end = start, start + self._order.seconds
        self._line = Line(self._order.port)
        for due in self._times(start):
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            for stream in STREAMS:
                if not await self._deliver(stream, due):
                    self._line.close()
                    return
        self._line.close()

    async def _deliver(self, stream: str, due: float) -> bool:
        """Whether the chunk was acknowledged before the end."""
        path, request = self._request(stream)
        while (sent := time.monotonic()) < self._end:
            answer = await self._line.ask(request)
            if answer is None:
                self._outcome.resent += 1
            elif _status(answer) in STORED:
                self._note(stream, due)
                self._outcome.served.append((sent - self._start, time.monotonic() - sent))
                return True
            elif (wait := _asked_to_wait(answer)) is not None:
                self._outcome.put_off += 1
                await asyncio.sleep(wait)
            else:
                self._outcome.errors.append(f"{path}: {answer[:300].decode(errors='replace')}")
                return False
        return False


class Line:
    """A connection that is opened when it is needed, and again after it was closed."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._connection: Connection | None = None

    async def ask(self, request: tuple[bytes, ...]) -> bytes | None:
        """The answer; None when the connection was closed before it, or it took too long."""
        try:
            return await (await self._open()).send(*request)
        except (OSError, TimeoutError):
            self.close()
            await asyncio.sleep(AGAIN_AFTER)
            return None

    async def _open(self) -> Connection:
        if self._connection is None or self._connection.transport.is_closing():
            loop = asyncio.get_running_loop()
            _, self._connection = await loop.create_connection(Connection, "127.0.0.1", self._port)
        return self._connection

    def close(self) -> None:
        if self._connection is not None:
            self._connection.transport.close()


async def _ask_for_work(order: Order, number: int, outcome: Outcome, start: float) -> None:
    """One newcomer, who asks again when told to."""
    line, end = Line(order.port), start + order.seconds
    await asyncio.sleep(start + order.seconds * number / len(order.newcomers) - time.monotonic())
    head = (
        f"POST /api/v1/leases HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {order.newcomers[number]}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(WORK)}\r\n\r\n"
    )
    while time.monotonic() < end:
        answer = await line.ask((head.encode(), WORK))
        outcome.asked += 1
        if answer is None:
            continue
        if (wait := _asked_to_wait(answer)) is None:
            outcome.granted += _status(answer) == 200
            if _status(answer) != 200:
                outcome.errors.append(f"/leases: {answer[:300].decode(errors='replace')}")
            break
        outcome.asked_to_wait += 1
        await asyncio.sleep(wait)
    line.close()


def _status(answer: bytes) -> int:
    return int(answer[9:12])


def _asked_to_wait(answer: bytes) -> float | None:
    """For how many seconds; None where this is another answer."""
    if _status(answer) not in PUT_OFF:
        return None
    for line in answer.partition(b"\r\n\r\n")[0].lower().split(b"\r\n"):
        if line.startswith(b"retry-after:"):
            return float(line[12:])
    return None


async def send_all(order: Order) -> Outcome:
    """Carry the order out."""
    outcome = Outcome(acknowledged=[dict.fromkeys(STREAMS, 0) for _ in order.senders])
    chunks = makers(order.sample_rate)
    start = time.monotonic() + HEAD_START
    kind = PatientAnnotator if order.patient else Annotator
    annotators = [kind(order, number, outcome, chunks) for number in range(len(order.senders))]
    await asyncio.gather(
        *(annotator.work(start) for annotator in annotators),
        *(_ask_for_work(order, number, outcome, start) for number in range(len(order.newcomers))),
    )
    outcome.seconds = time.monotonic() - start
    return outcome


if __name__ == "__main__":
    done = uvloop.run(send_all(Order.from_json(sys.stdin.read())))
    # With PYTHONUNBUFFERED, sys.stdout writes once: interrupted, it leaves a pipe with its first 64 KiB, and no error.
    # A buffered file writes the rest.
    with open(sys.stdout.fileno(), "wb", closefd=False) as stdout:
        stdout.write(json.dumps(asdict(done)).encode())
