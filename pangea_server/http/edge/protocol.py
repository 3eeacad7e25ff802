"""HTTP framing with limits and deadlines, added to uvicorn's httptools protocol, which has neither.

It works below ASGI, because middleware runs only once the headers are complete. It costs one pass over the headers of
a request; one timer per second and connection checks deadlines, and only while a request is being received.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from enum import Enum, auto
from itertools import islice
from typing import NamedTuple

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from pangea_server.core.settings import Settings
from pangea_server.http.edge import refusals
from pangea_server.http.edge.bounds import Bounds, bounds_of
from pangea_server.http.edge.forwarders import Forwarders
from pangea_server.http.edge.hosts import LOOPBACK, OurNames, name_of
from pangea_server.http.edge.refusals import Refusal

log = logging.getLogger(__name__)

LOOKED_AT = 64  # connections, for one that can be closed
TICK = 1.0  # seconds between two checks of the clock
LINGER = (
    1.0  # seconds to wait so that the client can read a refusal: closing at once would reset the connection
)


VERSIONS = ("1.0", "1.1")


class RequestHead(NamedTuple):
    """``headers`` have names in lower case; ``own_address`` is the IP address on which the request came in."""

    method: bytes
    version: str
    url: bytes
    headers: Sequence[tuple[bytes, bytes]]
    own_address: str


def judge_head(head: RequestHead, bounds: Bounds, names: OurNames) -> bool:
    """Whether the request names its client, as proxies do (``X-Forwarded-For``).

    Raises:
        Refusal: no handler may see this request.
    """
    size, hosts, lengths, codings, was_forwarded = 0, [], [], [], False
    for name, value in head.headers:
        size += len(name) + len(value)
        if name == b"host":
            hosts.append(value)
        elif name == b"content-length":
            lengths.append(value)
        elif name == b"transfer-encoding":
            codings.append(value.lower())
        elif name == b"x-forwarded-for":
            was_forwarded = True
    if head.method == b"CONNECT":
        raise refusals.NO_METHOD
    if len(head.url) > bounds.url_bytes:
        raise refusals.LONG_URL
    if head.version not in VERSIONS:
        raise refusals.NO_HTTP
    if size > bounds.head_bytes or len(head.headers) > bounds.fields:
        raise refusals.LONG_HEAD
    _judge_lengths(lengths, bounds)
    if codings and (codings != [b"chunked"] or head.version != "1.1"):
        raise refusals.BAD_CODING
    _judge_host(head, hosts, names)
    return was_forwarded


def _judge_lengths(lengths: Sequence[bytes], bounds: Bounds) -> None:
    for length in lengths:
        if not length.isdigit() or int(length) >= 2**63:
            raise refusals.BAD_LENGTH
        if int(length) > bounds.body_bytes:
            raise refusals.LONG_BODY


def _judge_host(head: RequestHead, hosts: Sequence[bytes], names: OurNames) -> None:
    if len(hosts) != 1 or name_of(hosts[0]) is None:
        raise refusals.NO_HOST
    if not names.include(hosts[0], head.url, head.own_address):
        raise refusals.FOREIGN_HOST


class Stage(Enum):
    """What the client is expected to send next."""

    NOTHING = auto()
    HEAD = auto()
    BODY = auto()


class GuardedProtocol(HttpToolsProtocol):
    """One connection to a server with these limits and host names."""

    bounds: Bounds
    names: OurNames
    forwarders: Forwarders

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._stage = Stage.NOTHING
        self._since = self._heard = self._due = self.loop.time()
        self._room = self.bounds.head_bytes  # for the rest of the headers
        self._received = 0  # bytes of the body
        self._framing = 0  # bytes around them
        self._pieces = 0
        self._requests = 0
        self._stuck_since: float | None = None
        self._watcher: asyncio.TimerHandle | None = None
        self._refusal: Refusal | None = None
        self._expect(Stage.HEAD)
        if len(self.connections) > self.bounds.connections:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._watcher is not None:
            self._watcher.cancel()

    def data_received(self, data: bytes) -> None:
        if self._refusal is not None:
            return
        self._unset_keepalive_if_required()
        self._heard = self.loop.time()
        if self._stage is Stage.NOTHING:
            self._expect(Stage.HEAD)
        try:
            self._feed(memoryview(data))
        except httptools.HttpParserCallbackError as error:
            self._refuse(error.__context__ if isinstance(error.__context__, Refusal) else refusals.NO_HTTP)
        except httptools.HttpParserInvalidMethodError:
            self._refuse(refusals.NO_METHOD)
        except httptools.HttpParserError:
            self._refuse(refusals.NO_HTTP)
        except httptools.HttpParserUpgrade:
            self._turn_to_socket()
        except Refusal as refusal:
            self._refuse(refusal)

    def _feed(self, data: memoryview) -> None:
        if (
            self._stage is Stage.HEAD
        ):  # never more of the headers than the limit, however much arrived at once
            room, self._room = self._room, self._room - len(data)
            self.parser.feed_data(data[:room])
            if self._stage is Stage.HEAD and self._room < 0:
                raise refusals.LONG_HEAD if self.headers else refusals.LONG_URL
            data = data[room:]
        if data:
            received, number = self._received, self._requests
            self.parser.feed_data(data)
            if self._stage is Stage.BODY and self._requests == number:
                self._judge_framing(len(data) - (self._received - received))

    def _turn_to_socket(self) -> None:
        """A WebSocket takes the connection over once its request was judged as any other; nothing else may, and not
        while an earlier request waits for its answer."""
        answered = self.cycle is None or self.cycle.response_complete
        if not self._should_upgrade() or not answered:
            self._refuse(refusals.NO_HTTP)
            return
        if self._watcher is not None:
            self._watcher.cancel()
        self.handle_websocket_upgrade()

    # callbacks of the parser

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._requests += 1
        if self._stage is Stage.NOTHING:  # a pipelined request
            self._expect(Stage.HEAD)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Keep a header. A trailer is dropped: added to the headers, it would change a request that was judged."""
        if self._stage is not Stage.BODY:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._judge_head()
        super().on_headers_complete()
        self._received = self._framing = self._pieces = 0
        self._expect(Stage.BODY)

    def on_chunk_header(self) -> None:
        self._pieces += 1
        if self._pieces > self.bounds.pieces + self._received // self.bounds.piece_bytes:
            raise refusals.LONG_FRAMING

    def on_body(self, body: bytes) -> None:
        self._received += len(body)
        if self._received > self.bounds.body_bytes:
            raise refusals.LONG_BODY
        paid_until = self._due + len(body) / self.bounds.slowest
        self._due = min(paid_until, self._heard + self.bounds.stall_seconds)
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._stage = Stage.NOTHING
        self._room = self.bounds.head_bytes

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete:
            self.cycle.body.clear()  # nobody reads it any more, but the connection may stay for long
        if self._refusal is not None and self.cycle.response_complete:
            self._say(self._refusal)

    def shutdown(self) -> None:
        """Finish the request that is coming in, or refuse it; the client sends it again, to the next server."""
        if self._stage is Stage.HEAD and self._room < self.bounds.head_bytes:
            self._refuse(refusals.STOPPING)
            return
        super().shutdown()
        if self._stage is Stage.BODY:
            self.loop.call_later(self.bounds.stop_seconds, self._give_up)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck_since = self.loop.time()
        self._watch_from_now_on()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stuck_since = None

    # too many connections

    def _make_room(self) -> None:
        """Close the connection that has waited longest for a request, of some; refuse this one where none waits.

        So files stay free for the store, and whoever sends a request at once is served whatever others hold open.
        """
        seen = islice(self.connections, LOOKED_AT)
        waiting = [other for other in seen if isinstance(other, GuardedProtocol) and other.waits(self)]
        if waiting:
            min(waiting, key=lambda other: other._heard).transport.close()
        else:
            self._refuse(refusals.BUSY)

    def waits(self, newest: GuardedProtocol) -> bool:
        """Whether the connection is idle, and may be closed to make room for the ``newest``."""
        answered = self.cycle is None or self.cycle.response_complete
        return self is not newest and answered and not self.transport.is_closing()

    # refusals of requests

    def _judge_head(self) -> None:
        parser, own_address = self.parser, self.server[0] if self.server else ""
        head = RequestHead(
            parser.get_method(), parser.get_http_version(), self.url, self.headers, own_address
        )
        was_forwarded = judge_head(head, self.bounds, self.names)
        if was_forwarded and self.client and self.forwarders.saw(self.client[0]):
            self.loop.run_in_executor(None, self.forwarders.tell)

    def _judge_framing(self, size: int) -> None:
        self._framing += size
        if self._framing > self.bounds.framing_bytes + self._received // self.bounds.body_per_framing:
            raise refusals.LONG_FRAMING

    def _overdue(self, now: float) -> bool:
        """Whether the deadline for the expected data has passed."""
        if self.flow.read_paused:  # then it is this server that does not read
            self._since = now
            self._due = now + self.bounds.stall_seconds
            return False
        if self._stage is Stage.HEAD:
            return now - self._since > self.bounds.head_seconds
        return self._stage is Stage.BODY and now > self._due

    # deadlines

    def _expect(self, stage: Stage) -> None:
        self._stage = stage
        self._since = self._heard = self.loop.time()
        self._due = self._since + self.bounds.stall_seconds
        self._watch_from_now_on()

    def _watch_from_now_on(self) -> None:
        if self._watcher is None:
            self._watcher = self.loop.call_later(TICK, self._look)

    def _look(self) -> None:
        self._watcher = None
        now = self.loop.time()
        if self.transport.is_closing():
            return
        if self._stuck_since is not None and now - self._stuck_since > self.bounds.unread_seconds:
            self.transport.abort()
        elif self._stage is Stage.HEAD and self._room == self.bounds.head_bytes and self._overdue(now):
            self.transport.close()  # nothing was received, so nothing is answered
        elif self._overdue(now):
            self._refuse(refusals.TOO_SLOW)
        elif self._stage is not Stage.NOTHING or self._stuck_since is not None:
            self._watch_from_now_on()

    def _give_up(self) -> None:
        if self._stage is Stage.BODY and self._refusal is None and not self.transport.is_closing():
            self._refuse(refusals.STOPPING)

    # sending a refusal

    def _refuse(self, refusal: Refusal) -> None:
        """Send the refusal: now, or after complete answers to earlier requests; never in the middle of an answer."""
        log.debug("refused a connection: %d", refusal.status)
        self._refusal = refusal
        cycle = self.cycle
        if cycle is None or (cycle.response_complete and self._stage is not Stage.BODY):
            self._say(refusal)
        elif cycle.response_complete:  # before its request was complete
            self.transport.close()
        elif cycle.more_body and cycle.response_started:
            self.transport.abort()
        elif cycle.more_body:
            cycle.disconnected = True
            cycle.message_event.set()
            self._say(refusal)

    def _say(self, refusal: Refusal) -> None:
        self.transport.write(refusal.as_bytes())
        if self.transport.can_write_eof():
            self.transport.write_eof()
            self.flow.resume_reading()
            self.loop.call_later(LINGER, self.transport.close)
        else:
            self.transport.close()


def guarded(settings: Settings, host: str, unnamed_proxy: Callable[[], None]) -> type[GuardedProtocol]:
    """The protocol class for a server that listens on ``host``.

    Args:
        unnamed_proxy: called, in a thread, when requests come through a proxy that the settings do not name.
    """
    bounds = bounds_of(settings)
    names = OurNames([*LOOPBACK, host, *settings.hosts.split()])
    forwarders = Forwarders(settings.trusted_proxies.split(), unnamed_proxy)
    return type("Guarded", (GuardedProtocol,), {"bounds": bounds, "names": names, "forwarders": forwarders})
