"""What is restored is equal, whatever is interrupted; only an empty store is filled."""

from __future__ import annotations

from pathlib import Path

import pytest

from environments.errors import ConfigurationError
from pangea_server.core.errors import StoreConflictError, StoreError
from pangea_server.core.records import Counter
from pangea_server.core.settings import Settings
from pangea_server.dataset.archive import Archive, Remaining, fill, refuse_unfinished, write_archive
from pangea_server.http.services import open_services
from pangea_server.stores.local.store import LocalStore
from tests.archive.campaign import everything, restore
from tests.archive.failing import FailingStore


def test_what_is_restored_is_equal(source: LocalStore, target: LocalStore, archive: Path) -> None:
    restore(archive, target)
    assert everything(target) == everything(source)
    assert archive.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("blobs", "batches"), [(0, 0), (1, 0), (2, 0), (20, 0), (42, 0), (99, 0), (99, 1), (99, 2)]
)
def test_an_interrupted_restore_goes_on(
    source: LocalStore, target: LocalStore, archive: Path, blobs: int, batches: int
) -> None:
    failing = FailingStore(target, blobs, batches)
    with pytest.raises(StoreError, match="went down"), Archive.open(archive) as opened:
        fill(failing, Remaining(opened), opened.sha256)  # type: ignore[arg-type]
    if blobs:
        with pytest.raises(ConfigurationError, match="was interrupted"):
            refuse_unfinished(target)
    restore(archive, target)
    refuse_unfinished(target)
    assert everything(target) == everything(source)


def test_another_archive_does_not_go_on(target: LocalStore, archive: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="went down"), Archive.open(archive) as opened:
        fill(FailingStore(target, 9), Remaining(opened), opened.sha256)  # type: ignore[arg-type]
    with LocalStore.open(tmp_path / "other") as other:
        write_archive(other, tmp_path / "other.tar")
    with pytest.raises(StoreConflictError, match="not empty"):
        restore(tmp_path / "other.tar", target)


@pytest.mark.parametrize("what", ["record", "blob"])
def test_a_store_that_is_not_empty_is_refused(target: LocalStore, archive: Path, what: str) -> None:
    if what == "record":
        target.records.create(Counter(name="paths", value=1))
    else:
        target.blobs.create("a", b"bytes")
    before = everything(target)
    with pytest.raises(StoreConflictError, match=r"not empty: it has (counters|the blob 'a')"):
        restore(archive, target)
    assert everything(target) == before


def test_no_server_starts_on_half_a_store(target: LocalStore, archive: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="went down"), Archive.open(archive) as opened:
        fill(FailingStore(target, 9), Remaining(opened), opened.sha256)  # type: ignore[arg-type]
    with pytest.raises(ConfigurationError, match="was interrupted"):
        open_services(Settings(data_dir=tmp_path / "target"))
