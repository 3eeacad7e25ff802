"""The local database's schema, brought up to date when a store is opened.

Each ``NNNN.sql`` beside this file migrates a database from one version to the next; ``0001.sql`` makes a new one.
SQLite's own ``PRAGMA user_version`` counts them, and changes with the rest of a transaction.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cache
from pathlib import Path

from environments.errors import ConfigurationError
from pangea_server.core.errors import StoreError
from pangea_server.stores.sqlite.sqlite import Select, SqliteDatabase

FOLDER = Path(__file__).parent


def bring_up_to_date(database: SqliteDatabase) -> None:
    """Run the migrations that this database lacks, all in one transaction: if it is interrupted, none has run.

    Raises:
        ConfigurationError: a later version of PanGEA wrote this database.
        StoreError: its tables are not those of the version that it names.
    """
    target = newest()
    if _version(database.select, database.directory) == target:
        return
    with database.writing() as connection:  # another process may have migrated it since: check again
        for version in range(_version(connection.execute, database.directory), target):
            _migrate(connection, version, database.directory)
        connection.execute(f"PRAGMA user_version = {target}")


@cache
def expected_schema() -> Mapping[str, str]:
    """The definitions of tables and indexes in a database of the newest version, by name."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in _scripts():
            connection.executescript(script)
        return dict(connection.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))


def newest() -> int:
    """The version of the schema that this code reads and writes."""
    return len(_scripts())


@cache
def _scripts() -> list[str]:
    """The migrations from version 0 to 1, from 1 to 2, and so on."""
    return [file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("[0-9]*.sql"))]


def _migrate(connection: sqlite3.Connection, version: int, directory: Path) -> None:
    try:
        for statement in _statements(_scripts()[version]):
            connection.execute(statement)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_ERROR":
            raise
        raise StoreError(
            f"The database in {directory} is damaged: its tables are not those of schema {version} ({error}).",
            remedy="Restore it from a backup.",
        ) from error


def _statements(script: str) -> Iterator[str]:
    """The statements one by one: ``executescript`` would commit first."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _version(select: Select, directory: Path) -> int:
    ((version,),) = select("PRAGMA user_version", ())
    if version == 0 and [*select("SELECT 1 FROM sqlite_schema WHERE name = 'blobs'", ())]:
        raise ConfigurationError(
            f"The database in {directory} has lost the version of its schema.",
            remedy="Restore it from a backup: what sqlite3's .dump writes lacks PRAGMA user_version.",
        )
    if not 0 <= version <= newest():
        raise ConfigurationError(
            f"The data directory {directory} has schema {version}; this PanGEA knows those up to {newest()}.",
            remedy="Install the version that wrote it, or a later one.",
        )
    return int(version)
