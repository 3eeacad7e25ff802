"""Limits that protect a promise hold where one person's calls reach two servers at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

import pytest

from environments.errors import PangeaError
from pangea_server import Settings
from pangea_server.app.testing.server import let_in
from pangea_server.app.testing.stores.examples import fill, task
from pangea_server.collect.capture.quotas import Quotas
from pangea_server.collect.capture.recordings import start_recording
from pangea_server.collect.queue.offers import lease_task
from pangea_server.core.settings import DeploymentLimits
from pangea_server.people.access.records import Annotator, Session
from pangea_server.people.access.sessions import who
from pangea_server.people.access.tokens import new_token
from pangea_server.people.accounts.invites import claim, invite
from pangea_server.quality.trust.qualifications import count_attempt, qualification_of
from pangea_server.stores.postgres.store import PostgresStore
from tests.postgres.conftest import Cluster
from tests.security.jumping_clock import JumpingClock

AT_ONCE = 12
RECORDINGS = 3
HOUR = timedelta(hours=1)
S = TypeVar("S")
T = TypeVar("T")


@pytest.fixture
def blobs_place(tmp_path: Path) -> str:
    """Where blobs lie changes nothing."""
    (tmp_path / "blobs").mkdir()
    return str(tmp_path / "blobs")


@pytest.fixture
def servers(
    cluster: Cluster, blobs_place: str, postgres_store: PostgresStore
) -> Iterator[Sequence[PostgresStore]]:
    """The store as two servers have it open."""
    with PostgresStore.open(cluster.url, blobs_place) as other:
        yield postgres_store, other


@pytest.fixture
def person(postgres_store: PostgresStore) -> Annotator:
    """Somebody for whom there are tasks."""
    fill(postgres_store, [task(number, path_id=number) for number in range(4)])
    person, _ = let_in(postgres_store.records)
    return person


def at_once(servers: Sequence[S], ask: Callable[[S, int], T]) -> Counter[T | str]:
    """The answers, or the names of their errors, to calls that alternate between the servers."""

    def told(number: int) -> T | str:
        try:
            return ask(servers[number % len(servers)], number)
        except PangeaError as error:
            return type(error).__name__

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return Counter(pool.map(told, range(AT_ONCE)))


def test_recordings_without_an_answer(
    servers: Sequence[PostgresStore], settings: Settings, person: Annotator
) -> None:
    limited = settings.model_copy(update={"limits": DeploymentLimits(person_recordings=RECORDINGS)})
    lease = lease_task(servers[0].records, person, "guide", None, HOUR)
    assert lease

    def begin(server: tuple[PostgresStore, Quotas], attempt: int) -> bool:
        store, quotas = server
        _, new = start_recording(
            store.records, person, lease.lease_id, attempt, 16_000, quotas.admit_recording
        )
        return new

    counting = [(store, Quotas(store, limited)) for store in servers]
    assert at_once(counting, begin) == {True: RECORDINGS, "TooManyRecordingsError": AT_ONCE - RECORDINGS}


def test_a_person_holds_one_lease(servers: Sequence[PostgresStore], person: Annotator) -> None:
    def ask(store: PostgresStore, _: int) -> str | None:
        lease = lease_task(store.records, person, "guide", None, HOUR)
        return lease.lease_id if lease else None

    assert list(at_once(servers, ask).values()) == [AT_ONCE]


@pytest.mark.parametrize("apart", [timedelta(minutes=1), timedelta(minutes=-1)])
def test_a_lease_holds_where_clocks_differ_by_a_minute(
    servers: Sequence[PostgresStore],
    person: Annotator,
    monkeypatch: pytest.MonkeyPatch,
    apart: timedelta,
) -> None:
    given, asked = (store.records for store in servers)
    other, token = let_in(given)
    clock = JumpingClock(monkeypatch)
    clock.ahead = apart
    lease = lease_task(given, person, "guide", None, HOUR)
    clock.ahead = timedelta()
    assert lease
    assert who(asked, token) == other
    again, others = (lease_task(asked, each, "guide", None, HOUR) for each in (person, other))
    assert again
    assert others
    assert (again.lease_id, again.task_id) == (lease.lease_id, lease.task_id)
    assert others.task_id != lease.task_id


def test_a_link_opens_once(servers: Sequence[PostgresStore], person: Annotator) -> None:
    records = servers[0].records
    link = invite(records, person.annotator_id)
    before = records.count(Session)

    def open_link(store: PostgresStore, _: int) -> bool:
        return bool(claim(store.records, link, new_token(), HOUR))

    assert at_once(servers, open_link) == {True: 1, "InviteClaimedError": AT_ONCE - 1}
    assert records.count(Session) <= before + 1


def test_an_attempt_at_an_exercise_counts_once(servers: Sequence[PostgresStore], person: Annotator) -> None:
    def try_once(store: PostgresStore, _: int) -> bool:
        store.records.transact(
            lambda transaction: count_attempt(transaction, person.annotator_id, "guide", 0, passed=False)
        )
        return True

    assert at_once(servers, try_once) == {True: 1, "StoreConflictError": AT_ONCE - 1}
    assert qualification_of(servers[1].records, person.annotator_id, "guide").attempts == 1
