"""The ids in a database that is not opened as a store: nothing is made, migrated or reported."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

MOST_IDS = 1000
BUSY_SECONDS = 0.1


def ids_in(database: Path, table: str, beginning: str) -> list[str]:
    """The ids of a table's records that begin so, sorted; none where the database cannot be read at once."""
    address = f"{database.absolute().as_uri()}?mode=rw"  # rw makes no file, and leaves none behind
    statement = f"SELECT record_id FROM {table} WHERE substr(record_id, 1, ?) = ? ORDER BY record_id LIMIT ?"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)) as connection:
            rows = connection.execute(statement, (len(beginning), beginning, MOST_IDS))
            return [record_id for (record_id,) in rows]
    except sqlite3.Error:
        return []


def holds_records(database: Path) -> bool:
    """Whether any record is in a database."""
    with closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=rw", uri=True)) as connection:
        tables = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        kept = [name for name in tables if "record_id" in _columns(connection, name)]
        return any(connection.execute(f"SELECT EXISTS (SELECT 1 FROM {name})").fetchone()[0] for name in kept)


def _columns(connection: sqlite3.Connection, table: str) -> set[str]:
    return {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
