"""What every shared store is used for, over PostgreSQL: archives, landmarks, the dashboard, reviews, whole tasks."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest

from pangea_server import Settings
from pangea_server.collect.questions.questions import MOST_WAITING, ask
from pangea_server.collect.questions.records import Question
from pangea_server.core.errors import StoreConflictError
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.postgres.store import PostgresStore
from pangea_server.stores.protocol import Store
from tests.archive.between_stores import BetweenStores
from tests.campaigns.schedules import StoreQueue, run_schedule, setting
from tests.landmarks.in_stores import LandmarksInStores
from tests.monitoring.contract import BoardContract
from tests.postgres.conftest import Cluster
from tests.review.contract import ReviewContract
from tests.server.recordings_in_stores import RecordingsInStores
from tests.server.way_in_stores import WayInStores

SCHEDULES = 6
AT_ONCE = 10


class OverPostgres:
    @pytest.fixture
    def store(self, postgres_store: PostgresStore) -> Store:
        return postgres_store


class WithAFolder(OverPostgres):
    """Where blobs lie changes nothing."""

    @pytest.fixture
    def blobs_place(self, tmp_path: Path) -> str:
        (tmp_path / "blobs").mkdir()
        return str(tmp_path / "blobs")


class TestArchives(OverPostgres, BetweenStores):
    name = "postgres"

    @pytest.fixture(autouse=True)
    def _named(self, settings: Settings, cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PANGEA_POSTGRES_URL", cluster.url)
        monkeypatch.setenv("PANGEA_POSTGRES_BLOBS", str(settings.postgres_blobs))


class TestLandmarks(WithAFolder, LandmarksInStores):
    pass


class TestBoard(WithAFolder, BoardContract):
    pass


class TestReviews(WithAFolder, ReviewContract):
    pass


class Named(OverPostgres):
    @pytest.fixture
    def settings(self, settings: Settings) -> Settings:
        return settings


class TestRecordings(Named, RecordingsInStores):
    pass


class TestWay(Named, WayInStores):
    pass


class TestQueue(WithAFolder):
    def test_a_counted_limit_holds_where_many_ask_at_once(self, store: Store) -> None:
        records = store.records
        person = Annotator(annotator_id=1, role=Role.ANNOTATOR, languages=("en-US",))

        def asked(number: int) -> bool:
            try:
                ask(records, person, str(uuid4()), f"Question {number}?")
            except StoreConflictError:
                return False
            return True

        with ThreadPoolExecutor(AT_ONCE) as pool:
            told: Sequence[bool] = list(pool.map(asked, range(AT_ONCE)))
        assert sum(told) == records.count(Question) == MOST_WAITING

    def test_the_rules_of_the_queue_hold(self, store: Store, cluster: Cluster) -> None:
        given = 0
        for seed in range(SCHEDULES):
            cluster.wipe()
            where = setting(seed)
            observer = run_schedule(StoreQueue(store.records, where), where, seed, steps=20)
            given += len(observer.met)
        assert given > SCHEDULES
