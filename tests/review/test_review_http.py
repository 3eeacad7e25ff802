"""Reviewers and annotators over HTTP."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from pangea_server import Settings
from pangea_server.annotate.annotations.records import GuideVersion
from pangea_server.annotate.annotations.reviews import Review
from pangea_server.annotate.tasks.records import Lease, Task, TaskState
from pangea_server.app.testing.server import People, Someone, assert_problem
from pangea_server.people.access.records import Role
from pangea_server.people.audit.records import AuditEntry
from pangea_server.quality.flags.runner import open_runner
from pangea_server.stores.protocol import Store

pytestmark = pytest.mark.usefixtures("numbered_campaign")
WALK = ["door", "lamp", "sofa"]


def decide(
    person: Someone, task_id: str, verdict: str, version: int = 0, reason: str = "", decision: str = ""
) -> Any:
    address = f"/review/{task_id}/decisions/{decision or uuid.uuid4()}"
    body = {"verdict": verdict, "version": version, "reason": reason}
    return person.call("PUT", address, json=body)


def test_what_is_submitted_is_in_the_queue_and_leaves_it_when_accepted(people: People) -> None:
    guide, reviewer = people(), people(Role.REVIEWER)
    assert reviewer.call("POST", "/review/queue/next", json={}).status_code == 204
    guide.guide()
    assert reviewer.call("GET", "/review/counts").json()["pending"] == 1
    (item,) = reviewer.call("GET", "/review").json()["items"]
    assert (item["task_id"], item["annotator_id"], item["state"]) == (
        "guide-000001",
        guide.annotator_id,
        "pending",
    )
    taken = reviewer.call("POST", "/review/queue/next", json={"kind": "guide", "language": "en-US"}).json()
    assert taken["summary"]["claimed_by"] == reviewer.annotator_id
    assert reviewer.call("POST", "/review/queue/next", json={"language": "te-IN"}).status_code == 204

    accepted = decide(reviewer, "guide-000001", "accept").json()
    assert (accepted["summary"]["state"], accepted["summary"]["claimed_by"]) == ("accepted", None)
    assert [step["actor"] for step in accepted["history"]] == [reviewer.annotator_id]
    counts = {"pending": 0, "accepted": 1, "rejected": 0, "sent_back": 0}
    counted = reviewer.call("GET", "/review/counts").json()
    assert {"guide", "follower", "transcribe", "tour", "find"} <= set(counted.pop("kinds"))
    assert counted == counts
    assert reviewer.call("GET", "/review?state=accepted").json()["items"][0]["number"] == 1


def test_a_decision_may_be_said_again_but_not_another_under_its_id(people: People) -> None:
    people().guide()
    reviewer, same = people(Role.REVIEWER), str(uuid.uuid4())
    once = decide(reviewer, "guide-000001", "accept", decision=same)
    again = decide(reviewer, "guide-000001", "accept", decision=same)
    assert (once.status_code, once.json()) == (200, again.json())
    other = decide(reviewer, "guide-000001", "reject", reason="no", decision=same)
    assert_problem(other, 409, "store_conflict")


def test_nobody_finds_out_which_ids_others_have_chosen(people: People) -> None:
    people().guide()
    people().follow(WALK)
    same = str(uuid.uuid4())
    for task_id in ("guide-000001", "follower-000001"):
        assert decide(people(Role.REVIEWER), task_id, "accept", decision=same).status_code == 200


def test_a_reason_is_read_as_it_is(people: People) -> None:
    people().guide()
    problem = decide(people(Role.REVIEWER), "guide-000001", "reject", reason="too \u202eduol")
    assert "cannot see, U+202E, after 'too '" in assert_problem(problem, 422, "invalid_data")["detail"]


def test_what_is_wrong_with_a_decision_is_said(people: People) -> None:
    people().guide()
    people().follow(WALK)
    reviewer, other = people(Role.REVIEWER), people(Role.REVIEWER)
    assert_problem(decide(reviewer, "guide-000001", "reject"), 422, "invalid_data")
    assert_problem(decide(reviewer, "guide-000001", "reopen"), 409, "review")
    assert_problem(decide(reviewer, "guide-000001", "correct"), 422, "invalid_request")
    assert_problem(decide(reviewer, "guide-000009", "accept"), 404, "record_not_found")
    assert_problem(decide(reviewer, "guide-000001", "accept", version=3), 409, "review")
    assert_problem(decide(reviewer, "follower-000001", "send_back", reason="again"), 422, "invalid_data")
    assert other.call("PUT", "/review/guide-000001/claim").status_code == 200
    held = assert_problem(decide(reviewer, "guide-000001", "accept"), 409, "review")
    assert f"Person {other.annotator_id} is reviewing" in held["detail"]
    assert_problem(reviewer.call("PUT", "/review/guide-000001/claim"), 409, "review")
    assert other.call("DELETE", "/review/guide-000001/claim").status_code == 204
    assert decide(reviewer, "guide-000001", "accept").status_code == 200
    assert_problem(people().call("GET", "/review"), 403, "access")


def test_a_promoted_annotator_does_not_review_their_own(people: People) -> None:
    guide, owner = people(), people(Role.OWNER)
    guide.guide()
    role = owner.call("PUT", f"/people/{guide.annotator_id}/role", json={"role": "reviewer"})
    assert role.status_code == 200
    assert guide.call("GET", "/review").json()["items"][0]["own"]
    assert guide.call("POST", "/review/queue/next", json={}).status_code == 204
    assert_problem(decide(guide, "guide-000001", "accept"), 403, "access")


def test_a_rejected_guide_is_asked_for_again_and_told_why(people: People, store: Store) -> None:
    guide, reviewer = people(), people(Role.REVIEWER)
    guide.guide()
    decide(reviewer, "guide-000001", "reject", reason="The voice is cut off.")
    states = {task.record_id: task.state for task in store.records.find(Task)}
    assert states == {
        "guide-000001": TaskState.DONE,
        "follower-000001": TaskState.WITHDRAWN,
        **{task: state for task, state in states.items() if not task.endswith("000001")},
    }
    assert sorted(states.values()).count(TaskState.OPEN) == 1
    (notice,) = guide.call("GET", "/me/reviews").json()
    assert (notice["state"], notice["reason"]) == ("rejected", "The voice is cut off.")
    seen = {"version": notice["version"]}
    assert guide.call("PUT", "/me/reviews/guide-000001/seen", json=seen).status_code == 204
    assert guide.call("GET", "/me/reviews").json() == []
    assert_problem(people().call("PUT", "/me/reviews/guide-000001/seen", json=seen), 404, "record_not_found")


def test_what_was_sent_back_is_heard_again_and_mended(people: People, store: Store) -> None:
    guide, reviewer = people(), people(Role.REVIEWER)
    guide.guide("Go to teh sofa.")
    assert_problem(guide.call("GET", "/me/reviews/guide-000001"), 409, "review")
    decide(reviewer, "guide-000001", "send_back", reason="See the third word.")
    assert (
        people().call("POST", "/leases", json={"kind": "follower"}).status_code == 204
    )  # until it is mended
    sent_back = guide.call("GET", "/me/reviews/guide-000001").json()
    assert (sent_back["transcript"], sent_back["language"]) == ("Go to teh sofa.", "en-US")
    assert guide.client.get(sent_back["voice_url"]).status_code == 200
    assert_problem(people().call("GET", "/me/reviews/guide-000001"), 404, "record_not_found")

    address = f"/me/reviews/guide-000001/corrections/{uuid.uuid4()}"
    body = {"version": 1, "transcript": "Go to the sofa."}
    unchanged = guide.call("PUT", address, json=body | {"transcript": "Go to teh sofa."})
    assert_problem(unchanged, 422, "submission")
    for _ in range(2):
        assert guide.call("PUT", address, json=body).status_code == 204
    review = reviewer.call("GET", "/review/guide-000001").json()
    assert (review["summary"]["state"], review["summary"]["version"]) == ("pending", 2)
    assert [step["verdict"] for step in review["history"]] == ["send_back", "correct"]
    assert reviewer.call("GET", "/annotations/guide/1").json()["transcript"] == "Go to the sofa."
    assert store.records.get(GuideVersion, "000001-000001").transcript == "Go to teh sofa."
    assert people().lease("follower")["args"]["transcript"] == "Go to the sofa."


def test_a_decision_can_be_taken_back(people: People) -> None:
    people().guide()
    reviewer = people(Role.REVIEWER)
    decide(reviewer, "guide-000001", "reject", reason="too short")
    back = decide(reviewer, "guide-000001", "reopen", version=1).json()
    assert (back["summary"]["state"], back["summary"]["version"]) == ("pending", 2)
    assert people().lease("follower")["args"]["transcript"]


def test_what_was_flagged_comes_first_and_says_why(people: People, store: Store, settings: Settings) -> None:
    people().guide("Go.")
    with open_runner(settings) as runner:
        report = runner.run("guide-000001")
    assert report
    raised = [found.flag for found in report.raised]
    assert "too_short" in raised
    review = people(Role.REVIEWER).call("GET", "/review/guide-000001").json()
    assert review["summary"]["flagged"]
    assert [flag["flag"] for flag in review["flags"]] == raised


def test_a_check_item_is_nobodys_to_review(people: People, store: Store) -> None:
    person = people()
    task_id = store.records.get(Lease, person.lease("guide")["lease_id"]).task_id
    task = store.records.get(Task, task_id).model_copy(update={"check_item": True})
    store.records.transact(lambda transaction: transaction.replace(task))
    assert person.guide().status_code == 200
    assert store.records.find(Review) == []


def test_every_decision_is_in_the_log(people: People, store: Store) -> None:
    guide, reviewer = people(), people(Role.REVIEWER)
    guide.guide()
    decide(reviewer, "guide-000001", "accept")
    (entry,) = [each for each in store.records.find(AuditEntry) if each.action == "accept"]
    assert (entry.actor, entry.subject) == (reviewer.annotator_id, guide.annotator_id)
