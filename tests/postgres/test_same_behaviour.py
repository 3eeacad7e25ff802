"""The same calls do the same to the local store and to PostgreSQL, with blobs in S3 and in a folder."""

from __future__ import annotations

from collections.abc import Sequence

from pangea_server.stores.postgres.store import PostgresStore
from tests.contract.store_sequences import Call, check_same, drawn
from tests.postgres.conftest import Cluster


@drawn
def test_both_stores_do_the_same(
    postgres_store: PostgresStore, cluster: Cluster, sequence: Sequence[Call]
) -> None:
    cluster.wipe()
    check_same(postgres_store, sequence)
