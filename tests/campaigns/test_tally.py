"""What waits for people, and what they have done and earned, over HTTP. Asking what waits gives nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from pangea_server.annotate.assignment import open_tasks
from pangea_server.annotate.assignment.rules import Lane
from pangea_server.annotate.campaigns.records import CampaignState
from pangea_server.annotate.tasks.records import Lease, Task
from pangea_server.app.testing.server import People, Someone, assert_problem, let_in
from pangea_server.collect.ledger.entries import book
from pangea_server.collect.planning.lifecycle import set_state
from pangea_server.collect.tally import free_tasks
from pangea_server.collect.tally.free_tasks import KnownFreeTasks
from pangea_server.collect.tally.open_work import waiting_for
from pangea_server.stores.protocol import RecordStore, Store
from tests.campaigns.conftest import WALKS


@pytest.fixture(autouse=True)
def seen_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was free a moment ago is not remembered."""
    monkeypatch.setattr(free_tasks, "KEPT_SECONDS", 0.0)


@pytest.fixture
def create(create: Any) -> Any:
    """Without learning: otherwise another task asks for a newcomer's again."""
    return partial(create, trust={"learning": 0})


def waiting(person: Someone, kind: str = "guide") -> tuple[int, str | None, str | None]:
    """How many tasks wait, why none does, and whose turn it is."""
    answer = person.call("GET", f"/me/waiting/{kind}")
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert told["ready"] == (told["reason"] is None)
    return told["tasks"], told["reason"], told["kind"]


def tally(person: Someone, lease_id: str | None = None, since: datetime | None = None) -> dict[str, Any]:
    asked = {"since": (since or datetime.now(UTC) - timedelta(hours=1)).isoformat()}
    answer = person.call("GET", "/me/tally/guide", params=asked | ({"lease": lease_id} if lease_id else {}))
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


def test_it_counts_what_the_person_may_be_given_and_gives_nothing(
    store: Store, people: People, create: Any
) -> None:
    create()
    one, other = people(), people()
    assert waiting(one) == (3, None, None)
    assert store.records.count(Lease) == 0
    one.guide()
    assert (waiting(one), waiting(other)) == ((2, None, None), (2, None, None))
    assert waiting(one, "follower") == (0, "other", "guide")
    assert waiting(other, "follower") == (1, None, None)


def test_a_task_that_somebody_holds_waits_for_them_alone(people: People, create: Any) -> None:
    create(paths=[{"scan": "corridor", "viewpoints": WALKS[:1]}])
    one, other = people(), people()
    lease = one.lease("guide")
    assert (waiting(one), waiting(other)) == ((1, None, None), (0, "nothing", None))
    one.call("DELETE", f"/leases/{lease['lease_id']}")
    assert waiting(other) == (1, None, None)


def test_a_task_whose_time_ran_out_waits_for_others(
    people: People, create: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    create(paths=[{"scan": "corridor", "viewpoints": WALKS[:1]}])
    holder, other = people(), people()
    holder.lease("guide")
    assert waiting(other) == (0, "nothing", None)
    monkeypatch.setattr(open_tasks, "now", lambda: datetime.now(UTC) + timedelta(hours=5))
    assert waiting(other) == (1, None, None)


def test_it_says_whose_turn_it_is(people: People, create: Any) -> None:
    create(rotation={"first": 4})
    people().guide()
    newcomer = people()
    newcomer.guide()
    assert waiting(newcomer) == (0, "turn", "follower")
    assert waiting(newcomer, "follower") == (1, None, None)


def test_a_cap_bounds_what_waits(people: People, create: Any) -> None:
    create(caps={"per_person": 2})
    person = people()
    assert waiting(person) == (2, None, None)
    person.guide()
    assert waiting(person) == (1, None, None)
    person.guide()
    assert waiting(person) == (0, "cap", None)


def test_nothing_waits_in_a_pause(store: Store, people: People, create: Any) -> None:
    create()
    set_state(store.records, "walks", CampaignState.PAUSED)
    assert waiting(people()) == (0, "paused", None)


def test_an_unknown_kind_is_refused(people: People, create: Any) -> None:
    create()
    assert_problem(people().call("GET", "/me/waiting/dance"), 404, "not_found")


def test_hundreds_who_wait_read_the_tasks_of_a_lane_once(
    store: Store, create: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    create()
    monkeypatch.setattr(free_tasks, "KEPT_SECONDS", 60.0)
    crowd = [let_in(store.records)[0] for _ in range(20)]
    known = KnownFreeTasks()
    looked: list[Lane] = []
    find = open_tasks.free_tasks

    def look(records: RecordStore, lane: Lane) -> Iterator[Task]:
        looked.append(lane)
        return find(records, lane)

    monkeypatch.setattr("pangea_server.collect.tally.free_tasks.free_tasks", look)
    told = [waiting_for(store.records, person, ("guide",), known.of).tasks for person in crowd]
    assert told == [3] * 20
    assert len(looked) == len(set(looked)) < 20


def test_what_does_not_fit_among_the_known_is_looked_for_among_all(
    store: Store, people: People, create: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(free_tasks, "KEPT_TASKS", 1)
    create()
    person = people()
    lease = person.lease("guide")
    person.call("DELETE", f"/leases/{lease['lease_id']}")
    assert waiting(person) == (3, None, None)


def test_the_tally_counts_what_was_handed_in(people: People, create: Any) -> None:
    create()
    person = people()
    assert {**tally(person), "waiting": None} == {"done": 0, "today": 0, "waiting": None, "pay": []}
    person.guide()
    person.lease("guide")
    told = tally(person)
    assert (told["done"], told["today"], told["waiting"]["tasks"]) == (1, 1, 2)
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    assert (tally(person, since=tomorrow)["done"], tally(person, since=tomorrow)["today"]) == (1, 0)


def test_it_says_what_a_task_pays_and_what_the_ledger_holds(
    store: Store, people: People, create: Any
) -> None:
    create(pay={"currency": "INR", "per_annotation": {"guide": 2500}})
    person = people()
    lease_id = person.lease("guide")["lease_id"]
    assert tally(person, lease_id)["pay"] == []  # nothing was handed in
    person.guide()
    (pay,) = tally(person, lease_id)["pay"]
    assert pay == {"currency": "INR", "task": 2500, "recorded": None, "as_of": None}
    book(store.records)
    (pay,) = tally(person, lease_id)["pay"]
    assert (pay["task"], pay["recorded"], pay["as_of"] is None) == (2500, 2500, False)
    assert tally(people())["pay"] == []


def test_it_says_nothing_of_pay_where_nothing_is_paid(people: People, create: Any) -> None:
    create()
    person = people()
    lease_id = person.lease("guide")["lease_id"]
    person.guide()
    assert tally(person, lease_id)["pay"] == []


def test_anothers_task_is_nobodys_business(people: People, create: Any) -> None:
    create(pay={"per_annotation": {"guide": 100}})
    owner, stranger = people(), people()
    lease_id = owner.lease("guide")["lease_id"]
    owner.guide()
    asked = {"since": datetime.now(UTC).isoformat(), "lease": lease_id}
    refused = stranger.call("GET", "/me/tally/guide", params=asked)
    assert_problem(refused, 404, "record_not_found")


def test_a_task_that_was_taken_at_the_beginning_of_the_day_is_of_the_day(
    store: Store, people: People, create: Any
) -> None:
    create()
    person = people()
    lease_id = person.lease("guide")["lease_id"]
    person.guide()
    taken = store.records.get(Lease, lease_id).created_at
    assert tally(person, since=taken)["today"] == 1
    assert tally(person, since=taken + timedelta(microseconds=1))["today"] == 0
