"""A backup has one form, is of one moment, and goes on where it was interrupted."""

from __future__ import annotations

import os
import random
import tarfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from environments.errors import ConfigurationError
from pangea_server.core.errors import StoreError
from pangea_server.dataset.archive import write_archive
from pangea_server.stores.local.store import LocalStore
from tests.archive.campaign import told
from tests.archive.failing import FailingStore


def test_the_archive_of_a_store_has_one_form(source: LocalStore, archive: Path, tmp_path: Path) -> None:
    write_archive(source, tmp_path / "again.tar")
    assert (tmp_path / "again.tar").read_bytes() == archive.read_bytes()
    with tarfile.open(archive) as tar:
        names = tar.getnames()
    blobs = [name for name in names if name.startswith("blobs/")]
    assert blobs == sorted(blobs)
    assert (names[0], names[-1], len(blobs)) == ("pangea-archive.json", "manifest.jsonl", 42)


def test_no_order_of_keys_shows_in_the_archive(tmp_path: Path) -> None:
    """Firestore hands the keys of a mapping out in an order that differs from process to process."""
    for name, order in (("one", 1), ("other", -1)):
        scores = {"viewpoints": 1.0, "found": None, "exact": 0.0}
        with LocalStore.open(tmp_path / name) as store:
            store.records.create(
                told(
                    "tour",
                    scores=dict(list(scores.items())[::order]),
                    submitted_at=datetime(2021, 5, 1, tzinfo=UTC),
                )
            )
            write_archive(store, tmp_path / f"{name}.tar")
    assert (tmp_path / "one.tar").read_bytes() == (tmp_path / "other.tar").read_bytes()


def test_a_folder_that_is_not_there_is_named(source: LocalStore, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"no/such/folder.* cannot be written: No such file"):
        write_archive(source, tmp_path / "no" / "such" / "folder" / "campaign.tar")


def test_no_backup_is_overwritten(source: LocalStore, archive: Path) -> None:
    before = archive.read_bytes()
    with pytest.raises(ConfigurationError, match=r"exists\. Name another file"):
        write_archive(source, archive)
    assert archive.read_bytes() == before


@pytest.mark.parametrize("calls", [0, 1, 7, 41])
def test_an_interrupted_backup_goes_on(source: LocalStore, archive: Path, tmp_path: Path, calls: int) -> None:
    again = tmp_path / "again.tar"
    with pytest.raises(StoreError, match="went down"):
        write_archive(FailingStore(source, calls), again)  # type: ignore[arg-type]
    assert not again.exists()
    write_archive(source, again)
    assert again.read_bytes() == archive.read_bytes()
    assert {path.name for path in tmp_path.glob("again*")} == {"again.tar"}


@pytest.mark.parametrize("seed", range(6))
def test_a_torn_backup_goes_on(source: LocalStore, archive: Path, tmp_path: Path, seed: int) -> None:
    chance, again = random.Random(seed), tmp_path / "again.tar"
    with pytest.raises(StoreError):
        write_archive(FailingStore(source, 30), again)  # type: ignore[arg-type]
    for name in ("again.tar.part", "again.tar.part.journal"):
        size = (tmp_path / name).stat().st_size
        os.truncate(tmp_path / name, chance.randrange(size))
    write_archive(source, again)
    assert again.read_bytes() == archive.read_bytes()


def test_a_journal_that_lost_only_the_end_of_a_line_goes_on(
    source: LocalStore, archive: Path, tmp_path: Path
) -> None:
    again, journal = tmp_path / "again.tar", tmp_path / "again.tar.part.journal"
    with pytest.raises(StoreError):
        write_archive(FailingStore(source, 30), again)  # type: ignore[arg-type]
    os.truncate(journal, journal.stat().st_size - 1)
    write_archive(source, again)
    assert again.read_bytes() == archive.read_bytes()
