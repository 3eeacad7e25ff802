"""Disks that are slow, fail or run out, and senders that fall silent: nothing is acknowledged that is not stored."""

from __future__ import annotations

import asyncio
import errno
import os
import time
from collections.abc import Callable
from typing import Any

import pytest
from anyio.from_thread import start_blocking_portal
from fastapi.testclient import TestClient
from starlette.requests import Request

from pangea_server import Settings, create_app
from pangea_server.app.testing.server import VOICE, People, Someone, assert_problem
from pangea_server.collect.capture import chunk_body
from pangea_server.collect.capture.chunk_body import ChunkBodies
from pangea_server.core.errors import ChunkStalledError, ChunkTooLargeError

campaign = pytest.mark.usefixtures("campaign")


@campaign
def test_a_slow_disk_makes_receipts_late_and_never_early(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    synced, sync = [0.0], os.fdatasync

    def slowly(descriptor: Any) -> None:
        time.sleep(0.2)
        sync(descriptor)
        synced.append(time.monotonic())

    monkeypatch.setattr(os, "fdatasync", slowly)
    before = time.monotonic()
    assert guide.put(recording_id, "voice", 0, VOICE[0]).status_code == 201
    assert before + 0.2 < synced[-1] < time.monotonic()


@campaign
@pytest.mark.parametrize("failure", [errno.EMFILE, errno.ENOMEM, errno.EINTR])
def test_a_server_short_of_files_or_memory_says_so_and_goes_on(
    people: People, monkeypatch: pytest.MonkeyPatch, failure: int
) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    opened: Any = os.open

    def fail(path: Any, flags: int, *mode: int) -> Any:
        if flags & os.O_EXCL:
            raise OSError(failure, os.strerror(failure))
        return opened(path, flags, *mode)

    monkeypatch.setattr(os, "open", fail)
    refused = guide.put(recording_id, "voice", 0, VOICE[0])
    assert_problem(refused, 503, "store")
    assert refused.headers["retry-after"]
    monkeypatch.undo()
    assert guide.call("GET", f"/recordings/{recording_id}/voice").json() == []
    assert guide.put(recording_id, "voice", 0, VOICE[0]).status_code == 201


@campaign
def test_after_a_failed_sync_a_restarted_server_has_exactly_what_was_acknowledged(
    people: People, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = people()
    recording_id = guide.begin(guide.lease("guide")["lease_id"])
    receipt = guide.put(recording_id, "voice", 0, VOICE[0]).json()

    def fail(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fdatasync", fail)
    assert_problem(guide.put(recording_id, "voice", 1, VOICE[1]), 503, "store")
    monkeypatch.undo()
    assert_problem(guide.put(recording_id, "voice", 1, VOICE[1]), 503, "store")  # a second sync might lie
    guide.client.app.state.services.close()  # type: ignore[attr-defined]

    with TestClient(create_app(settings)) as restarted:
        again = Someone(restarted, guide.token, guide.annotator_id)
        assert again.call("GET", f"/recordings/{recording_id}/voice").json() == [receipt]
        assert again.put(recording_id, "voice", 1, VOICE[1]).status_code == 201


def test_a_sender_who_falls_silent_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunk_body, "BODY_TIMEOUT_SECONDS", 0.05)
    with pytest.raises(ChunkStalledError, match="after 3 bytes"):
        receive_body([b"abc"], pause=lambda: asyncio.sleep(60))


def test_a_sender_who_goes_away_leaves_nothing_and_no_trace_of_an_error() -> None:
    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    request = Request({"type": "http", "headers": []}, receive)
    with pytest.raises(ChunkStalledError, match="after 0 bytes"):
        handled(request)


def test_a_slow_sender_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunk_body, "BODY_TIMEOUT_SECONDS", 0.2)
    blocks = [b"a"] * 10
    assert receive_body([*blocks, b""], pause=lambda: asyncio.sleep(0.05)) == b"a" * 10


def test_a_chunk_that_says_it_is_too_large_is_refused_before_its_bytes_come() -> None:
    with pytest.raises(ChunkTooLargeError):
        receive_body([], pause=lambda: asyncio.sleep(60), length=10**10)


def receive_body(blocks: list[bytes], pause: Callable[[], Any], length: int | None = None) -> bytes:
    """What a handler gets of a body whose blocks come with pauses; the empty block is the last."""
    coming = iter(blocks)
    headers = [] if length is None else [(b"content-length", str(length).encode())]

    async def receive() -> dict[str, Any]:
        block = next(coming, None)
        if block != blocks[0]:
            await pause()
        return {"type": "http.request", "body": block or b"", "more_body": bool(block)}

    request = Request({"type": "http", "headers": headers}, receive)
    return handled(request)


def handled(request: Request) -> bytes:
    """In a loop of its own thread: while a browser is driven, this thread's own is taken."""
    with start_blocking_portal() as portal:
        return portal.call(_received, request)


async def _received(request: Request) -> bytes:
    async with ChunkBodies(limit=1000).received(request) as body:
        return b"".join(body.blocks)
