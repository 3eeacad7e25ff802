"""The store of PostgreSQL: records and the names of blobs in a database, their bytes in S3 or a shared folder."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from psycopg import sql
from pydantic import SecretStr

from environments.errors import ConfigurationError
from pangea_server.stores.postgres.blobs import PostgresBlobs
from pangea_server.stores.postgres.database import PostgresDatabase
from pangea_server.stores.postgres.migrations import bring_up_to_date, version_of
from pangea_server.stores.postgres.objects import S3_SCHEME, FolderObjects, Objects
from pangea_server.stores.postgres.records import PostgresRecords

ENCODING = "UTF8"


class PostgresSettings(Protocol):
    """The settings that this store reads."""

    @property
    def postgres_url(self) -> SecretStr | None: ...

    @property
    def postgres_blobs(self) -> str | None: ...


class PostgresStore:
    """Records and blobs of one campaign's database. Any number of servers may share it."""

    answers_at_once = False

    def __init__(self, database: PostgresDatabase, objects: Objects) -> None:
        self._database = database
        self.records = PostgresRecords(database)
        self.blobs = PostgresBlobs(database, objects)

    @staticmethod
    def exists(settings: PostgresSettings) -> bool:
        """Whether the database that the settings name has a store."""
        url, _ = places(settings)
        with PostgresDatabase(url).alone() as connection:
            return version_of(connection) > 0

    @classmethod
    def from_settings(cls, settings: PostgresSettings, *, exclusive: bool = False) -> Self:
        """Open the store that the settings name; see ``open``."""
        return cls.open(*places(settings), exclusive=exclusive)

    @classmethod
    def open(cls, url: str, place: str, *, exclusive: bool = False) -> Self:
        """Open the store in the database at ``url`` and the blobs at ``place``; make and migrate its tables if needed.

        Args:
            place: ``s3://BUCKET/PREFIX``, to which nothing is sent yet, or a folder.
            exclusive: for a server: it erases what interrupted uploads left. Servers may share the store.

        Raises:
            ConfigurationError: the database refuses us, a later version of PanGEA wrote it, or a place is not there.
            StoreError: the database cannot be reached.
        """
        objects, database = open_objects(place), PostgresDatabase(url)
        with database.alone() as connection:
            if (encoding := connection.info.parameter_status("server_encoding")) != ENCODING:
                raise ConfigurationError(
                    f"The database of PANGEA_POSTGRES_URL is encoded in {encoding}.",
                    remedy="Make one that takes every script: CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0.",
                )
            bring_up_to_date(connection)
        database.open()
        store = cls(database, objects)
        if exclusive:
            store.blobs.sweep()
        return store

    def scrub(self) -> None:
        """Erase the objects that are left of removed blobs, and free the space of removed rows for new ones.

        What is left of them in PostgreSQL's write-ahead log goes when PostgreSQL recycles it.
        """
        self.blobs.sweep()
        with self._database.alone() as connection:
            rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
            tables = sql.SQL(", ").join(sql.Identifier(name) for (name,) in rows)
            connection.execute(sql.SQL("VACUUM {}").format(tables))

    def close(self) -> None:
        self.blobs.close()
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def places(settings: PostgresSettings) -> tuple[str, str]:
    """The address of the database, and where blobs lie.

    Raises:
        ConfigurationError: one of them is not given.
    """
    if not settings.postgres_url or not settings.postgres_blobs:
        raise ConfigurationError(
            "The postgres store needs a database and a place for blobs.",
            remedy="Set PANGEA_POSTGRES_URL, and PANGEA_POSTGRES_BLOBS to s3://BUCKET/PREFIX or a folder.",
        )
    return settings.postgres_url.get_secret_value(), settings.postgres_blobs


def open_objects(place: str) -> Objects:
    """The objects in ``s3://BUCKET/PREFIX``, or in the folder of this name.

    Raises:
        ConfigurationError: it is none of the two.
    """
    if place.startswith(S3_SCHEME):
        from pangea_server.stores.postgres.s3 import S3Objects

        return S3Objects.named(place)
    return FolderObjects(Path(place))
