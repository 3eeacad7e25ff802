"""One connection: what is refused, when, and after which answers. The clock and the network are made up."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from pangea_server import Settings
from pangea_server.http.edge.bounds import Bounds
from pangea_server.http.edge.forwarders import SEEN_TO_TELL, Forwarders
from pangea_server.http.edge.hosts import OurNames
from pangea_server.http.edge.protocol import GuardedProtocol, guarded

BOUNDS = Bounds(
    body_bytes=100,
    url_bytes=50,
    head_bytes=200,
    slowest=10,
    framing_bytes=20,
    body_per_framing=2,
    pieces=2,
    piece_bytes=10,
    connections=2,
)
GET = b"GET / HTTP/1.1\r\nHost: our.example\r\n\r\n"
CHUNKED = b"PUT / HTTP/1.1\r\nHost: our.example\r\nTransfer-Encoding: chunked\r\n\r\n"


def put(size: int) -> bytes:
    return b"PUT / HTTP/1.1\r\nHost: our.example\r\nContent-Length: %d\r\n\r\n" % size


@dataclass
class Timer:
    due: float
    call: Callable[..., None]
    args: tuple[Any, ...]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


class Task:
    """What an application would do."""

    def add_done_callback(self, callback: object) -> None: ...


class Clock:
    """An event loop whose time goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.timers: list[Timer] = []
        self.begun = 0
        self.executed: list[object] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, callback: Any, *args: Any, **_: Any) -> Any:
        self.timers.append(Timer(self.now + delay, callback, args))
        return self.timers[-1]

    def create_task(self, coro: Coroutine[Any, Any, Any], **_: Any) -> Any:
        coro.close()  # tests answer themselves
        self.begun += 1
        return Task()

    def run_in_executor(self, executor: Any, func: Any, *args: Any) -> Any:
        self.executed.append(func)

    def go_on(self, seconds: float) -> None:
        until = self.now + seconds
        while due := [timer for timer in self.timers if timer.due <= until and not timer.cancelled]:
            timer = min(due, key=lambda each: each.due)
            self.timers.remove(timer)
            self.now = timer.due
            timer.call(*timer.args)
        self.now = until


@dataclass
class Line(asyncio.Transport):
    """What the client got."""

    can_end: bool = True
    got: bytes = b""
    ended: bool = False
    closed: bool = False
    aborted: bool = False
    taken_by: asyncio.BaseProtocol | None = None
    extra: dict[str, Any] = field(
        default_factory=lambda: {"sockname": ("192.0.2.7", 80), "peername": ("198.51.100.1", 5)}
    )

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self.extra.get(name, default)

    def write(self, data: Any) -> None:
        self.got += data

    def can_write_eof(self) -> bool:
        return self.can_end

    def write_eof(self) -> None:
        self.ended = True

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.taken_by = protocol

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Server:
    """Connections of one server."""

    def __init__(self, bounds: Bounds = BOUNDS, sockets: Any = "none") -> None:
        self.clock, self.state = Clock(), ServerState()
        self.kind: Any = type(
            "Guarded",
            (GuardedProtocol,),
            {
                "bounds": bounds,
                "names": OurNames(["our.example"]),
                "forwarders": Forwarders([], lambda: None),
            },
        )
        self.config = uvicorn.Config(
            _never if sockets == "none" else _waits,
            ws=sockets,
            lifespan="off",
            log_config=None,
            timeout_keep_alive=10_000,
            interface="asgi3",
        )
        self.config.load()

    def connect(self, **line: Any) -> Connection:
        protocol = self.kind(self.config, self.state, {}, _loop=self.clock)
        made = Connection(self.clock, protocol, Line(**line))
        protocol.connection_made(made.line)
        return made


async def _never(scope: Any, receive: Any, send: Any) -> None:
    raise AssertionError


async def _waits(scope: Any, receive: Any, send: Any) -> None:
    await asyncio.Event().wait()


@dataclass
class Connection:
    clock: Clock
    protocol: GuardedProtocol
    line: Line

    def say(self, data: bytes) -> None:
        self.protocol.data_received(data)

    def begin_answer(self) -> None:
        self._send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})

    def end_answer(self) -> None:
        self._send({"type": "http.response.body", "body": b"ok"})

    def answer(self) -> None:
        self.begin_answer()
        self.end_answer()

    def _send(self, message: Any) -> None:
        with suppress(StopIteration):
            self.protocol.cycle.send(message).send(None)

    @property
    def statuses(self) -> list[int]:
        """Of the answers that the client got, in order."""
        return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d{3}) ", self.line.got)]


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def client(server: Server) -> Connection:
    return server.connect()


def test_a_request_reaches_the_application_and_the_connection_stays(client: Connection) -> None:
    client.say(GET)
    assert client.clock.begun == 1
    client.answer()
    client.clock.go_on(1000)
    client.say(GET)
    assert (client.clock.begun, client.statuses, client.line.closed) == (2, [200], False)


def head_of(size: int) -> bytes:
    start = b"GET / HTTP/1.1\r\nHost: our.example\r\na: "
    return start + b"x" * (size - len(start) - 4) + b"\r\n\r\n"


def test_a_head_may_have_so_many_bytes_and_the_next_one_on_the_connection_as_well(client: Connection) -> None:
    for _ in range(2):
        client.say(head_of(200)[:150])
        client.say(head_of(200)[150:])
        client.answer()
    assert client.statuses == [200, 200]


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (head_of(201), 431),
        (head_of(201)[:-4] + b"x" * 1000, 431),
        (b"GET /" + b"x" * 300, 414),
        (b"GET /" + b"x" * 60 + b" HTTP/1.1\r\nHost: our.example\r\n\r\n", 414),
        (b"no http at all\r\n\r\n", 501),
        (b"GET / HTTP/1.1\r\nno header\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\nHost: our.example\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
        (put(101), 413),
        (CHUNKED + b"32\r\n" + b"x" * 50 + b"\r\n33\r\n" + b"x" * 51 + b"\r\n", 413),
        (CHUNKED + b"1\r\nx\r\n1\r\nx\r\n1\r\nx\r\n", 400),
        (CHUNKED + b"1;" + b"e" * 30 + b"\r\nx\r\n", 400),
    ],
)
def test_what_is_too_much_or_no_request_is_refused_and_nothing_more_is_read(
    client: Connection, said: bytes, status: int
) -> None:
    for part in (said[: len(said) // 2], said[len(said) // 2 :], GET):
        client.say(part)
    assert client.statuses == [status]
    assert client.line.ended
    assert not client.line.closed, "so that the client can read it"
    client.clock.go_on(1)
    assert client.line.closed


def test_a_line_that_cannot_be_half_closed_is_closed_at_once(server: Server) -> None:
    client = server.connect(can_end=False)
    client.say(b"GET / HTTP/2.0\r\nHost: our.example\r\n\r\n")
    assert (client.statuses, client.line.closed, client.line.ended) == ([400], True, False)


def test_a_body_at_its_limit_and_in_large_enough_pieces_is_taken(client: Connection) -> None:
    client.say(CHUNKED)
    for _ in range(10):
        client.say(b"a\r\n" + b"x" * 10 + b"\r\n")
    client.say(b"0\r\n\r\n")
    client.answer()
    assert client.statuses == [200]


def test_trailers_are_no_headers(client: Connection) -> None:
    client.say(CHUNKED + b"1\r\nx\r\n0\r\na: b\r\n\r\n")
    assert [name for name, _ in client.protocol.headers] == [b"host", b"transfer-encoding"]


def test_the_body_of_an_answered_request_is_not_kept(client: Connection) -> None:
    client.say(put(5) + b"hello")
    assert client.protocol.cycle.body == b"hello"
    client.answer()
    assert client.protocol.cycle.body == b""


@pytest.mark.parametrize(("said", "statuses"), [(b"", []), (b"GET / HT", [408])])
def test_a_head_has_eight_seconds_and_who_said_nothing_gets_no_answer(
    client: Connection, said: bytes, statuses: list[int]
) -> None:
    if said:
        client.say(said)
    client.clock.go_on(8)
    assert client.statuses == []
    assert not client.line.closed
    client.clock.go_on(2)
    assert client.statuses == statuses
    assert client.line.closed


def test_the_time_of_a_head_begins_anew_with_each_request(client: Connection) -> None:
    client.say(GET)
    client.answer()
    client.clock.go_on(100)
    client.say(b"GET / HT")
    client.clock.go_on(8)
    client.say(GET[8:])
    client.answer()
    assert client.statuses == [200, 200]


@pytest.mark.parametrize(("sent", "due"), [(0, 10), (20, 12), (90, 15)])
def test_a_body_may_be_late_by_ten_seconds_at_the_slowest_rate(
    client: Connection, sent: int, due: int
) -> None:
    client.say(put(100))
    client.clock.go_on(5)
    if sent:
        client.say(b"x" * sent)
    client.clock.go_on(due - 5)
    assert client.statuses == []
    client.clock.go_on(1)
    assert client.statuses == [408]
    assert client.protocol.cycle.disconnected


def test_a_body_that_this_server_does_not_read_is_not_late(client: Connection) -> None:
    client.say(put(100))
    client.protocol.flow.pause_reading()
    client.clock.go_on(100)
    client.protocol.flow.resume_reading()
    client.clock.go_on(10)
    assert client.statuses == []
    client.clock.go_on(1)
    assert client.statuses == [408]


def test_an_answer_that_nobody_reads_is_given_up_after_a_minute(client: Connection) -> None:
    client.say(GET)
    client.begin_answer()
    client.protocol.pause_writing()
    client.clock.go_on(60)
    client.protocol.resume_writing()
    client.clock.go_on(60)
    client.protocol.pause_writing()
    client.clock.go_on(60)
    assert not client.line.closed
    client.clock.go_on(1)
    assert client.line.aborted


def test_for_one_connection_too_many_the_one_that_waits_longest_is_closed(server: Server) -> None:
    busy, idle = server.connect(), server.connect()
    busy.say(GET)
    idle.say(GET)
    idle.answer()
    third = server.connect()
    assert (busy.line.closed, idle.line.closed, third.statuses) == (False, True, [])
    fourth = server.connect()
    assert third.line.closed
    assert fourth.statuses == []
    fourth.say(GET)
    fifth = server.connect()
    assert fifth.statuses == [503], "nobody misses an answer"
    assert (busy.line.closed, fourth.line.closed) == (False, False)


def test_of_two_that_wait_the_one_heard_of_last_stays(server: Server) -> None:
    first, second = server.connect(), server.connect()
    server.clock.go_on(1)
    first.say(GET)
    first.answer()
    server.connect()
    assert (first.line.closed, second.line.closed) == (False, True)


def test_a_server_that_stops_refuses_half_a_head_and_closes_what_waits(server: Server) -> None:
    half, idle = server.connect(), server.connect()
    half.say(b"GET / HT")
    for each in (half, idle):
        each.protocol.shutdown()
    assert (half.statuses, idle.statuses, idle.line.closed) == ([503], [], True)


def test_a_server_that_stops_waits_a_second_for_the_rest_of_a_body(server: Server) -> None:
    slow, quick = server.connect(), server.connect()
    for each in (slow, quick):
        each.say(put(5))
        each.protocol.shutdown()
    quick.say(b"hello")
    server.clock.go_on(0.9)
    assert slow.statuses == []
    server.clock.go_on(0.2)
    assert slow.statuses == [503]
    quick.answer()
    assert quick.statuses == [200]


def test_a_refusal_comes_after_the_answer_to_an_earlier_request(client: Connection) -> None:
    client.say(GET + b"GET / HTTP/2.0\r\nHost: our.example\r\n\r\n")
    assert client.statuses == []
    client.answer()
    assert client.statuses == [200, 400]


def test_a_request_for_another_protocol_is_refused(client: Connection) -> None:
    client.say(b"GET / HTTP/1.1\r\nHost: our.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
    client.answer()
    assert client.statuses == [200, 400]


UPGRADE = b"GET /line HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: %s\r\n"
KEY = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
SOCKET = UPGRADE % (b"our.example", b"websocket") + KEY


@pytest.fixture
def upgrading() -> Connection:
    """To a server that has WebSockets, as ours does."""
    return Server(sockets="websockets-sansio").connect()


def test_a_socket_takes_the_connection_over_and_is_watched_no_more(upgrading: Connection) -> None:
    async def ask() -> None:
        upgrading.say(SOCKET)

    asyncio.run(ask())
    assert isinstance(upgrading.line.taken_by, WebSocketsSansIOProtocol)
    assert [timer for timer in upgrading.clock.timers if not timer.cancelled] == []


@pytest.mark.parametrize(
    "head",
    [
        UPGRADE % (b"foreign.example", b"websocket") + KEY,
        SOCKET.replace(b"Host: our.example\r\n", b""),
        SOCKET.replace(b"\r\n\r\n", b"\r\nx: " + b"y" * 200 + b"\r\n\r\n"),
    ],
)
def test_a_socket_is_asked_for_as_any_request_is(upgrading: Connection, head: bytes) -> None:
    upgrading.say(head)
    assert upgrading.clock.begun == 0
    assert upgrading.statuses[0] in (400, 421, 431)


def test_only_a_socket_takes_a_connection_over(upgrading: Connection) -> None:
    upgrading.say(UPGRADE % (b"our.example", b"h2c") + b"\r\n")
    upgrading.answer()
    assert upgrading.statuses == [200, 400]


def test_no_socket_begins_in_the_middle_of_an_answer(upgrading: Connection) -> None:
    upgrading.say(GET + SOCKET)
    upgrading.answer()
    assert (upgrading.clock.begun, upgrading.statuses) == (1, [200, 400])


def test_nothing_is_said_in_the_middle_of_an_answer_nor_after_one_to_half_a_request(server: Server) -> None:
    begun, done = server.connect(), server.connect()
    for each in (begun, done):
        each.say(put(100))
        each.begin_answer()
    done.end_answer()
    server.clock.go_on(11)
    assert (begun.statuses, begun.line.aborted) == ([200], True)
    assert (done.statuses, done.line.closed, done.line.aborted) == ([200], True, False)


def test_a_connection_that_is_lost_is_watched_no_more(client: Connection) -> None:
    client.protocol.connection_lost(None)
    assert [timer for timer in client.clock.timers if not timer.cancelled] == []


def test_the_operator_is_told_of_a_proxy_that_nobody_named(server: Server) -> None:
    client = server.connect()
    for _ in range(SEEN_TO_TELL + 1):
        client.say(GET[:-2] + b"X-Forwarded-For: 203.0.113.1\r\n\r\n")
        client.answer()
    assert server.clock.executed == [server.kind.forwarders.tell]


def test_a_server_has_the_names_of_its_settings_of_this_machine_and_of_what_it_listens_on() -> None:
    told: list[str] = []
    settings = Settings(hosts="a.example *.b.example", trusted_proxies="10.0.0.0/8 192.0.2.1")
    kind = guarded(settings, "192.0.2.9", lambda: told.append("told"))
    for name in ("localhost", "127.0.0.1", "[::1]", "192.0.2.9", "a.example", "x.b.example"):
        assert kind.names.include(name.encode(), b"/", "203.0.113.1"), name
    assert not kind.names.include(b"b.example", b"/", "203.0.113.1")
    assert [kind.forwarders.is_named(peer) for peer in ("10.9.9.9", "192.0.2.1", "192.0.2.2")] == [
        True,
        True,
        False,
    ]
    kind.forwarders.tell()
    assert told == ["told"]
    assert kind.bounds.body_bytes == 2**21
