"""The queue's rules over HTTP: turns, caps, pools, priorities, pauses, words that failed, tabs and clocks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from pangea_server.annotate.annotations.records import GuideAnnotation
from pangea_server.annotate.assignment import leases, open_tasks
from pangea_server.annotate.campaigns.records import CampaignState
from pangea_server.annotate.tasks.records import DraftRecord, History, Lease, Recording, Task, TaskState
from pangea_server.app.testing.server import People, Someone, assert_problem, let_in
from pangea_server.collect.planning.lifecycle import set_state
from pangea_server.collect.queue import offers
from pangea_server.core.records import padded
from pangea_server.people.access.records import Annotator, Role
from pangea_server.stores.protocol import Store, Transaction
from tests.campaigns.conftest import WALKS

ASTRAY = ["door"]
DAY = timedelta(days=1)
NO_LEARNING: dict[str, Any] = {"trust": {"learning": 0}}


@pytest.fixture
def create(create: Any) -> Any:
    """With two Followers for each Guide."""
    return partial(create, followers_per_guide=2)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The server's clock, to be set."""
    time = [datetime.now(UTC)]
    for module in (leases, open_tasks, offers):
        monkeypatch.setattr(module, "now", lambda: time[0])
    return time


def ask(person: Someone, kind: str | None = None) -> tuple[int, str | None, str | None]:
    """Status, reason, and the kind that was given or is due."""
    answer = person.call("POST", "/leases", json={"kind": kind})
    given = answer.json()["kind"] if answer.status_code == 200 else answer.headers.get("PanGEA-Kind")
    return answer.status_code, answer.headers.get("PanGEA-Reason"), given


def change(store: Store, record: Annotator) -> None:
    store.records.transact(lambda transaction: transaction.replace(record))


def follow_astray(person: Someone) -> None:
    lease = person.lease("follower")
    walk = [lease["args"]["start_viewpoint_id"]]
    answer = person.record(lease["lease_id"], walk, voice=())
    assert person.submit(lease["lease_id"], answer | {"outcome": "gave_up"}).status_code == 200


def test_people_take_turns_at_first_and_choose_later(people: People, create: Any) -> None:
    create(rotation={"first": 2})
    people().guide()
    newcomer = people()
    assert ask(newcomer) == (200, None, "guide")
    newcomer.guide()
    assert ask(newcomer, "guide") == (204, "turn", "follower")
    assert ask(newcomer) == (200, None, "follower")
    follow_astray(newcomer)
    assert ask(newcomer, "guide") == (200, None, "guide")


def test_whose_turn_finds_nothing_goes_on_with_the_other_kind(people: People, create: Any) -> None:
    create(rotation={"first": 10})
    alone = people()
    alone.guide()
    alone.guide()
    assert ask(alone, "guide") == (200, None, "guide")


def test_who_guided_a_path_never_follows_on_it(people: People, create: Any) -> None:
    create(paths=[{"scan": "corridor", "viewpoints": WALKS[:1]}], guides_per_path=2)
    first, second, third = people(), people(), people()
    first.guide()
    assert ask(first, "guide") == (204, "nothing", None)
    second.guide()
    for guide in (first, second):
        assert ask(guide, "follower") == (204, "nothing", None)
    follow_astray(third)
    assert ask(third, "follower") == (204, "nothing", None)


def test_caps_end_with_what_is_held(people: People, create: Any) -> None:
    create(caps={"per_person": 1})
    person = people()
    lease = person.lease("guide")
    assert person.lease("guide")["lease_id"] == lease["lease_id"]
    person.guide()
    assert ask(person) == (204, "cap", None)


def test_what_was_given_back_does_not_count(people: People, create: Any) -> None:
    create(caps={"per_person": 1})
    person = people()
    person.call("DELETE", f"/leases/{person.lease('guide')['lease_id']}")
    person.guide()
    assert ask(person, "guide") == (204, "cap", None)


def test_a_day_has_its_own_cap(people: People, create: Any, clock: list[datetime]) -> None:
    create(caps={"per_day": 1})
    person = people()
    person.guide()
    assert ask(person, "guide") == (204, "cap", None)
    clock[0] += DAY
    assert ask(person, "guide") == (200, None, "guide")


def test_a_clock_that_goes_back_does_not_begin_a_day_anew(
    people: People, create: Any, clock: list[datetime]
) -> None:
    create(caps={"per_day": 1})
    person = people()
    person.guide()
    clock[0] -= DAY
    assert ask(person, "guide") == (204, "cap", None)


def test_a_higher_priority_goes_first(people: People, create: Any) -> None:
    create(
        paths=[
            {"scan": "corridor", "viewpoints": WALKS[:1]},
            {"scan": "corridor", "viewpoints": WALKS[1:2], "priority": 9},
            {"scan": "corridor", "viewpoints": WALKS[2:], "priority": 5},
        ]
    )
    person, starts = people(), []
    for _ in WALKS:
        starts.append(person.lease("guide")["args"]["path"][0])
        person.guide()
    assert starts == ["window", "sofa", "door"]


def test_a_pools_work_is_its_members(store: Store, people: People, create: Any) -> None:
    create(pools={"english": {"languages": ["en-US"]}})
    member, stranger = people(), people()
    known = store.records.get(Annotator, padded(member.annotator_id))
    change(store, known.model_copy(update={"pools": ("english",)}))
    assert ask(stranger, "guide") == (204, "unreached", None)
    assert ask(member, "guide") == (200, None, "guide")


@pytest.mark.parametrize("state", [CampaignState.PAUSED, CampaignState.CLOSED])
def test_what_is_out_may_be_finished_though_nothing_new_is_given(
    store: Store, people: People, create: Any, state: CampaignState
) -> None:
    create()
    busy, idle = people(), people()
    lease = busy.lease("guide")
    set_state(store.records, "walks", state)
    assert ask(idle, "guide") == (204, "paused", None)
    assert busy.call("POST", f"/leases/{lease['lease_id']}/renew").status_code == 200
    assert busy.guide().status_code == 200
    assert ask(busy, "guide") == (204, "paused", None)


def test_words_that_followers_fail_are_asked_for_again_by_themselves(
    store: Store, people: People, create: Any
) -> None:
    create(
        paths=[{"scan": "corridor", "viewpoints": WALKS[:1]}],
        followers_per_guide=3,
        send_back_after=2,
        **NO_LEARNING,
    )
    guide, holder = people(), people()
    guide.guide()
    follow_astray(people())
    held = holder.lease("follower")
    follow_astray(people())
    states = {task.record_id: task.state for task in store.records.find(Task)}
    assert states == {
        "guide-000001": "retired",
        "guide-000002": "open",
        "follower-000001": "done",
        "follower-000002": "leased",
        "follower-000003": "done",
        **{f"follower-00000{number}": "waiting" for number in (4, 5, 6)},
    }
    assert ask(guide, "guide") == (204, "nothing", None)
    assert store.records.get(GuideAnnotation, "000001")
    answer = holder.record(held["lease_id"], ["door"], voice=()) | {"outcome": "gave_up"}
    assert holder.submit(held["lease_id"], answer).status_code == 200
    assert people().guide("Other words.").json()["annotation_id"] == 2
    assert store.records.count(Task, {"kind": "guide"}) == 2
    create(
        paths=[{"scan": "corridor", "viewpoints": WALKS[:1]}],
        followers_per_guide=3,
        send_back_after=2,
        **NO_LEARNING,
    )
    assert store.records.count(Task) == 8


def test_one_success_keeps_the_words(store: Store, people: People, create: Any) -> None:
    create(
        paths=[{"scan": "corridor", "viewpoints": WALKS[:1]}],
        followers_per_guide=3,
        send_back_after=2,
        **NO_LEARNING,
    )
    people().guide()
    people().follow(list(WALKS[0]))
    follow_astray(people())
    follow_astray(people())
    assert store.records.count(Task, {"kind": "guide"}) == 1


def test_what_was_done_of_a_returned_task_is_kept(store: Store, people: People, create: Any) -> None:
    create()
    person = people()
    lease_id = person.lease("guide")["lease_id"]
    recording_id = person.begin(lease_id)
    person.put(recording_id, "voice", 0, b"\x01\x00" * 1600)
    person.call("PUT", f"/leases/{lease_id}/draft", json={"version": 1, "content": "half"})
    person.call("DELETE", f"/leases/{lease_id}")
    assert store.records.get(DraftRecord, lease_id).content == "half"
    assert store.records.find(Recording, {"lease_id": lease_id})
    assert person.call("GET", f"/recordings/{recording_id}").json()["voice"]["chunks"] == 1


def test_many_tabs_of_one_person_hold_one_task(store: Store, create: Any) -> None:
    create()
    person, _ = let_in(store.records)

    def tab(_: int) -> str:
        lease = offers.lease_task(store.records, person, "guide", None, timedelta(hours=1))
        assert lease
        return lease.lease_id

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(tab, range(8)))) == 1
    assert store.records.count(Lease) == 1


def test_a_tab_that_asks_while_another_is_served_gets_the_same(
    store: Store, create: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    create()
    person, _ = let_in(store.records)
    others: list[Lease | None] = []
    look = offers._held

    def look_and_be_overtaken(*asked: Any) -> Lease | None:
        found = look(*asked)
        monkeypatch.setattr(offers, "_held", look)
        others.append(offers.lease_task(store.records, person, "guide", None, timedelta(hours=1)))
        return found

    monkeypatch.setattr(offers, "_held", look_and_be_overtaken)
    mine = offers.lease_task(store.records, person, "guide", None, timedelta(hours=1))
    assert others == [mine]
    assert store.records.count(Lease) == 1


def test_a_lease_of_somebody_else_is_none(people: People, create: Any) -> None:
    create()
    lease_id = people().lease("guide")["lease_id"]
    thief = people()
    for method, path in (("POST", "/renew"), ("DELETE", ""), ("GET", "")):
        assert_problem(thief.call(method, f"/leases/{lease_id}{path}"), 404, "record_not_found")


def test_a_clock_an_hour_back_leaves_leases_whole(
    store: Store, people: People, create: Any, clock: list[datetime]
) -> None:
    create(paths=[{"scan": "corridor", "viewpoints": WALKS[:1]}])
    person, other = people(), people()
    lease_id = person.lease("guide")["lease_id"]
    clock[0] -= timedelta(hours=1)
    assert ask(other, "guide") == (204, "nothing", None)
    term = person.call("POST", f"/leases/{lease_id}/renew").json()["expires_at"]
    assert datetime.fromisoformat(term) == clock[0] + timedelta(hours=1), "the heartbeat brings it back"
    assert person.guide().status_code == 200


def test_a_clock_a_day_ahead_takes_nothing_from_who_comes_first(
    people: People, create: Any, clock: list[datetime]
) -> None:
    create(paths=[{"scan": "corridor", "viewpoints": WALKS[:2]}])
    early, late, other = people(), people(), people()
    kept, lost = early.lease("guide")["lease_id"], late.lease("guide")["lease_id"]
    clock[0] += DAY
    assert early.call("POST", f"/leases/{kept}/renew").status_code == 200
    other.lease("guide")
    assert_problem(late.call("POST", f"/leases/{lost}/renew"), 409, "lease")
    assert early.guide().status_code == 200


def test_history_is_made_of_leases_where_none_was_kept(store: Store, people: People, create: Any) -> None:
    create()
    person = people()
    person.guide()
    person.lease("guide")
    kept = store.records.get(History, padded(person.annotator_id))

    def forget(transaction: Transaction) -> None:
        transaction.delete(History, kept.record_id)

    store.records.transact(forget)
    person.guide()
    assert person.lease("guide")
    again = store.records.get(History, padded(person.annotator_id))
    assert (len(again.met), again.taken) == (3, {"walks/guide": 3})


def test_a_manager_sees_no_check_items_on_the_wire(people: People, create: Any) -> None:
    create()
    assert "check_item" not in people(Role.MANAGER).call("GET", "/monitor/tasks").text
    assert "check_item" not in str(people().lease("guide"))
    assert TaskState.RETIRED.value in people(Role.MANAGER).call("GET", "/monitor/tasks").text


def test_a_campaigns_own_instructions_come_with_the_lease(people: People, create: Any) -> None:
    create(instructions={"guide": {"hi": "नमस्ते", "en": "Look **around** <b>first</b>."}})
    person = people()
    [paragraph] = person.lease("guide")["instructions"]
    words = [each["text"] or each["children"][0]["text"] for each in paragraph["children"]]
    assert "".join(words) == "Look around <b>first</b>."
    person.guide()
    assert people().lease("follower")["instructions"] == []
