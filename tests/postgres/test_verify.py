"""``pangea verify --store postgres``: every row and object is read, and what is not as it was written is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pangea_server import Settings
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.app.command_line import app
from pangea_server.app.testing.stores.examples import task
from pangea_server.stores.postgres.store import PostgresStore
from tests.postgres.conftest import BUCKET, Cluster, keys_in, s3_client

VOICE = "recordings/take/voice.wav"


@pytest.fixture
def filled(postgres_store: PostgresStore) -> PostgresStore:
    for number in range(3):
        path = PathRecord(path_id=number, scan_id="house", path=("a", "b"), heading=0.0)
        postgres_store.records.create(path)
        postgres_store.records.create(task(number, path_id=number))
    postgres_store.blobs.create(VOICE, b"voice" * 1000)
    return postgres_store


def verify(settings: Settings, data_dir: Path) -> tuple[int, str]:
    assert settings.postgres_url
    variables = {
        "PANGEA_STORE": "postgres",
        "PANGEA_POSTGRES_URL": settings.postgres_url.get_secret_value(),
        "PANGEA_POSTGRES_BLOBS": settings.postgres_blobs,
        "COLUMNS": "200",
    }
    done = CliRunner(env=variables).invoke(app, ["verify", "--anew", "--data-dir", str(data_dir)])
    return done.exit_code, done.output


@pytest.mark.usefixtures("filled")
def test_a_sound_store_has_no_fault(settings: Settings, tmp_path: Path) -> None:
    code, told = verify(settings, tmp_path / "kept")
    assert (code, "6 records and 1 blobs" in told, "no faults" in told) == (0, True, True)
    assert (tmp_path / "kept" / "postgres" / "verified.json").exists()


@pytest.mark.usefixtures("filled")
def test_a_changed_row_and_a_changed_object_are_named(
    cluster: Cluster, settings: Settings, blobs_place: str, tmp_path: Path
) -> None:
    [(changed,)] = cluster.ask(
        "UPDATE tasks SET document = replace(document, 'open', 'done') WHERE record_id LIKE '%%1' RETURNING record_id"
    )
    if blobs_place.startswith("s3:"):
        [key] = keys_in(BUCKET)
        s3_client().put_object(Bucket=BUCKET, Key=key, Body=b"noise" * 1000)
    else:
        [file] = [each for each in Path(blobs_place).rglob("*") if each.is_file()]
        file.write_bytes(b"noise" * 1000)
    code, told = verify(settings, tmp_path / "kept")
    assert code == 1
    assert f"tasks/{changed}: its bytes have changed." in told
    assert f"{VOICE}: its bytes have changed." in told
    assert "2 faults" in told


@pytest.mark.usefixtures("filled")
def test_an_object_that_is_gone_is_named(settings: Settings, blobs_place: str, tmp_path: Path) -> None:
    if blobs_place.startswith("s3:"):
        [key] = keys_in(BUCKET)
        s3_client().delete_object(Bucket=BUCKET, Key=key)
    else:
        [file] = [each for each in Path(blobs_place).rglob("*") if each.is_file()]
        file.unlink()
    code, told = verify(settings, tmp_path / "kept")
    assert code == 1
    assert f"{VOICE}: its bytes are missing or damaged." in told
