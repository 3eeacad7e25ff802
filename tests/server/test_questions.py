"""Questions to the data team: with a task and without, answered, read, asked back once, and removed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.collect.questions.questions import MOST_WAITING
from pangea_server.collect.questions.records import Question
from pangea_server.core.records import now
from pangea_server.dataset.erasure.retention import remove_past_their_date
from pangea_server.dataset.erasure.withdrawal import withdraw
from pangea_server.people.access.records import Role
from pangea_server.people.audit.records import AuditEntry
from pangea_server.people.consent.texts import publish
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("campaign")
WORDS = "Which door is meant, the left one?"


def ask(person: Someone, words: str = WORDS) -> dict[str, Any]:
    answer = person.call("PUT", f"/me/questions/{uuid4()}", json={"words": words})
    assert answer.status_code == 200, answer.text
    asked: dict[str, Any] = answer.json()
    return asked


def report(person: Someone, comment: str = "It is dark here.") -> str:
    """Report a problem with a task; returns the lease."""
    lease_id = str(person.lease("guide")["lease_id"])
    sent = {"kind": "picture", "comment": comment, "viewpoint_id": "lamp"}
    assert person.call("PUT", f"/leases/{lease_id}/reports/{uuid4()}", json=sent).status_code == 200
    return lease_id


def answer(staff: Someone, question: dict[str, Any], words: str = "Yes, the left one.") -> dict[str, Any]:
    given = {"words": words, "said": len(question["messages"])}
    response = staff.call("PUT", f"/questions/{question['question_id']}/answer", json=given)
    assert response.status_code == 200, response.text
    answered: dict[str, Any] = response.json()
    return answered


def mine(person: Someone) -> dict[str, Any]:
    (question,) = person.call("GET", "/me/questions").json()
    found: dict[str, Any] = question
    return found


def test_an_answer_reaches_who_asked_and_is_read_once(people: People, store: Store) -> None:
    person, reviewer = people(), people(Role.REVIEWER)
    ask(person)
    (seen,) = reviewer.call("GET", "/questions").json()
    assert (seen["annotator_id"], seen["state"], seen["task_id"]) == (person.annotator_id, "waiting", None)
    answer(reviewer, seen)
    question = mine(person)
    assert question["state"] == "answered"
    assert [(each["side"], each["words"], each["by"]) for each in question["messages"]] == [
        ("person", WORDS, None),
        ("team", "Yes, the left one.", None),  # who of the team answered stays with the team
    ]
    address = f"/me/questions/{question['question_id']}/read"
    assert person.call("POST", address).json()["state"] == "read"
    assert person.call("POST", address).json()["state"] == "read"
    (entry,) = [each for each in store.records.find(AuditEntry) if each.action == "answered"]
    assert (entry.actor, entry.subject) == (reviewer.annotator_id, person.annotator_id)


def test_a_problem_report_is_answered_like_a_question(people: People) -> None:
    person, reviewer = people(), people(Role.REVIEWER)
    report(person)
    assert mine(person)["state"] == "waiting"
    (seen,) = reviewer.call("GET", "/questions").json()
    assert (seen["problem"], seen["task_id"], seen["viewpoint_id"]) == ("picture", "guide-000001", "lamp")
    assert answer(reviewer, seen)["messages"][1]["by"] == reviewer.annotator_id
    assert [each["words"] for each in mine(person)["messages"]] == ["It is dark here.", "Yes, the left one."]
    assert len(reviewer.call("GET", "/questions").json()) == 1


def test_a_person_asks_back_once(people: People) -> None:
    person, reviewer = people(), people(Role.REVIEWER)
    asked = ask(person)
    address = f"/me/questions/{asked['question_id']}/follow-up"
    assert_problem(person.call("PUT", address, json={"words": "And now?"}), 409, "store_conflict")
    answer(reviewer, asked)
    assert mine(person)["may_follow_up"]
    for _ in range(2):  # an answer may be lost, and the page sends it again
        back = person.call("PUT", address, json={"words": "Seen from where?"}).json()
        assert (len(back["messages"]), back["state"]) == (3, "waiting")
    assert len(answer(reviewer, back, "From the lamp.")["messages"]) == 4
    assert not mine(person)["may_follow_up"]
    assert_problem(person.call("PUT", address, json={"words": "Once more?"}), 409, "store_conflict")


def test_two_of_the_team_do_not_answer_without_knowing_of_each_other(people: People) -> None:
    person, first, second = people(), people(Role.REVIEWER), people(Role.MANAGER)
    asked = ask(person)
    answer(first, asked)
    answer(first, asked)  # sent again: nothing changes
    assert len(mine(person)["messages"]) == 2
    late = {"words": "No, the right one.", "said": 1}
    response = second.call("PUT", f"/questions/{asked['question_id']}/answer", json=late)
    assert "since you opened it" in assert_problem(response, 409, "store_conflict")["detail"]


def test_asking_the_same_again_changes_nothing_and_anything_else_is_refused(
    people: People, store: Store
) -> None:
    person, address = people(), f"/me/questions/{uuid4()}"
    first = person.call("PUT", address, json={"words": WORDS})
    assert person.call("PUT", address, json={"words": WORDS}).json() == first.json()
    assert_problem(person.call("PUT", address, json={"words": "Else?"}), 409, "store_conflict")
    assert people().call("PUT", address, json={"words": WORDS}).status_code == 200  # as if it were nobody's
    assert store.records.count(Question) == 2


def test_what_is_somebody_elses_looks_as_if_it_never_existed(people: People) -> None:
    person, stranger = people(), people()
    asked = ask(person)
    answer(people(Role.REVIEWER), asked)
    for method, verb in (("PUT", "follow-up"), ("POST", "read")):
        for question_id in (asked["question_id"], str(uuid4()), "report-nothing"):
            options = {"json": {"words": "?!?"}} if method == "PUT" else {}
            response = stranger.call(method, f"/me/questions/{question_id}/{verb}", **options)
            assert_problem(response, 404, "record_not_found")
    assert stranger.call("GET", "/me/questions").json() == []


@pytest.mark.parametrize("words", ["", "   ", "\u200b", "x" * 2001, None, 7, "kool\u202e!"])
def test_words_that_nobody_could_read_are_refused(people: People, store: Store, words: object) -> None:
    person, reviewer = people(), people(Role.REVIEWER)
    assert_problem(
        person.call("PUT", f"/me/questions/{uuid4()}", json={"words": words}), 422, "invalid_request"
    )
    asked = ask(person)
    given = {"words": words, "said": 1}
    response = reviewer.call("PUT", f"/questions/{asked['question_id']}/answer", json=given)
    assert_problem(response, 422, "invalid_request")
    assert len(mine(person)["messages"]) == 1


@pytest.mark.parametrize("said", [0, 2, -1, "1", 1.5])
def test_an_answer_to_what_was_not_said_is_refused(people: People, said: object) -> None:
    asked = ask(people())
    address = f"/questions/{asked['question_id']}/answer"
    response = people(Role.REVIEWER).call("PUT", address, json={"words": "Yes.", "said": said})
    assert response.status_code in (409, 422)


@pytest.mark.parametrize("question_id", ["nonsense", "report-", "report-nonsense", "x" * 101])
def test_a_question_that_does_not_exist_is_not_answered(people: People, question_id: str) -> None:
    given = {"words": "Yes.", "said": 1}
    response = people(Role.REVIEWER).call("PUT", f"/questions/{question_id}/answer", json=given)
    assert response.status_code in (404, 422)


def test_nobody_floods_the_team(people: People) -> None:
    person, reviewer = people(), people(Role.REVIEWER)
    asked = [ask(person, f"Question {number}?") for number in range(MOST_WAITING)]
    one_more = f"/me/questions/{uuid4()}"
    response = person.call("PUT", one_more, json={"words": "And this?"})
    assert "wait for an answer" in assert_problem(response, 409, "store_conflict")["detail"]
    answer(reviewer, asked[0])
    assert person.call("PUT", one_more, json={"words": "And this?"}).status_code == 200


def test_who_waits_longest_comes_first(people: People) -> None:
    person, reviewer = people(), people(Role.REVIEWER)
    first, second, third = (ask(person, words) for words in ("First?", "Second?", "Third?"))
    answer(reviewer, first)
    listed = [each["question_id"] for each in reviewer.call("GET", "/questions").json()]
    assert listed == [second["question_id"], third["question_id"], first["question_id"]]


def test_who_withdraws_takes_their_questions_and_the_answers_with_them(people: People, store: Store) -> None:
    person, neighbour, reviewer = people(), people(), people(Role.REVIEWER)
    report(person)
    ask(person)
    kept = ask(neighbour)
    for question in reviewer.call("GET", "/questions").json():
        answer(reviewer, question)
    withdraw(store, person.annotator_id, None)
    assert [each.question_id for each in store.records.find(Question)] == [kept["question_id"]]
    assert [each["question_id"] for each in reviewer.call("GET", "/questions").json()] == [
        kept["question_id"]
    ]


def test_questions_are_kept_no_longer_than_their_person_agreed_to(people: People, store: Store) -> None:
    publish(store.records, {"en": "We keep it for a while."}, 30)
    person = people()
    agreement = {"version": 1, "language": "en"}
    assert person.call("PUT", "/me/consent", json=agreement).status_code == 200
    ask(person)
    remove_past_their_date(store, now() + timedelta(days=29))
    assert store.records.count(Question) == 1
    remove_past_their_date(store, now() + timedelta(days=31))
    assert store.records.count(Question) == 0
