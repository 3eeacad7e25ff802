"""The postgres store keeps the contract of all stores, with blobs in S3 and in a folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pytest

from pangea_server.app.testing.stores import RaceContract, StoreContract
from pangea_server.stores.postgres.store import PostgresStore
from pangea_server.stores.protocol import Store
from tests.postgres.conftest import Cluster


class TestPostgresStore(StoreContract):
    @pytest.fixture
    def store(self, postgres_store: PostgresStore) -> Store:
        return postgres_store


class TestPostgresRaces(RaceContract):
    @pytest.fixture
    def servers(
        self, cluster: Cluster, blobs_place: str, postgres_store: PostgresStore
    ) -> Iterator[Sequence[Store]]:
        with ExitStack() as opened:
            others = (PostgresStore.open(cluster.url, blobs_place) for _ in range(3))
            yield [postgres_store, *(opened.enter_context(other) for other in others)]
