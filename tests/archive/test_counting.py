"""What a drill tells of two stores: everything that one of them has."""

from __future__ import annotations

from pangea_server.annotate.tasks.records import Task
from pangea_server.dataset.archive.drill_command import Count, compare_counts
from pangea_server.stores.local.store import LocalStore


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
