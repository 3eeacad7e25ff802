"""The corridor and its server serve these tests as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from environments import PanoramaFolder
from pangea_server.annotate.campaigns.records import CampaignDefinition
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.stores.protocol import Store
from tests.server.conftest import people, place, server, settings, store, web

__all__ = ["people", "place", "server", "settings", "store", "web"]

WALKS = (("door", "lamp", "sofa", "window"), ("window", "sofa", "lamp", "door"), ("sofa", "window"))


@pytest.fixture
def create(store: Store, place: Path) -> Any:
    """Creates a campaign of three paths, whose Guides and Followers take no turns; and what is changed."""

    def run(**changed: Any) -> None:
        base: dict[str, Any] = {
            "id": "walks",
            "languages": ["en-US"],
            "paths": [{"scan": "corridor", "viewpoints": WALKS}],
            "rotation": {"first": 0},
        }
        definition = CampaignDefinition.model_validate(base | changed)
        create_campaign(store.records, PanoramaFolder(place), "place", definition)

    return run
