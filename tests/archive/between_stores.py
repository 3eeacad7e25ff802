"""Between a store and the local one: migrated and restored, a campaign is equal record by record, blob by blob."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pangea_server.app.command_line import app
from pangea_server.core.errors import StoreError
from pangea_server.dataset.archive import Archive, Remaining, StoreContents, fill, write_archive
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.archive.campaign import everything, make_campaign
from tests.archive.failing import FailingStore


class BetweenStores:
    """Subclass it; define ``store``, an empty one."""

    name: str
    """Of the back end; the variables of the environment say where ``store`` is."""

    @pytest.fixture
    def store(self) -> Iterator[Store]:
        raise NotImplementedError

    @pytest.fixture
    def local_store(self, tmp_path: Path) -> Iterator[LocalStore]:
        with LocalStore.open(tmp_path / "data") as store:
            yield store

    def test_a_backup_of_one_is_restored_into_the_other(
        self, local_store: LocalStore, store: Store, tmp_path: Path
    ) -> None:
        make_campaign(local_store)
        write_archive(local_store, tmp_path / "local.tar")
        with Archive.open(tmp_path / "local.tar") as archive:
            fill(store, Remaining(archive), archive.sha256)
        assert everything(store) == everything(local_store)
        write_archive(store, tmp_path / "other.tar")
        assert (tmp_path / "other.tar").read_bytes() == (tmp_path / "local.tar").read_bytes()

    def test_an_interrupted_migration_goes_on(self, local_store: LocalStore, store: Store) -> None:
        make_campaign(local_store)
        contents = Remaining(StoreContents(local_store))
        for blobs, batches in ((3, 0), (99, 2)):
            failing = FailingStore(store, blobs, batches)
            with pytest.raises(StoreError, match="went down"):
                fill(failing, contents, "from-local")  # type: ignore[arg-type]
        fill(store, contents, "from-local")
        assert everything(store) == everything(local_store)

    def test_there_and_back_by_the_command(self, store: Store, tmp_path: Path) -> None:
        with LocalStore.open(tmp_path / "before") as before:
            make_campaign(before)
            stored = everything(before)
        for source, target, folder in (("local", self.name, "before"), (self.name, "local", "after")):
            if target == "local":
                assert everything(store) == stored
            arguments = ["migrate", "--from", source, "--to", target, "--data-dir", str(tmp_path / folder)]
            result = CliRunner().invoke(app, arguments, catch_exceptions=False)
            assert f"The {target} store is equal to the {source} store" in result.output
        with LocalStore.open(tmp_path / "after") as after:
            assert everything(after) == stored
