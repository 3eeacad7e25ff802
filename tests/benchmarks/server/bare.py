"""The limit that the server is held against: a bare Starlette handler, exactly as durable, that does nothing else.

A thread appends what has come to one file, syncs it once, commits the rows (SQLite, WAL, ``synchronous=FULL``), and
then all of them are acknowledged. Nobody is asked who they are, nothing is checked but the SHA-256.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import queue
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

MOST_AT_ONCE = 256
LONGEST_VECTOR = 512  # buffers that one writev takes
PRAGMAS = ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL")
TABLE = "CREATE TABLE chunks (name TEXT PRIMARY KEY, sha256 TEXT, start INTEGER, size INTEGER)"


@dataclass(frozen=True)
class Pending:
    name: str
    blocks: list[bytes]
    sha256: str
    durable: asyncio.Future[None]


class GroupCommit:
    """One thread that makes chunks durable, all that are waiting at once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._waiting: queue.SimpleQueue[Pending] = queue.SimpleQueue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._run, daemon=True).start()

    async def store(self, name: str, blocks: list[bytes], sha256: str) -> None:
        durable: asyncio.Future[None] = self._loop.create_future()
        self._waiting.put(Pending(name, blocks, sha256, durable))
        await durable

    def _run(self) -> None:
        log = os.open(self._folder / "chunks.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        database = sqlite3.connect(self._folder / "chunks.db", isolation_level=None)
        for statement in (*PRAGMAS, TABLE):
            database.execute(statement)
        end = 0
        while True:
            batch = self._next_batch()
            blocks = [block for pending in batch for block in pending.blocks]
            for first in range(0, len(blocks), LONGEST_VECTOR):
                part = blocks[first : first + LONGEST_VECTOR]
                if os.writev(log, part) != sum(map(len, part)):
                    raise OSError("a short write")
            os.fdatasync(log)
            database.execute("BEGIN")
            for pending in batch:
                size = sum(map(len, pending.blocks))
                database.execute(
                    "INSERT INTO chunks VALUES (?, ?, ?, ?)", (pending.name, pending.sha256, end, size)
                )
                end += size
            database.execute("COMMIT")
            self._loop.call_soon_threadsafe(_tell, batch)

    def _next_batch(self) -> list[Pending]:
        batch = [self._waiting.get()]
        while len(batch) < MOST_AT_ONCE and not self._waiting.empty():
            batch.append(self._waiting.get())
        return batch


def _tell(batch: list[Pending]) -> None:
    for pending in batch:
        if not pending.durable.done():
            pending.durable.set_result(None)


async def put_chunk(request: Request) -> Response:
    blocks, digest = [], hashlib.sha256()
    async for block in request.stream():
        blocks.append(block)
        digest.update(block)
    await request.app.state.group.store(request.url.path, blocks, digest.hexdigest())
    return Response(status_code=201)


async def healthy(request: Request) -> Response:
    return Response()


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    app.state.group = GroupCommit(Path(os.environ["BARE_FOLDER"]))
    yield


app = Starlette(
    routes=[Route("/c/{recording}/{stream}/{index}", put_chunk, methods=["PUT"]), Route("/healthz", healthy)],
    lifespan=lifespan,
)
