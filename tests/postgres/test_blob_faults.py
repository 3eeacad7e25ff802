"""What goes wrong with blobs and their bucket: nothing is seen in part, what is left is erased, faults are named."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

import boto3
import pytest

from environments.errors import ConfigurationError
from pangea_server.app.testing.stores.examples import blob_info, task
from pangea_server.core.errors import BlobDamagedError, StoreError
from pangea_server.stores.postgres import blobs
from pangea_server.stores.postgres.store import PostgresStore
from tests.postgres.conftest import BUCKET, Cluster, keys_in
from tests.postgres.servers import s3_server
from tests.reliability.cutting_proxy import Cut, CuttingProxy


@pytest.fixture
def blobs_place(tmp_path: Path) -> str:
    """A folder; what is about S3 says so."""
    (tmp_path / "blobs").mkdir()
    return str(tmp_path / "blobs")


def notes(cluster: Cluster) -> int:
    ((number,),) = cluster.ask("SELECT count(*) FROM erasures")
    return int(number)


def let_time_pass(cluster: Cluster) -> None:
    """The notes of uploads that were interrupted are due."""
    cluster.ask("UPDATE erasures SET due = now()")


def files(place: str) -> list[str]:
    return [path.name.partition("~")[0] for path in Path(place).rglob("*") if path.is_file()]


def test_an_upload_that_is_interrupted_is_never_seen_and_is_erased_later(
    cluster: Cluster, postgres_store: PostgresStore, blobs_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*_: object) -> bool:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(blobs, "_enter", dies)
        with pytest.raises(ZeroDivisionError):
            postgres_store.blobs.create("a/b", b"bytes")
    assert (files(blobs_place), postgres_store.blobs.list("")) == (["b"], [])
    postgres_store.scrub()
    assert files(blobs_place) == ["b"], "it may still be under way at another server"
    let_time_pass(cluster)
    PostgresStore.open(cluster.url, blobs_place, exclusive=True).close()
    assert (files(blobs_place), notes(cluster)) == ([], 0)
    assert postgres_store.blobs.create("a/b", b"bytes")


def test_an_upload_that_comes_too_late_counts_for_nothing(
    cluster: Cluster, postgres_store: PostgresStore, blobs_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter = blobs._enter

    def late(*arguments: Any) -> bool:
        let_time_pass(cluster)
        postgres_store.blobs.sweep()
        return enter(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(blobs, "_enter", late)
        with pytest.raises(StoreError, match="took more than 6 hours"):
            postgres_store.blobs.create("a/b", b"bytes")
    assert (files(blobs_place), postgres_store.blobs.list("")) == ([], [])


def test_what_cannot_be_erased_now_is_erased_later(
    cluster: Cluster, postgres_store: PostgresStore, blobs_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(keys: object) -> None:
        raise StoreError("S3 cannot be reached.")

    postgres_store.blobs.create("a/b", b"bytes")
    with monkeypatch.context() as patch:
        patch.setattr(postgres_store.blobs._objects, "remove", away)
        with pytest.raises(StoreError, match="cannot be reached"):
            postgres_store.blobs.delete("a/b")
        with pytest.raises(StoreError, match="cannot be reached"):
            postgres_store.scrub()
    assert (files(blobs_place), postgres_store.blobs.list(""), notes(cluster)) == (["b"], [], 1)
    postgres_store.scrub()
    assert (files(blobs_place), notes(cluster)) == ([], 0)


def test_refused_blobs_leave_nothing(
    cluster: Cluster, postgres_store: PostgresStore, blobs_place: str
) -> None:
    postgres_store.blobs.create("a/b", b"bytes")
    assert not postgres_store.blobs.create("a/b", b"bytes")
    with pytest.raises(StoreError):
        postgres_store.blobs.create("a/b", b"other")
    with pytest.raises(StoreError):
        postgres_store.blobs.create_soon(blob_info("c", b"bytes"), [b"bytes"], task(1)).result()
    assert (files(blobs_place), notes(cluster)) == (["b"], 0)


def test_bytes_that_are_missing_or_changed_are_named(postgres_store: PostgresStore, blobs_place: str) -> None:
    for name in ("gone", "changed"):
        postgres_store.blobs.create(name, b"bytes")
    for path in Path(blobs_place).iterdir():
        path.unlink() if path.name.startswith("gone") else path.write_bytes(b"other")
    with pytest.raises(BlobDamagedError, match=r"there is no .*gone~"):
        postgres_store.blobs.read("gone")
    with pytest.raises(BlobDamagedError, match="'changed' is damaged: its bytes have changed"):
        postgres_store.blobs.read("changed")


@pytest.mark.parametrize("cut", [Cut("request", 300), Cut("answer", 0), Cut("answer", 30)], ids=str)
def test_an_upload_whose_answer_is_lost_is_stored_once(
    cluster: Cluster, s3: str, monkeypatch: pytest.MonkeyPatch, cut: Cut
) -> None:
    cluster.wipe()
    with CuttingProxy(int(s3.rsplit(":", 1)[1])) as proxy:
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", f"http://127.0.0.1:{proxy.port}")
        with PostgresStore.open(cluster.url, f"s3://{BUCKET}/{cut.of}{cut.after}") as store:
            proxy.cut = cut
            store.blobs.create("voice", bytes(50_000))
            assert [blob.size for blob in store.blobs.list("")] == [50_000]
            assert store.blobs.read("voice") == bytes(50_000)
        assert len([key for key in keys_in(BUCKET) if key.startswith(f"{cut.of}{cut.after}/")]) == 1


def test_a_bucket_that_is_not_there_is_named(cluster: Cluster, s3: str) -> None:
    cluster.wipe()
    with PostgresStore.open(cluster.url, "s3://nowhere") as store:
        with pytest.raises(ConfigurationError, match="There is no bucket 'nowhere' in S3"):
            store.blobs.create("a", b"bytes")
        assert store.blobs.list("") == []


class OtherRegion(BaseHTTPRequestHandler):
    """S3, asked in a region where the bucket is not."""

    protocol_version = "HTTP/1.1"

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        said = b"<Error><Code>IllegalLocationConstraintException</Code><Message>elsewhere</Message></Error>"
        self.send_response(400)
        self.send_header("Content-Type", "application/xml")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None:
        pass


def test_a_bucket_of_another_region_is_named(
    cluster: Cluster, s3: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """moto serves every bucket in every region; this answers as Amazon documents it."""
    cluster.wipe()
    with ThreadingHTTPServer(("127.0.0.1", 0), OtherRegion) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", f"http://127.0.0.1:{server.server_port}")
        with PostgresStore.open(cluster.url, f"s3://{BUCKET}") as store:
            with pytest.raises(ConfigurationError, match="'voices' is in another region of S3") as refused:
                store.blobs.create("a", b"bytes")
            assert "AWS_DEFAULT_REGION" in refused.value.remedy
            assert store.blobs.list("") == []
        server.shutdown()


def test_a_bucket_without_rights_is_named(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.wipe()
    for name, value in {"AWS_ACCESS_KEY_ID": "root", "AWS_SECRET_ACCESS_KEY": "hush"}.items():
        monkeypatch.setenv(name, value)
    with s3_server(tmp_path / "moto.log") as address:
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", address)
        boto3.client("s3", region_name="us-east-1").create_bucket(Bucket=BUCKET)
        let_in_no_more = Request(f"{address}/moto-api/reset-auth", b"0", {"Content-Type": "text/plain"})
        urlopen(let_in_no_more).close()
        with PostgresStore.open(cluster.url, f"s3://{BUCKET}") as store:
            with pytest.raises(StoreError, match="S3 refuses this server at the bucket 'voices'") as refused:
                store.blobs.create("a", b"bytes")
            assert "hush" not in str(refused.value)
            assert store.blobs.list("") == []
