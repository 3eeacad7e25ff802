"""What goes wrong with a database and a bucket: it is told clearly, nothing is lost, and the work goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

import boto3
import psycopg
import pytest

from environments.errors import ConfigurationError, PangeaError
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task, TaskState
from pangea_server.app.testing.stores.examples import blob_info, fill, task
from pangea_server.collect.queue.offers import lease_task
from pangea_server.core.errors import BlobDamagedError, StoreBusyError, StoreError
from pangea_server.core.records import Counter, Record
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.postgres import blobs, database, migrations
from pangea_server.stores.postgres.store import PostgresStore
from pangea_server.stores.protocol import RecordStore, Transaction
from tests.postgres.conftest import BUCKET, Cluster, keys_in
from tests.postgres.servers import PASSWORD, s3_server
from tests.reliability.cluster.database import counted
from tests.reliability.cutting_proxy import Cut, CuttingProxy

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


# Blobs


def notes(cluster: Cluster) -> int:
    ((number,),) = cluster.ask("SELECT count(*) FROM erasures")
    return int(number)


def let_time_pass(cluster: Cluster) -> None:
    """The notes of uploads that were interrupted are due."""
    cluster.ask("UPDATE erasures SET due = now()")


def files(place: str) -> list[str]:
    return [path.name.partition("~")[0] for path in Path(place).rglob("*") if path.is_file()]


def test_an_upload_that_is_interrupted_is_never_seen_and_is_erased_later(
    cluster: Cluster, postgres_store: PostgresStore, blobs_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*_: object) -> bool:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(blobs, "_enter", dies)
        with pytest.raises(ZeroDivisionError):
            postgres_store.blobs.create("a/b", b"bytes")
    assert (files(blobs_place), postgres_store.blobs.list("")) == (["b"], [])
    postgres_store.scrub()
    assert files(blobs_place) == ["b"], "it may still be under way at another server"
    let_time_pass(cluster)
    PostgresStore.open(cluster.url, blobs_place, exclusive=True).close()
    assert (files(blobs_place), notes(cluster)) == ([], 0)
    assert postgres_store.blobs.create("a/b", b"bytes")


def test_an_upload_that_comes_too_late_counts_for_nothing(
    cluster: Cluster, postgres_store: PostgresStore, blobs_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter = blobs._enter

    def late(*arguments: Any) -> bool:
        let_time_pass(cluster)
        postgres_store.blobs.sweep()
        return enter(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(blobs, "_enter", late)
        with pytest.raises(StoreError, match="took more than 6 hours"):
            postgres_store.blobs.create("a/b", b"bytes")
    assert (files(blobs_place), postgres_store.blobs.list("")) == ([], [])


def test_what_cannot_be_erased_now_is_erased_later(
    cluster: Cluster, postgres_store: PostgresStore, blobs_place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(keys: object) -> None:
        raise StoreError("S3 cannot be reached.")

    postgres_store.blobs.create("a/b", b"bytes")
    with monkeypatch.context() as patch:
        patch.setattr(postgres_store.blobs._objects, "remove", away)
        with pytest.raises(StoreError, match="cannot be reached"):
            postgres_store.blobs.delete("a/b")
        with pytest.raises(StoreError, match="cannot be reached"):
            postgres_store.scrub()
    assert (files(blobs_place), postgres_store.blobs.list(""), notes(cluster)) == (["b"], [], 1)
    postgres_store.scrub()
    assert (files(blobs_place), notes(cluster)) == ([], 0)


def test_refused_blobs_leave_nothing(
    cluster: Cluster, postgres_store: PostgresStore, blobs_place: str
) -> None:
    postgres_store.blobs.create("a/b", b"bytes")
    assert not postgres_store.blobs.create("a/b", b"bytes")
    with pytest.raises(StoreError):
        postgres_store.blobs.create("a/b", b"other")
    with pytest.raises(StoreError):
        postgres_store.blobs.create_soon(blob_info("c", b"bytes"), [b"bytes"], task(1)).result()
    assert (files(blobs_place), notes(cluster)) == (["b"], 0)


def test_bytes_that_are_missing_or_changed_are_named(postgres_store: PostgresStore, blobs_place: str) -> None:
    for name in ("gone", "changed"):
        postgres_store.blobs.create(name, b"bytes")
    for path in Path(blobs_place).iterdir():
        path.unlink() if path.name.startswith("gone") else path.write_bytes(b"other")
    with pytest.raises(BlobDamagedError, match=r"there is no .*gone~"):
        postgres_store.blobs.read("gone")
    with pytest.raises(BlobDamagedError, match="'changed' is damaged: its bytes have changed"):
        postgres_store.blobs.read("changed")


@pytest.mark.parametrize("cut", [Cut("request", 300), Cut("answer", 0), Cut("answer", 30)], ids=str)
def test_an_upload_whose_answer_is_lost_is_stored_once(
    cluster: Cluster, s3: str, monkeypatch: pytest.MonkeyPatch, cut: Cut
) -> None:
    cluster.wipe()
    with CuttingProxy(int(s3.rsplit(":", 1)[1])) as proxy:
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", f"http://127.0.0.1:{proxy.port}")
        with PostgresStore.open(cluster.url, f"s3://{BUCKET}/{cut.of}{cut.after}") as store:
            proxy.cut = cut
            store.blobs.create("voice", bytes(50_000))
            assert [blob.size for blob in store.blobs.list("")] == [50_000]
            assert store.blobs.read("voice") == bytes(50_000)
        assert len([key for key in keys_in(BUCKET) if key.startswith(f"{cut.of}{cut.after}/")]) == 1


def test_a_bucket_that_is_not_there_is_named(cluster: Cluster, s3: str) -> None:
    cluster.wipe()
    with PostgresStore.open(cluster.url, "s3://nowhere") as store:
        with pytest.raises(ConfigurationError, match="There is no bucket 'nowhere' in S3"):
            store.blobs.create("a", b"bytes")
        assert store.blobs.list("") == []


class OtherRegion(BaseHTTPRequestHandler):
    """S3, asked in a region where the bucket is not."""

    protocol_version = "HTTP/1.1"

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        said = b"<Error><Code>IllegalLocationConstraintException</Code><Message>elsewhere</Message></Error>"
        self.send_response(400)
        self.send_header("Content-Type", "application/xml")
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_: object) -> None:
        pass


def test_a_bucket_of_another_region_is_named(
    cluster: Cluster, s3: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """moto serves every bucket in every region; this answers as Amazon documents it."""
    cluster.wipe()
    with ThreadingHTTPServer(("127.0.0.1", 0), OtherRegion) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", f"http://127.0.0.1:{server.server_port}")
        with PostgresStore.open(cluster.url, f"s3://{BUCKET}") as store:
            with pytest.raises(ConfigurationError, match="'voices' is in another region of S3") as refused:
                store.blobs.create("a", b"bytes")
            assert "AWS_DEFAULT_REGION" in refused.value.remedy
            assert store.blobs.list("") == []
        server.shutdown()


def test_a_bucket_without_rights_is_named(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.wipe()
    for name, value in {"AWS_ACCESS_KEY_ID": "root", "AWS_SECRET_ACCESS_KEY": "hush"}.items():
        monkeypatch.setenv(name, value)
    with s3_server(tmp_path / "moto.log") as address:
        monkeypatch.setenv("AWS_ENDPOINT_URL_S3", address)
        boto3.client("s3", region_name="us-east-1").create_bucket(Bucket=BUCKET)
        let_in_no_more = Request(f"{address}/moto-api/reset-auth", b"0", {"Content-Type": "text/plain"})
        urlopen(let_in_no_more).close()
        with PostgresStore.open(cluster.url, f"s3://{BUCKET}") as store:
            with pytest.raises(StoreError, match="S3 refuses this server at the bucket 'voices'") as refused:
                store.blobs.create("a", b"bytes")
            assert "hush" not in str(refused.value)
            assert store.blobs.list("") == []
