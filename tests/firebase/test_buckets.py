"""A series of backups in a bucket, as in a folder."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from environments.errors import ConfigurationError
from pangea_server.app.command_line import app
from pangea_server.core.errors import ArchiveError, StoreError
from pangea_server.dataset.archive.places import Destination, open_place
from pangea_server.stores.local.store import LocalStore
from tests.archive.campaign import everything, make_campaign
from tests.firebase.emulators import storage_emulator

pytestmark = pytest.mark.emulator
BUCKET = "gs://voices/nightly"


@pytest.fixture
def emulated(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with storage_emulator("voices") as address:
        monkeypatch.setenv("STORAGE_EMULATOR_HOST", address)
        yield


@pytest.fixture(params=["bucket", "folder"])
def place(request: pytest.FixtureRequest, tmp_path: Path, emulated: None) -> Destination:
    return open_place(BUCKET if request.param == "bucket" else str(tmp_path / "place"))


def test_an_object_is_whole_and_stays(place: Destination) -> None:
    large = bytes(range(256)) * 40_000
    assert not place.has("blobs/a")
    place.put("blobs/a", BytesIO(large))
    place.put("blobs/a", BytesIO(b"other"))
    place.put("blobs/b/c", BytesIO(b""))
    place.put("moments/d", BytesIO(b"d"))
    assert place.has("blobs/a")
    with place.open("blobs/a") as file:
        file.seek(256)
        assert file.read() == large[256:]
    assert place.names("blobs/") == ["blobs/a", "blobs/b/c"]
    place.remove("blobs/a")
    place.remove("blobs/a")
    assert not place.has("blobs/a")
    with pytest.raises(ArchiveError):
        place.open("blobs/a")


def pangea(*arguments: object) -> str:
    done = CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output.replace("\n", " ")


def test_there_and_back_encrypted(emulated: None, tmp_path: Path) -> None:
    with LocalStore.open(tmp_path / "before") as store:
        make_campaign(store)
        before = everything(store)
    live = ("--data-dir", tmp_path / "before")
    public = pangea("backup-key", tmp_path / "key", *live).strip()
    to = ("backup", "--to", BUCKET, "--recipient", public)
    assert "42 of the blobs are new" in pangea(*to, *live)
    assert "0 of the blobs are new" in pangea(*to, *live)
    pangea("drill", BUCKET, "--identity", tmp_path / "key", *live)
    pangea("restore", BUCKET, "--identity", tmp_path / "key", "--data-dir", tmp_path / "after")
    with LocalStore.open(tmp_path / "after") as store:
        assert everything(store) == before


def test_a_bucket_that_cannot_be_reached_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STORAGE_EMULATOR_HOST", "http://127.0.0.1:9")
    monkeypatch.setattr("pangea_server.stores.firebase.cloud_storage.STORAGE_CALL_OPTIONS", {})
    monkeypatch.setattr(
        "pangea_server.dataset.archive.bucket.STORAGE_CALL_OPTIONS", {"retry": None, "timeout": 1}
    )
    with pytest.raises(StoreError, match="cannot be reached"):
        open_place(BUCKET).has("blobs/a")


def test_a_bucket_without_a_name_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="names no bucket"):
        open_place("gs://")
