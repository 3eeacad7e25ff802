"""Tests of what every store must guarantee when many use it at once: subclass ``RaceContract``, define ``servers``."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from threading import Barrier, Event
from time import monotonic
from typing import TypeVar

import pytest

from pangea_server.annotate.assignment.leases import renew_lease, return_task
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task, TaskState
from pangea_server.app.testing.stores.examples import blob_info, fill, task
from pangea_server.collect.queue.offers import lease_task
from pangea_server.core.errors import LeaseError, StoreBusyError, StoreConflictError
from pangea_server.core.records import Counter
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.protocol import RecordReader, Store, Transaction

T = TypeVar("T")
HOUR = timedelta(hours=1)
PATIENCE = 120.0  # seconds for which a client asks a busy store again; pages never give up


class RaceContract:
    """Tests that each get an empty store, which several servers have opened."""

    clients = 50
    writers = 64
    spenders = 12

    @pytest.fixture
    def servers(self) -> Iterator[Sequence[Store]]:
        """The same empty store, opened several times."""
        raise NotImplementedError

    def test_a_task_is_leased_once(self, servers: Sequence[Store]) -> None:
        fill(servers[0], [task(1)])
        leases = [lease for lease in at_once(self.clients, servers, _lease) if lease]
        assert len(leases) == 1
        check_holders(servers[0].records)
        assert servers[0].records.get(Task, "guide-000001").lease_id == leases[0].lease_id

    def test_each_task_has_one_holder(self, servers: Sequence[Store]) -> None:
        fill(servers[0], [task(number) for number in range(4)])
        leases = [lease for lease in at_once(10, servers, _lease) if lease]
        assert len({lease.task_id for lease in leases}) == len(leases) == 4
        check_holders(servers[0].records)

    def test_task_and_lease_agree_at_every_moment(self, servers: Sequence[Store]) -> None:
        """While people take, keep and return tasks, a reader always sees each task with its own lease."""
        fill(servers[0], [task(number) for number in range(3)])
        done = Event()

        def look(_: int) -> int:
            seen = 0
            while not done.is_set() or not seen:
                with servers[-1].records.snapshot() as snapshot:
                    check_holders(snapshot)
                seen += 1
            return seen

        def work(store: Store, client: int) -> None:
            chance, me = random.Random(client), person(client)
            for _ in range(6):
                lease = _lease(store, client)
                if lease is None:
                    continue
                if chance.random() < 0.5:
                    _patiently(partial(return_task, store.records, me, lease.lease_id))
                    continue
                try:
                    _patiently(partial(renew_lease, store.records, me, lease.lease_id, HOUR))
                except LeaseError as error:
                    raise AssertionError("nobody else may have it within an hour") from error

        with ThreadPoolExecutor(1) as pool:
            looking = pool.submit(look, 0)
            try:
                at_once(6, servers, work)
            finally:
                done.set()
        assert looking.result()

    def test_one_of_many_creates_a_record(self, servers: Sequence[Store]) -> None:
        def create(store: Store, client: int) -> bool:
            try:
                store.records.create(Counter(name="paths", value=client))
            except StoreConflictError:
                return False
            return True

        won = at_once(self.writers, servers, create)
        assert sum(won) == 1
        assert servers[0].records.get(Counter, "paths").value == won.index(True)

    @pytest.mark.parametrize("kinds", [1, 64])
    @pytest.mark.parametrize("soon", [False, True])
    def test_one_of_many_creates_a_blob(self, servers: Sequence[Store], kinds: int, soon: bool) -> None:
        data = [hashlib.shake_128(b"%d" % number).digest(10_000) for number in range(kinds)]

        def create(store: Store, client: int) -> bool | None:
            mine = data[client % kinds]
            try:
                if soon:
                    return store.blobs.create_soon(blob_info("a/b", mine), (mine,)).result()
                return store.blobs.create("a/b", mine)
            except StoreConflictError:
                return None

        won = at_once(self.writers, servers, create)
        assert won.count(True) == 1
        assert won.count(False) == (self.writers - 1 if kinds == 1 else 0)
        assert servers[0].blobs.read("a/b") == data[won.index(True) % kinds]

    def test_no_two_transactions_act_on_what_the_other_changed(self, servers: Sequence[Store]) -> None:
        """Each client takes one from either purse while the two together hold any; their sum never goes below zero."""
        for name in ("left", "right"):
            servers[0].records.create(Counter(name=name, value=4))

        def spend(store: Store, client: int) -> bool:
            return _patiently(lambda: store.records.transact(lambda transaction: _spend(transaction, client)))

        assert sum(at_once(self.spenders, servers, spend)) == 8
        assert sum(purse.value for purse in servers[0].records.find(Counter)) == 0


def at_once(count: int, servers: Sequence[Store], work: Callable[[Store, int], T]) -> list[T]:
    """The results of ``work`` for ``count`` clients that start at the same moment, each at one of the servers."""
    start = Barrier(count)

    def client(number: int) -> T:
        start.wait()
        return work(servers[number % len(servers)], number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(client, range(count)))


def check_holders(records: RecordReader) -> None:
    """Check that each leased task has one active lease, the one that it names, and that no other lease is active."""
    tasks = records.find(Task, {"state": TaskState.LEASED})
    active = records.find(Lease, {"state": LeaseState.ACTIVE})
    assert sorted(str(task.lease_id) for task in tasks) == sorted(lease.lease_id for lease in active)
    assert {task.record_id for task in tasks} == {lease.task_id for lease in active}


def person(number: int) -> Annotator:
    """A person who speaks English."""
    return Annotator(annotator_id=number, role=Role.ANNOTATOR, languages=("en-US",))


def _lease(store: Store, client: int) -> Lease | None:
    return _patiently(lambda: lease_task(store.records, person(client), "guide", None, HOUR))


def _patiently(ask: Callable[[], T]) -> T:
    """Ask, and ask again while the store is busy, as a page does."""
    ends = monotonic() + PATIENCE
    while True:
        try:
            return ask()
        except StoreBusyError as error:
            if monotonic() > ends:
                raise AssertionError(f"the store was busy for {PATIENCE} s") from error


def _spend(transaction: Transaction, client: int) -> bool:
    purses = transaction.find(Counter, {})
    if sum(purse.value for purse in purses) == 0:
        return False
    purse = purses[client % 2]
    transaction.replace(purse.model_copy(update={"value": purse.value - 1}))
    return True
