"""Reading a body of a route: no more than it may have, announced or not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from starlette.requests import ClientDisconnect

from environments.errors import PangeaError
from pangea_server.http.edge.bodies import body_at_most, largest_body, most_values, read_body


class Sent:
    def __init__(self, *blocks: bytes | Exception, length: int | None = None) -> None:
        self._blocks = blocks
        self.scope = {"headers": [] if length is None else [(b"content-length", b"%d" % length)]}

    async def stream(self) -> AsyncIterator[bytes]:
        for block in self._blocks:
            if isinstance(block, Exception):
                raise block
            yield block


def read(sent: Any) -> bytes:
    return asyncio.run(read_body(sent, 6))


@pytest.mark.parametrize("length", [None, 6])
def test_a_body_at_its_limit_is_read_whole(length: int | None) -> None:
    assert read(Sent(b"abc", b"def", length=length)) == b"abcdef"


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (Sent(AssertionError("read"), length=7), "body_too_large"),
        (Sent(b"abc", b"defg", AssertionError("read")), "body_too_large"),
        (Sent(b"abc", ClientDisconnect()), "body_cut_off"),
    ],
)
def test_a_body_that_is_too_long_or_cut_off_is_refused(sent: Sent, code: str) -> None:
    with pytest.raises(PangeaError) as raised:
        read(sent)
    assert raised.value.code == code


def test_a_route_has_sixteen_kibibytes_unless_it_declares_more() -> None:
    def plain() -> None: ...

    @body_at_most(2**21, values=9)
    def large() -> None: ...

    assert (largest_body(plain), most_values(plain)) == (16_384, 8192)
    assert (largest_body(large), most_values(large)) == (2**21, 9)
    assert largest_body(body_at_most(4096)(plain)) == 4096
    for size in (4095, 2**21 + 1):
        with pytest.raises(ValueError, match="declare 4096 to 2097152"):
            body_at_most(size)
