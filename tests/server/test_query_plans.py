"""No question that the server asks SQLite reads a table from end to end."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from pangea_server import Settings
from pangea_server.app.testing.server import People
from pangea_server.people.access.records import Role
from pangea_server.stores.sqlite.sqlite import SqliteDatabase

STATEMENT = re.compile(r"SELECT|UPDATE|DELETE|INSERT")
SCAN = re.compile("SCAN (?!json_each)")  # a parameter that is a list is read as a whole
FIRST_PAGE = re.compile(r"FROM \w+(?: ORDER BY (?:record_id (?:ASC|DESC)|rowid))? LIMIT \d+$")
"""Without a condition, and in the order of the table's own key: SQLite stops at the limit."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What SQLite is asked, with all values."""
    statements: list[str] = []
    connect = SqliteDatabase.connect

    def traced(database: SqliteDatabase) -> sqlite3.Connection:
        connection = connect(database)
        connection.set_trace_callback(statements.append)
        return connection

    monkeypatch.setattr(SqliteDatabase, "connect", traced)
    return statements


@pytest.fixture
def settings(settings: Settings, asked: list[str]) -> Settings:
    """The server is made with these, so that all it asks is noted."""
    return settings


@pytest.mark.usefixtures("campaign")
def test_no_query_of_a_whole_campaign_scans(asked: list[str], people: People, settings: Settings) -> None:
    asked.clear()  # of the migrations
    guide, manager = people(), people(Role.MANAGER)
    guide.guide()
    people().follow(["door", "lamp", "sofa"])
    cursor = manager.call("GET", "/annotations?limit=1").json()["next_cursor"]
    for question in ("", "?kind=follower", "?annotator_id=1", "?language=en-US", f"?cursor={cursor}"):
        assert manager.call("GET", f"/annotations{question}").status_code == 200
    assert manager.call("GET", "/annotations/guide/1").status_code == 200
    statements = {statement for statement in asked if STATEMENT.match(statement)}
    assert len(statements) > 40
    assert list(scans(settings, statements)) == []


def scans(settings: Settings, statements: set[str]) -> Iterator[str]:
    with closing(sqlite3.connect(settings.data_dir / "pangea.db")) as database:
        for statement in statements:
            plan = " | ".join(row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {statement}"))
            if "TEMP B-TREE" in plan or (SCAN.search(plan) and not FIRST_PAGE.search(statement)):
                yield f"{statement}: {plan}"
