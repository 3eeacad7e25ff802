"""Rate limits for a person and an address; above them 429 with ``Retry-After``, and nothing is lost."""

from __future__ import annotations

import math
from functools import lru_cache
from ipaddress import AddressValueError, IPv6Address
from time import monotonic_ns

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pangea_server.core.errors import TooManyRequestsError
from pangea_server.core.settings import Settings
from pangea_server.http.edge.buckets import KEYS_KEPT, SECOND, Buckets
from pangea_server.http.edge.headers import header

BURST_SECONDS = 30.0  # of requests at the full rate: a panorama's tiles
UPLOAD_BURST_SECONDS = 60.0  # of uploads at the full rate: ten minutes without network are 240 chunks
READS = frozenset({"GET", "HEAD"})
NO_TOKEN = hash(b"")


class RateLimits:
    """Counts by address, and by token once a token was found valid; an unknown token counts against its address.

    Handlers set ``request.state.annotator_id`` for a valid token; ``problems.py`` sets ``request.state.bad_token`` for
    an invalid one.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self._addresses = _buckets(settings.address_requests_per_second, BURST_SECONDS)
        self._requests = _buckets(settings.person_requests_per_second, BURST_SECONDS)
        self._uploads = _buckets(settings.person_uploads_per_second, UPLOAD_BURST_SECONDS)
        self._bad_tokens = _buckets(settings.bad_tokens_per_minute / 60, 60.0)
        self._good_tokens = Buckets(rate=1 / 3600, burst=1)  # found valid within the hour

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        now, address, token = monotonic_ns(), address_of(scope), hash(header(scope, b"authorization"))
        reads = scope["method"] in READS
        _refuse_for(self._addresses.take(address, now))
        if self._good_tokens.wait(token, now):
            _refuse_for((self._requests if reads else self._uploads).take(token, now))
            await self.app(scope, receive, send)
        elif token == NO_TOKEN and reads:
            await self.app(scope, receive, send)
        else:
            _refuse_for(self._bad_tokens.wait(address, now))
            await self.app(scope, receive, self._judged(scope, send, address, token))

    def _judged(self, scope: Scope, send: Send, address: str, token: int) -> Send:
        """Remember the outcome for a token before the response is sent."""

        async def send_judged(message: Message) -> None:
            if message["type"] == "http.response.start":
                state = scope.get("state", {})
                if "annotator_id" in state:
                    self._good_tokens.take(token, monotonic_ns())
                elif "bad_token" in state:
                    self._bad_tokens.take(address, monotonic_ns())
            await send(message)

        return send_judged


def _buckets(rate: float, seconds: float) -> Buckets:
    return Buckets(rate, max(1, round(rate * seconds)))


def _refuse_for(nanoseconds: int) -> None:
    if nanoseconds:
        raise TooManyRequestsError(
            "You sent too many requests.",
            remedy="Wait, then continue.",
            retry_after=math.ceil(nanoseconds / SECOND),
        )


def address_of(scope: Scope) -> str:
    """The client's address."""
    return _network((scope.get("client") or ("",))[0])


@lru_cache(maxsize=KEYS_KEPT)
def _network(address: str) -> str:
    """For IPv6 its /64 network, which one household or machine is given."""
    try:
        return str(int(IPv6Address(address)) >> 64)
    except AddressValueError:  # IPv4, or another name that a proxy gives
        return address
