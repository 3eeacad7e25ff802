"""A server to attack, and a recording in it that must come to no harm."""

from __future__ import annotations

import json
from collections.abc import Iterator

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
def lease_id(served: Served, token: str) -> str:
    return str(json.loads(served.call(token, "POST", "/leases", b'{"kind":"guide"}').body)["lease_id"])


@pytest.fixture(scope="session")
def recording_id(served: Served, token: str, lease_id: str) -> str:
    """An open recording."""
    begun = served.call(token, "POST", f"/leases/{lease_id}/recordings", b'{"sample_rate":16000}')
    return str(json.loads(begun.body)["recording_id"])
