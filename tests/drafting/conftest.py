"""A server where the recognisers of ``tests/data/plugins`` are installed, also for the processes that it starts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from pangea_server import Settings, create_app
from tests.server.conftest import people, place, settings, store, web

__all__ = ["people", "place", "server", "settings", "store", "web"]
ROOT = Path(__file__).parents[2]
PLUGINS = ROOT / "tests" / "data" / "plugins" / "pangea_odd_recognisers"


@pytest.fixture
def server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.syspath_prepend(PLUGINS)
    monkeypatch.setenv("PYTHONPATH", f"{PLUGINS}:{ROOT}")
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client
