"""What people hear who are in the middle of something when the server stops."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from pangea_server.http.problems import AnswerProblems
from tests.security.serving import SAMPLES, Line, Served, chunk, request, serving


@pytest.fixture
def stopped(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path) as started:
        yield started


def recording(served: Served) -> str:
    (token,) = served.tokens
    lease = json.loads(served.call(token, "POST", "/leases", b'{"kind":"guide"}').body)["lease_id"]
    begun = served.call(token, "POST", f"/leases/{lease}/recordings", b'{"sample_rate":16000}')
    return str(json.loads(begun.body)["recording_id"])


def test_half_sent_requests_are_503_and_those_that_end_in_time_are_taken(stopped: Served) -> None:
    (token,), recording_id = stopped.tokens, recording(stopped)
    whole = chunk(token, recording_id, 0)
    draft = request(
        "PUT",
        f"/api/v1/leases/{'0' * 32}/draft",
        f"Authorization: Bearer {token}",
        "Content-Type: application/json",
        "Content-Length: 1000",
    )
    unchunked = b"\r\n".join(line for line in draft.split(b"\r\n") if b"Content-Length" not in line)
    pieces = unchunked.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n") + b"5\r\n{"
    half_sent = [whole[:60_000], chunk(token, recording_id, 1)[:-1], draft, pieces, whole[:40]]
    with ExitStack() as opened:
        *lines, finishing = [opened.enter_context(stopped.line()) for _ in range(len(half_sent) + 1)]
        for line, half in zip(lines, half_sent, strict=True):
            line.say(half)
        finishing.say(chunk(token, recording_id, 2)[:-5])
        time.sleep(0.3)
        os.kill(stopped.process_id, signal.SIGTERM)
        time.sleep(0.5)
        finishing.say(SAMPLES[-5:])
        assert finishing.hear().status == 201
        lines[0].say(SAMPLES[:1000])  # a sender that goes on sending hears it too
        with ThreadPoolExecutor(len(lines)) as pool:
            answers = [*pool.map(Line.hear, lines)]
    for answer in answers:
        assert answer.assert_refused(503)["remedy"] == "Send it again."
        assert int(answer.headers["retry-after"]) >= 1
    log = stopped.log.read_text()
    assert "Traceback" not in log
    assert "ASGI" not in log


def test_a_server_with_idle_lines_stops_at_once(stopped: Served) -> None:
    with ExitStack() as opened:
        lines = [opened.enter_context(stopped.line()) for _ in range(20)]
        for line in lines[:10]:
            line.say(request("GET", "/healthz"))
            assert line.hear().status == 200
        began = time.monotonic()
        os.kill(stopped.process_id, signal.SIGTERM)
        for line in lines:
            line.seconds_until_closed()
        assert time.monotonic() - began < 3


def test_a_handler_that_is_cancelled_is_answered() -> None:
    """As uvicorn cancels what still runs when the time to stop is over."""
    sent: list[Message] = []

    async def never_ends(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(3600)

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def stop() -> None:
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "headers": [],
            "query_string": b"",
            "state": {"request_id": "0"},
            "server": ("127.0.0.1", 80),
        }
        handling = asyncio.create_task(AnswerProblems(never_ends)(scope, receive, send))
        await asyncio.sleep(0)
        handling.cancel()
        await handling

    asyncio.run(stop())
    start, body = sent
    assert start["status"] == 503
    assert int(dict(start["headers"])[b"retry-after"]) >= 1
    assert json.loads(body["body"])["code"] == "not_ready"
