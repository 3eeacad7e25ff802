"""A line to the server as operators start it: what the network does to it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.pairing.conftest import add_dialogue
from tests.security.serving import Served, serving_work


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving_work(tmp_path, 2, lambda store: add_dialogue(store, 50)) as running:
        yield running


def seat(served: Served, token: str) -> dict[str, Any]:
    answer = served.call(token, "POST", "/leases", b'{"kind": "guide_two"}')
    assert answer.status == 200, answer
    return dict(json.loads(answer.body))


@contextmanager
def joined(served: Served, token: str, lease: dict[str, Any], **options: Any) -> Iterator[ClientConnection]:
    address = f"ws://127.0.0.1:{served.port}/api/v1/pairings/{lease['pairing']['pairing_id']}/line"
    with connect(address, **options) as line:
        line.send(json.dumps({"type": "hello", "token": token, "lease_id": lease["lease_id"]}))
        yield line


def until(line: ClientConnection, wanted: str) -> dict[str, Any]:
    while (told := json.loads(line.recv(timeout=10)))["type"] != "now" or told["partner"] != wanted:
        pass
    return dict(told)


def test_two_pages_meet_and_one_that_falls_silent_is_seen_in_three_seconds(served: Served) -> None:
    oracle, navigator = served.tokens[:2]
    with (
        joined(served, oracle, seat(served, oracle)) as line,
        joined(served, navigator, seat(served, navigator)) as other,
    ):
        until(line, "here")
        other.protocol.receive_data = lambda data: None  # type: ignore[method-assign]  # it answers no ping
        silent = time.monotonic()
        until(line, "away")
        assert time.monotonic() - silent < 4


def test_a_message_that_is_too_long_ends_the_line(served: Served) -> None:
    token = served.tokens[0]
    with joined(served, token, seat(served, token)) as line:
        line.send(json.dumps({"type": "signal", "data": {"x": "y" * 100_000}}))
        with pytest.raises(ConnectionClosed) as closed:
            until(line, "here")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_who_says_nothing_is_sent_away(served: Served) -> None:
    with connect(f"ws://127.0.0.1:{served.port}/api/v1/pairings/any/line") as line:
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(timeout=10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4400


@pytest.mark.parametrize("path", ["/", "/api/v1/leases", "/healthz"])
def test_nothing_else_is_a_socket(served: Served, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused, connect(f"ws://127.0.0.1:{served.port}{path}"):
        pass
    assert refused.value.response.status_code in (403, 404)
