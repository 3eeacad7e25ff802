"""What a drill tells of two stores: everything that one of them has."""

from __future__ import annotations

from typing import Any

import pytest

from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.stores.examples import task
from pangea_server.core.errors import DatabaseDamagedError
from pangea_server.dataset.archive import drill_command
from pangea_server.dataset.archive.drill_command import Count, compare_counts
from pangea_server.dataset.archive.layout import Damage
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import BlobInfo


def test_what_only_one_store_has_is_told(source: LocalStore, target: LocalStore) -> None:
    target.blobs.create("kept", b"bytes")
    tasks = source.records.count(Task)
    assert tasks
    for restored, live in ((target, source), (source, target)):
        told = {count.what: count for count in compare_counts(restored, live)}
        assert told["tasks"] == Count(
            "tasks", *(0 if store is target else tasks for store in (restored, live))
        )
        sizes = [sum(blob.size for blob in store.blobs.list("")) for store in (restored, live)]
        assert told["bytes of blobs"] == Count("bytes of blobs", *sizes)


def test_what_no_store_has_is_not_told(target: LocalStore) -> None:
    assert [count.what for count in compare_counts(target, target)] == []


def test_what_is_damaged_is_not_counted(target: LocalStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: Any) -> int:
        raise DatabaseDamagedError("A page.", remedy="")

    gone = Damage(damaged="gone", reason="A page.")
    monkeypatch.setattr(type(target.records), "count", damaged)
    monkeypatch.setattr(drill_command, "RECORDS", (Task,))
    monkeypatch.setattr(drill_command, "readable_records", lambda *_: [task(1), task(2), task(3), gone])
    monkeypatch.setattr(drill_command, "readable_blobs", lambda _: [BlobInfo("a", 5, ""), gone])
    assert compare_counts(target, target) == [
        Count("tasks", 3, 3),
        Count("blobs", 1, 1),
        Count("bytes of blobs", 5, 5),
    ]
