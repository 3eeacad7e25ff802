"""Between the stores: migrated and restored, a campaign is equal record by record and blob by blob."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.app.command_line import app
from pangea_server.core.errors import StoreError
from pangea_server.dataset.archive import Archive, Remaining, StoreContents, fill, write_archive
from pangea_server.stores.firebase.store import FirebaseStore
from pangea_server.stores.local.store import LocalStore
from tests.archive.campaign import everything, make_campaign, told
from tests.archive.failing import FailingStore
from tests.firebase.conftest import Emulators

pytestmark = pytest.mark.emulator


@pytest.fixture
def local_store(tmp_path: Path) -> Iterator[LocalStore]:
    with LocalStore.open(tmp_path / "data") as store:
        yield store


def test_a_backup_of_one_is_restored_into_the_other(
    local_store: LocalStore, firebase_store: FirebaseStore, tmp_path: Path
) -> None:
    make_campaign(local_store)
    write_archive(local_store, tmp_path / "local.tar")
    with Archive.open(tmp_path / "local.tar") as archive:
        fill(firebase_store, Remaining(archive), archive.sha256)
    assert everything(firebase_store) == everything(local_store)
    write_archive(firebase_store, tmp_path / "firebase.tar")
    assert (tmp_path / "firebase.tar").read_bytes() == (tmp_path / "local.tar").read_bytes()


def test_the_keys_of_a_mapping_come_back_in_order(firebase_store: FirebaseStore) -> None:
    """The service keeps none, and its client hands them out by a hash that differs from process to process."""
    firebase_store.records.create(
        told("tour", args={"b": {"d": 1, "c": 2}, "a": 3}, scores=dict.fromkeys("zyxwvut"))
    )
    (found,) = firebase_store.records.find(TaskAnnotation)
    assert "".join(found.scores) == "tuvwxyz"
    assert str(found.args) == "{'a': 3, 'b': {'c': 2, 'd': 1}}"


def test_an_interrupted_migration_goes_on(local_store: LocalStore, firebase_store: FirebaseStore) -> None:
    make_campaign(local_store)
    contents = Remaining(StoreContents(local_store))
    for blobs, batches in ((3, 0), (99, 2)):
        failing = FailingStore(firebase_store, blobs, batches)
        with pytest.raises(StoreError, match="went down"):
            fill(failing, contents, "from-local")  # type: ignore[arg-type]
    fill(firebase_store, contents, "from-local")
    assert everything(firebase_store) == everything(local_store)


def test_there_and_back_by_the_command(
    emulators: Emulators, firebase_store: FirebaseStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PANGEA_FIREBASE_PROJECT", emulators.project)
    monkeypatch.setenv("PANGEA_FIREBASE_BUCKET", emulators.bucket)
    with LocalStore.open(tmp_path / "before") as store:
        make_campaign(store)
        before = everything(store)
    for source, target, folder in (("local", "firebase", "before"), ("firebase", "local", "after")):
        if source == "firebase":
            assert everything(firebase_store) == before
        arguments = ["migrate", "--from", source, "--to", target, "--data-dir", str(tmp_path / folder)]
        result = CliRunner().invoke(app, arguments, catch_exceptions=False)
        assert f"The {target} store is equal to the {source} store" in result.output
    with LocalStore.open(tmp_path / "after") as store:
        assert everything(store) == before
