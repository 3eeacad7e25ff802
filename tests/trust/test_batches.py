"""A batch whose check items fail is refused whole, its tasks are given again, and the person may appeal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from pangea_server.annotate.annotations.reviews import Review, ReviewState
from pangea_server.annotate.campaigns.batch_rules import BatchRules
from pangea_server.annotate.campaigns.records import PathRecord
from pangea_server.annotate.kinds.check_items import CheckItem
from pangea_server.annotate.tasks.records import Task
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.people.access.records import Role
from pangea_server.quality.trust.batches import RefusedBatch, is_refused
from pangea_server.quality.trust.eligibility import batch_places
from pangea_server.stores.paging import every
from pangea_server.stores.protocol import Store
from tests.votes.conftest import PICTURES, Judged, judged, nothing_for, vote

__all__ = ["judged"]

SIZE, CHECKS = 4, 2
BATCHES = {"size": SIZE, "checks": CHECKS, "needed": 2}


@pytest.fixture
def batches(store: Store, judged: Judged) -> None:
    """Six pictures to judge once each, and four whose answer is known."""
    pictures = [{"scan": "corridor", "viewpoint": "lamp", "heading_deg": 10.0 * n} for n in range(6)]
    judged(
        PICTURES | {"pictures": pictures, "votes": {"judges": 1, "agree": 1, "most": 1}},
        trust={"learning": 0, "opening": 0, "share": 0, "minimum": {"judge": 0.0}, "recent_minimum": 0}
        | {"batches": BATCHES},
    )
    (some, *_) = store.records.find(Task, {"kind": "judge"})
    for number in range(900, 904):
        path = PathRecord(
            path_id=number, scan_id="corridor", path=("sofa",), heading=0.0, campaign_id="corridor"
        )
        store.records.create(path)
        item = CheckItem(
            campaign_id="corridor",
            kind="judge",
            language="en-US",
            path_id=number,
            scan_id="corridor",
            args=some.args | {"item": f"known-{number}", "expected": "true"},
            item_id=f"judge-known-{number}",
        )
        store.records.create(item)


def work(store: Store, person: Someone, *, checks_pass: bool) -> list[str]:
    """A whole batch; returns the tasks in it that were no check items."""
    others = []
    for _ in range(SIZE):
        lease = person.lease("judge")
        (task,) = [each for each in store.records.find(Task) if each.lease_id == lease["lease_id"]]
        tidy = checks_pass or not task.check_item
        sent = person.submit(lease["lease_id"], {"answer": {"answers": {"tidy": tidy}}})
        assert sent.status_code == 200, sent.text
        if not task.check_item:
            others.append(task.record_id)
    assert len(others) == SIZE - CHECKS
    return others


def states(store: Store, task_ids: list[str]) -> set[ReviewState]:
    return {store.records.find(Review, {"task_id": each})[0].state for each in task_ids}


@pytest.mark.usefixtures("batches")
def test_a_batch_that_passes_is_kept(store: Store, people: People) -> None:
    person = people()
    done = work(store, person, checks_pass=True)
    assert states(store, done) == {ReviewState.PENDING}
    assert person.call("GET", "/me/batches").json() == []


@pytest.mark.usefixtures("batches")
def test_a_batch_that_fails_is_refused_whole_and_given_again(store: Store, people: People) -> None:
    person = people()
    open_before = store.records.count(Task, {"kind": "judge", "state": "open"})
    done = work(store, person, checks_pass=False)
    assert states(store, done) == {ReviewState.REJECTED}
    assert store.records.count(Task, {"kind": "judge", "state": "open"}) == open_before
    (told,) = person.call("GET", "/me/batches").json()
    assert (sorted(told["task_ids"]), told["state"]) == (sorted(done), "refused")
    assert "check" not in str(told), "nothing reveals how many check items there were"
    notices = person.call("GET", "/me/reviews").json()
    assert {notice["state"] for notice in notices} == {"rejected"}
    votes = people(Role.REVIEWER).call("GET", "/votes").json()
    assert all(item["votes"] == [] for item in votes)


@pytest.mark.usefixtures("batches")
def test_an_appeal_that_is_granted_brings_the_batch_back(store: Store, people: People) -> None:
    person, manager = people(), people(Role.MANAGER)
    done = work(store, person, checks_pass=False)
    (told,) = person.call("GET", "/me/batches").json()
    own, staff = f"/me/batches/{told['batch_id']}/appeal", f"/batches/{told['batch_id']}"
    assert_problem(manager.call("PUT", staff, json={"decision": "reinstated"}), 409, "store_conflict")
    assert_problem(people().call("PUT", own, json={"words": "Mine."}), 404, "record_not_found")
    asked = person.call("PUT", own, json={"words": "The picture was black."}).json()
    assert asked["state"] == "appealed"
    assert person.call("PUT", own, json={"words": "Again."}).json() == asked
    (seen,) = people(Role.REVIEWER).call("GET", "/batches").json()
    assert (seen["words"], seen["checks"], seen["passed"]) == ("The picture was black.", CHECKS, 0)
    assert people(Role.REVIEWER).call("PUT", staff, json={"decision": "upheld"}).status_code == 403
    assert manager.call("PUT", staff, json={"decision": "reinstated"}).json()["state"] == "reinstated"
    assert states(store, done) == {ReviewState.PENDING}
    reviewer, review = people(Role.REVIEWER), next(iter(every(store.records, Review)))
    rejected = {"verdict": "reject", "version": review.version, "reason": "No."}
    assert (
        reviewer.call("PUT", f"/review/{review.task_id}/decisions/{'0' * 36}", json=rejected).status_code
        == 200
    )
    assert manager.call("PUT", staff, json={"decision": "reinstated"}).json()["state"] == "reinstated"
    assert store.records.get(Review, review.record_id).state is ReviewState.REJECTED, "a later decision stays"
    assert_problem(manager.call("PUT", staff, json={"decision": "upheld"}), 409, "store_conflict")
    assert_problem(person.call("PUT", own, json={"words": "More."}), 409, "store_conflict")


@pytest.mark.usefixtures("batches")
def test_the_last_task_of_a_batch_has_to_be_in(store: Store, people: People) -> None:
    person = people()
    for _ in range(SIZE - 1):
        assert vote(person, tidy=False).status_code == 200
    assert store.records.find(RefusedBatch) == []
    assert vote(person, tidy=False).status_code == 200
    assert len(store.records.find(RefusedBatch)) == 1


@pytest.mark.usefixtures("batches")
def test_a_withdrawal_removes_it(store: Store, people: People) -> None:
    person = people()
    work(store, person, checks_pass=False)
    withdraw(store, person.annotator_id, None)
    assert store.records.find(RefusedBatch) == []
    assert not nothing_for(people())


@given(
    verdicts=st.lists(st.sampled_from([True, False, None]), max_size=8),
    checks=st.integers(1, 8),
    needed=st.integers(1, 8),
)
def test_what_is_unknown_is_in_the_persons_favour(
    verdicts: list[bool | None], checks: int, needed: int
) -> None:
    rules = BatchRules(size=20, checks=checks, needed=min(needed, checks))
    known = verdicts[:checks]
    best = sum(verdict is not False for verdict in known) + checks - len(known)
    assert is_refused(known, rules) == (best < rules.needed)


def test_places_are_fixed_and_differ_between_batches() -> None:
    rules = BatchRules()
    drawn = [batch_places(b"secret", 7, "judge", count, rules) for count in range(0, 400, rules.size)]
    assert all(len(set(places)) == rules.checks for places in drawn)
    assert drawn[0] == batch_places(b"secret", 7, "judge", rules.size - 1, rules)
    assert len({tuple(sorted(places)) for places in drawn}) > 10


@pytest.mark.parametrize("rules", [{"size": 4, "checks": 4}, {"checks": 2, "needed": 3}, {"size": 1}])
def test_rules_that_refuse_everything_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        BatchRules.model_validate(rules)
