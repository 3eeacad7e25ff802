"""The corridor's server and its people."""

from __future__ import annotations

import pytest

from environments import PanoramaFolder
from pangea_server.stores.numbering import take_numbers
from pangea_server.stores.protocol import Store
from tests.exports.filled import corridor
from tests.server.conftest import campaign as by_hand
from tests.server.conftest import people, place, server, settings, store, web

__all__ = ["by_hand", "people", "place", "server", "settings", "store", "web"]


@pytest.fixture
def campaign(by_hand: None, store: Store) -> None:
    """Its numbers are taken, as ``pangea campaign`` would have."""
    take_numbers(store.records, "instructions", 1)
    take_numbers(store.records, "demonstrations", 1)


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> PanoramaFolder:
    return corridor(tmp_path_factory.mktemp("places") / "corridor")
