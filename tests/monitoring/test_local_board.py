"""The board over the local store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from environments import Environment
from pangea_server.annotate.annotations.changes import Change, change_id
from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.core.errors import StoreError
from pangea_server.core.records import padded
from pangea_server.dataset.monitoring import board as board_module
from pangea_server.dataset.monitoring.board import Board
from pangea_server.dataset.monitoring.rows import Gatherer
from pangea_server.dataset.monitoring.snapshots import OVERLAP as MINUTE
from pangea_server.dataset.monitoring.snapshots import SNAPSHOTS_FOLDER, keep, newest
from pangea_server.dataset.monitoring.table import Table
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store
from tests.monitoring.contract import BoardContract, fill, same

KINDS = ("guide", "follower")


class TestLocalBoard(BoardContract):
    @pytest.fixture
    def store(self, tmp_path: Path) -> Iterator[Store]:
        with LocalStore.open(tmp_path / "data") as opened:
            yield opened

    def test_what_was_removed_leaves_the_snapshot_at_once(self, store: Store, board: Board) -> None:
        board.table(None)
        store.records.transact(lambda transaction: transaction.delete(GuideAnnotation, padded(1)))
        fill(store, Change(kind="guide", number=1))
        assert len(board.table()) == 5
        kept = newest(store.blobs)
        assert kept
        assert len(kept) == 5

    def test_a_snapshot_after_a_large_import_is_followed(
        self, store: Store, board: Board, environment: Environment, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """All changes of the last minute are in it, however many there were."""
        fill(store, *(Change(kind=kind, number=1 + number) for kind in KINDS for number in range(3)))
        read = board.rebuild()
        monkeypatch.setattr(board_module, "TOO_MANY", 1)
        monkeypatch.setattr(Gatherer, "all", None)
        again = Board(store, environment)
        assert same(again.table(None), read)
        fill(store, Change(kind="guide", number=1))
        assert len(again.table().followed) == 7

    def test_after_a_quiet_minute_changes_are_read_from_the_newest_on(
        self, store: Store, board: Board
    ) -> None:
        fill(store, Change(kind="guide", number=1, change_id=change_id(5 * MINUTE)))
        assert len(board.table(None).followed) == 1
        board._moved_at -= 61
        quiet = board.table()
        assert (quiet.cursor[:16], quiet.followed) == (change_id(6 * MINUTE)[:16], frozenset())
        late = [change_id(5 * MINUTE + 1), change_id(6 * MINUTE + 1)]
        for number, name in enumerate(late, 2):
            fill(store, Change(kind="guide", number=number, change_id=name))
            assert board.table().followed == {*late[: number - 1]}

    def test_a_table_that_could_not_be_read_is_read_again(
        self, store: Store, board: Board, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object) -> None:
            raise StoreError("The disk is away.")

        with monkeypatch.context() as patch:
            patch.setattr(Gatherer, "all", fail)
            with pytest.raises(StoreError, match="away"):
                board.table(None)
        assert len(board.table(None)) == 6

    def test_of_two_snapshots_the_newer_one_is_read(self, store: Store) -> None:
        keep(store.blobs, Table(Table.empty().rows, Table.empty().names, change_id(1)))
        [old] = store.blobs.list(SNAPSHOTS_FOLDER)
        data = store.blobs.read(old.name)
        keep(store.blobs, Table(Table.empty().rows, Table.empty().names, change_id(2)))
        store.blobs.create(old.name, data)
        found = newest(store.blobs)
        assert found is not None
        assert found.cursor == change_id(2)
