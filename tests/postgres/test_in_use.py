"""What every shared store is used for, over PostgreSQL: archives, landmarks, the dashboard, reviews, whole tasks."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest

from pangea_server import Settings
from pangea_server.annotate.landmarks.records import RegionRecord
from pangea_server.app.testing.server import Someone
from pangea_server.collect.questions.questions import MOST_WAITING, ask
from pangea_server.collect.questions.records import Question
from pangea_server.core.errors import StoreConflictError
from pangea_server.core.records import now
from pangea_server.dataset.archive import StoreContents, fill
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.erasure.retention import remove_past_their_date
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.exports.export import open_formats
from pangea_server.dataset.release.release import make_release
from pangea_server.people.access.records import Annotator, Role
from pangea_server.people.consent.records import ConsentReceipt
from pangea_server.people.consent.texts import publish
from pangea_server.stores.postgres.objects import S3_SCHEME
from pangea_server.stores.postgres.store import PostgresStore
from pangea_server.stores.protocol import Store
from pangea_server.stores.tombstones import Tombstone
from tests.archive.between_stores import BetweenStores
from tests.campaigns.schedules import StoreQueue, run_schedule, setting
from tests.exports.filled import annotated, corridor
from tests.landmarks.examples import region
from tests.landmarks.in_stores import LandmarksInStores
from tests.monitoring.contract import BoardContract
from tests.postgres.conftest import BUCKET, Cluster, keys_in
from tests.reliability.house import WALK
from tests.review.contract import ReviewContract
from tests.server.recordings_in_stores import RecordingsInStores
from tests.server.way_in_stores import WayInStores

SCHEDULES = 6
AT_ONCE = 10


class OverPostgres:
    @pytest.fixture
    def store(self, postgres_store: PostgresStore) -> Store:
        return postgres_store


def keys_at(place: str) -> list[str]:
    """The keys of all objects."""
    if place.startswith(S3_SCHEME):
        return keys_in(BUCKET)
    return [path.name for path in Path(place).rglob("*") if path.is_file()]


def contents(folder: Path) -> dict[str, bytes]:
    files = (file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


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
    def test_a_withdrawal_leaves_no_byte(
        self, guide: Someone, store: Store, cluster: Cluster, blobs_place: str
    ) -> None:
        lease = guide.lease("guide")
        guide.record(lease["lease_id"], WALK)
        assert keys_at(blobs_place)
        withdraw(store, guide.annotator_id, None)
        assert (store.blobs.list(""), keys_at(blobs_place), cluster.ask("SELECT * FROM erasures")) == (
            [],
            [],
            [],
        )


class TestRelease(WithAFolder):
    """What leaves a campaign, and what has to leave it, are the same as from the local store."""

    @pytest.fixture
    def stores(self, store: Store, tmp_path: Path) -> Sequence[Store]:
        local = annotated(tmp_path / "data")
        publish(local.records, {"en": "For thirty days."}, retention_days=30)
        local.records.create(ConsentReceipt(annotator_id=8, version=1, language="en", sha256=""))
        local.records.create(region("r4", annotator_id=8))
        fill(store, StoreContents(local), "local")
        return local, store

    def test_a_release_has_the_same_bytes(self, stores: Sequence[Store], tmp_path: Path) -> None:
        places = corridor(tmp_path / "corridor")
        for number, store in enumerate(stores):
            make_release(
                Dataset(store, places), tmp_path / str(number), open_formats(["rxr", "webvtt"]), "1.0"
            )
        local, other = (contents(tmp_path / str(number)) for number in range(2))
        assert local == other
        assert len(local) > 5

    def test_what_is_past_its_date_goes(self, stores: Sequence[Store]) -> None:
        for store in stores:
            remove_past_their_date(store, now() + timedelta(days=29))
            assert store.records.count(RegionRecord) == 1
            remove_past_their_date(store, now() + timedelta(days=31))
            assert store.records.count(RegionRecord) == 0
            assert [each.removed_from for each in store.records.find(Tombstone)] == ["regions"]


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
