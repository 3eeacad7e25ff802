"""Taking and leaving seats over HTTP: who is given which, what they are told, and what opens again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from pangea_server.annotate.annotations.records import TaskAnnotation
from pangea_server.annotate.pairing.machine import GRACE
from pangea_server.annotate.pairing.records import EndReason, Pairing, PairingState
from pangea_server.annotate.tasks.records import DraftRecord, Lease, LeaseState, Task, TaskState
from pangea_server.app.testing.server import VOICE, People, Someone, assert_problem
from pangea_server.core.records import Record, now
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.stores.protocol import Store, Transaction
from tests.pairing.conftest import add_dialogue
from tests.server.conftest import PATH


def take(person: Someone) -> dict[str, Any]:
    return person.lease("guide_two")


def hand_in(person: Someone, lease: dict[str, Any], walk: tuple[str, ...] = PATH) -> Any:
    words = {"transcript": "Go on to the sofa.", "messages": []}
    return person.submit(lease["lease_id"], person.record(lease["lease_id"], walk) | {"answer": words})


def _replace(changes: Transaction, *records: Record) -> None:
    for record in records:
        changes.replace(record)


def the_pairing(store: Store, lease: dict[str, Any]) -> Pairing:
    return store.records.get(Pairing, lease["pairing"]["pairing_id"])


@pytest.mark.usefixtures("dialogue")
def test_two_people_sit_opposite_and_only_one_sees_the_path(people: People, store: Store) -> None:
    first, second = take(people()), take(people())
    assert [first["pairing"]["role"], second["pairing"]["role"]] == ["oracle", "navigator"]
    assert [first["args"]["path"], second["args"]["path"]] == [list(PATH), None]
    assert first["start"] == second["start"]
    assert the_pairing(store, first) == the_pairing(store, second)
    assert the_pairing(store, first).state is PairingState.RUNNING


@pytest.mark.usefixtures("dialogue")
def test_a_repeated_request_gets_the_same_seat_and_nobody_sits_opposite_themselves(
    people: People, store: Store
) -> None:
    alone = people()
    assert take(alone)["pairing"] == take(alone)["pairing"]
    assert len(the_pairing(store, take(alone)).seats) == 1


def test_roles_take_turns(people: People, store: Store) -> None:
    for number in (1, 2):
        add_dialogue(store, number)
    one, other = people(), people()
    roles = []
    for _ in range(2):
        for person in (one, other):
            lease = take(person)
            roles.append(lease["pairing"]["role"])
        for person in (one, other):
            assert hand_in(person, take(person)).status_code == 200
    assert roles == ["oracle", "navigator", "navigator", "oracle"]


@pytest.mark.usefixtures("dialogue")
def test_both_answers_are_kept_with_their_roles_and_the_walk_is_scored(people: People, store: Store) -> None:
    oracle, navigator = people(), people()
    leases = take(oracle), take(navigator)
    assert hand_in(navigator, leases[1]).status_code == 200
    assert hand_in(oracle, leases[0], PATH[:1]).status_code == 200
    answers = {each.args["role"]: each for each in store.records.find(TaskAnnotation)}
    assert answers["navigator"].scores["success"] == 1
    assert answers["navigator"].scores["goal_progress"] == pytest.approx(4.0)
    assert answers["oracle"].scores == {"path_length": 0.0}
    assert {each.args["pairing_id"] for each in answers.values()} == {leases[0]["pairing"]["pairing_id"]}
    assert the_pairing(store, leases[0]).reason is EndReason.DONE


@pytest.mark.usefixtures("dialogue")
def test_an_answer_without_any_words_is_refused(people: People) -> None:
    person = people()
    lease = take(person)
    answer = person.record(lease["lease_id"], PATH[:1])
    refused = person.submit(lease["lease_id"], answer | {"answer": {"transcript": " ", "messages": []}})
    assert_problem(refused, 422, "submission")
    typed = {"transcript": "", "messages": [{"time": 1.5, "words": "Left <b>"}]}
    assert person.submit(lease["lease_id"], answer | {"answer": typed}).status_code == 200


@pytest.mark.usefixtures("dialogue")
def test_who_gives_back_makes_room_and_the_next_two_begin_anew(people: People, store: Store) -> None:
    stays, leaves = people(), people()
    first, second = take(stays), take(leaves)
    assert leaves.call("DELETE", f"/leases/{second['lease_id']}").status_code == 204
    assert the_pairing(store, first).reason is EndReason.LEFT
    assert hand_in(stays, first).status_code == 200  # what they recorded counts
    third = take(people())
    fourth = take(people())
    assert third["pairing"]["pairing_id"] == fourth["pairing"]["pairing_id"] != first["pairing"]["pairing_id"]
    assert the_pairing(store, third).state is PairingState.RUNNING
    assert the_pairing(store, first).asked_again
    assert sum(1 for task in store.records.find(Task) if task.state is TaskState.DONE) == 1


@pytest.mark.usefixtures("dialogue")
def test_who_waits_and_is_gone_loses_the_seat_to_the_next(people: People, store: Store) -> None:
    gone = take(people())
    pairing = the_pairing(store, gone)
    (seat,) = pairing.seats
    long_ago = seat.model_copy(update={"seen_at": now() - GRACE - timedelta(seconds=1)})
    store.records.transact(lambda changes: changes.replace(pairing.model_copy(update={"seats": (long_ago,)})))
    first, second = take(people()), take(people())
    assert first["pairing"]["pairing_id"] == second["pairing"]["pairing_id"] != gone["pairing"]["pairing_id"]
    assert store.records.get(Lease, gone["lease_id"]).state is LeaseState.EXPIRED


@pytest.mark.usefixtures("dialogue")
def test_withdrawing_keeps_the_other_ones_answer_and_says_nothing_of_who_left(
    people: People, store: Store
) -> None:
    stays, leaves = people(), people()
    leases = take(stays), take(leaves)
    for person, lease in zip((stays, leaves), leases, strict=True):
        draft = {"version": 1, "content": "what both typed"}
        assert person.call("PUT", f"/leases/{lease['lease_id']}/draft", json=draft).status_code == 200
        assert hand_in(person, lease).status_code == 200
    withdraw(store, leaves.annotator_id, actor=None)
    (kept,) = store.records.find(TaskAnnotation)
    assert store.records.find(DraftRecord) == []
    assert kept.annotator_id == stays.annotator_id
    assert [seat.annotator_id for seat in the_pairing(store, leases[0]).seats] == [stays.annotator_id]
    first, second = take(people()), take(people())
    assert first["pairing"] != second["pairing"]
    assert the_pairing(store, first).state is PairingState.RUNNING


@pytest.mark.usefixtures("dialogue")
def test_a_seat_may_be_wished_for_and_what_is_taken_or_unknown_is_not_given(people: People) -> None:
    first, second = people(), people()
    wishes = {"kind": "guide_two", "seat": "navigator"}
    assert first.call("POST", "/leases", json=wishes).json()["pairing"]["role"] == "navigator"
    assert second.call("POST", "/leases", json=wishes).json()["pairing"]["role"] == "oracle"


@pytest.mark.parametrize("how", ["give back", "stay away"])
@pytest.mark.usefixtures("dialogue")
def test_where_both_leave_the_next_two_begin_anew(people: People, store: Store, how: str) -> None:
    both = people(), people()
    leases = [take(person) for person in both]
    for person, lease in zip(both, leases, strict=True):
        if how == "give back":
            assert person.call("DELETE", f"/leases/{lease['lease_id']}").status_code == 204
        else:
            kept = store.records.get(Lease, lease["lease_id"])
            late = now() - timedelta(seconds=1)
            over = kept.model_copy(update={"expires_at": late})
            task = store.records.get(Task, kept.task_id).model_copy(update={"lease_expires_at": late})
            store.records.transact(lambda changes, over=over, task=task: _replace(changes, over, task))  # type: ignore[misc]
    first, second = take(people()), take(people())
    assert the_pairing(store, leases[0]).reason is EndReason.LEFT
    assert first["pairing"]["pairing_id"] == second["pairing"]["pairing_id"]
    assert first["pairing"]["pairing_id"] != leases[0]["pairing"]["pairing_id"]
    assert the_pairing(store, first).state is PairingState.RUNNING
    for person, lease in zip(both, leases, strict=True):
        wanted = {"attempt": 0, "sample_rate": 16_000}
        late_recording = person.call("POST", f"/leases/{lease['lease_id']}/recordings", json=wanted)
        assert_problem(late_recording, 409, "lease")


@pytest.mark.usefixtures("dialogue")
def test_nobody_hands_in_or_adds_to_their_partners_recording(people: People, store: Store) -> None:
    oracle, navigator = people(), people()
    leases = take(oracle), take(navigator)
    theirs = oracle.record(leases[0]["lease_id"], PATH[:1])
    own = navigator.record(leases[1]["lease_id"], PATH)
    words = {"answer": {"transcript": "Mine."}}
    stolen = navigator.submit(leases[1]["lease_id"], own | words | {"recording_id": theirs["recording_id"]})
    assert stolen.status_code == 404
    assert navigator.put(theirs["recording_id"], "voice", 2, VOICE[0]).status_code == 404
    assert navigator.call("GET", f"/recordings/{theirs['recording_id']}").status_code == 404
    assert navigator.submit(leases[0]["lease_id"], theirs | words).status_code == 404
    assert store.records.find(TaskAnnotation) == []
    for person, lease, sent in ((oracle, leases[0], theirs), (navigator, leases[1], own)):
        assert person.submit(lease["lease_id"], sent | words).status_code == 200
