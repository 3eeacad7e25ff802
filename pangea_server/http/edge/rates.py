"""Rate limits for a person and an address; above them 429 with ``Retry-After``, and nothing is lost."""

from __future__ import annotations

import math
from asyncio import Semaphore
from collections.abc import Awaitable, Callable, Hashable
from functools import lru_cache
from ipaddress import AddressValueError, IPv6Address
from time import monotonic_ns

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from environments.errors import PangeaError
from pangea_server.core.errors import TooManyRequestsError
from pangea_server.core.settings import Settings
from pangea_server.http.edge.buckets import KEYS_KEPT, SECOND, Buckets
from pangea_server.http.edge.headers import header
from pangea_server.http.problems import status_of

BURST_SECONDS = 30.0  # of requests at the full rate: a panorama's tiles
UPLOAD_BURST_SECONDS = 60.0  # of uploads at the full rate: ten minutes without network are 240 chunks
READS = frozenset({"GET", "HEAD"})
MALFORMED = frozenset({400, 401, 413, 415, 422})  # what no page of ours sends
CHARGED_BYTES = 16 * 2**10  # of a refused body that count as one more request
LOOKS_AT_ONCE = 4  # for sessions of tokens that come from addresses over their limits
Known = Callable[[Scope], Awaitable[Hashable | None]]


class RateLimits:
    """Counts a person's requests by their token once it was found valid, and all others by their address.

    Nobody who is signed in, or opens a link, is refused for what a neighbour at the same address does: when it has used
    up its limits, the token is looked up, or the signed address checked, before a request is refused.

    Handlers set ``request.state.annotator_id`` for a valid token; ``problems.py`` sets ``request.state.bad_token`` for
    an invalid one.

    Args:
        known: a key for whoever has a session, a signed address or an invitation; None for a stranger.
    """

    def __init__(self, app: ASGIApp, settings: Settings, known: Known) -> None:
        self.app = app
        self._known, self._looks = known, Semaphore(LOOKS_AT_ONCE)
        self._addresses = _buckets(settings.limits.address_requests_per_second, BURST_SECONDS)
        self._requests = _buckets(settings.limits.person_requests_per_second, BURST_SECONDS)
        self._uploads = _buckets(settings.limits.person_uploads_per_second, UPLOAD_BURST_SECONDS)
        self._refused = _buckets(settings.limits.bad_tokens_per_minute / 60, 60.0)
        self._good_tokens = Buckets(rate=1 / 3600, burst=1)  # found valid within the hour

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        await self._admit(scope)
        try:
            await self.app(scope, receive, self._judged(scope, send))
        except PangeaError as error:
            self._judge(scope, status_of(error))
            raise

    async def _admit(self, scope: Scope) -> None:
        """Raise TooManyRequestsError when this request is one too many."""
        now, address, sent = monotonic_ns(), address_of(scope), header(scope, b"authorization")
        reads, token = scope["method"] in READS, hash(sent)
        key: Hashable = token
        if not self._good_tokens.wait(token, now):
            wait = self._addresses.take(address, now)
            if sent or not reads:
                wait = wait or self._refused.wait(address, now)
            if not wait:
                return
            async with self._looks:
                key = await self._known(scope)
            if key is None:
                _refuse_for(wait)
            if sent:
                self._good_tokens.take(token, now)
        _refuse_for((self._requests if reads else self._uploads).take(key, now))

    def _judged(self, scope: Scope, send: Send) -> Send:
        async def send_judged(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._judge(scope, message["status"])
            await send(message)

        return send_judged

    def _judge(self, scope: Scope, status: int) -> None:
        """Remember the outcome for a token, and charge what was refused: to the person, or to the address."""
        now, token, state = monotonic_ns(), hash(header(scope, b"authorization")), scope.get("state", {})
        writes = scope["method"] not in READS
        if "annotator_id" in state:
            self._good_tokens.take(token, now)
            if writes and status in MALFORMED:
                self._uploads.charge(token, now, _body_bytes(scope) // CHARGED_BYTES)
        elif "bad_token" in state or (writes and status in MALFORMED):
            self._good_tokens.forget(token)
            self._refused.take(address_of(scope), now)


def _buckets(rate: float, seconds: float) -> Buckets:
    return Buckets(rate, max(1, round(rate * seconds)))


def _refuse_for(nanoseconds: int) -> None:
    if nanoseconds:
        raise TooManyRequestsError(
            "You sent too many requests.",
            remedy="Wait, then continue.",
            retry_after=math.ceil(nanoseconds / SECOND),
        )


def _body_bytes(scope: Scope) -> int:
    """As announced; a body without a length counts as one request."""
    return int(header(scope, b"content-length") or 0)


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
