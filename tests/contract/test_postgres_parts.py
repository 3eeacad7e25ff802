"""What the postgres store is made of, without a server: its tables, addresses, messages and files."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from botocore.exceptions import ClientError, EndpointConnectionError, NoCredentialsError
from psycopg import DataError, OperationalError, errors
from psycopg_pool import PoolTimeout
from pydantic import SecretStr

from environments.errors import ConfigurationError, PangeaError
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.stores.examples import task
from pangea_server.core.errors import BlobDamagedError, StoreBusyError, StoreError, StoreFullError
from pangea_server.core.records import Record
from pangea_server.dataset.collections import RECORDS
from pangea_server.http.problems import status_of
from pangea_server.stores import migrations as local_migrations
from pangea_server.stores.postgres import migrations
from pangea_server.stores.postgres.database import line
from pangea_server.stores.postgres.objects import FolderObjects
from pangea_server.stores.postgres.postgres_errors import translated
from pangea_server.stores.postgres.records import _conditions, _row
from pangea_server.stores.postgres.s3 import S3Objects
from pangea_server.stores.postgres.store import PostgresStore, open_objects
from pangea_server.stores.protocol import Where

SCHEMA = "".join(file.read_text() for file in sorted(migrations.FOLDER.glob("*.sql")))
TABLE = re.compile(r"CREATE TABLE (\w+) \(\n(.*?)\n\);", re.DOTALL)
COLUMNS = {name: re.findall(r"^  (\w+) ", body, re.MULTILINE) for name, body in TABLE.findall(SCHEMA)}


@pytest.mark.parametrize("kind", RECORDS)
def test_every_kind_has_its_table_with_a_column_for_each_field_that_is_searched(kind: type[Record]) -> None:
    assert sorted(COLUMNS[kind.collection]) == sorted(["record_id", "document", "seal", *kind.indexed])


def test_there_are_the_tables_of_all_kinds_and_no_others() -> None:
    kinds = {kind.collection for kind in RECORDS}
    assert COLUMNS.keys() == {"pangea_schema", "blobs", "erasures", *kinds}


def test_records_are_searched_by_the_same_indexes_as_in_the_local_store() -> None:
    def indexes(schema: str) -> set[str]:
        made = re.findall(r"CREATE INDEX \w+ ON (\w+) (\([^;]*);", schema)
        return {f"{table} {fields}" for table, fields in made if table in kinds}

    kinds = {kind.collection for kind in RECORDS}
    local = "".join(file.read_text() for file in sorted(local_migrations.FOLDER.glob("*.sql")))
    assert indexes(SCHEMA) == indexes(local)
    assert len(indexes(SCHEMA)) > 90


def test_the_migrations_are_numbered_from_1_without_a_gap() -> None:
    names = sorted(file.name for file in migrations.FOLDER.glob("*.sql"))
    assert names == [f"{number:04d}.sql" for number in range(1, migrations.newest() + 1)]


def test_a_row_has_what_is_searched_as_json() -> None:
    row = _row(task(7, instruction_id=3))
    fields = dict(zip(Task.indexed, row[3:], strict=True))
    assert row[:2] == ("guide-000007", task(7, instruction_id=3).model_dump_json(context={"stored": True}))
    assert (fields["instruction_id"], fields["state"], fields["campaign_id"]) == ("3", '"open"', "null")
    asked: Where = {"instruction_id": 3, "state": "open", "campaign_id": None}
    conditions, values = _conditions(Task, asked, after="guide-000006", descending=True)
    assert conditions == " WHERE instruction_id = %s AND state = %s AND campaign_id = %s AND record_id < %s"
    assert values == ["3", '"open"', "null", "guide-000006"]


# Addresses


@pytest.mark.parametrize(
    "url",
    ["hush campaign", "postgresql://me:hush/5@host/campaign", "postgresql://me:%zhush@host/campaign"],
)
def test_an_address_that_cannot_be_read_is_refused_and_not_repeated(url: str) -> None:
    with pytest.raises(ConfigurationError, match="PANGEA_POSTGRES_URL is not an address") as refused:
        line(url)
    assert "hush" not in str(refused.value)
    assert "as %2F" in refused.value.remedy


def test_what_an_address_says_of_the_line_counts() -> None:
    told = line("postgresql://me:p%2F@host:5433/campaign?connect_timeout=2")
    assert (told["password"], told["port"], told["connect_timeout"]) == ("p/", "5433", "2")
    assert (told["tcp_user_timeout"], told["autocommit"]) == (20_000, True)


@pytest.mark.parametrize(("url", "place"), [(None, "/blobs"), ("postgresql://host/x", None), (None, None)])
def test_a_database_and_a_place_are_needed(url: str | None, place: str | None) -> None:
    settings = SimpleNamespace(postgres_url=SecretStr(url) if url else None, postgres_blobs=place)
    for ask in (PostgresStore.exists, PostgresStore.from_settings):
        with pytest.raises(ConfigurationError, match="needs a database and a place for blobs"):
            ask(settings)


# What is said of errors


@pytest.mark.parametrize(
    ("error", "words", "status"),
    [
        (errors.SerializationFailure("hush"), "busy.*nothing was stored", 503),
        (errors.DeadlockDetected("hush"), "busy", 503),
        (errors.QueryCanceled("hush"), "busy", 503),
        (errors.DiskFull("hush"), "no space left", 507),
        (errors.InsufficientPrivilege("hush"), "may not read, write or make tables", 503),
        (errors.ReadOnlySqlTransaction("hush"), "only reads", 503),
        (errors.DataCorrupted("hush"), "damaged: DataCorrupted", 503),
        (errors.AdminShutdown("hush"), "cannot be reached: AdminShutdown", 503),
        (OperationalError("hush"), "cannot be reached: OperationalError", 503),
        (PoolTimeout("hush"), "cannot be reached: PoolTimeout", 503),
        (errors.InternalError_("hush"), "failed: InternalError_", 503),
        (DataError("hush"), "cannot keep this: DataError", 422),
        (errors.ProgramLimitExceeded("hush"), "cannot keep this: ProgramLimitExceeded", 422),
    ],
)
def test_each_error_has_a_remedy_and_tells_no_secret(error: Exception, words: str, status: int) -> None:
    with pytest.raises(PangeaError, match=words) as raised, translated():
        raise error
    assert raised.value.remedy
    assert "hush" not in str(raised.value)
    assert raised.value.__cause__ is None
    assert status_of(raised.value) == status


def test_a_wrong_statement_stays_a_mistake_of_ours() -> None:
    with pytest.raises(errors.UndefinedTable), translated():
        raise errors.UndefinedTable("boats")


class NoSuchKeyError(ClientError):  # type: ignore[misc]
    """As boto3 makes it for a client."""


class Refusing:
    """A client of S3 of which each call is answered with an error."""

    exceptions = SimpleNamespace(NoSuchKey=NoSuchKeyError)

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __getattr__(self, name: str) -> Any:
        def call(**_: Any) -> Any:
            raise self._error

        return call


def objects(client: object) -> S3Objects:
    with patch("boto3.session.Session.client", lambda *_, **__: client):
        return S3Objects.named("s3://voices/campaign/")


def answer(code: str) -> ClientError:
    return ClientError({"Error": {"Code": code, "Message": "hush"}}, "PutObject")


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (answer("AccessDenied"), StoreError, "refuses this server at the bucket 'voices': AccessDenied"),
        (answer("InvalidAccessKeyId"), StoreError, "refuses this server"),
        (answer("NoSuchBucket"), ConfigurationError, "There is no bucket 'voices' in S3"),
        (answer("PermanentRedirect"), ConfigurationError, "'voices' is in another region"),
        (answer("AuthorizationHeaderMalformed"), ConfigurationError, "another region"),
        (answer("SlowDown"), StoreBusyError, "busy: SlowDown"),
        (answer("Strange"), StoreError, "failed: Strange"),
        (NoCredentialsError(), ConfigurationError, "There are no credentials for S3"),
        (EndpointConnectionError(endpoint_url="http://hush"), StoreError, "cannot be reached: Endpoint"),
    ],
)
def test_each_fault_of_s3_is_a_sentence_with_a_remedy(
    error: Exception, kind: type[Exception], words: str
) -> None:
    found = objects(Refusing(error))
    calls: tuple[Callable[[], object], ...] = (
        lambda: found.put("a", io.BytesIO(b"bytes"), 5),
        lambda: found.read("a"),
        lambda: found.open("a", 5).read(),
        lambda: found.remove(["a"]),
    )
    for call in calls:
        with pytest.raises(kind, match=words) as raised:
            call()
        assert "hush" not in str(raised.value)
        assert isinstance(raised.value, PangeaError)
        assert raised.value.remedy


def test_an_object_that_is_missing_is_a_blob_that_is_damaged() -> None:
    gone = NoSuchKeyError({"Error": {"Code": "NoSuchKey"}}, "GetObject")
    with pytest.raises(BlobDamagedError, match="there is no s3://voices/campaign/a"):
        objects(Refusing(gone)).read("a")


class Removing:
    """A client of S3 that removes all objects but one, which it may not."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def delete_objects(self, **asked: Any) -> dict[str, Any]:
        names = [each["Key"] for each in asked["Delete"]["Objects"]]
        self.asked.append(names)
        return {
            "Errors": [{"Key": "campaign/1002", "Code": "AccessDenied"}] if "campaign/1002" in names else []
        }


def test_objects_are_removed_a_thousand_at_once_and_one_that_stays_is_told() -> None:
    client = Removing()
    with pytest.raises(StoreError, match="AccessDenied"):
        objects(client).remove([str(number) for number in range(1003)])
    assert [len(names) for names in client.asked] == [1000, 3]
    assert client.asked[0][0] == "campaign/0"


def test_a_bucket_that_is_not_named_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="s3:///campaign names no bucket"):
        open_objects("s3:///campaign")


# Files in a folder


@pytest.fixture
def folder(tmp_path: Path) -> FolderObjects:
    return FolderObjects(tmp_path)


def test_an_object_is_a_file_that_comes_back_and_goes(folder: FolderObjects, tmp_path: Path) -> None:
    folder.put("a/b~1", io.BytesIO(b"bytes"), 5)
    folder.put("a/b/c~1", io.BytesIO(b""), 0)
    assert (folder.read("a/b~1"), folder.read("a/b/c~1")) == (b"bytes", b"")
    with folder.open("a/b~1", 5) as file:
        assert file.read() == b"bytes"
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o700
    for _ in range(2):
        folder.remove(["a/b~1"])
    for look in (folder.read, lambda key: folder.open(key, 5)):
        with pytest.raises(BlobDamagedError, match="a/b~1"):
            look("a/b~1")


def test_a_key_is_used_once(folder: FolderObjects) -> None:
    folder.put("a", io.BytesIO(b"bytes"), 5)
    with pytest.raises(StoreError):
        folder.put("a", io.BytesIO(b"other"), 5)
    assert folder.read("a") == b"bytes"


def test_a_folder_that_is_full_or_not_there_is_told(folder: FolderObjects, tmp_path: Path) -> None:
    with patch("os.fsync", side_effect=OSError(28, "No space left on device")), pytest.raises(StoreFullError):
        folder.put("a", io.BytesIO(b"bytes"), 5)
    with pytest.raises(ConfigurationError, match="There is no folder /nowhere for blobs"):
        open_objects("/nowhere")
