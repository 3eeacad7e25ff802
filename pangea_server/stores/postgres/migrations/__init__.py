"""The schema in PostgreSQL, brought up to date when a store is opened.

Each ``NNNN.sql`` beside this file migrates a database from one version to the next; ``0001.sql`` makes a new one.
All that are missing run in one transaction, and the table ``pangea_schema`` counts them: if it is interrupted, none has
run.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from psycopg import Connection
from psycopg.errors import DuplicateTable

from environments.errors import ConfigurationError

FOLDER = Path(__file__).parent
TURN = 0x70616E676561
"""The advisory lock of who migrates: of several servers that start at once, one does."""


def bring_up_to_date(connection: Connection[Any]) -> None:
    """Run the migrations that this database lacks.

    Raises:
        ConfigurationError: a later version of PanGEA wrote it, or it has tables of another program.
    """
    if version_of(connection) == newest():
        return
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (TURN,))
        for script in _scripts()[version_of(connection) :]:  # another server may have run some since
            _run(connection, script)
        connection.execute("UPDATE pangea_schema SET version = %s", (newest(),))


def version_of(connection: Connection[Any]) -> int:
    """The version of a database's schema; 0 when it has none.

    Raises:
        ConfigurationError: a later version of PanGEA wrote it.
    """
    found = connection.execute("SELECT to_regclass('pangea_schema') IS NOT NULL").fetchone()
    if found == (False,):
        return 0
    ((version,),) = connection.execute("SELECT version FROM pangea_schema").fetchall()
    if version > newest():
        raise ConfigurationError(
            f"The database of PANGEA_POSTGRES_URL has schema {version}; this PanGEA knows those up to {newest()}.",
            remedy="Install the version that wrote it, or a later one.",
        )
    return int(version)


def newest() -> int:
    """The version of the schema that this code reads and writes."""
    return len(_scripts())


@cache
def _scripts() -> list[bytes]:
    """The migrations from version 0 to 1, from 1 to 2, and so on."""
    return [file.read_bytes() for file in sorted(FOLDER.glob("[0-9]*.sql"))]


def _run(connection: Connection[Any], script: bytes) -> None:
    try:
        connection.execute(script)
    except DuplicateTable as error:
        raise ConfigurationError(
            "The database of PANGEA_POSTGRES_URL has tables of the same names, which are not PanGEA's.",
            remedy="Give PanGEA a database of its own.",
        ) from error
