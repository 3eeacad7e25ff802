"""A server to attack, and a recording in it that must come to no harm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any

import pytest

from tests.security.serving import Served, serving


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """``pangea serve`` over a corridor, shared by all tests."""
    with serving(tmp_path_factory.mktemp("served"), people=3) as started:
        yield started


@pytest.fixture(scope="session")
def token(served: Served) -> str:
    return served.tokens[0]


@pytest.fixture(scope="session")
def recording_id(served: Served, token: str) -> str:
    """An open recording."""
    lease = post(served, token, "/leases", {"kind": "guide"})
    begun = post(served, token, f"/leases/{lease['lease_id']}/recordings", {"sample_rate": 16_000})
    return str(begun["recording_id"])


def post(served: Served, token: str, path: str, body: dict[str, Any]) -> Any:
    connection = HTTPConnection("127.0.0.1", served.port, timeout=30)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection.request("POST", f"/api/v1{path}", json.dumps(body), headers)
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    assert answer.status < 300, data
    return json.loads(data)
