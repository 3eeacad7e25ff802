"""Receiving the body of a chunk."""

from __future__ import annotations

import hashlib
from asyncio import get_running_loop, timeout
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Request
from starlette.requests import ClientDisconnect

from pangea_server.core.errors import ChunkStalledError, ChunkTooLargeError, StoreError
from pangea_server.http.edge.headers import header

BODY_TIMEOUT_SECONDS = 15.0  # seconds that a sender may be silent in the middle of a chunk
LATITUDE = 1.0  # seconds by which that may be shorter, so that not every block sets a new timer
MOST_AT_ONCE = 2**28  # bytes of all bodies that are not yet on the disk


class ChunkBody:
    """Bytes in the blocks in which they arrive."""

    def __init__(self) -> None:
        self.blocks: list[bytes] = []
        self.size = 0
        self._digest = hashlib.sha256()

    def add(self, block: bytes) -> None:
        self.blocks.append(block)
        self.size += len(block)
        self._digest.update(block)

    @property
    def sha256(self) -> str:
        return self._digest.hexdigest()


class ChunkBodies:
    """Receives bodies of at most ``limit`` bytes each, and ``MOST_AT_ONCE`` together until they are stored."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._held = 0

    @asynccontextmanager
    async def received(self, request: Request) -> AsyncIterator[ChunkBody]:
        """The whole body; store it before this context ends.

        Raises:
            ChunkTooLargeError: it is larger, or its Content-Length is.
            ChunkStalledError: the sender fell silent or went away.
            StoreError: the disk does not keep up with the incoming chunks.
        """
        if int(header(request.scope, b"content-length") or 0) > self._limit:
            raise self._too_large()
        body = ChunkBody()
        try:
            await self._receive(request, body)
            yield body
        finally:
            self._held -= body.size

    async def _receive(self, request: Request, body: ChunkBody) -> None:
        try:
            async with timeout(BODY_TIMEOUT_SECONDS) as deadline:
                async for block in request.stream():
                    self._take(block, body)
                    now = get_running_loop().time()
                    if (deadline.when() or now) < now + BODY_TIMEOUT_SECONDS - LATITUDE:
                        deadline.reschedule(now + BODY_TIMEOUT_SECONDS)
        except (TimeoutError, ClientDisconnect) as error:
            raise ChunkStalledError(
                f"The chunk stopped after {body.size} bytes.", remedy="Send it again."
            ) from error

    def _take(self, block: bytes, body: ChunkBody) -> None:
        body.add(block)
        self._held += len(block)
        if body.size > self._limit:
            raise self._too_large()
        if self._held > MOST_AT_ONCE:
            raise StoreError("More data is arriving than can be stored.", remedy="Send it again later.")

    def _too_large(self) -> ChunkTooLargeError:
        return ChunkTooLargeError(
            f"The chunk has more than {self._limit} bytes.", remedy="Send it in smaller chunks."
        )
