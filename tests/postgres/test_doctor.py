"""What the doctor and the commands say of a postgres store."""

from __future__ import annotations

from datetime import timedelta

import pytest
from pydantic import SecretStr
from typer.testing import CliRunner

from environments.errors import ConfigurationError, PangeaError
from pangea_server import Settings
from pangea_server.app.command_line import app
from pangea_server.app.doctor import postgres
from pangea_server.app.doctor.deployment import AdviceError, Deployment
from pangea_server.core.records import now
from pangea_server.stores.opening import open_store
from pangea_server.stores.postgres.store import PostgresStore
from tests.postgres.conftest import Cluster, s3_client


def test_a_store_in_order_is_called_so(postgres_store: PostgresStore, settings: Settings) -> None:
    deployment = Deployment(settings)
    assert postgres.database(deployment) == "schema 1"
    assert postgres.objects(deployment) == f"{settings.postgres_blobs} can be written, read and erased"


def test_a_database_that_does_not_sync_is_refused_in_public(
    postgres_store: PostgresStore, settings: Settings
) -> None:
    with pytest.raises(ConfigurationError, match="fsync and full_page_writes off: a power cut"):
        postgres.database(Deployment(settings, "0.0.0.0"))


@pytest.mark.parametrize(("seconds", "advised"), [(-61, True), (-10, False), (10, False), (61, True)])
def test_clocks_that_differ_are_told(
    postgres_store: PostgresStore,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    seconds: int,
    advised: bool,
) -> None:
    monkeypatch.setattr(postgres, "now", lambda: now() + timedelta(seconds=seconds))
    if not advised:
        assert postgres.database(Deployment(settings)) == "schema 1"
        return
    with pytest.raises(AdviceError, match=r"clocks of this machine and of PostgreSQL's differ by 6[01] s"):
        postgres.database(Deployment(settings))


@pytest.mark.parametrize("blobs_place", ["s3://old", "s3://nowhere"])
def test_a_bucket_that_keeps_what_is_removed_gets_advice_and_one_that_is_not_there_is_refused(
    cluster: Cluster, s3: str, blobs_place: str
) -> None:
    client = s3_client()
    client.create_bucket(Bucket="old")
    client.put_bucket_versioning(Bucket="old", VersioningConfiguration={"Status": "Enabled"})
    found = Deployment(
        Settings(store="postgres", postgres_url=SecretStr(cluster.url), postgres_blobs=blobs_place)
    )
    kind, says = {
        "s3://old": (AdviceError, "'old' keeps versions"),
        "s3://nowhere": (ConfigurationError, "There is no bucket 'nowhere'"),
    }[blobs_place]
    with pytest.raises(kind, match=says):
        postgres.objects(found)


def test_only_commands_that_begin_a_collection_make_the_tables(
    cluster: Cluster, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = cluster.make("fresh")
    monkeypatch.setenv("PANGEA_POSTGRES_URL", url)
    monkeypatch.setenv("PANGEA_POSTGRES_BLOBS", str(settings.postgres_blobs))
    refused = CliRunner().invoke(app, ["monitor", "--store", "postgres"])
    assert isinstance(refused.exception, PangeaError)
    assert "There is no store in the database of PANGEA_POSTGRES_URL" in str(refused.exception)
    assert Cluster(cluster.server, "fresh").ask("SELECT to_regclass('tasks')") == [(None,)]
    given = Settings(store="postgres")
    assert postgres.database(Deployment(given)) == "there is no store yet"
    open_store(given, make=True).close()
    assert postgres.database(Deployment(given)) == "schema 1"
    assert CliRunner().invoke(app, ["monitor", "--store", "postgres"]).exit_code == 0
