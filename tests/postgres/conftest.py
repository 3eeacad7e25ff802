"""A database server and an S3 server for a session, and an empty store in them for a test."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boto3
import psycopg
import pytest
from pydantic import SecretStr

from pangea_server import Settings
from pangea_server.stores.postgres.objects import S3_SCHEME
from pangea_server.stores.postgres.store import PostgresStore
from tests.firebase.emulators import EmulatorMissingError
from tests.postgres.servers import PASSWORD, USER, PostgreSQL, postgresql, s3_server

BUCKET = "voices"
CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "tests",
    "AWS_SECRET_ACCESS_KEY": "tests",
    "AWS_DEFAULT_REGION": "us-east-1",
}


@dataclass(frozen=True)
class Cluster:
    """A PostgreSQL server, and the database that this session uses in it."""

    server: PostgreSQL
    database: str = "campaign"

    @property
    def url(self) -> str:
        return self.url_of(self.database)

    def url_of(self, database: str, user: str = USER, password: str = PASSWORD) -> str:
        return f"postgresql://{user}:{password}@127.0.0.1:{self.server.port}/{database}"

    def ask(self, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        """The rows of one statement."""
        with closing(psycopg.connect(self.url, autocommit=True)) as connection:
            cursor = connection.execute(statement, values)  # type: ignore[arg-type,unused-ignore]
            return cursor.fetchall() if cursor.description else []

    def make(self, database: str, options: str = "") -> str:
        """The address of a new, empty database."""
        self.ask(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
        self.ask(f"CREATE DATABASE {database} {options}")
        return self.url_of(database)

    def wipe(self) -> None:
        """Remove every record, every blob and every note."""
        names = self.ask("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        tables = [name for (name,) in names if name != "pangea_schema"]
        self.ask("; ".join(f"DELETE FROM {table}" for table in tables) or "SELECT 1")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with ExitStack() as opened:
        # PostgreSQL's user has to reach it: the folders of pytest are closed to others.
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="pangea-postgresql-")))
        try:
            server = opened.enter_context(postgresql(folder))
        except EmulatorMissingError as reason:
            if os.environ.get("CI"):
                raise
            pytest.skip(str(reason))
        Cluster(server, "postgres").make("campaign")
        yield Cluster(server)


@pytest.fixture(scope="session")
def s3(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an S3 server with one bucket."""
    with (
        pytest.MonkeyPatch.context() as patch,
        s3_server(tmp_path_factory.mktemp("s3") / "moto.log") as address,
    ):
        for name, value in (CREDENTIALS | {"AWS_ENDPOINT_URL_S3": address}).items():
            patch.setenv(name, value)
        s3_client().create_bucket(Bucket=BUCKET)
        yield address


@pytest.fixture(params=["s3", "folder"])
def blobs_place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty place for blobs, of either sort."""
    if request.param == "s3":
        request.getfixturevalue("s3")
        empty(BUCKET)
        return f"{S3_SCHEME}{BUCKET}/campaign"
    (tmp_path / "blobs").mkdir()
    return str(tmp_path / "blobs")


@pytest.fixture
def settings(cluster: Cluster, blobs_place: str) -> Settings:
    """Those that name the store."""
    return Settings(store="postgres", postgres_url=SecretStr(cluster.url), postgres_blobs=blobs_place)


@pytest.fixture
def postgres_store(cluster: Cluster, blobs_place: str) -> Iterator[PostgresStore]:
    """An empty store over both servers, or one server and a folder."""
    cluster.wipe()
    with PostgresStore.open(cluster.url, blobs_place) as store:
        yield store


def s3_client() -> Any:
    """A client of the service that the environment names now: ``boto3.client`` keeps the first one's credentials."""
    return boto3.session.Session().client("s3")


def keys_in(bucket: str) -> list[str]:
    """The keys of all objects."""
    pages = s3_client().get_paginator("list_objects_v2").paginate(Bucket=bucket)
    return [each["Key"] for page in pages for each in page.get("Contents", ())]


def empty(bucket: str) -> None:
    client = s3_client()
    for key in keys_in(bucket):
        client.delete_object(Bucket=bucket, Key=key)
