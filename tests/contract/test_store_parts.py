"""Small rules that every store has: names, numbers, pages, and what is told of a full, busy or damaged one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from environments.errors import InvalidDataError
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.stores.examples import task
from pangea_server.core.errors import (
    StoreConflictError,
)
from pangea_server.stores.documents import LARGEST_BYTES, PLAIN, in_order, pack, unpack
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.many import create_all, known_among, records_of
from pangea_server.stores.names import is_blob_name, is_record_id
from pangea_server.stores.numbering import pass_over, take_numbers
from pangea_server.stores.paging import PAGE, every, every_blob
from pangea_server.stores.protocol import BlobInfo, Store
from pangea_server.stores.seals import seal
from pangea_server.stores.signing_keys import signing_key


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with LocalStore.open(tmp_path / "data", exclusive=True) as opened:
        yield opened


@pytest.mark.parametrize(
    ("record_id", "may_be"),
    [
        ("a", True),
        ("घर", True),
        ("a" * 1500, True),
        ("a" * 1501, False),
        ("घ" * 500, True),
        ("घ" * 501, False),
        ("", False),
        (".", False),
        ("..", False),
        ("...", True),
        ("__a__", False),
        ("__a", True),
        ("____", False),
        ("a/b", False),
        ("a\0b", False),
        ("\ud800", False),
    ],
)
def test_ids_that_every_back_end_keeps(record_id: str, may_be: bool) -> None:
    assert is_record_id(record_id) == may_be


@pytest.mark.parametrize(
    ("name", "may_be"),
    [
        ("a/b-c_d.E9", True),
        ("_a", True),
        (".a", False),
        ("a/.b", False),
        ("-a", False),
        ("a//b", False),
        ("/a", False),
        ("a/", False),
        ("", False),
        ("a b", False),
        ("घर", False),
        ("a\n", False),
        ("a" * 200, True),
        ("a" * 201, False),
        ("/".join(["a" * 127] * 8), True),
        ("/".join(["a" * 127] * 8) + "/b", False),
    ],
)
def test_names_that_every_back_end_keeps(name: str, may_be: bool) -> None:
    assert is_blob_name(name) == may_be


def test_numbers_are_given_out_in_order_and_never_twice(store: Store) -> None:
    records = store.records
    assert [take_numbers(records, "paths", count) for count in (2, 0, 3)] == [
        range(1, 3),
        range(3, 3),
        range(3, 6),
    ]
    for last in (4, 9, 9):
        pass_over(records, "paths", last)
    pass_over(records, "new", 3)
    assert [take_numbers(records, name, 1) for name in ("paths", "new")] == [range(10, 11), range(4, 5)]


def test_a_secret_is_made_once(store: Store) -> None:
    first = signing_key(store.records)
    assert (len(first), signing_key(store.records), signing_key(store.records, "other") != first) == (
        32,
        first,
        True,
    )


class Paged:
    """Records and blobs that tell how large the pages were that they were asked for."""

    def __init__(self, count: int) -> None:
        self.tasks, self.limits = [task(number) for number in range(count)], list[int]()

    def find(self, kind: Any, where: Any, *, after: str | None, limit: int) -> Sequence[Task]:
        self.limits.append(limit)
        return [each for each in self.tasks if each.record_id > (after or "")][:limit]

    def list(self, prefix: str, *, after: str, limit: int) -> Sequence[BlobInfo]:
        self.limits.append(limit)
        return [BlobInfo(each.record_id, 0, "") for each in self.tasks if each.record_id > after][:limit]


def test_pages_grow_until_they_are_whole() -> None:
    many: Any = Paged(600)
    assert list(every(many, Task, page_size=30)) == many.tasks
    assert many.limits == [30, 120, 480, 500]
    large: Any = Paged(2)
    assert list(every(large, Task, page_size=900)) == large.tasks
    assert large.limits == [900, 900]


def test_blobs_come_in_pages_after_a_name() -> None:
    many: Any = Paged(PAGE + 2)
    assert [blob.name for blob in every_blob(many, "guide-000000")] == [
        each.record_id for each in many.tasks[1:]
    ]
    assert many.limits == [PAGE] * 3


def test_many_records_are_known_created_and_read_at_once(store: Store) -> None:
    records = [task(number) for number in (3, 1, 2)]
    store.records.transact(lambda transaction: create_all(transaction, records))
    ids = ["guide-000001", "guide-000009", "guide-000003"]
    assert store.records.transact(lambda t: known_among(t, Task, ids)) == {ids[0], ids[2]}
    assert records_of(store.records, Task, ids) == [records[1], records[0]]
    assert records_of(store.records, Task, ["guide"], "kind") == [task(1), task(2), task(3)]
    assert records_of(store.records, Task, []) == []
    with pytest.raises(StoreConflictError, match="'guide-000002' is already among the tasks"):
        store.records.transact(lambda transaction: create_all(transaction, [task(7), task(2)]))
    assert store.records.count(Task) == 3


def test_a_back_end_without_a_way_for_many_is_asked_one_by_one() -> None:
    made = list[Task]()
    plain: Any = SimpleNamespace(get=lambda _, name: name if name == "a" else None, create=made.append)
    assert known_among(plain, Task, ["a", "b"]) == {"a"}
    create_all(plain, [task(1), task(2)])
    assert made == [task(1), task(2)]


def test_long_documents_and_lists_in_lists_are_packed() -> None:
    record = task(1)
    assert [
        pack(record, text) is None for text in ("x" * PLAIN, "x" * (PLAIN + 1), "[[1]]", "[1,[2]]", "[1,2]")
    ] == [
        *(True, False),
        *(False, False, True),
    ]
    assert pack(record, "घ" * (PLAIN // 3 + 1)) is not None  # bytes count, not characters
    packed = pack(record, "[[1]]")
    assert packed
    assert unpack(packed) == b"[[1]]"
    noise = os.urandom(LARGEST_BYTES).hex()
    with pytest.raises(InvalidDataError, match="'guide-000001' among the tasks has 2000000 bytes"):
        pack(record, noise)
    assert str(in_order({"b": [{"d": 1, "c": 2}], "a": 3})) == "{'a': 3, 'b': [{'c': 2, 'd': 1}]}"


def test_a_seal_is_of_the_table_and_each_value_in_order() -> None:
    seals = {
        seal(*values)
        for values in (
            ("t", "a", "b"),
            ("t", "b", "a"),
            ("u", "a", "b"),
            ("t", "ab"),
            ("t", "a", None),
            ("t", "a"),
        )
    }
    assert (len(seals), {len(each) for each in seals}) == (6, {8})
