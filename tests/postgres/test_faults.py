"""What goes wrong with a database: it is told clearly, nothing is lost, and the work goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from environments.errors import ConfigurationError, PangeaError
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task, TaskState
from pangea_server.app.testing.stores.examples import blob_info, fill, task
from pangea_server.collect.queue.offers import lease_task
from pangea_server.core.errors import StoreBusyError, StoreError
from pangea_server.core.records import Counter, Record
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.postgres import blobs, database, migrations
from pangea_server.stores.postgres.store import PostgresStore
from pangea_server.stores.protocol import RecordStore, Transaction
from tests.postgres.conftest import Cluster
from tests.postgres.servers import PASSWORD
from tests.reliability.cluster.database import counted

COLOUR = (
    "ALTER TABLE counters ADD COLUMN colour text;\nCREATE INDEX counters_by_colour ON counters (colour);\n"
)
"""A second migration, as a coming version may bring."""
AWAY_SECONDS = 16.0
CROWD = 30


@pytest.fixture
def blobs_place(tmp_path: Path) -> str:
    """A folder; what is about S3 says so."""
    (tmp_path / "blobs").mkdir()
    return str(tmp_path / "blobs")


# Databases that are refused


def _no_such_database(cluster: Cluster) -> str:
    return cluster.url_of("nowhere")


def _wrong_password(cluster: Cluster) -> str:
    return cluster.url_of(cluster.database, password="hush")


def _without_a_password(cluster: Cluster) -> str:
    return f"postgresql://pangea@127.0.0.1:{cluster.server.port}/campaign"


def _nobody_there(cluster: Cluster) -> str:
    return "postgresql://pangea:hush@127.0.0.1:1/campaign"


def _latin(cluster: Cluster) -> str:
    return cluster.make("latin", "ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")


def _guest(cluster: Cluster) -> str:
    cluster.ask("DROP ROLE IF EXISTS guest")
    cluster.ask(f"CREATE ROLE guest LOGIN PASSWORD '{PASSWORD}'")
    cluster.make("ours")
    return cluster.url_of("ours", user="guest")


def _newer(cluster: Cluster) -> str:
    url = cluster.make("newer")
    with PostgresStore.open(url, "/tmp"):
        Cluster(cluster.server, "newer").ask("UPDATE pangea_schema SET version = 9999")
    return url


def _of_another_program(cluster: Cluster) -> str:
    url = cluster.make("another")
    Cluster(cluster.server, "another").ask("CREATE TABLE tasks (what text)")
    return url


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (_no_such_database, "refuses this server: it has no such database"),
        (_wrong_password, "refuses this server: it does not accept the user or the password"),
        (_without_a_password, "refuses this server: it asks for a password"),
        (_nobody_there, "PostgreSQL cannot be reached: OperationalError"),
        (_latin, "is encoded in LATIN1"),
        (_guest, "its user may not read, write or make tables"),
        (_newer, "has schema 9999; this PanGEA knows those up to 1.*Install the version that wrote it"),
        (_of_another_program, "has tables of the same names.*Give PanGEA a database of its own"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_in_a_sentence_without_secrets(
    cluster: Cluster, tmp_path: Path, make: Callable[[Cluster], str], says: str
) -> None:
    with pytest.raises(PangeaError, match=says) as refused:
        PostgresStore.open(make(cluster), str(tmp_path))
    assert refused.value.remedy
    assert not any(secret in str(refused.value) for secret in ("hush", PASSWORD))


# The schema


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with today's migrations, in which the test adds more."""
    folder = tmp_path / "migrations"
    folder.mkdir()
    for script in migrations.FOLDER.glob("*.sql"):
        (folder / script.name).write_bytes(script.read_bytes())
    monkeypatch.setattr(migrations, "FOLDER", folder)
    migrations._scripts.cache_clear()
    yield folder
    migrations._scripts.cache_clear()


def add(later: Path, script: str) -> None:
    (later / f"{migrations.newest() + 1:04d}.sql").write_text(script)
    migrations._scripts.cache_clear()


def columns(cluster: Cluster) -> list[tuple[Any, ...]]:
    return cluster.ask("SELECT column_name FROM information_schema.columns WHERE table_name = 'counters'")


def test_a_second_migration_changes_the_tables_and_keeps_every_record(
    cluster: Cluster, later: Path, blobs_place: str
) -> None:
    url, found = cluster.make("growing"), Cluster(cluster.server, "growing")
    with PostgresStore.open(url, blobs_place) as store:
        store.records.create(Counter(name="paths", value=7))
    add(later, COLOUR)
    with PostgresStore.open(url, blobs_place) as store:
        assert store.records.get(Counter, "paths").value == 7
    assert ("colour",) in columns(found)
    assert found.ask("SELECT version FROM pangea_schema") == [(2,)]


def test_a_migration_that_fails_in_the_middle_leaves_the_store_as_it_was(
    cluster: Cluster, later: Path, blobs_place: str
) -> None:
    url, found = cluster.make("growing"), Cluster(cluster.server, "growing")
    PostgresStore.open(url, blobs_place).close()
    before = columns(found)
    add(later, COLOUR + "CREATE TABLE counters (name text);\n")
    with pytest.raises(ConfigurationError, match="has tables of the same names"):
        PostgresStore.open(url, blobs_place)
    assert columns(found) == before
    assert found.ask("SELECT version FROM pangea_schema") == [(1,)]


def test_a_migration_whose_server_ends_in_the_middle_is_run_by_the_next(
    cluster: Cluster, later: Path, blobs_place: str
) -> None:
    url, found = cluster.make("growing"), Cluster(cluster.server, "growing")
    PostgresStore.open(url, blobs_place).close()
    before = columns(found)
    add(later, COLOUR + "SELECT pg_terminate_backend(pg_backend_pid());\n")
    with pytest.raises(StoreError, match="PostgreSQL cannot be reached"):
        PostgresStore.open(url, blobs_place)
    assert (columns(found), found.ask("SELECT version FROM pangea_schema")) == (before, [(1,)])
    (later / "0002.sql").write_text(COLOUR)
    migrations._scripts.cache_clear()
    PostgresStore.open(url, blobs_place).close()
    assert found.ask("SELECT version FROM pangea_schema") == [(2,)]


def test_many_servers_may_open_a_new_database_at_once(cluster: Cluster, blobs_place: str) -> None:
    url = cluster.make("young")

    def open_and_count(number: int) -> int:
        with PostgresStore.open(url, blobs_place) as store:
            store.records.create(Counter(name=str(number), value=number))
            return store.records.get(Counter, str(number)).value

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(open_and_count, range(6))) == list(range(6))


@pytest.mark.parametrize(
    ("kind", "where"),
    [
        (Task, {}),
        (Task, {"state": "open"}),
        (Task, {"instruction_id": None}),
        (Task, {"kind": "guide", "state": "open", "language": "en-US"}),
        (Lease, {"annotator_id": 3, "state": LeaseState.ACTIVE}),
    ],
)
def test_find_reads_an_index_in_order(cluster: Cluster, kind: type[Record], where: dict[str, Any]) -> None:
    asked: list[tuple[str, list[Any]]] = []

    def select(statement: str, values: Any) -> list[Any]:
        asked.append((statement, [*values]))
        return []

    from pangea_server.stores.postgres.records import _find

    _find(select, kind, where, "guide-000100", 10)
    ((statement, values),) = asked
    PostgresStore.open(cluster.url, "/tmp").close()
    with closing(psycopg.connect(cluster.url)) as connection:
        connection.execute("SET enable_seqscan = off; SET enable_bitmapscan = off")  # the table is empty
        rows = connection.execute(f"EXPLAIN {statement}", values).fetchall()  # type: ignore[arg-type,unused-ignore]
    plan = " ".join(line for (line,) in rows)
    index = plan[plan.index("Index Cond") :]
    assert all(field in index for field in where), "fields searched together need an index together"
    assert "record_id >" in index
    assert "Sort" not in plan


# Others come first


def increment(transaction: Transaction) -> None:
    counter = transaction.get(Counter, "paths")
    assert counter
    transaction.replace(Counter(name="paths", value=counter.value + 1))


@pytest.fixture
def others(cluster: Cluster, blobs_place: str, postgres_store: PostgresStore) -> Iterator[RecordStore]:
    """The records, as another server has them."""
    with PostgresStore.open(cluster.url, blobs_place) as store:
        yield store.records


def test_a_transaction_that_others_overtake_is_run_again(
    postgres_store: PostgresStore, others: RecordStore
) -> None:
    records = postgres_store.records
    records.create(Counter(name="paths", value=0))
    runs = 0

    def work(transaction: Transaction) -> None:
        nonlocal runs
        transaction.get(Counter, "paths")
        runs += 1
        if runs < 3:
            others.transact(increment)
        increment(transaction)

    records.transact(work)
    assert (runs, records.get(Counter, "paths").value) == (3, 3)


def test_one_that_others_always_overtake_says_so(
    postgres_store: PostgresStore, others: RecordStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "CONTENTION_TIMEOUT_SECONDS", 0.2)
    records = postgres_store.records
    records.create(Counter(name="paths", value=0))

    def work(transaction: Transaction) -> None:
        transaction.get(Counter, "paths")
        others.transact(increment)
        increment(transaction)

    with pytest.raises(StoreBusyError, match=r"busy.*nothing was stored"):
        records.transact(work)


def test_one_whose_turn_does_not_come_goes_on_without(
    cluster: Cluster, postgres_store: PostgresStore, others: RecordStore
) -> None:
    """A server that was stopped, or whose line is cut, may have the turn."""
    records = postgres_store.records
    records.create(Counter(name="paths", value=0))
    runs = 0

    def work(transaction: Transaction) -> None:
        nonlocal runs
        transaction.get(Counter, "paths")
        runs += 1
        if runs == 1:
            others.transact(increment)
        increment(transaction)

    with closing(psycopg.connect(cluster.url)) as gone:
        gone.execute(database.TURN)
        records.transact(work)
    assert (runs, records.get(Counter, "paths").value) == (2, 2)


@pytest.mark.parametrize("servers", [1, 2])
def test_people_who_ask_at_once_undo_few_transactions(
    cluster: Cluster, blobs_place: str, servers: int
) -> None:
    """They undid 145 to 214 while each went on by itself, and all tried the tasks in the same order."""
    url = cluster.make("crowded")
    with ExitStack() as opened:
        stores = [opened.enter_context(PostgresStore.open(url, blobs_place)) for _ in range(servers)]
        fill(stores[0], [task(number) for number in range(CROWD)])
        with ThreadPoolExecutor(CROWD) as pool:
            asked = [pool.submit(ask_for_work, stores[each % servers], each) for each in range(1, CROWD + 1)]
            given = {one.result() for one in asked}
    _, undone = counted(url)
    assert len(given) == CROWD
    assert undone <= 2 * CROWD


def ask_for_work(store: PostgresStore, annotator_id: int) -> str:
    person = Annotator(annotator_id=annotator_id, role=Role.ANNOTATOR, languages=("en-US",))
    lease = lease_task(store.records, person, "guide", None, timedelta(hours=1))
    assert lease
    return lease.task_id


def test_who_changes_a_record_waits_for_a_blob_of_it_and_then_finds_it(postgres_store: PostgresStore) -> None:
    owner = task(1)
    fill(postgres_store, [owner])
    postgres_store.blobs.sweep()
    info = blob_info("a/b", b"bytes")
    postgres_store._database.run("INSERT INTO erasures VALUES ('key', 'infinity')", ())

    def change() -> list[str]:
        changed = owner.model_copy(update={"state": TaskState.DONE})
        postgres_store.records.transact(lambda transaction: transaction.replace(changed))
        return [blob.name for blob in postgres_store.blobs.list("a/")]

    with ThreadPoolExecutor(1) as pool:
        with postgres_store._database.committing() as connection:
            assert blobs._enter(connection, info, "key", owner)
            changing = pool.submit(change)
            with pytest.raises(TimeoutError):
                changing.result(timeout=0.3)
        assert changing.result() == ["a/b"]


# The database goes away


def test_a_line_that_ends_in_the_middle_undoes_all_and_the_next_call_works(
    cluster: Cluster, postgres_store: PostgresStore
) -> None:
    fill(postgres_store, [task(1)])

    def work(transaction: Transaction) -> None:
        transaction.create(task(2))
        cluster.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'pangea' AND datname = current_database()"
        )
        transaction.create(task(3))

    with pytest.raises(StoreError, match="PostgreSQL cannot be reached"):
        postgres_store.records.transact(work)
    assert postgres_store.records.find(Task) == [task(1)]


def test_a_database_that_was_killed_and_started_again_is_found_by_itself(
    cluster: Cluster, postgres_store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store._database._pool, "timeout", 1.0)
    fill(postgres_store, [task(1)])
    cluster.server.stop()
    with pytest.raises(StoreError, match="PostgreSQL cannot be reached"):
        postgres_store.records.create(task(2))
    cluster.server.start()
    monkeypatch.setattr(postgres_store._database._pool, "timeout", 30.0)
    assert postgres_store.records.find(Task) == [task(1)]
    fill(postgres_store, [task(2)])
    assert postgres_store.records.count(Task) == 2


def test_a_database_that_was_away_for_long_is_found_by_the_next_call(
    cluster: Cluster, postgres_store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pool's own pauses between two attempts would have grown to sixteen seconds by then."""
    fill(postgres_store, [task(1)])
    with monkeypatch.context() as patch:
        patch.setattr(postgres_store._database._pool, "timeout", 1.0)
        cluster.server.stop()
        ends = time.monotonic() + AWAY_SECONDS
        while time.monotonic() < ends:
            with pytest.raises(StoreError, match="PostgreSQL cannot be reached"):
                postgres_store.records.find(Task)
        cluster.server.start()
    assert postgres_store.records.find(Task) == [task(1)]
