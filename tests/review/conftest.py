"""The corridor's server and its people."""

from __future__ import annotations

import pytest

from pangea_server.core.records import Counter
from pangea_server.stores.protocol import Store
from tests.server.conftest import campaign, people, place, server, settings, store, web

__all__ = ["campaign", "people", "place", "server", "settings", "store", "web"]


@pytest.fixture
def numbered_campaign(campaign: None, store: Store) -> None:
    """The campaign, and how far its numbers are used."""
    for name in ("instructions", "demonstrations"):
        store.records.create(Counter(name=name, value=1))
