"""Dialogues as others open them: Hugging Face's datasets, and pympi for ELAN."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from environments import PanoramaFolder
from pangea_server.app.testing.server import People
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.formats.conversations import Conversations
from pangea_server.dataset.formats.huggingface_dialogues import HuggingFaceDialogues
from pangea_server.stores.protocol import Store
from tests.pairing.conftest import dialogue, people, place, server, settings, store, web
from tests.pairing.talked import align, talk
from tests.readers.conftest import Opened

__all__ = ["dialogue", "people", "place", "server", "settings", "store", "web"]


@pytest.fixture
def talked(people: People, store: Store, place: Path, dialogue: None, server: TestClient) -> Dataset:
    """The oracle speaks, the navigator asks, the oracle types."""
    talk(people)
    align(store, 1, (0.1, 0.5, "Go"), (0.6, 1.0, "on."))
    align(store, 2, (0.2, 0.6, "Here?"))
    return Dataset(store, PanoramaFolder(place))


def test_a_table_has_two_voices_in_each_row(talked: Dataset, tmp_path: Path, opened: Opened) -> None:
    assert not [*HuggingFaceDialogues().write(talked, tmp_path)]
    assert opened("dialogue_table", tmp_path) == {
        "audio": ["Audio", "Audio"],
        "seconds": [[2.0, 2.0]],
        "turns": [3],
    }


def test_elan_finds_who_said_what_and_the_gap_between(
    talked: Dataset, tmp_path: Path, opened: Opened
) -> None:
    assert not [*Conversations().write(talked, tmp_path)]
    told = opened("elan", tmp_path / "guide_two" / "000002.eaf")
    assert told["media"] == ["./000002.wav"]
    assert told["tiers"]["navigator"] == [[1700, 2100, "Here?"]]
    assert told["gaps"] == [[1001, 1699, "G12_oracle_navigator"]]
