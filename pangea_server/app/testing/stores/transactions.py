"""What every store must do where several records have to agree."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest

from pangea_server.annotate.tasks.records import Lease, LeaseState, Task, TaskState
from pangea_server.app.testing.stores.examples import fill, ids, task
from pangea_server.core.errors import RecordNotFoundError, StoreConflictError, StoreError
from pangea_server.core.records import Counter, now
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store, Transaction


class TransactionContract:
    """Tests that each get an empty ``store``."""

    clients = 50

    def test_a_transaction_writes_all(self, store: Store) -> None:
        store.records.create(task(1))
        assert take(store, "me")
        assert store.records.get(Task, "guide-000001").lease_id == "me"
        assert store.records.get(Lease, "me").task_id == "guide-000001"

    def test_a_transaction_that_fails_writes_nothing(self, store: Store) -> None:
        store.records.create(task(1))

        def work(transaction: Transaction) -> None:
            transaction.replace(task(1, state=TaskState.DONE))
            transaction.create(task(2))
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            store.records.transact(work)
        assert store.records.find(Task) == [task(1)]

    def test_what_is_deleted_is_gone_and_its_id_is_free(self, store: Store) -> None:
        fill(store, [task(1), task(2)])
        store.records.transact(lambda transaction: transaction.delete(Task, "guide-000001"))
        store.records.transact(lambda transaction: transaction.delete(Task, "guide-000001"))
        store.scrub()
        assert store.records.find(Task) == [task(2)]
        store.records.create(task(1, state=TaskState.DONE))
        assert store.records.get(Task, "guide-000001").state is TaskState.DONE

    def test_a_transaction_that_fails_deletes_nothing(self, store: Store) -> None:
        store.records.create(task(1))

        def work(transaction: Transaction) -> None:
            transaction.delete(Task, "guide-000001")
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            store.records.transact(work)
        assert store.records.find(Task) == [task(1)]

    def test_a_conflict_in_a_transaction_undoes_the_rest(self, store: Store) -> None:
        fill(store, [task(1)])

        def work(transaction: Transaction) -> None:
            transaction.create(task(2))
            transaction.create(task(1, state=TaskState.DONE))

        with pytest.raises(StoreConflictError):
            store.records.transact(work)
        assert store.records.find(Task) == [task(1)]

    def test_replacing_what_is_not_there_undoes_the_rest(self, store: Store) -> None:
        def work(transaction: Transaction) -> None:
            transaction.create(task(2))
            transaction.replace(task(1))

        with pytest.raises(RecordNotFoundError):
            store.records.transact(work)
        assert store.records.count(Task) == 0

    def test_replace_leaves_nothing_of_the_old_record(self, store: Store) -> None:
        store.records.create(task(1, instruction_id=3))
        store.records.transact(lambda transaction: transaction.replace(task(1)))
        assert store.records.get(Task, "guide-000001") == task(1)
        assert store.records.find(Task, {"instruction_id": 3}) == []

    def test_a_transaction_reads(self, store: Store) -> None:
        fill(store, [task(1), task(2, language="hi-IN")])

        def work(transaction: Transaction) -> tuple[Task | None, list[str]]:
            return transaction.get(Task, "guide-000009"), ids(transaction.find(Task, {"language": "hi-IN"}))

        assert store.records.transact(work) == (None, ["guide-000002"])

    def test_reading_after_writing_is_refused(self, store: Store) -> None:
        def work(transaction: Transaction) -> None:
            transaction.create(task(1))
            transaction.get(Task, "guide-000001")

        with pytest.raises(StoreError, match="read after it had written"):
            store.records.transact(work)

    def test_one_task_goes_to_one_of_many(self, store: Store) -> None:
        store.records.create(task(1))
        start = Barrier(self.clients)

        def lease(client: int) -> bool:
            start.wait()
            return take(store, f"lease-{client:02d}")

        with ThreadPoolExecutor(self.clients) as pool:
            won = list(pool.map(lease, range(self.clients)))
        assert sum(won) == 1
        assert store.records.get(Task, "guide-000001").lease_id == f"lease-{won.index(True):02d}"
        assert store.records.count(Lease) == 1

    def test_no_increment_is_lost(self, store: Store) -> None:
        store.records.create(Counter(name="paths", value=0))

        def increment(transaction: Transaction) -> int:
            counter = transaction.get(Counter, "paths")
            assert counter
            transaction.replace(Counter(name="paths", value=counter.value + 1))
            return counter.value + 1

        with ThreadPoolExecutor(8) as pool:
            given = list(pool.map(lambda _: store.records.transact(increment), range(24)))
        assert sorted(given) == list(range(1, 25))

    def test_a_snapshot_is_of_one_moment(self, store: Store) -> None:
        fill(store, [task(1), task(2)])
        with store.records.snapshot() as snapshot:
            take(store, "me")
            fill(store, [task(0), task(3)])
            assert list(every(snapshot, Task)) == [task(1), task(2)]
            assert snapshot.find(Task, {"state": "open"}, limit=1, descending=True) == [task(2)]
            assert (snapshot.count(Task), snapshot.count(Lease)) == (2, 0)
        assert (store.records.count(Task), store.records.count(Lease)) == (4, 1)


def take(store: Store, lease_id: str) -> bool:
    """Lease task 1 as the server does. Returns whether it was still free."""

    def work(transaction: Transaction) -> bool:
        seen = transaction.get(Task, "guide-000001")
        if seen is None or seen.state is not TaskState.OPEN:
            return False
        transaction.create(_lease(lease_id))
        transaction.replace(seen.model_copy(update={"state": TaskState.LEASED, "lease_id": lease_id}))
        return True

    return store.records.transact(work)


def _lease(lease_id: str) -> Lease:
    return Lease(
        lease_id=lease_id,
        task_id="guide-000001",
        kind="guide",
        annotator_id=1,
        state=LeaseState.ACTIVE,
        expires_at=now() + timedelta(hours=1),
    )
