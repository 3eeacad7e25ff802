"""Stores and backups that were written with earlier names of fields are read like any other."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation, GuideVersion
from pangea_server.annotate.tasks.records import Recording
from pangea_server.core.records import Record
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store, Transaction
from tests.archive.campaign import restore
from tests.archive.older import CHECKS, COLLECTIONS, documents, unpack_older

RECORDS: tuple[type[Record], ...] = (GuideAnnotation, GuideVersion, FollowerAnnotation, Recording)


@pytest.mark.parametrize("check", CHECKS)
def test_an_older_data_directory_is_read(check: Callable[[Store], None], tmp_path: Path) -> None:
    directory, _ = unpack_older(tmp_path)
    with LocalStore.open(directory) as store:
        check(store)


@pytest.mark.parametrize("check", CHECKS)
def test_an_older_backup_is_restored(check: Callable[[Store], None], tmp_path: Path) -> None:
    _, backup = unpack_older(tmp_path)
    with LocalStore.open(tmp_path / "restored") as store:
        restore(backup, store)
        check(store)


def test_a_record_is_written_under_todays_names_only(tmp_path: Path) -> None:
    directory, _ = unpack_older(tmp_path)
    before = {name: documents(directory, name) for name in COLLECTIONS}
    with LocalStore.open(directory) as store:
        assert {name: documents(directory, name) for name in COLLECTIONS} == before
        store.records.transact(lambda transaction: rewrite(store, transaction))
    for record, (name, older) in zip(RECORDS, before.items(), strict=True):
        assert record.collection == name
        for (_, was), (_, document) in zip(older, documents(directory, name), strict=True):
            assert was.keys() | was.get("scores", {}).keys() >= EARLIER[name]
            assert not (document.keys() | (document.get("scores") or {}).keys()) & EARLIER[name]


EARLIER = {
    "guide_annotations": {"instruction", "sr", "osr"},
    "guide_versions": {"instruction", "sr", "osr"},
    "follower_annotations": {"sr", "osr"},
    "recordings": {"take"},
}


def rewrite(store: Store, transaction: Transaction) -> None:
    for kind in RECORDS:
        for record in store.records.find(kind):
            transaction.replace(record)
