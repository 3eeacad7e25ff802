"""Alembic over the local store's own connections."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import DBAPIError

from pangea_server.stores.sqlite.sqlite import Database

FOLDER = Path(__file__).parent


def upgrade(database: Database) -> None:
    """Run what this database lacks, in one transaction."""
    config = alembic_config()
    engine = sa.create_engine("sqlite://", creator=database.connect, poolclass=sa.NullPool)
    sa.event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except DBAPIError as error:
        raise error.orig or error from error


def alembic_config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    return config
