"""The local store's database: made and migrated on opening, and searched by index."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.app.testing.stores.examples import task
from pangea_server.core.errors import StoreError
from pangea_server.core.records import Counter, Record
from pangea_server.dataset.collections import RECORDS
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.sqlite.sqlite import SqliteDatabase


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A data directory with an empty store."""
    LocalStore.open(tmp_path / "data").close()
    return tmp_path / "data"


def query(directory: Path, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(directory / "pangea.db")) as connection:
        rows = connection.execute(statement, values).fetchall()
        connection.commit()
        return rows


@contextmanager
def statements() -> Iterator[list[str]]:
    """What stores that are opened meanwhile send to SQLite, with their values."""
    sent: list[str] = []

    def traced(database: SqliteDatabase) -> sqlite3.Connection:
        connection = connect(database)
        connection.set_trace_callback(sent.append)
        return connection

    connect = SqliteDatabase.connect
    with patch.object(SqliteDatabase, "connect", traced):
        yield sent


def test_the_data_directory_is_private(directory: Path) -> None:
    assert directory.stat().st_mode & 0o777 == 0o700


def test_journal_and_sync_keep_what_was_acknowledged(directory: Path) -> None:
    with closing(SqliteDatabase(directory)) as database:
        names = ("journal_mode", "synchronous")
        settings = [database.select(f"PRAGMA {name}") for name in names]
    assert settings == [[("wal",)], [(2,)]]


@pytest.mark.parametrize("kind", RECORDS)
def test_every_kind_has_its_table_and_indexes(directory: Path, kind: type[Record]) -> None:
    indexed = {
        columns[0] for (name,) in indexes(directory, kind) if (columns := index_columns(directory, name))
    }
    assert indexed == {"record_id", *kind.indexed}, "a new kind or index needs a migration"


def indexes(directory: Path, kind: type[Record]) -> list[tuple[str]]:
    return [(row[1],) for row in query(directory, f"PRAGMA index_list({kind.collection})")]


def index_columns(directory: Path, name: str) -> list[str]:
    return [row[2] for row in query(directory, f"PRAGMA index_info({name})")]


@pytest.mark.parametrize(
    ("kind", "where"),
    [
        (Task, {}),
        (Task, {"state": "open"}),
        (Task, {"instruction_id": None}),
        (Task, {"kind": "guide", "state": "open", "language": "en-US"}),
        (Lease, {"annotator_id": 3, "state": LeaseState.ACTIVE}),
    ],
)
def test_find_reads_an_index_in_order(directory: Path, kind: type[Record], where: dict[str, Any]) -> None:
    with statements() as sent, LocalStore.open(directory) as store:
        store.records.find(kind, where, after="guide-000100", limit=10)
    plan = " ".join(row[3] for row in query(directory, f"EXPLAIN QUERY PLAN {sent[-1]}"))
    assert plan.startswith(f"SEARCH {kind.collection} USING INDEX")
    assert all(f"{field}=?" in plan for field in where), "fields searched together need an index together"
    assert "TEMP B-TREE" not in plan


def test_opening_again_keeps_everything(directory: Path) -> None:
    with LocalStore.open(directory) as store:
        store.records.create(task(1))
        store.blobs.create("a/b", b"bytes")
    with LocalStore.open(directory) as store:
        assert store.records.find(Task) == [task(1)]
        assert store.blobs.read("a/b") == b"bytes"


def test_many_may_open_a_new_store_at_once(tmp_path: Path) -> None:
    def open_and_count(number: int) -> int:
        with LocalStore.open(tmp_path / "data") as store:
            store.records.create(Counter(name=str(number), value=number))
            return store.records.get(Counter, str(number)).value

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(open_and_count, range(8))) == list(range(8))


def test_a_new_database_waits_for_who_writes_to_it(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "pangea.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(1) as pool:
            opening = pool.submit(LocalStore.open, tmp_path)
            with pytest.raises(TimeoutError):
                opening.result(timeout=0.3)
            other.execute("COMMIT")
            opening.result().close()


def test_a_record_that_cannot_be_read_is_named(directory: Path) -> None:
    query(
        directory, "INSERT INTO counters (record_id, document, seal) VALUES ('paths', '{\"name\": 1}', x'')"
    )
    with LocalStore.open(directory) as store, pytest.raises(StoreError, match="'paths' among the counters"):
        store.records.get(Counter, "paths")
