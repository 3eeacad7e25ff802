"""The local database's schema, brought up to date when a store is opened."""

from __future__ import annotations

from pathlib import Path

from environments.errors import ConfigurationError
from pangea_server.stores.sqlite.sqlite import Database

VERSIONS = Path(__file__).parent / "versions"


def bring_up_to_date(database: Database) -> None:
    """Run the migrations that this database has not had, all or none.

    Raises:
        ConfigurationError: the database was written by a later version of PanGEA.
    """
    known = revisions()
    current = _revision(database)
    if current == known[-1]:
        return
    if current not in {None, *known}:
        raise ConfigurationError(
            f"The data directory {database.directory} has schema {current!r}, unknown to this PanGEA.",
            remedy="Install the version that wrote it, or a later one.",
        )
    from pangea_server.stores.migrations.upgrade import upgrade  # Alembic takes half a second to load

    with database.translated(), database.gate.passage():
        upgrade(database)


def revisions() -> list[str]:
    """All that there are, oldest first, by the names of their files."""
    return sorted(file.name[1:5] for file in VERSIONS.glob("v[0-9]*.py"))


def _revision(database: Database) -> str | None:
    if not database.select("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'"):
        return None
    rows = database.select("SELECT version_num FROM alembic_version")
    return rows[0][0] if rows else None
