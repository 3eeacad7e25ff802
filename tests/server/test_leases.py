"""Who holds which task."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from pangea_server.annotate.assignment.leases import return_task
from pangea_server.annotate.tasks.records import Lease, LeaseState, Task
from pangea_server.app.testing.server import People, assert_problem, let_in
from pangea_server.collect.queue.offers import lease_task
from pangea_server.people.access.records import Annotator
from pangea_server.stores.protocol import Store, Transaction
from tests.promises.scale import times

pytestmark = pytest.mark.usefixtures("campaign")
HOUR = timedelta(hours=1)
PAST = timedelta(hours=-1)
RACES = times(3)


def annotator(store: Store) -> Annotator:
    return let_in(store.records)[0]


def test_asking_twice_gives_the_same_lease(people: People) -> None:
    guide = people()
    assert guide.lease("guide") == guide.lease("guide")


def test_a_task_has_one_holder(people: People) -> None:
    people().lease("guide")
    assert people().call("POST", "/leases", json={"kind": "guide"}).status_code == 204


def test_sixty_four_people_race_for_one_task_again_and_again_and_one_gets_it(store: Store) -> None:
    crowd = [annotator(store) for _ in range(64)]
    with ThreadPoolExecutor(64) as pool:
        for _ in range(RACES):
            leases = list(
                pool.map(lambda person: lease_task(store.records, person, "guide", None, HOUR), crowd)
            )
            [(winner, holder)] = [
                (person, lease) for person, lease in zip(crowd, leases, strict=True) if lease
            ]
            assert store.records.get(Task, "guide-000001").lease_id == holder.lease_id
            return_task(store.records, winner, holder.lease_id)


def test_a_returned_task_goes_to_the_next_person(people: People) -> None:
    first, second = people(), people()
    lease_id = first.lease("guide")["lease_id"]
    assert first.call("DELETE", f"/leases/{lease_id}").status_code == 204
    assert first.call("DELETE", f"/leases/{lease_id}").status_code == 204
    assert second.lease("guide")["lease_id"] != lease_id
    assert_problem(first.call("POST", f"/leases/{lease_id}/recordings", json={}), 409, "lease")


def test_an_expired_lease_loses_the_task_only_when_somebody_else_asks(store: Store, people: People) -> None:
    slow = people()
    lease_id = slow.lease("guide")["lease_id"]
    answer = slow.record(lease_id, ["door", "lamp", "sofa"]) | {"transcript": "Late."}
    _expire(store, lease_id)
    people().lease("guide")
    assert_problem(slow.submit(lease_id, answer), 409, "lease")
    assert store.records.get(Lease, lease_id).state is LeaseState.EXPIRED


def test_who_comes_late_but_first_is_still_heard(store: Store, people: People) -> None:
    slow = people()
    lease_id = slow.lease("guide")["lease_id"]
    answer = slow.record(lease_id, ["door", "lamp", "sofa"]) | {"transcript": "Late."}
    _expire(store, lease_id)
    assert slow.submit(lease_id, answer).status_code == 200


def test_a_language_that_a_person_does_not_speak_is_not_given(people: People) -> None:
    guide = people()
    assert guide.call("POST", "/leases", json={"kind": "guide", "language": "te-IN"}).status_code == 204
    assert guide.call("POST", "/leases", json={"kind": "guide", "language": "en-US"}).status_code == 200


def test_an_unknown_kind_lists_the_known_ones(people: People) -> None:
    answer = assert_problem(people().call("POST", "/leases", json={"kind": "poet"}), 404, "not_found")
    assert "follower, guide" in answer["remedy"]


def _expire(store: Store, lease_id: str) -> None:
    lease = store.records.get(Lease, lease_id)
    task = store.records.get(Task, lease.task_id)
    assert task.lease_expires_at
    expiry = task.lease_expires_at + 2 * PAST

    def write(transaction: Transaction) -> None:
        transaction.replace(task.model_copy(update={"lease_expires_at": expiry}))
        transaction.replace(lease.model_copy(update={"expires_at": expiry}))

    store.records.transact(write)
