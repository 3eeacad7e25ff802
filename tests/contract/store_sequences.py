"""Random sequences of calls, which do the same to every store: results, order, and which error.

``STORE_SEQUENCES=10000 pytest tests/firebase/test_same_behaviour.py`` runs as many as a release wants, and so does
``tests/postgres/test_same_behaviour.py``.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from environments.errors import PangeaError
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.stores.examples import blob_info, task
from pangea_server.core.records import Counter, Record
from pangea_server.dataset.collections import RECORDS
from pangea_server.stores.local.store import LocalStore
from pangea_server.stores.protocol import Store, Transaction

SEQUENCES = int(os.environ.get("STORE_SEQUENCES", "40"))
Kind = type[Record]


@dataclass(frozen=True)
class Call:
    """One call of a store; shown as written when a sequence fails."""

    name: str
    arguments: dict[str, Any] = field(default_factory=dict)

    def on(self, store: Store) -> Any:
        return CALLS[self.name](store, **self.arguments)

    @property
    def may_have_two_faults(self) -> bool:
        """A write that cannot be is told at once or on commit: of two faults, a store may find either first."""
        given = self.arguments
        return self.name == "transact" and (given["late"] or given["fails"] or len(given["writes"]) > 1)


@dataclass(frozen=True)
class Write:
    """A part of a transaction: ``create`` or ``replace`` a record, or delete the one that has its id."""

    how: str
    record: Record

    def on(self, transaction: Transaction) -> None:
        if self.how == "delete":
            transaction.delete(type(self.record), self.record.record_id)
        else:
            getattr(transaction, self.how)(self.record)


def transact(
    store: Store, reads: Sequence[tuple[Kind, str]], writes: Sequence[Write], late: bool, fails: bool
) -> Any:
    def work(transaction: Transaction) -> Any:
        read = [transaction.get(kind, record_id) for kind, record_id in reads]
        found = transaction.find(Task, {"state": "open"}, limit=2)
        for write in writes:
            write.on(transaction)
        if late:
            transaction.get(Counter, "a")
        if fails:
            raise ZeroDivisionError
        return read, found

    return store.records.transact(work)


def snapshot(store: Store) -> Any:
    with store.records.snapshot() as records:
        return [(records.find(kind), records.count(kind)) for kind in (Counter, Task)]


def read_part(store: Store, name: str, start: int, size: int) -> bytes:
    with store.blobs.open(name) as file:
        file.seek(start)
        return file.read(size)


def store_soon(store: Store, name: str, letter: bytes, size: int) -> bool:
    return store.blobs.create_soon(blob_info(name, letter * size), [letter * size]).result()


CALLS: dict[str, Callable[..., Any]] = {
    "create": lambda store, record: store.records.create(record),
    "get": lambda store, kind, record_id: store.records.get(kind, record_id),
    "find": lambda store, kind, where, **page: store.records.find(kind, where, **page),
    "count": lambda store, kind, where: store.records.count(kind, where),
    "transact": transact,
    "snapshot": snapshot,
    "store": lambda store, name, letter, size: store.blobs.create(name, letter * size),
    "store_soon": store_soon,
    "stat": lambda store, name: asdict(store.blobs.stat(name)),
    "read": lambda store, name: store.blobs.read(name),
    "read_part": read_part,
    "list": lambda store, prefix, **page: list(store.blobs.list(prefix, **page)),
    "remove": lambda store, names: store.blobs.delete(*names),
}

record_ids = st.sampled_from(
    ["a", "b", "a b", "घर", "Z", "guide-000001", "guide-000002", "", "..", "x/y", "__x__"]
)
numbers = st.integers(0, 4)
counters = st.builds(Counter, name=record_ids, value=st.integers(-(2**40), 2**40))
tasks = st.builds(
    task,
    numbers,
    state=st.sampled_from(TaskState),
    language=st.sampled_from(["en-US", "hi-IN"]),
    instruction_id=st.none() | numbers,
)
records = counters | tasks
kinds = st.sampled_from([Counter, Task])
limits = st.integers(1, 3)
wheres = st.none() | st.dictionaries(
    st.sampled_from(["state", "language", "instruction_id", "kind", "path_id"]),
    st.sampled_from(["open", TaskState.DONE, "hi-IN", "guide", 1, None, True]),
    max_size=2,
)
names = st.sampled_from(["r/1/voice/0", "r/1/voice/1", "r/2/pose", "r-1", "s", "", "../x", "घर"])
letters, sizes = st.sampled_from([b"a", b"b"]), st.sampled_from([0, 3, 70_000])


def call(name: str, /, **arguments: st.SearchStrategy[Any]) -> st.SearchStrategy[Call]:
    return st.builds(Call, st.just(name), st.fixed_dictionaries(arguments))


calls = st.one_of(
    call("create", record=records),
    call("create", record=tasks),
    call("get", kind=kinds, record_id=record_ids),
    call(
        "find", kind=kinds, where=wheres, after=st.none() | record_ids, limit=limits, descending=st.booleans()
    ),
    call("count", kind=kinds, where=wheres),
    call(
        "transact",
        reads=st.lists(st.tuples(kinds, record_ids), max_size=2),
        writes=st.lists(
            st.builds(Write, st.sampled_from(["create", "replace", "delete"]), tasks | counters),
            max_size=3,
            unique_by=lambda write: (write.record.collection, write.record.record_id),
        ),
        late=st.sampled_from([False, False, True]),
        fails=st.sampled_from([False, False, True]),
    ),
    call("snapshot"),
    call("store", name=names, letter=letters, size=sizes),
    call("store_soon", name=names, letter=letters, size=sizes),
    call("stat", name=names),
    call("read", name=names),
    call("read_part", name=names, start=st.integers(0, 4), size=st.integers(0, 4)),
    call("list", prefix=st.sampled_from(["", "r/", "r/1/v", "z"]), after=names, limit=st.none() | limits),
    call("remove", names=st.lists(names, max_size=2)),
)


def outcome(call: Call, store: Store) -> Any:
    """What a call returned, or how it failed."""
    try:
        return call.on(store)
    except (PangeaError, ZeroDivisionError) as error:
        if call.may_have_two_faults:
            return "failed"
        return type(error), "" if call.name == "transact" else str(error)


def everything(store: Store) -> Any:
    held = [(kind.collection, store.records.find(kind)) for kind in RECORDS]
    return held, [(info, store.blobs.read(info.name)) for info in store.blobs.list("")]


def drawn(test: Callable[..., None]) -> Callable[..., None]:
    """Runs a test for each drawn ``sequence`` of calls."""
    chosen = settings(
        max_examples=SEQUENCES,
        # To shrink takes minutes; the failing call is named.
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
        derandomize=SEQUENCES == 40,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )
    return chosen(given(sequence=st.lists(calls, min_size=8, max_size=25))(test))


def check_same(store: Store, sequence: Sequence[Call]) -> None:
    """Make the calls to an empty store and to an empty local one."""
    with tempfile.TemporaryDirectory() as folder, LocalStore.open(Path(folder) / "data") as local_store:
        for number, call in enumerate(sequence):
            local, other = outcome(call, local_store), outcome(call, store)
            assert local == other, f"call {number}: {call}"
        assert everything(local_store) == everything(store)
