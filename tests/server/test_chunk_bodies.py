"""Receiving a chunk: how long it may be, how much may be on its way at once, and who falls silent."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from starlette.requests import ClientDisconnect

from environments.errors import PangeaError
from pangea_server.app.testing.server import People, assert_problem
from pangea_server.collect.capture import chunk_body
from pangea_server.collect.capture.chunk_body import ChunkBodies


class Sent:
    """A request whose body comes in these blocks; an exception is raised in its place."""

    def __init__(self, *blocks: bytes | BaseException | None, length: int | None = None) -> None:
        self._blocks = blocks
        self.scope = {"headers": [] if length is None else [(b"content-length", b"%d" % length)]}

    async def stream(self) -> AsyncIterator[bytes]:
        for block in self._blocks:
            if block is None:
                await asyncio.Event().wait()  # nothing more comes
            elif isinstance(block, BaseException):
                raise block
            else:
                yield block


async def received(bodies: ChunkBodies, sent: Any) -> tuple[list[bytes], int, str]:
    async with bodies.received(sent) as body:
        return body.blocks, body.size, body.sha256


@pytest.fixture
def bodies() -> ChunkBodies:
    return ChunkBodies(limit=6)


def test_a_body_at_the_limit_comes_with_its_digest(bodies: ChunkBodies) -> None:
    for length in (None, 6):
        found = asyncio.run(received(bodies, Sent(b"abc", b"def", length=length)))
        assert found == ([b"abc", b"def"], 6, hashlib.sha256(b"abcdef").hexdigest())
    assert bodies._held == 0


@pytest.mark.parametrize(
    ("sent", "code", "said"),
    [
        (Sent(AssertionError("read"), length=7), "chunk_too_large", "more than 6 bytes"),
        (Sent(b"abc", b"defg"), "chunk_too_large", "more than 6 bytes"),
        (Sent(b"abc", ClientDisconnect()), "chunk_stalled", "stopped after 3 bytes"),
    ],
)
def test_what_is_refused_holds_no_memory(bodies: ChunkBodies, sent: Sent, code: str, said: str) -> None:
    with pytest.raises(PangeaError, match=said) as raised:
        asyncio.run(received(bodies, sent))
    assert (raised.value.code, bodies._held) == (code, 0)


def test_a_sender_who_falls_silent_is_given_up(bodies: ChunkBodies, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunk_body, "BODY_TIMEOUT_SECONDS", 0.0)
    with pytest.raises(PangeaError, match="stopped after 3 bytes"):
        asyncio.run(received(bodies, Sent(b"abc", None)))
    assert bodies._held == 0


def test_more_than_the_disk_keeps_up_with_is_refused_until_something_is_stored(
    bodies: ChunkBodies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chunk_body, "MOST_AT_ONCE", 8)

    async def story() -> None:
        async with bodies.received(Sent(b"abc")):  # type: ignore[arg-type]
            await received(bodies, Sent(b"abcde"))
            with pytest.raises(PangeaError, match="More data is arriving"):
                await received(bodies, Sent(b"abcdef"))
        await received(bodies, Sent(b"abcdef"))

    asyncio.run(story())


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize("digest", ["", "sha-256=:!!!!:", "md5=:AAAA:", "sha-256=AAAA"])
def test_a_digest_that_is_none_is_refused_by_its_name(people: People, digest: str) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    refused = guide.put(recording_id, "voice", 0, b"ab", **{"Content-Digest": digest})
    assert (
        f"The header Content-Digest is {digest!r}" in assert_problem(refused, 422, "invalid_data")["detail"]
    )
