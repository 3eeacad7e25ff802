"""When a server says that it listens, it can be ended: no signal is lost from then on."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from fastapi import FastAPI

from pangea_server.app.serve import AnnouncedServer


@pytest.fixture
def heard() -> Iterator[list[int]]:
    """The signals that came to whoever started the server."""
    signals: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: signals.append(number))
    yield signals
    signal.signal(signal.SIGTERM, before)


def test_a_signal_ends_a_server_that_was_just_announced(heard: list[int]) -> None:
    def announce() -> None:
        assert server.servers, "connections are taken"
        os.kill(os.getpid(), signal.SIGTERM)
        assert server.should_exit
        assert heard == []

    server = AnnouncedServer(uvicorn.Config(FastAPI(), port=0, log_config=None), announce)
    server.run()
    assert heard == [signal.SIGTERM]


@asynccontextmanager
async def _cannot_start(_: FastAPI) -> AsyncIterator[None]:
    raise OSError("the disk is full")
    yield


def test_a_server_that_could_not_start_is_not_announced() -> None:
    config = uvicorn.Config(FastAPI(lifespan=_cannot_start), port=0, log_config=None)
    with pytest.raises(SystemExit):
        AnnouncedServer(config, lambda: pytest.fail("it does not listen")).run()
