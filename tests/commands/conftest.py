"""A store with a campaign, as commands find it."""

from __future__ import annotations

from pathlib import Path

import pytest

from environments import open_environment
from pangea_server.annotate.campaigns.sample import sample_definition
from pangea_server.collect.planning.lifecycle import create_campaign
from pangea_server.stores.local.store import LocalStore
from tests.server.conftest import place

__all__ = ["data_dir", "place"]


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    directory = tmp_path / "data"
    with LocalStore.open(directory) as store:
        for campaign in ("house", "hotel", "garden"):
            create_campaign(
                store.records, open_environment("demo"), "demo", sample_definition(campaign, paths_per_scan=1)
            )
    return directory
