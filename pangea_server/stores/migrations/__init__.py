"""The local database's schema, brought up to date when a store is opened."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

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
    from alembic import command
    from alembic.script import ScriptDirectory

    config = _config()
    script = ScriptDirectory.from_config(config)
    with database.reading() as connection:
        current = _revision(connection)
    if current == script.get_current_head():
        return
    if current not in {None, *(revision.revision for revision in script.walk_revisions())}:
        raise ConfigurationError(
            f"The data directory {database.directory} has schema {current!r}, unknown to this PanGEA.",
            remedy="Install the version that wrote it, or a later one.",
        )
    with database.writing() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config


def _revision(connection: sa.Connection) -> str | None:
    from alembic.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision()
