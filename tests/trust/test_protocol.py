"""The protocol over HTTP: check items first, trust or demotion, appeal; and nothing on the wire that tells."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from pangea_server.annotate.annotations.population import Population
from pangea_server.annotate.annotations.records import FollowerAnnotation, GuideAnnotation
from pangea_server.annotate.campaigns.trust_rules import TrustRules
from pangea_server.annotate.tasks.records import Task, TaskState
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.core.records import now, padded
from pangea_server.dataset.entries.dataset import Dataset
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.people.access.records import Role
from pangea_server.people.audit.records import AuditEntry
from pangea_server.quality.trust.eligibility import qualify
from pangea_server.quality.trust.known import make_check_items
from pangea_server.quality.trust.records import Appeal, CheckResult
from pangea_server.quality.trust.standing import StandingState
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store
from tests.server.conftest import PATH
from tests.trust.conftest import guide_paths, guide_task

Tower = Callable[..., None]


@pytest.fixture
def checked(store: Store, tower: Tower) -> None:
    """Four check items for Followers, and four real tasks."""
    tower()
    make_check_items(store.records, "tower", [1, 2, 3, 4])


def follow(follower: Someone, walk: tuple[str, ...] = PATH) -> dict[str, object]:
    """One Follower task; returns its lease."""
    lease = follower.lease("follower")
    lease_id = lease["lease_id"]
    outcome = "done" if len(walk) > 1 else "gave_up"
    answer = follower.record(lease_id, walk, voice=()) | {"outcome": outcome}
    assert follower.submit(lease_id, answer).status_code == 200
    return lease


def reason(follower: Someone) -> str | None:
    response = follower.call("POST", "/leases", json={"kind": "follower"})
    assert response.status_code == 204
    return response.headers["PanGEA-Reason"]


def was_check_item(store: Store, lease: dict[str, object]) -> bool:
    tasks = {task.lease_id: task for task in every(store.records, Task)}
    return tasks[lease["lease_id"]].check_item  # type: ignore[index]


@pytest.mark.usefixtures("checked")
def test_a_newcomer_is_checked_and_then_trusted(store: Store, people: People) -> None:
    follower, manager = people(), people(Role.MANAGER)
    leases = [follow(follower) for _ in range(5)]
    assert [was_check_item(store, lease) for lease in leases] == [True] * 3 + [False] * 2
    (row,) = manager.call("GET", "/standings").json()
    assert (row["state"], row["check_items"], row["overall"]) == ("trusted", 3, 1.0)
    notice = {"campaign_id": "tower", "kind": "follower", "state": "working"}
    assert follower.call("GET", "/me/standings").json() == [notice]


@pytest.mark.usefixtures("checked")
def test_nothing_on_the_wire_tells_a_check_item(store: Store, people: People) -> None:
    follower = people()
    leases = [follow(follower) for _ in range(5)]
    shapes = {tuple(sorted(lease)) for lease in leases}
    assert len(shapes) == 1
    assert not any("check" in str(lease).lower() for lease in leases)
    assert {str(lease["lease_id"])[0].isalnum() for lease in leases} == {True}


@pytest.mark.usefixtures("checked")
def test_who_fails_is_demoted_appeals_and_is_let_back_in(store: Store, people: People) -> None:
    follower, manager = people(), people(Role.MANAGER)
    for _ in range(3):
        follow(follower, ("door", "lamp", "door"))
    assert reason(follower) == "standing"
    about = {"campaign_id": "tower", "kind": "follower"}
    assert follower.call("GET", "/me/standings").json() == [about | {"state": "stopped"}]
    decision = about | {"decision": "reinstated"}
    address = f"/people/{follower.annotator_id}/appeal"
    assert_problem(manager.call("PUT", address, json=decision), 409, "store_conflict")
    for _ in range(2):
        asked = follower.call("PUT", "/me/appeal", json=about | {"words": "The voice did not play."})
        assert asked.json() == about | {"state": "appealed"}
    assert reason(follower) == "standing"
    (row,) = manager.call("GET", "/standings").json()
    assert (row["state"], row["appeal"]) == ("appealed", "The voice did not play.")
    assert manager.call("PUT", address, json=decision).json()["state"] == "probation"
    assert_problem(manager.call("PUT", address, json=decision), 409, "store_conflict")
    assert follow(follower)
    actions = [entry.action for entry in every(store.records, AuditEntry)]
    assert actions.count("appeal reinstated") == 1


@pytest.mark.usefixtures("checked")
def test_an_appeal_that_is_made_twice_at_once_is_one(
    store: Store, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower = people()
    for _ in range(3):
        follow(follower, ("door", "lamp", "door"))
    about = {"campaign_id": "tower", "kind": "follower", "words": "The voice did not play."}
    first = follower.call("PUT", "/me/appeal", json=about)
    with monkeypatch.context() as patched:  # what the other call saw, before this one was stored
        demoted = SimpleNamespace(state=StandingState.DEMOTED)
        patched.setattr("pangea_server.quality.trust.appeals.find_standing", lambda *_: demoted)
        patched.setattr("pangea_server.quality.trust.appeals.len", lambda _: 0, raising=False)
        again = follower.call("PUT", "/me/appeal", json=about)
    assert (first.status_code, again.status_code) == (200, 200)
    assert store.records.count(Appeal) == 1


@pytest.mark.usefixtures("checked")
def test_the_newest_of_a_persons_appeals_is_shown(store: Store, people: People) -> None:
    follower, manager = people(), people(Role.MANAGER)
    follow(follower)
    for number, words in ((1, "The voice did not play."), (2, "It is better now.")):
        store.records.create(
            Appeal(
                annotator_id=follower.annotator_id,
                campaign_id="tower",
                kind="follower",
                number=number,
                words=words,
            )
        )
    (row,) = manager.call("GET", "/standings").json()
    assert row["appeal"] == "It is better now."


@pytest.mark.usefixtures("checked")
def test_an_appeal_that_is_refused_is_the_end(people: People) -> None:
    follower, manager = people(), people(Role.MANAGER)
    for _ in range(3):
        follow(follower, ("door", "lamp", "door"))
    about = {"campaign_id": "tower", "kind": "follower"}
    follower.call("PUT", "/me/appeal", json=about)
    manager.call("PUT", f"/people/{follower.annotator_id}/appeal", json=about | {"decision": "upheld"})
    assert follower.call("GET", "/me/standings").json() == [about | {"state": "dismissed"}]
    assert_problem(follower.call("PUT", "/me/appeal", json=about), 409, "store_conflict")


def test_who_is_stopped_in_one_kind_need_not_wait_for_its_turn(
    tower: Tower, store: Store, people: People
) -> None:
    tower(turns=10)
    make_check_items(store.records, "tower", [1, 2, 3, 4])
    guide_paths(store, 1, 2)
    person = people()
    assert person.guide().status_code == 200
    assert person.call("POST", "/leases", json={"kind": "guide"}).headers["PanGEA-Reason"] == "turn"
    for number in range(3):
        failed = CheckResult(
            annotator_id=person.annotator_id,
            campaign_id="tower",
            kind="follower",
            item_id=f"follower-{number}",
            task_id=f"follower-{number}",
            answered_at=now(),
            passed=False,
        )
        store.records.create(failed)
    assert reason(person) == "standing"
    assert person.guide().status_code == 200


@pytest.mark.usefixtures("checked")
def test_words_that_are_known_to_be_good_are_not_given_up_for_newcomers_who_fail(
    store: Store, people: People
) -> None:
    for number in (1, 2, 3, 4):
        done = {"path_id": number, "state": TaskState.DONE}
        store.records.create(guide_task(number).model_copy(update=done | {"number": number}))
    for newcomer in (people(), people()):
        for _ in range(3):
            follow(newcomer, ("door", "lamp", "door"))
    assert {task.state for task in every(store.records, Task, {"kind": "guide"})} == {TaskState.DONE}


def test_nobody_appeals_against_nothing(people: People) -> None:
    about = {"campaign_id": "tower", "kind": "follower"}
    assert_problem(people().call("PUT", "/me/appeal", json=about), 404, "record_not_found")


@pytest.mark.usefixtures("checked")
def test_given_back_a_check_item_is_the_same_ones_again_and_nobody_elses(
    store: Store, people: People
) -> None:
    first, second = people(), people()
    lease = first.lease("follower")
    assert first.call("DELETE", f"/leases/{lease['lease_id']}").status_code == 204
    tasks = [task.record_id for task in every(store.records, Task) if task.check_item]
    other = second.lease("follower")
    again = first.lease("follower")
    held = {task.lease_id: task.record_id for task in every(store.records, Task) if task.lease_id}
    assert [held[again["lease_id"]]] == tasks
    assert held[other["lease_id"]] not in tasks


@pytest.mark.usefixtures("checked")
def test_a_check_item_left_unjudged_by_a_crash_is_judged_later(store: Store, people: People) -> None:
    follower, manager = people(), people(Role.MANAGER)
    follow(follower)
    (result,) = every(store.records, CheckResult)
    assert result.passed is True
    lost = result.model_copy(update={"answered_at": None, "passed": None, "reason": ""})
    store.records.transact(lambda transaction: transaction.replace(lost))
    (row,) = manager.call("GET", "/standings").json()
    assert row["check_items"] == 1
    assert list(every(store.records, CheckResult)) == [result]


@pytest.mark.usefixtures("checked")
def test_learning_and_check_items_are_left_out_unless_asked_for(store: Store, people: People) -> None:
    follower, manager = people(), people(Role.MANAGER)
    for _ in range(4):
        follow(follower)
    marks = [(walk.learning, walk.check_item) for walk in every(store.records, FollowerAnnotation)]
    assert sorted(marks) == [(False, False), (False, True), (False, True), (True, True)]
    usual = manager.call("GET", "/monitor?kind=follower").json()
    assert usual["total"]["kinds"]["follower"]["annotations"] == 1
    assert usual["left_out"] == {"check_item": 3}
    assert (
        manager.call("GET", "/monitor?population=learning").json()["total"]["kinds"]["follower"][
            "annotations"
        ]
        == 4
    )
    assert len(list(Dataset(store).followers("Followers"))) == 1
    assert len(list(Dataset(store, population=Population.LEARNING).followers("Followers"))) == 4


def test_without_check_items_people_work(tower: Tower, store: Store, people: People) -> None:
    tower()
    assert not was_check_item(store, follow(people()))


def test_until_they_passed_the_training_nobody_gets_a_task(
    tower: Tower, store: Store, people: People
) -> None:
    tower(TrustRules(training=True, opening=0))
    follower = people()
    assert reason(follower) == "training"
    for _ in range(2):
        qualify(store.records, follower.annotator_id, "follower")
    assert follow(follower)


def test_the_training_need_not_wait_until_a_task_is_open(tower: Tower, store: Store, people: People) -> None:
    tower(TrustRules(training=True, opening=0))
    for each in store.records.find(Task):
        retired = each.model_copy(update={"state": TaskState.RETIRED})
        store.records.transact(lambda transaction, task=retired: transaction.replace(task))  # type: ignore[misc]
    person = people()
    assert reason(person) == "training"
    qualify(store.records, person.annotator_id, "follower")
    assert reason(person) == "nothing"


@pytest.mark.usefixtures("checked")
def test_who_withdraws_leaves_no_standing(store: Store, people: People) -> None:
    follower = people()
    for _ in range(3):
        follow(follower, ("door", "lamp", "door"))
    follower.call("PUT", "/me/appeal", json={"campaign_id": "tower", "kind": "follower", "words": "CANARY"})
    withdraw(store, follower.annotator_id, None)
    assert not list(every(store.records, CheckResult))
    assert not list(every(store.records, Appeal))
    checks = [task for task in every(store.records, Task) if task.check_item]
    assert all(task.state == "withdrawn" for task in checks)
    assert len(checks) == 3


@pytest.mark.usefixtures("checked")
def test_a_guide_who_withdraws_checks_nobody_any_more(store: Store, people: People) -> None:
    for number in (1, 2, 3, 4):
        record_id = padded(number)
        store.records.transact(lambda transaction, gone=record_id: transaction.delete(GuideAnnotation, gone))  # type: ignore[misc]
    assert not was_check_item(store, follow(people()))
