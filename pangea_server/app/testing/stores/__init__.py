"""Tests of what every store must do: subclass both contracts and define their fixtures ``store`` and ``servers``."""

from collections.abc import Iterator

import pytest

from pangea_server.app.testing.stores.blobs import BlobContract
from pangea_server.app.testing.stores.races import RaceContract
from pangea_server.app.testing.stores.records import RecordContract
from pangea_server.app.testing.stores.transactions import TransactionContract
from pangea_server.stores.protocol import Store

__all__ = ["BlobContract", "RaceContract", "RecordContract", "StoreContract", "TransactionContract"]


class StoreContract(RecordContract, TransactionContract, BlobContract):
    """Tests that each get an empty store."""

    @pytest.fixture
    def store(self) -> Iterator[Store]:
        """An empty store, closed after the test."""
        raise NotImplementedError
