"""The place that exported annotations were made in, and these as RxR's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from environments import PanoramaFolder
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.exports.export import export, open_formats
from pangea_server.stores.protocol import Store
from tests.exports.filled import annotated, corridor


@pytest.fixture
def places(tmp_path: Path) -> PanoramaFolder:
    return corridor(tmp_path / "place")


@pytest.fixture
def dataset(store: Store, places: PanoramaFolder) -> Dataset:
    return Dataset(store, places)


@pytest.fixture
def rxr(tmp_path: Path) -> Path:
    """A store's annotations as RxR's files."""
    store = annotated(tmp_path / "source")
    export(Dataset(store), tmp_path / "exported", open_formats(["rxr"]))
    store.close()
    return tmp_path / "exported" / "rxr"
