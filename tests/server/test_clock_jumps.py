"""The server's wall clock jumps back and forth: what holds of leases, claims, sessions, limits and quotas."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from fastapi.testclient import TestClient

from pangea_server import Settings, create_app
from pangea_server.annotate.assignment.open_tasks import LONGEST_LEASE
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.tasks.records import Lease, Task, TaskState
from pangea_server.app.testing.server import People, Someone, assert_problem, let_in
from pangea_server.core.records import now
from pangea_server.core.settings import DeploymentLimits
from pangea_server.people.access.records import Role, Session
from pangea_server.people.access.tokens import hash_token
from pangea_server.stores.protocol import Store
from tests.security.jumping_clock import JumpingClock

YEARS, HOURS = timedelta(days=1000), timedelta(hours=5)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> JumpingClock:
    return JumpingClock(monkeypatch)


def nothing_for(someone: Someone) -> bool:
    return someone.call("POST", "/leases", json={"kind": "guide"}).status_code == 204


def test_no_setting_allows_a_longer_lease() -> None:
    (most,) = (
        rule.le for rule in DeploymentLimits.model_fields["lease_minutes"].metadata if hasattr(rule, "le")
    )
    assert timedelta(minutes=most) == LONGEST_LEASE


@pytest.mark.usefixtures("campaign")
@pytest.mark.parametrize("jump", [HOURS, -HOURS, -YEARS])
def test_whoever_works_on_goes_on_over_any_jump(people: People, clock: JumpingClock, jump: timedelta) -> None:
    guide, other = people(), people()
    lease = guide.lease("guide")
    answer = guide.record(lease["lease_id"], lease["args"]["path"])
    clock.ahead = jump
    assert guide.call("POST", f"/leases/{lease['lease_id']}/renew").status_code == 200
    assert nothing_for(other)
    clock.ahead = timedelta()
    assert guide.call("POST", f"/leases/{lease['lease_id']}/renew").status_code == 200
    assert nothing_for(other)
    assert guide.submit(lease["lease_id"], answer | {"transcript": "Go."}).status_code == 200


@pytest.mark.usefixtures("campaign")
def test_a_task_that_was_given_by_a_clock_far_ahead_is_not_lost(
    people: People, store: Store, clock: JumpingClock
) -> None:
    clock.ahead = YEARS
    gone, other = people(), people()
    first = gone.lease("guide")["lease_id"]
    clock.ahead = timedelta()
    assert store.records.get(Lease, first).expires_at > now() + YEARS / 2
    second = other.lease("guide")["lease_id"]
    assert second != first
    assert_problem(gone.call("POST", f"/leases/{first}/renew"), 409, "lease")
    assert nothing_for(people())


@pytest.mark.usefixtures("campaign")
def test_a_claim_of_a_clock_that_was_ahead_blocks_no_other_reviewer(
    people: People, clock: JumpingClock
) -> None:
    assert people().guide().status_code == 200
    first, second = people(Role.REVIEWER), people(Role.REVIEWER)
    clock.ahead = HOURS
    assert first.call("PUT", "/review/guide-000001/claim").status_code == 200
    assert_problem(second.call("PUT", "/review/guide-000001/claim"), 409, "review")
    clock.ahead = timedelta()
    assert second.call("PUT", "/review/guide-000001/claim").status_code == 200


def test_a_session_of_a_clock_that_was_ahead_gets_its_usual_length(
    people: People, store: Store, settings: Settings, clock: JumpingClock
) -> None:
    clock.ahead = YEARS
    person = people()
    assert person.call("GET", "/me").status_code == 200
    clock.ahead = timedelta()
    assert person.call("GET", "/me").status_code == 200
    session = store.records.get(Session, hash_token(person.token))
    assert session.expires_at <= now() + timedelta(days=settings.limits.session_days)


def test_a_session_that_has_ended_comes_back_only_when_the_clock_does(
    people: People, clock: JumpingClock
) -> None:
    person = people()
    clock.ahead = YEARS
    assert_problem(person.call("GET", "/me"), 401, "not_signed_in")
    clock.ahead = timedelta()
    assert person.call("GET", "/me").status_code == 200


@pytest.fixture
def strict(settings: Settings) -> Iterator[TestClient]:
    """A server that allows a person a read a second, and a mebibyte."""
    narrow = {"limits": DeploymentLimits(person_requests_per_second=1, person_bytes=2**20)}
    with TestClient(create_app(settings.model_copy(update=narrow))) as client:
        yield client


@pytest.fixture
def somebody(strict: TestClient) -> Someone:
    store: Store = strict.app.state.services.store  # type: ignore[attr-defined]
    store.records.create(PathRecord(path_id=1, scan_id="corridor", path=("door", "lamp"), heading=0.0))
    store.records.create(
        Task(kind="guide", number=1, path_id=1, scan_id="corridor", language="en-US", state=TaskState.OPEN)
    )
    person, token = let_in(store.records)
    return Someone(strict, token, person.annotator_id)


def test_limits_of_rate_do_not_follow_the_wall_clock(somebody: Someone, clock: JumpingClock) -> None:
    answers = [somebody.call("GET", "/kinds").status_code for _ in range(40)]
    assert answers[0] == 200
    assert answers[-1] == 429
    for jump in (HOURS, -HOURS):
        clock.ahead = jump
        assert 429 in [somebody.call("GET", "/kinds").status_code for _ in range(5)]


def test_quotas_do_not_follow_the_wall_clock(somebody: Someone, clock: JumpingClock) -> None:
    recording, half = somebody.begin(somebody.lease("guide")["lease_id"]), bytes(600_000)
    assert somebody.put(recording, "voice", 0, half).status_code == 201
    for jump in (timedelta(), HOURS, -HOURS):
        clock.ahead = jump
        assert_problem(somebody.put(recording, "voice", 1, half), 413, "quota")
