"""Bodies of requests: how large each route's may be, and reading one without holding up everybody else."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

from anyio import CapacityLimiter, to_thread
from fastapi import Request
from starlette.requests import ClientDisconnect

from pangea_server.core.errors import BodyCutOffError, BodyTooLargeError
from pangea_server.http.edge.headers import header
from pangea_server.http.edge.strict_json import check_json

KIB = 2**10
ORDINARY = 16 * KIB  # a comment of 2000 characters, each written as \\uXXXX, and some names
ORDINARY_VALUES = ORDINARY // 2  # no ordinary body has more: a value takes a digit and a comma
LARGEST = 2048 * KIB  # that any route may declare
READ_AT_ONCE = 8 * KIB  # takes at most a millisecond; more is read in a thread
BODY_READERS = CapacityLimiter(2)  # threads that read bodies: one core is left for everybody else

Handler = TypeVar("Handler", bound=Callable[..., Any])


def body_at_most(size: int, values: int = ORDINARY_VALUES) -> Callable[[Handler], Handler]:
    """Declare how many bytes and JSON values the body of a handler's route may have: what its largest valid request
    needs."""
    if not ORDINARY // 4 <= size <= LARGEST:
        raise ValueError(f"A body of at most {size} bytes; declare {ORDINARY // 4} to {LARGEST}.")

    def declare(handler: Handler) -> Handler:
        handler.__dict__["body_at_most"] = size
        handler.__dict__["values_at_most"] = values
        return handler

    return declare


def largest_body(handler: Callable[..., Any]) -> int:
    """The limit of a handler's route, in bytes."""
    return int(getattr(handler, "body_at_most", ORDINARY))


def most_values(handler: Callable[..., Any]) -> int:
    """How many JSON values a body of a handler's route may have."""
    return int(getattr(handler, "values_at_most", ORDINARY_VALUES))


class ReadRequest(Request):
    """A request whose body was read and checked."""

    def __init__(self, request: Request, body: bytes, value: Any) -> None:
        super().__init__(request.scope, request.receive)
        self._read, self._value = body, value

    async def body(self) -> bytes:
        return self._read

    async def json(self) -> Any:
        return self._value


async def read_body(request: Request, limit: int) -> bytes:
    """The whole body.

    Raises:
        BodyTooLargeError: it has more than ``limit`` bytes; where its length was announced, nothing is read.
        BodyCutOffError: the sender went away.
    """
    if int(header(request.scope, b"content-length") or 0) > limit:
        raise _too_large(limit)
    blocks, size = [], 0
    try:
        async for block in request.stream():
            blocks.append(block)
            size += len(block)
            if size > limit:
                raise _too_large(limit)
    except ClientDisconnect as error:
        raise BodyCutOffError(f"The body ended after {size} bytes.", remedy="Send it again.") from error
    return b"".join(blocks)


async def read_json(body: bytes, values: int, accept: Callable[[Any], Any]) -> Any:
    """The value of a body of strict JSON.

    Args:
        values: how many JSON values it may have.
        accept: turns the value of a long body into what the handler takes, in the same thread as reading it.

    Raises:
        MalformedJsonError, InvalidDataError: as ``check_json``; and whatever ``accept`` raises.
    """
    if len(body) <= READ_AT_ONCE:
        return _value(body, values)
    return await to_thread.run_sync(lambda: accept(_value(body, values)), limiter=BODY_READERS)


def _value(body: bytes, values: int) -> Any:
    check_json(body, values)
    return json.loads(body)


def _too_large(limit: int) -> BodyTooLargeError:
    return BodyTooLargeError(f"The body has more than {limit} bytes.", remedy="Send less at a time.")
