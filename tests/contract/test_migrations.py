"""A store is brought to the newest schema, and one of a later version is refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from environments.errors import ConfigurationError
from pangea_server.core.errors import StoreError
from pangea_server.core.records import Counter
from pangea_server.stores import migrations
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.migrations import newest

COLOUR = (
    "ALTER TABLE counters ADD COLUMN colour TEXT;\nCREATE INDEX counters_by_colour ON counters (colour);\n"
)
"""A second migration, as a coming version may bring."""


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with today's migrations, in which the test adds more."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    for script in migrations.FOLDER.glob("*.sql"):
        (folder / script.name).write_bytes(script.read_bytes())
    monkeypatch.setattr(migrations, "FOLDER", folder)
    forget()
    yield folder
    forget()


def forget() -> None:
    migrations._scripts.cache_clear()
    migrations.expected_schema.cache_clear()


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    """A data directory of today's version, with one record."""
    with LocalStore.open(tmp_path / "data") as store:
        store.records.create(Counter(name="paths", value=7))
    return tmp_path / "data"


def test_a_second_migration_changes_the_tables_and_keeps_every_record(directory: Path, later: Path) -> None:
    (later / f"{newest() + 1:04d}.sql").write_text(COLOUR)
    forget()
    with LocalStore.open(directory) as store:
        assert store.records.get(Counter, "paths").value == 7
    assert user_version(directory) == newest()
    assert schema(directory) == dict(migrations.expected_schema())
    assert "counters_by_colour" in schema(directory)


def test_a_migration_that_fails_in_the_middle_leaves_the_store_as_it_was(
    directory: Path, later: Path
) -> None:
    before = user_version(directory), schema(directory)
    (later / f"{newest() + 1:04d}.sql").write_text(COLOUR + "CREATE TABLE counters (name TEXT);\n")
    forget()
    with pytest.raises(StoreError, match=r"tables are not those of schema 1.*Restore it from a backup"):
        LocalStore.open(directory)
    assert (user_version(directory), schema(directory)) == before


def test_the_migrations_are_numbered_from_1_without_a_gap() -> None:
    names = sorted(file.name for file in migrations.FOLDER.glob("*.sql"))
    assert names == [f"{number:04d}.sql" for number in range(1, newest() + 1)]


def test_a_later_schema_is_refused_and_kept(directory: Path) -> None:
    execute(directory, f"PRAGMA user_version = {newest() + 1}")
    with pytest.raises(
        ConfigurationError, match=f"schema {newest() + 1};.*Install the version that wrote it"
    ):
        LocalStore.open(directory)
    assert user_version(directory) == newest() + 1


def test_a_database_that_was_copied_without_its_version_is_refused(directory: Path) -> None:
    execute(directory, "PRAGMA user_version = 0")
    with pytest.raises(ConfigurationError, match=r"lost the version of its schema.*Restore it from a backup"):
        LocalStore.open(directory)


def schema(directory: Path) -> dict[str, str]:
    with closing(sqlite3.connect(directory / "pangea.db")) as connection:
        return dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))


def user_version(directory: Path) -> int:
    with closing(sqlite3.connect(directory / "pangea.db")) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def execute(directory: Path, statement: str) -> None:
    with closing(sqlite3.connect(directory / "pangea.db", isolation_level=None)) as connection:
        connection.execute(statement)
