"""The services of a server: found by their type, and closed before what they stand on."""

from __future__ import annotations

from pathlib import Path

import pytest

from pangea_server import Settings
from pangea_server.http.services import Services, open_services
from pangea_server.stores.local.store import LocalStore


class First: ...


class Second: ...


def test_services_are_closed_the_newest_first_then_the_store_and_once(
    place: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[str] = []
    close = LocalStore.close

    def close_store(store: LocalStore) -> None:
        closed.append("store")
        close(store)

    monkeypatch.setattr(LocalStore, "close", close_store)
    services: Services = open_services(settings, make=True)
    first = services.add(First(), lambda: closed.append("first"))
    services.add(Second(), lambda: closed.append("second"))
    assert services.get(First) is first
    for _ in range(2):
        services.close()
        assert closed == ["second", "first", "store"]
