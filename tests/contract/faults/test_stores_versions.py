"""Local stores of every older version are opened whole; a later one is refused, an interrupted upgrade is harmless.

``stores_since_version_1.tar.xz`` has a data directory of each version 1 to 15, written by the last commit with that
schema: a record of every kind that it knew, and a blob.
"""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from environments.errors import ConfigurationError
from pangea_server.dataset.collections import RECORDS
from pangea_server.people.access.records import Annotator
from pangea_server.people.accounts.records import Invite
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.migrations import FOLDER, bring_up_to_date, newest
from pangea_server.stores.sqlite.sqlite import Database

STORES = Path(__file__).parents[1] / "stores_since_version_1.tar.xz"
WRITTEN = range(1, 16)
Rows = dict[str, list[tuple[str, str]]]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stores")
    with tarfile.open(STORES) as archive:
        archive.extractall(folder, filter="data")
    return folder


@pytest.mark.parametrize("version", WRITTEN)
def test_the_store_of_an_older_version_is_opened_whole(written: Path, version: int, tmp_path: Path) -> None:
    directory = written / f"{version:04d}"
    before = rows(directory)
    assert alembic_version(directory) == f"{version:04d}"
    with LocalStore.open(directory) as store, LocalStore.open(tmp_path / "new"):
        for kind in RECORDS:
            assert len(store.records.find(kind)) == len(rows(directory)[kind.collection])
        assert store.blobs.read("recordings/one/voice/000000") == b"\x01\x02" * 500
    changed = {Annotator.collection, Invite.collection} if version < 7 else set()
    after = rows(directory)
    assert {name: after[name] for name in before.keys() - changed} == {
        name: before[name] for name in before.keys() - changed
    }
    assert schema(directory) == schema(tmp_path / "new")


@pytest.mark.parametrize("version", range(1, newest()))
def test_a_store_at_each_version_is_brought_to_the_newest(tmp_path: Path, version: int) -> None:
    with closing(Database(tmp_path)) as database:
        bring_up_to_date(database, target=version)
        assert user_version(tmp_path) == version
        bring_up_to_date(database)
    assert user_version(tmp_path) == newest()


ADDED_LATER = (
    "follower_annotations_by_annotator_id_and_language",
    "guide_annotations_by_annotator_id_and_language",
    "leases_by_annotator_id_and_state",
    "tasks_by_kind_and_state_and_language",
    "tasks_by_kind_and_state_and_instruction_id",
    "blobs_by_name_of_file",
    "erasures_by_name",
)


def test_indexes_that_a_migration_gained_later_are_made_up_for(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    with closing(Database(old)) as database:
        bring_up_to_date(database, target=15)
    for name in ADDED_LATER:
        execute(old, f"DROP INDEX {name}")
    with LocalStore.open(old), LocalStore.open(new):
        assert schema(old) == schema(new)


def test_the_migrations_are_numbered_from_1_without_a_gap() -> None:
    numbers = [int(file.name[:4]) for file in sorted(FOLDER.glob("*.sql"))]
    assert numbers == [*range(1, newest() + 1)]


def test_a_later_schema_is_refused_and_kept(tmp_path: Path) -> None:
    LocalStore.open(tmp_path).close()
    execute(tmp_path, f"PRAGMA user_version = {newest() + 1}")
    with pytest.raises(
        ConfigurationError, match=f"schema {newest() + 1};.*Install the version that wrote it"
    ):
        LocalStore.open(tmp_path)
    assert user_version(tmp_path) == newest() + 1


def test_a_version_with_alembic_finds_a_number_that_it_does_not_know(tmp_path: Path) -> None:
    LocalStore.open(tmp_path).close()
    assert alembic_version(tmp_path) not in {f"{version:04d}" for version in WRITTEN}


def test_a_database_that_was_copied_without_its_version_is_refused(tmp_path: Path) -> None:
    LocalStore.open(tmp_path).close()
    execute(tmp_path, "PRAGMA user_version = 0")
    with pytest.raises(ConfigurationError, match=r"lost the version of its schema.*Restore it from a backup"):
        LocalStore.open(tmp_path)


KILLED = """
import os, signal, sqlite3, sys
from pathlib import Path
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.sqlite.sqlite import Database

connect = Database.connect
def watched(database):
    connection = connect(database)
    connection.set_trace_callback(lambda sent: sys.argv[2] in sent and os.kill(os.getpid(), signal.SIGKILL))
    return connection
Database.connect = watched
LocalStore.open(Path(sys.argv[1]))
"""


@pytest.mark.parametrize(
    "statement", ["DROP INDEX annotators_by_token_hash", "PRAGMA user_version = ", "COMMIT"]
)
def test_a_process_killed_while_it_migrates_leaves_the_store_as_it_was(
    statement: str, tmp_path: Path
) -> None:
    directory = tmp_path / "store"
    with tarfile.open(STORES) as archive:
        archive.extractall(tmp_path, filter="data")
    (tmp_path / "0004").rename(directory)
    before = rows(directory), schema(directory)
    killed = subprocess.run([sys.executable, "-c", KILLED, directory, statement], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert (rows(directory), schema(directory)) == before
    with LocalStore.open(directory) as store:
        assert len(store.records.find(Annotator)) == 1
    assert user_version(directory) == newest()


def rows(directory: Path) -> Rows:
    """The documents of all records, by the tables that are there."""
    with closing(sqlite3.connect(directory / "pangea.db")) as connection:
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        ]
        return {
            table: connection.execute(f"SELECT record_id, document FROM {table} ORDER BY 1").fetchall()
            for table in tables
            if table in {kind.collection for kind in RECORDS}
        }


def schema(directory: Path) -> dict[str, str | None]:
    """Every table and index, as it was made; how the lines are broken does not count."""
    with closing(sqlite3.connect(directory / "pangea.db")) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE '%alembic%'")
        return {name: sql and "".join(sql.split()) for name, sql in found}


def alembic_version(directory: Path) -> str:
    with closing(sqlite3.connect(directory / "pangea.db")) as connection:
        return str(connection.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def user_version(directory: Path) -> int:
    with closing(sqlite3.connect(directory / "pangea.db")) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def execute(directory: Path, statement: str) -> None:
    with closing(sqlite3.connect(directory / "pangea.db", isolation_level=None)) as connection:
        connection.execute(statement)
