"""The local database's schema, brought up to date when a store is opened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from environments.errors import ConfigurationError
from pangea_server.stores.sqlite import Database

if TYPE_CHECKING:
    from alembic.config import Config

FOLDER = Path(__file__).parent


def bring_up_to_date(database: Database) -> None:
    """Run the migrations that this database has not had, all or none.

    Raises:
        ConfigurationError: the database was written by a later version of PanGEA.
    """
    from alembic.script import ScriptDirectory

    config = _config()
    script = ScriptDirectory.from_config(config)
    current = _revision(database)
    if current == script.get_current_head():
        return
    if current not in {None, *(revision.revision for revision in script.walk_revisions())}:
        raise ConfigurationError(
            f"The data directory {database.directory} has schema {current!r}, unknown to this PanGEA.",
            remedy="Install the version that wrote it, or a later one.",
        )
    with database.translated(), database.gate.passage():
        _upgrade(database, config)


def _upgrade(database: Database, config: Config) -> None:
    from alembic import command

    engine = sa.create_engine("sqlite://", creator=database.connect, poolclass=sa.NullPool)
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DBAPIError as error:
        raise error.orig or error from error


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config


def _revision(database: Database) -> str | None:
    if not database.select("SELECT 1 FROM sqlite_schema WHERE name = 'alembic_version'"):
        return None
    rows = database.select("SELECT version_num FROM alembic_version")
    return rows[0][0] if rows else None
