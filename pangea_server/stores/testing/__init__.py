"""What every store must do, as tests: subclass both contracts and define their fixtures ``store`` and ``servers``."""

from collections.abc import Iterator

import pytest

from pangea_server.stores.protocol import Store
from pangea_server.stores.testing.blobs import BlobContract
from pangea_server.stores.testing.races import RaceContract
from pangea_server.stores.testing.records import RecordContract
from pangea_server.stores.testing.transactions import TransactionContract

__all__ = ["RaceContract", "StoreContract"]


class StoreContract(RecordContract, TransactionContract, BlobContract):
    """Tests of one empty store each."""

    @pytest.fixture
    def store(self) -> Iterator[Store]:
        """An empty store, closed after the test."""
        raise NotImplementedError
