"""Blobs in an S3 service that keeps them on a disk, and that is killed while they are sent."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from environments.errors import PangeaError
from pangea_server.core.errors import BlobDamagedError, StoreError
from pangea_server.stores.postgres.store import PostgresStore
from tests.firebase.emulators import EmulatorMissingError
from tests.postgres.conftest import BUCKET, Cluster, empty, keys_in, s3_client
from tests.postgres.swift import Swift, swift

CHUNK = 60_000
AT_ONCE = 8
ACKNOWLEDGED_BEFORE = 20


@pytest.fixture(scope="module")
def service() -> Iterator[Swift]:
    with (
        tempfile.TemporaryDirectory(prefix="pangea-swift-") as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        try:
            with swift(Path(folder)) as server:
                for name, value in server.settings.items():
                    patch.setenv(name, value)
                s3_client().create_bucket(Bucket=BUCKET)
                yield server
        except EmulatorMissingError as reason:
            if os.environ.get("CI"):
                raise
            pytest.skip(str(reason))


@pytest.fixture
def store(cluster: Cluster, service: Swift) -> Iterator[PostgresStore]:
    cluster.wipe()
    empty(BUCKET)
    with PostgresStore.open(cluster.url, f"s3://{BUCKET}/campaign") as opened:
        yield opened


@pytest.mark.parametrize("size", [0, 1, CHUNK, 3 * 2**20])
def test_a_blob_is_kept_read_in_parts_and_removed(store: PostgresStore, size: int) -> None:
    data = os.urandom(size)
    assert store.blobs.create("voices/a-b/1.wav", data)
    assert not store.blobs.create("voices/a-b/1.wav", data)
    assert store.blobs.read("voices/a-b/1.wav") == data
    with store.blobs.open("voices/a-b/1.wav") as file:
        file.seek(size // 2)
        assert file.read() == data[size // 2 :]
    store.blobs.delete("voices/a-b/1.wav")
    assert (store.blobs.list(""), keys_in(BUCKET)) == ([], [])


def test_what_was_acknowledged_outlives_a_kill_in_the_middle(
    store: PostgresStore, service: Swift, cluster: Cluster
) -> None:
    acknowledged: dict[str, bytes] = {}
    enough, killed = Event(), Event()

    def record(number: int) -> None:
        for chunk in range(200):
            name, data = f"voices/{number}/{chunk:03}", os.urandom(CHUNK)
            try:
                store.blobs.create(name, data)
            except PangeaError:
                assert killed.is_set()
                return
            acknowledged[name] = data
            if len(acknowledged) >= ACKNOWLEDGED_BEFORE:
                enough.set()

    with ThreadPoolExecutor(AT_ONCE) as people:
        recording = [people.submit(record, number) for number in range(AT_ONCE)]
        assert enough.wait(60)
        killed.set()
        service.kill()
        for each in recording:
            each.result()
    with pytest.raises(StoreError, match="cannot be reached"):
        store.blobs.read(next(iter(acknowledged)))
    service.start()
    assert {name: store.blobs.read(name) for name in acknowledged} == acknowledged
    assert {blob.name for blob in store.blobs.list("")} == set(acknowledged)
    cluster.ask("UPDATE erasures SET due = now()")
    store.scrub()
    assert len(keys_in(BUCKET)) == len(acknowledged)
    assert store.blobs.create("voices/again", b"bytes")


def test_an_object_that_the_disk_lost_is_named(store: PostgresStore, service: Swift) -> None:
    store.blobs.create("voices/1", b"bytes")
    [lost] = (service.folder / "disks" / "one" / "objects").rglob("*.data")
    lost.unlink()
    with pytest.raises(BlobDamagedError, match=r"there is no .*voices/1~"):
        store.blobs.read("voices/1")
