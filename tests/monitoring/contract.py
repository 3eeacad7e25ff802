"""What the board holds on every store: subclass ``BoardContract`` and define the fixture ``store``."""

from __future__ import annotations

import time
from collections import Counter as Counts
from pathlib import Path

import pytest

from environments import Environment, open_environment
from pangea_server.annotate.annotations.changes import Change, change_id
from pangea_server.annotate.annotations.outbox import KEPT_TIME, prune
from pangea_server.annotate.annotations.population import Population
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.core.records import Counter, Record, now, padded
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.dataset.monitoring import board as board_module
from pangea_server.dataset.monitoring.board import Board
from pangea_server.dataset.monitoring.dimensions import WantedRows, in_groups, selected
from pangea_server.dataset.monitoring.progress import Progress
from pangea_server.dataset.monitoring.snapshots import SNAPSHOTS_FOLDER, newest, purge
from pangea_server.dataset.monitoring.statistics import Selection
from pangea_server.dataset.monitoring.table import NAMED, Table
from pangea_server.dataset.monitoring.views import OVERVIEW, groups_by
from pangea_server.people.access.records import Annotator, Role
from pangea_server.quality.flags.protocol import Finding
from pangea_server.quality.flags.records import FlagReport
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store, Transaction
from tests.benchmarks.monitor.annotations import generated
from tests.reliability.house import build_corridor


def fill(store: Store, *records: Record) -> None:
    def write(transaction: Transaction) -> None:
        for record in records:
            transaction.create(record)

    store.records.transact(write)


def looked_at(kind: str, *, raised: bool) -> FlagReport:
    """What was found about the first of a kind."""
    finding = Finding(flag="silence", raised=raised, why="", value=0.0, unit="", threshold=0.1, stretches=())
    versions = {"annotation_version": 1, "alignment_version": 0}
    return FlagReport(kind=kind, annotation_id=1, rules="", findings=(finding,), **versions)


def task_of(record: Task | GuideAnnotation) -> str:
    return record.record_id if isinstance(record, Task) else record.task_id


def same(one: Table, other: Table) -> bool:
    def told(table: Table) -> list[object]:
        named = {name: [table.names[name].name(code) for code in table.rows[name]] for name in NAMED}
        numbers = [
            table.rows[name].tolist() for name in ("kind", "number", "annotator", "guide", "nth", "review")
        ]
        return [named, numbers]

    return told(one) == told(other)


class BoardContract:
    """Tests of one empty ``store`` each."""

    @pytest.fixture
    def environment(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
        monkeypatch.setattr(board_module, "BOARD_FRESH_SECONDS", 0)
        return open_environment(build_corridor(tmp_path / "place"))

    @pytest.fixture
    def board(self, store: Store, environment: Environment) -> Board:
        """Over six annotations."""
        fill(store, *generated(3, people=3))
        return Board(store, environment)

    def test_what_comes_in_is_there_at_once(
        self, store: Store, board: Board, environment: Environment
    ) -> None:
        assert len(board.table(None)) == 6
        more = [record for record in generated(4, people=3) if record.record_id.endswith("000004")]
        fill(store, *more, Change(kind="guide", number=4), Change(kind="follower", number=4))
        assert len(board.table()) == 8
        assert same(board.table(), Board(store, environment).rebuild())

    def test_tasks_are_counted_by_language_and_pool(self, store: Store, board: Board) -> None:
        """In no campaign's file: the annotations say which languages and pools there are."""
        tasks = list(every(store.records, Task, {"kind": "guide"}))
        counts = Progress(store.records, ("guide",)).counts(board.table(None))
        told = Counts({(each.language, each.pool): each.done for each in counts})
        assert told == Counts((task.language, task.pool) for task in tasks)
        assert {pool for _, pool in told} & {"india", "telugu"}

    def test_answered_check_items_are_counted_nowhere(self, store: Store, environment: Environment) -> None:
        made = list(generated(4, people=3))
        guides = [record for record in made if isinstance(record, GuideAnnotation)]
        checks = {guide.task_id for guide in guides[:2]}
        marked = [
            record.model_copy(update={"check_item": True})
            if isinstance(record, Task | GuideAnnotation) and task_of(record) in checks
            else record
            for record in made
        ]
        fill(store, *marked)
        counts = Progress(store.records, ("guide",)).counts(Board(store, environment).table(None))
        told = Counts({(each.language, each.pool): each.done for each in counts})
        done = [task for task in marked if isinstance(task, Task) and task.kind == "guide"]
        assert told == Counts((task.language, task.pool) for task in done if not task.check_item)

    def test_a_flag_is_there_at_once(self, store: Store, board: Board, environment: Environment) -> None:
        assert not board.table(None).rows["flagged"].any()
        fill(store, looked_at("guide", raised=True), Change(kind="guide", number=1))
        fill(store, looked_at("follower", raised=False), Change(kind="follower", number=1))
        table = board.table()
        flagged = board.figures(table, WantedRows(population=Population.ALL), OVERVIEW).total.flagged
        assert flagged
        assert (flagged.successes, flagged.n) == (1, 2)
        [row] = table.rows[in_groups(table, {"flagged": "true"})]
        assert (row["kind"], row["number"]) == (0, 1)
        assert (Board(store, environment).rebuild().rows["flagged"] == table.rows["flagged"]).all()

    def test_a_large_store_shows_what_is_reckoned_already(
        self, store: Store, board: Board, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Figures of the last table, as they were, until those of the next one are ready."""
        monkeypatch.setattr(board_module, "LARGE", 1)
        beside: list[int] = []
        monkeypatch.setattr(board, "_beside", lambda table: beside.append(len(table)))
        board._look_ahead()
        table = board.table()
        more = [record for record in generated(4, people=3) if record.record_id.endswith("000004")]
        fill(store, *more, Change(kind="guide", number=4), Change(kind="follower", number=4))
        board._took = 0.0  # as long ago that the next ones are wanted
        assert board.table() is table
        assert (len(table), board._wake.is_set()) == (6, True)
        kept = board.figures(table, WantedRows(), OVERVIEW)
        assert board.figures(table, WantedRows(), OVERVIEW) is kept
        assert board.figures(table, WantedRows({"language": "te-IN"}), OVERVIEW) != kept
        board._look_ahead()
        newer = board.table()
        assert [len(newer), *beside] == [8, 6, 8]
        found = board.figures(newer, WantedRows(), groups_by("language"))
        assert found == groups_by("language").work(
            Selection(newer, selected(newer, WantedRows())), WantedRows()
        )
        assert board.figures(newer, WantedRows(), OVERVIEW) != kept

    def test_another_server_begins_with_the_snapshot(
        self, store: Store, board: Board, environment: Environment
    ) -> None:
        table = board.table(None)
        kept = newest(store.blobs)
        assert kept
        assert same(kept, table)
        assert same(Board(store, environment).table(None), table)

    def test_a_server_keeps_a_snapshot_before_anybody_asks(self, store: Store, board: Board) -> None:
        board.start()
        until = time.monotonic() + 60
        while (kept := newest(store.blobs)) is None:
            assert time.monotonic() < until
            time.sleep(0.02)
        board.close()
        assert len(kept) == 6

    def test_an_empty_store_is_left_empty(self, store: Store, environment: Environment) -> None:
        assert not len(Board(store, environment).table(None))
        assert not store.blobs.list("")

    def test_a_table_that_is_far_behind_is_read_anew(
        self, store: Store, board: Board, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(Board._follow, "__defaults__", (2,))
        assert len(board.table(None)) == 6
        more = [record for record in generated(5, people=3) if record.record_id.endswith(("04", "05"))]
        fill(store, *more, *(Change(kind=kind, number=n) for kind in ("guide", "follower") for n in (4, 5)))
        assert len(board.table(None)) == 10
        assert len(board.table()) == 10

    def test_changes_that_are_committed_late_are_seen(self, store: Store, board: Board) -> None:
        first = Change(kind="guide", number=1)
        fill(store, Change(kind="guide", number=2))
        board.table(None)
        store.records.transact(lambda transaction: transaction.delete(GuideAnnotation, padded(1)))
        fill(store, first)  # its id is before that of the one that was seen
        assert len(board.table()) == 5

    def test_who_withdraws_is_in_no_table_and_no_snapshot(
        self, store: Store, board: Board, environment: Environment
    ) -> None:
        before = board.table(None)
        guide = store.records.get(GuideAnnotation, padded(1))
        fill(store, Counter(name="instructions", value=100), Counter(name="demonstrations", value=100))
        lease = Lease(
            lease_id="l1",
            task_id="guide-000001",
            kind="guide",
            annotator_id=guide.annotator_id,
            state=LeaseState.SUBMITTED,
            expires_at=now(),
        )
        fill(
            store,
            lease,
            Annotator(annotator_id=guide.annotator_id, role=Role.ANNOTATOR, languages=("en-US",)),
        )
        task = store.records.get(Task, "guide-000001").model_copy(update={"lease_id": "l1"})
        store.records.transact(lambda transaction: transaction.replace(task))
        withdraw(store, guide.annotator_id, None)
        kept = newest(store.blobs)
        assert kept
        assert len(kept) == len(before) - 1
        assert len(store.blobs.list(SNAPSHOTS_FOLDER)) == 1
        rows = board.table().rows
        assert (1, 0) not in zip(rows["number"].tolist(), rows["kind"].tolist(), strict=True)
        follower = store.records.get(FollowerAnnotation, padded(1))
        [row] = rows[(rows["kind"] == 1) & (rows["number"] == follower.demonstration_id)]
        assert row["guide"] == 0  # whose words they followed is gone

    def test_a_snapshot_of_another_program_is_not_read(
        self, store: Store, environment: Environment, board: Board, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        board.table(None)
        monkeypatch.setattr("pangea_server.dataset.monitoring.snapshots.LAYOUT", "00000000")
        assert newest(store.blobs) is None
        assert len(Board(store, environment).table(None)) == 6

    def test_what_is_old_is_pruned_and_nobody_misses_it(
        self, store: Store, board: Board, environment: Environment
    ) -> None:
        at = now()
        more = [record for record in generated(4, people=3) if record.record_id.endswith("000004")]
        board.table(None)
        old = change_id(int((at - KEPT_TIME).timestamp() * 1_000_000) - 1)
        fill(store, *more, Change(change_id=old, kind="guide", number=4))  # nobody has read it yet
        fill(store, Change(kind="follower", number=3))
        assert prune(store.records, at) == 1
        assert [change.number for change in store.records.find(Change)] == [3]
        assert prune(store.records, at) == 0
        assert len(board.table(None)) == 8
        assert len(Board(store, environment).table(None)) == 8

    def test_a_store_whose_changes_are_all_pruned_is_read_once(
        self, store: Store, board: Board, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        fill(store, Change(kind="guide", number=1))
        board.table(None)
        assert prune(store.records, now() + 2 * KEPT_TIME) == 1
        assert len(board.table(None)) == 6
        monkeypatch.setattr(Board, "rebuild", None)
        assert len(board.table()) == 6

    def test_a_snapshot_that_is_too_old_to_be_purged_is_removed(self, store: Store, board: Board) -> None:
        board.table(None)
        assert newest(store.blobs)
        prune(store.records, now() + 2 * KEPT_TIME)
        purge(store)
        assert newest(store.blobs) is None
